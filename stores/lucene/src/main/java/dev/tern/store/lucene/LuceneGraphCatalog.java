package dev.tern.store.lucene;

import dev.tern.error.TernException;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import java.nio.file.Path;
import java.util.List;

/**
 * The graphs of a directory, each kept by a {@link LuceneGraphStore}. The catalog keeps no file
 * open.
 *
 * <p><b>Dropping</b> a graph takes its lock first, so it fails while any process writes the graph.
 * Readers do not prevent it: their open views stay readable, and later views find an empty graph.
 * The commit is deleted before the other index files, so a killed process leaves the whole graph or
 * none, and the next drop or write of that name deletes the remaining files. A graph is refused
 * and left untouched if it has another format, or its directory also holds files that Tern did not
 * create. A damaged graph can be dropped.
 *
 * <p>Thread-safe.
 */
public final class LuceneGraphCatalog implements GraphCatalog {
    private final StoreDirectory store;
    private final LuceneOptions options;

    private LuceneGraphCatalog(StoreDirectory store, LuceneOptions options) {
        this.store = store;
        this.options = options;
    }

    /**
     * Opens the catalog of a store with the default options.
     *
     * @param storeDirectory the directory of the store, which need not exist
     * @throws TernException if the path is a file or a non-empty directory but no store, or cannot
     *     be read
     */
    public static GraphCatalog open(Path storeDirectory) {
        return open(storeDirectory, LuceneOptions.DEFAULTS);
    }

    /**
     * Opens the catalog of a store.
     *
     * @throws TernException if the path is a file or a non-empty directory but no store, or cannot
     *     be read
     */
    public static GraphCatalog open(Path storeDirectory, LuceneOptions options) {
        return new LuceneGraphCatalog(StoreDirectory.at(storeDirectory), options);
    }

    @Override
    public String location() {
        return store.root().toString();
    }

    @Override
    public List<String> graphs() {
        return store.graphs();
    }

    @Override
    public GraphStore open(String graphName) {
        return LuceneGraphStore.open(store.root(), graphName, options);
    }

    @Override
    public boolean drop(String graphName) {
        // Checks the path again, as it may have become a store since the catalog was opened.
        return GraphRemoval.of(StoreDirectory.at(store.root()).graph(graphName)).remove();
    }

    @Override
    public void close() {
        // Nothing to close.
    }
}
