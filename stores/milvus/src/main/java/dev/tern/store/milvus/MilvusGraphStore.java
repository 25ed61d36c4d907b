package dev.tern.store.milvus;

import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.filter.FilteredSearch;
import dev.tern.store.milvus.filter.SelectiveFilters;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.GraphCollections;
import dev.tern.store.milvus.schema.GraphProperties;
import dev.tern.store.milvus.view.MilvusGraphView;
import dev.tern.store.milvus.write.MilvusWriter;
import java.util.Collection;
import java.util.function.UnaryOperator;

/**
 * A graph in Milvus, opened by a {@link MilvusGraphCatalog}, whose failures it shares. Thread-safe.
 *
 * <p>Readers of this store block while a batch is written, so they see whole batches. Readers of
 * other stores of the graph see each passage as soon as it is complete.
 */
final class MilvusGraphStore implements GraphStore {
    private final MilvusConnection connection;
    private final GraphCollections collections;
    private final GraphProperties properties;
    private final SelectiveFilters selectiveFilters = new SelectiveFilters();
    private final MilvusWriter writer;

    /** Opens a graph, and loads its collections into memory if it exists. */
    MilvusGraphStore(MilvusConnection connection, String graphName) {
        this.connection = connection;
        this.collections = new GraphCollections(connection, graphName);
        this.properties = new GraphProperties(connection, collections);
        this.writer = new MilvusWriter(connection, collections);
        collections.description();
    }

    @Override
    public Object identity() {
        return connection.settings() + ", " + collections.name(CollectionKind.PASSAGES);
    }

    @Override
    public GraphView view() {
        return view(connection.settings().consistency());
    }

    @Override
    public GraphView view(Consistency consistency) {
        writer.requireOpen();
        Notes notes = collections.description().isEmpty() ? Notes.NONE : properties.get();
        // Asks again, because the properties may show that another process dropped the graph.
        FilteredSearch search = collections
                .description()
                .map(known -> new CollectionReader(connection, collections, known.with(notes), consistency))
                .map(reader -> new FilteredSearch(reader, selectiveFilters))
                .orElse(null);
        return new MilvusGraphView(search, writer.betweenBatches(), writer::requireOpen);
    }

    @Override
    public void changeNotes(UnaryOperator<Notes> change) {
        writer.requireOpen();
        properties.changeNotes(change);
    }

    @Override
    public void write(GraphBatch batch) {
        writer.write(batch);
    }

    @Override
    public int removeDocuments(Collection<String> documentIds) {
        return writer.removeDocuments(documentIds);
    }

    /** Closes the writer; the connection belongs to the catalog and stays open. */
    @Override
    public void close() {
        writer.close();
    }
}
