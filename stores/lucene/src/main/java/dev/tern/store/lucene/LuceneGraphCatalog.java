package dev.tern.store.lucene;

import dev.tern.error.TernException;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import java.nio.file.Path;
import java.util.List;

/**
 * The graphs of a directory, each kept by a {@link LuceneGraphStore}. It holds nothing open itself.
 *
 * <p><b>Dropping</b> takes the lock of the graph first, so it is refused while any process writes the graph. Readers do not
 * hinder it: what they have open stays readable, and their next look finds an empty graph. It removes the commit, and
 * then the files of the index: a process that is killed meanwhile leaves the graph as it was or no graph at all, and what
 * is left on disk goes with the next drop or the next write of a graph of this name. A graph's directory that holds files
 * which Tern did not make is refused and left as it is; a graph that is damaged can be dropped.
 *
 * <p>Safe for any number of threads.
 */
public final class LuceneGraphCatalog implements GraphCatalog {
    private final StoreDirectory store;
    private final LuceneOptions options;

    private LuceneGraphCatalog(StoreDirectory store, LuceneOptions options) {
        this.store = store;
        this.options = options;
    }

    /**
     * The graphs of a store with the default options.
     *
     * @param storeDirectory the directory of the store, which need not exist
     * @throws TernException if there is something else at the path, or it cannot be read
     */
    public static GraphCatalog open(Path storeDirectory) {
        return open(storeDirectory, LuceneOptions.DEFAULTS);
    }

    /**
     * The graphs of a store.
     *
     * @throws TernException if there is something else at the path, or it cannot be read
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
        // Looked at again: what was no store, or nothing, when the catalog was opened may be one now.
        return GraphRemoval.of(StoreDirectory.at(store.root()).graph(graphName)).remove();
    }

    @Override
    public void close() {
        // nothing is held
    }
}
