package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.note.Corrections;
import dev.tern.note.EntitySplits;
import dev.tern.store.WideningSearch.Enough;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A graph as people corrected it: what a store returns, without what is said to be wrong, under the names that entities were given.
 * No store knows of it.
 *
 * <p>A wrong relation is not there, and no passage states it. An entity that is no name is not there, nor is a relation of it, but for
 * one that is said of others too: it stays with these. A wrong passage is not there, nor is what only it states; an entity that only it
 * names has no relations then. Everything else is as it was.
 *
 * <p>A name that is two things is two ({@link EntitySplits}): the new entity is found beside the one that it was split from, with the
 * same vector, and has the relations that the documents of the split say of it. The store has one entity, so that what is asked
 * about the new one is looked up of both. Where no document of the split is to be seen, the new entity is not there: its name was
 * made for them. In a view of a whole graph it is always there.
 *
 * <p>A search asks for a few more rows than are wanted, as many as may be left out up to {@value #SPARE}, and for more only where
 * that was not enough; so a question waits for the store as often as without corrections, but for one look-up more
 * where a view of a part finds an entity that was split.
 */
public final class CuratedView implements DelegatingView {
    private static final int SPARE = 16;
    private static final int MORE = 8;

    /** How many documents of a split are looked up at once, to see whether one is there. */
    private static final int DOCUMENTS = 16;

    /** The most rows beyond those wanted that a search for relations asks for. */
    private static final int MOST_LEFT_OUT = 10_000;

    private final GraphView view;
    private final Corrections corrections;
    private final EntitySplits splits;
    private final boolean narrowed;
    /** By some documents whether one of them is there. */
    private final Map<List<String>, Boolean> seen = new ConcurrentHashMap<>();

    private CuratedView(GraphView view, Corrections corrections, boolean narrowed) {
        this.view = view;
        this.narrowed = narrowed;
        this.corrections = corrections;
        this.splits = corrections.splits();
    }

    /** A view of a whole graph with its corrections, as {@link #over(GraphView, Filter)}. */
    public static GraphView over(GraphView view) {
        return over(view, Filter.everything());
    }

    /**
     * A view with its corrections; the view itself if there are none. Closing the one closes the other.
     *
     * @param filter to which the view was narrowed, beside the quarantine
     */
    public static GraphView over(GraphView view, Filter filter) {
        Corrections corrections = view.notes().corrections();
        if (corrections.changeNothingRead()) {
            return view;
        }
        boolean whole = corrections.splits().isEmpty()
                || (filter.isEverything() && view.quarantine().sources().isEmpty());
        return new CuratedView(view, corrections, !whole);
    }

    /**
     * What a question that asks with a filter sees, as {@link GraphView#outsideQuarantine}, with its corrections.
     *
     * @throws dev.tern.error.TernException as there
     */
    public static GraphView open(GraphView graph, Filter filter) {
        return over(graph.outsideQuarantine(filter), filter);
    }

    @Override
    public <T> T answer(String lookup, Function<GraphView, T> question) {
        return question.apply(view);
    }

    @Override
    public GraphView visible(Filter filter) {
        return filter.isEverything() ? this : new CuratedView(view.visible(filter), corrections, true);
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

    private boolean isName(Entity entity) {
        return !corrections.wrongEntities().contains(entity.id());
    }

    /** The new entities of an entity that are there, by id: the order of edits could tell of those that are not. */
    private List<Entity> parts(String entityId) {
        return splits.documentsByPart(entityId).entrySet().stream()
                .filter(part -> !narrowed || isOneSeen(part.getValue()))
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(Entity::id))
                .toList();
    }

    private boolean isOneSeen(List<String> documents) {
        Boolean known = seen.get(documents);
        if (known != null) {
            return known;
        }
        boolean found = false;
        for (int start = 0; start < documents.size() && !found; start += DOCUMENTS) {
            List<String> some = documents.subList(start, Math.min(start + DOCUMENTS, documents.size()));
            found = !view.passages(PassagesBy.DOCUMENT, some).isEmpty();
        }
        seen.put(List.copyOf(documents), found);
        return found;
    }

    /** Each entity once, and behind it what was split from it. */
    private List<Scored<Entity>> entities(List<Scored<Entity>> found) {
        Set<String> taken = new HashSet<>();
        return found.stream()
                .flatMap(entity -> Stream.concat(
                                Stream.of(entity.value()), parts(entity.value().id()).stream())
                        .map(one -> new Scored<>(one, entity.score())))
                .filter(entity ->
                        isName(entity.value()) && taken.add(entity.value().id()))
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
     */
    private static <T> T widened(int limit, int leftOut, WideningSearch<T, RuntimeException> search, Enough<T> enough) {
        return search.widen(
                Math.clamp((long) limit + Math.min(leftOut, SPARE), 1, Integer.MAX_VALUE),
                Math.clamp((long) limit + leftOut, 1, Integer.MAX_VALUE),
                MORE,
                enough);
    }

    /** As {@link #widened}, in one list. */
    private static <T> List<T> first(
            int limit, int leftOut, WideningSearch<List<T>, RuntimeException> search, Function<List<T>, List<T>> left) {
        List<T> found = widened(
                limit,
                leftOut,
                search,
                (reply, rows) -> reply.size() < rows || left.apply(reply).size() >= limit);
        return left.apply(found).stream().limit(limit).toList();
    }

    @Override
    public List<List<Scored<Entity>>> nearestEntities(List<float[]> vectors, int limit) {
        List<List<Scored<Entity>>> found = widened(
                limit,
                corrections.wrongEntities().size(),
                rows -> view.nearestEntities(vectors, rows),
                (reply, rows) -> reply.stream()
                        .allMatch(near -> near.size() < rows || entities(near).size() >= limit));
        return found.stream()
                .map(near -> entities(near).stream().limit(limit).toList())
                .toList();
    }

    @Override
    public List<Scored<Relation>> nearestRelations(float[] vector, int limit) {
        int leftOut = corrections.changeRelations() ? MOST_LEFT_OUT : 0;
        return first(limit, leftOut, rows -> view.nearestRelations(vector, rows), this::relations);
    }

    @Override
    public List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit) {
        Collection<String> names = names(entityIds);
        if (names.isEmpty()) {
            return List.of();
        }
        boolean ofSeveral = splits.concern(names);
        Set<String> wanted = Set.copyOf(names);
        Predicate<Scored<Relation>> touches =
                relation -> !ofSeveral || relation.value().entityIds().stream().anyMatch(wanted::contains);
        Collection<String> asked = splits.withOrigins(names);
        int leftOut = ofSeveral || corrections.changeRelations() ? MOST_LEFT_OUT : 0;
        return first(
                limit,
                leftOut,
                rows -> view.relationsTouching(asked, vector, rows),
                found -> relations(found).stream().filter(touches).toList());
    }

    private Collection<String> names(Collection<String> entityIds) {
        Set<String> wrong = corrections.wrongEntities();
        return wrong.isEmpty()
                ? entityIds
                : entityIds.stream().filter(id -> !wrong.contains(id)).toList();
    }

    private List<Scored<Passage>> found(int limit, WideningSearch<List<Scored<Passage>>, RuntimeException> search) {
        return first(limit, corrections.wrongPassages().size(), search, this::passages);
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
        Set<String> wanted = new LinkedHashSet<>(names(entityIds));
        List<Embedded<Entity>> stored = view.entities(splits.withOrigins(wanted));
        Map<String, Embedded<Entity>> all = new LinkedHashMap<>();
        stored.forEach(entity -> all.put(entity.value().id(), entity));
        stored.forEach(entity -> parts(entity.value().id())
                .forEach(part -> all.putIfAbsent(part.id(), new Embedded<>(part, entity.vector()))));
        return FoundRows.inOrder(wanted, all).stream()
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

    /**
     * Rows have the names that the passages use, and those of one relation the same entities, as it has by its key. New entities come
     * last, those that the store has too just once.
     */
    @Override
    public void scan(GraphVisitor visitor) {
        Map<String, Embedded<Entity>> parts = new LinkedHashMap<>();
        Set<String> stored = new HashSet<>();
        Map<String, Optional<Relation>> shared =
                visitor.kinds().contains(RowKind.RELATION) ? statedByOthersToo() : Map.of();
        view.scan(new DelegatingVisitor(visitor) {
            @Override
            public void entity(Embedded<Entity> entity) {
                parts(entity.value().id()).forEach(part -> parts.put(part.id(), new Embedded<>(part, entity.vector())));
                if (splits.concern(List.of(entity.value().id()))) {
                    stored.add(entity.value().id());
                }
                if (isName(entity.value())) {
                    visitor.entity(entity);
                }
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                RelationRow row = relation.value();
                Optional<Relation> left = corrections.corrected(RelationRow.relation(List.of(row)));
                if (shared.containsKey(row.key())
                        && !corrections.wrongPassages().contains(row.passageId())) {
                    left = shared.get(row.key());
                }
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
        parts.keySet().removeAll(stored);
        parts.values().stream().filter(part -> isName(part.value())).forEach(visitor::entity);
    }

    /**
     * The relations of split entities that documents inside and outside of the split both state, by key: a row alone does not show
     * that. Looked up for one document after the other.
     */
    private Map<String, Optional<Relation>> statedByOthersToo() {
        Map<String, Optional<Relation>> shared = new HashMap<>();
        for (String document : splits.documents()) {
            Set<String> keys = new HashSet<>();
            view.passages(PassagesBy.DOCUMENT, List.of(document)).stream()
                    .flatMap(passage -> passage.value().statements().stream())
                    .filter(statement -> splits.concern(statement.entityIds()))
                    .map(Statement::relationKey)
                    .forEach(keys::add);
            view.relations(RelationsBy.KEY, keys).stream()
                    .map(Embedded::value)
                    .filter(relation -> relation.mentions().size() > 1)
                    .forEach(relation -> shared.put(relation.key(), corrections.corrected(relation)));
        }
        return shared;
    }
}
