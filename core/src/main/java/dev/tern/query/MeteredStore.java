package dev.tern.query;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.Meter;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphVisitor;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A store whose calls are counted, one round trip each. */
final class MeteredStore implements GraphStore {
    private final GraphStore store;
    private final Meter meter;

    MeteredStore(GraphStore store, Meter meter) {
        this.store = store;
        this.meter = meter;
    }

    private GraphStore counted() {
        meter.roundTrip();
        return store;
    }

    @Override
    public Optional<GraphDescription> description() {
        return counted().description();
    }

    @Override
    public void write(GraphBatch batch) {
        counted().write(batch);
    }

    @Override
    public int removeDocuments(Collection<String> documentIds) {
        return counted().removeDocuments(documentIds);
    }

    @Override
    public List<Scored<Entity>> nearestEntities(float[] vector, int limit) {
        return counted().nearestEntities(vector, limit);
    }

    @Override
    public List<Scored<Relation>> nearestRelations(float[] vector, int limit) {
        return counted().nearestRelations(vector, limit);
    }

    @Override
    public List<Scored<Passage>> nearestPassages(float[] vector, int limit) {
        return counted().nearestPassages(vector, limit);
    }

    @Override
    public List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit) {
        return counted().relationsTouching(entityIds, vector, limit);
    }

    @Override
    public List<Embedded<Entity>> entities(Collection<String> entityIds) {
        return counted().entities(entityIds);
    }

    @Override
    public List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values) {
        return counted().relations(by, values);
    }

    @Override
    public List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values) {
        return counted().passages(by, values);
    }

    @Override
    public GraphStatistics statistics() {
        return counted().statistics();
    }

    @Override
    public void scan(GraphVisitor visitor) {
        counted().scan(visitor);
    }

    @Override
    public void close() {
        store.close();
    }
}
