package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.Meter;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.Quarantine;
import dev.tern.store.Round;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A view whose look-ups are counted: each is one call, and one round trip unless it is part of a round. */
final class MeteredView implements GraphView {
    private final GraphView view;
    private final Meter meter;
    private final boolean inRound;

    MeteredView(GraphView view, Meter meter) {
        this(view, meter, false);
    }

    private MeteredView(GraphView view, Meter meter, boolean inRound) {
        this.view = view;
        this.meter = meter;
        this.inRound = inRound;
    }

    /** Interrupts are seen here: a store in this process may be busy, and never wait. */
    private <T> T counted(String name, Function<GraphView, T> call) {
        if (Thread.currentThread().isInterrupted()) {
            throw TernException.user("the query was interrupted before it asked the store (" + name + ")");
        }
        if (!inRound) {
            meter.roundTrip();
        }
        return meter.storeCall(name, () -> call.apply(view));
    }

    @Override
    public Round round() {
        meter.roundTrip();
        return new Round(new MeteredView(view, meter, true));
    }

    @Override
    public Optional<GraphDescription> description() {
        return counted("description", inner -> inner.description());
    }

    /** Known when the view was opened. */
    @Override
    public Quarantine quarantine() {
        return view.quarantine();
    }

    @Override
    public List<List<Scored<Entity>>> nearestEntities(List<float[]> vectors, int limit) {
        return counted("nearestEntities", inner -> inner.nearestEntities(vectors, limit));
    }

    @Override
    public List<Scored<Relation>> nearestRelations(float[] vector, int limit) {
        return counted("nearestRelations", inner -> inner.nearestRelations(vector, limit));
    }

    @Override
    public List<Scored<Passage>> nearestPassages(float[] vector, int limit) {
        return counted("nearestPassages", inner -> inner.nearestPassages(vector, limit));
    }

    @Override
    public List<Scored<Passage>> passagesByText(String question, int limit) {
        return counted("passagesByText", inner -> inner.passagesByText(question, limit));
    }

    /** Known without asking. */
    @Override
    public Optional<String> fullTextMissing() {
        return view.fullTextMissing();
    }

    @Override
    public List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit) {
        return counted("relationsTouching", inner -> inner.relationsTouching(entityIds, vector, limit));
    }

    @Override
    public List<Embedded<Entity>> entities(Collection<String> entityIds) {
        return counted("entities", inner -> inner.entities(entityIds));
    }

    @Override
    public List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values) {
        return counted("relations", inner -> inner.relations(by, values));
    }

    @Override
    public List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values) {
        return counted("passages", inner -> inner.passages(by, values));
    }

    @Override
    public GraphStatistics statistics() {
        return counted("statistics", inner -> inner.statistics());
    }

    /** Costs nothing yet. */
    @Override
    public GraphView visible(Filter filter) {
        return filter.isEverything() ? this : new MeteredView(view.visible(filter), meter, inRound);
    }

    @Override
    public void scan(GraphVisitor visitor) {
        counted("scan", inner -> {
            inner.scan(visitor);
            return "";
        });
    }

    @Override
    public void close() {
        view.close();
    }
}
