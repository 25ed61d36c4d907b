package dev.tern.spark;

import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.RowKind;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A graph store that is always empty and passes on all writes. */
final class RowsOnly implements GraphStore {
    private final GraphStore empty = new InMemoryGraphStore();
    private final Consumer<GraphBatch> receiver;

    RowsOnly(Consumer<GraphBatch> receiver) {
        this.receiver = receiver;
    }

    @Override
    public GraphView view(Consistency consistency) {
        return empty.view(consistency);
    }

    @Override
    public void write(GraphBatch batch) {
        receiver.accept(batch);
    }

    @Override
    public int removeDocuments(Collection<String> documentIds) {
        return 0;
    }

    @Override
    public void removeRows(RowKind kind, Collection<String> ids) {}

    @Override
    public void notes(UnaryOperator<Notes> change) {
        empty.notes(change);
    }

    @Override
    public void close() {
        empty.close();
    }
}
