package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A view that forwards each look-up to another view by {@link #answer}, which may open that view
 * for the look-up, or count look-ups. Implementations provide narrowing and closing.
 */
public interface DelegatingView extends GraphView {
    /**
     * Runs a look-up on another view.
     *
     * @param lookup the name of the look-up, usually that of its method
     */
    <T> T answer(String lookup, Function<GraphView, T> question);

    @Override
    default Optional<GraphDescription> description() {
        return answer("description", GraphView::description);
    }

    @Override
    default List<List<Scored<Entity>>> nearestEntities(List<float[]> vectors, int limit) {
        return answer("nearestEntities", now -> now.nearestEntities(vectors, limit));
    }

    @Override
    default List<Scored<Relation>> nearestRelations(float[] vector, int limit) {
        return answer("nearestRelations", now -> now.nearestRelations(vector, limit));
    }

    @Override
    default List<Scored<Passage>> nearestPassages(float[] vector, int limit) {
        return answer("nearestPassages", now -> now.nearestPassages(vector, limit));
    }

    @Override
    default List<Scored<Passage>> passagesByText(String question, int limit) {
        return answer("passagesByText", now -> now.passagesByText(question, limit));
    }

    @Override
    default Optional<String> fullTextMissing() {
        return answer("fullTextMissing", GraphView::fullTextMissing);
    }

    @Override
    default List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit) {
        return answer("relationsTouching", now -> now.relationsTouching(entityIds, vector, limit));
    }

    @Override
    default List<Embedded<Entity>> entities(Collection<String> entityIds) {
        return answer("entities", now -> now.entities(entityIds));
    }

    @Override
    default List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values) {
        return answer("relations", now -> now.relations(by, values));
    }

    @Override
    default List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values) {
        return answer("passages", now -> now.passages(by, values));
    }

    @Override
    default GraphStatistics statistics() {
        return answer("statistics", GraphView::statistics);
    }

    @Override
    default void scan(GraphVisitor visitor) {
        answer("scan", now -> {
            now.scan(visitor);
            return now;
        });
    }

    @Override
    default void inspect(InspectionListener inspection) {
        answer("inspect", now -> {
            now.inspect(inspection);
            return now;
        });
    }
}
