package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.note.Corrections;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * A graph as people corrected it: what a store returns, without what is said to be wrong, under the names that entities were given.
 * No store knows of it.
 *
 * <p>A wrong relation is not there, and no passage states it. An entity that is no name is not there, nor is a relation of it, but for
 * one that is said of others too: it stays with these. A wrong passage is not there, nor is what only it states; an entity that only it
 * names has no relations then. A name that is two things is two ({@link SplitView}). Everything else is as it was.
 *
 * <p>A search asks for a few more rows than are wanted, as many as may be left out up to {@value #SPARE}, and for more only where
 * that was not enough; so a question waits for the store as often as without corrections.
 */
public final class CuratedView implements DelegatingView {
    private static final int SPARE = 16;
    private static final int MORE = 8;

    /** The most rows beyond those wanted that a search for relations asks for. */
    private static final int MOST_LEFT_OUT = 10_000;

    private final GraphView view;
    private final Corrections corrections;

    private CuratedView(GraphView view, Corrections corrections) {
        this.view = view;
        this.corrections = corrections;
    }

    /** A view with its corrections; the view itself if there are none. Closing the one closes the other. */
    public static GraphView over(GraphView view) {
        Corrections corrections = view.notes().corrections();
        GraphView split = SplitView.over(view);
        return corrections.changeNothingRead() ? split : new CuratedView(split, corrections);
    }

    /**
     * What a question that asks with a filter sees, as {@link GraphView#outsideQuarantine}, with its corrections.
     *
     * @throws dev.tern.error.TernException as there
     */
    public static GraphView open(GraphView graph, Filter filter) {
        return over(graph.outsideQuarantine(filter));
    }

    @Override
    public <T> T answer(String lookup, Function<GraphView, T> question) {
        return question.apply(view);
    }

    @Override
    public GraphView visible(Filter filter) {
        return filter.isEverything() ? this : new CuratedView(view.visible(filter), corrections);
    }

    @Override
    public void close() {
        view.close();
    }

    private Entity named(Entity entity) {
        return corrections
                .shownName(entity.id())
                .map(name -> new Entity(entity.id(), name))
                .orElse(entity);
    }

    private List<Scored<Entity>> entities(List<Scored<Entity>> found) {
        return found.stream()
                .filter(entity ->
                        !corrections.wrongEntities().contains(entity.value().id()))
                .map(entity -> new Scored<>(named(entity.value()), entity.score()))
                .toList();
    }

    private List<Scored<Relation>> relations(List<Scored<Relation>> found) {
        return found.stream()
                .flatMap(relation -> corrections.corrected(relation.value()).stream()
                        .map(left -> new Scored<>(left, relation.score())))
                .toList();
    }

    private List<Scored<Passage>> passages(List<Scored<Passage>> found) {
        return found.stream()
                .filter(passage ->
                        !corrections.wrongPassages().contains(passage.value().id()))
                .map(passage -> new Scored<>(corrections.corrected(passage.value()), passage.score()))
                .toList();
    }

    /**
     * Searches among what edits leave, for at most a number of rows.
     *
     * @param leftOut how many rows may be left out
     * @param left how many rows of a reply are left
     */
    private static <T> List<T> widened(
            int limit, int leftOut, WideningSearch<List<T>, RuntimeException> search, ToIntFunction<List<T>> left) {
        return search.widen(
                limit + Math.min(leftOut, SPARE),
                limit + leftOut,
                MORE,
                (reply, rows) -> reply.size() < rows || left.applyAsInt(reply) >= limit);
    }

    private static <T> List<T> first(int limit, List<T> found) {
        return found.size() > limit ? found.subList(0, limit) : found;
    }

    @Override
    public List<List<Scored<Entity>>> nearestEntities(List<float[]> vectors, int limit) {
        int leftOut = corrections.wrongEntities().size();
        WideningSearch<List<List<Scored<Entity>>>, RuntimeException> search =
                rows -> view.nearestEntities(vectors, rows);
        return search
                .widen(
                        limit + Math.min(leftOut, SPARE),
                        limit + leftOut,
                        MORE,
                        (reply, rows) -> reply.stream()
                                .allMatch(near ->
                                        near.size() < rows || entities(near).size() >= limit))
                .stream()
                .map(near -> first(limit, entities(near)))
                .toList();
    }

    private List<Scored<Relation>> nearest(int limit, WideningSearch<List<Scored<Relation>>, RuntimeException> search) {
        int leftOut = corrections.changeRelations() ? MOST_LEFT_OUT : 0;
        return first(
                limit,
                relations(widened(
                        limit, leftOut, search, found -> relations(found).size())));
    }

    @Override
    public List<Scored<Relation>> nearestRelations(float[] vector, int limit) {
        return nearest(limit, rows -> view.nearestRelations(vector, rows));
    }

    @Override
    public List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit) {
        Collection<String> named = names(entityIds);
        return named.isEmpty() ? List.of() : nearest(limit, rows -> view.relationsTouching(named, vector, rows));
    }

    private Collection<String> names(Collection<String> entityIds) {
        Set<String> wrong = corrections.wrongEntities();
        return wrong.isEmpty()
                ? entityIds
                : entityIds.stream().filter(id -> !wrong.contains(id)).toList();
    }

    private List<Scored<Passage>> found(int limit, WideningSearch<List<Scored<Passage>>, RuntimeException> search) {
        return first(
                limit,
                passages(widened(
                        limit,
                        corrections.wrongPassages().size(),
                        search,
                        found -> passages(found).size())));
    }

    @Override
    public List<Scored<Passage>> nearestPassages(float[] vector, int limit) {
        return found(limit, rows -> view.nearestPassages(vector, rows));
    }

    @Override
    public List<Scored<Passage>> passagesByText(String question, int limit) {
        return found(limit, rows -> view.passagesByText(question, rows));
    }

    @Override
    public List<Embedded<Entity>> entities(Collection<String> entityIds) {
        return view.entities(names(entityIds)).stream()
                .map(entity -> new Embedded<>(named(entity.value()), entity.vector()))
                .toList();
    }

    @Override
    public List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values) {
        return view.relations(by, values).stream()
                .flatMap(relation -> corrections.corrected(relation.value()).stream()
                        .map(left -> new Embedded<>(left, relation.vector())))
                .toList();
    }

    @Override
    public List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values) {
        return view.passages(by, values).stream().flatMap(this::corrected).toList();
    }

    private Stream<Embedded<Passage>> corrected(Embedded<Passage> passage) {
        return corrections.wrongPassages().contains(passage.value().id())
                ? Stream.empty()
                : Stream.of(new Embedded<>(corrections.corrected(passage.value()), passage.vector()));
    }

    /** Rows have the names that the passages use. */
    @Override
    public void scan(GraphVisitor visitor) {
        view.scan(new DelegatingVisitor(visitor) {
            @Override
            public void entity(Embedded<Entity> entity) {
                if (!corrections.wrongEntities().contains(entity.value().id())) {
                    visitor.entity(entity);
                }
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                RelationRow row = relation.value();
                Optional<Relation> left = corrections.corrected(RelationRow.relation(List.of(row)));
                left.ifPresent(its -> visitor.relation(new Embedded<>(
                        new RelationRow(
                                row.id(), row.key(), its.text(), its.entityIds(), row.passageId(), row.documentId()),
                        relation.vector())));
            }

            @Override
            public void passage(Embedded<Passage> passage) {
                corrected(passage).forEach(visitor::passage);
            }
        });
    }
}
