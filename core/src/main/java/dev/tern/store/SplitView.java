package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.note.EntitySplits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A graph in which names that people said to be two things are two: the new entity is found beside the one that it was split from,
 * with the same vector, and has the relations that the documents of the split say of it. The store has one entity and knows nothing of
 * this, so that what is asked about the new one is looked up of both.
 */
final class SplitView implements DelegatingView {
    private static final int SPARE = 16;
    private static final int MORE = 8;

    /** The most rows beyond those wanted that a search for relations asks for. */
    private static final int MOST_OF_THE_OTHER = 10_000;

    private final GraphView view;
    private final EntitySplits splits;

    private SplitView(GraphView view, EntitySplits splits) {
        this.view = view;
        this.splits = splits;
    }

    /** A view with its splits; the view itself if there are none. Closing the one closes the other. */
    static GraphView over(GraphView view) {
        EntitySplits splits = view.notes().corrections().splits();
        return splits.isEmpty() ? view : new SplitView(view, splits);
    }

    @Override
    public <T> T answer(String lookup, Function<GraphView, T> question) {
        return question.apply(view);
    }

    @Override
    public GraphView visible(Filter filter) {
        return filter.isEverything() ? this : new SplitView(view.visible(filter), splits);
    }

    @Override
    public void close() {
        view.close();
    }

    @Override
    public List<List<Scored<Entity>>> nearestEntities(List<float[]> vectors, int limit) {
        return view.nearestEntities(vectors, limit).stream()
                .map(near -> withParts(near).stream().limit(limit).toList())
                .toList();
    }

    /** Each entity, and behind it what was split from it. */
    private List<Scored<Entity>> withParts(List<Scored<Entity>> near) {
        Map<String, Scored<Entity>> all = new LinkedHashMap<>();
        for (Scored<Entity> entity : near) {
            all.putIfAbsent(entity.value().id(), entity);
            splits.parts(entity.value().id())
                    .forEach(part -> all.putIfAbsent(part.id(), new Scored<>(part, entity.score())));
        }
        return List.copyOf(all.values());
    }

    @Override
    public List<Embedded<Entity>> entities(Collection<String> entityIds) {
        Map<String, Embedded<Entity>> found = new HashMap<>();
        view.entities(withOrigins(entityIds))
                .forEach(entity -> found.put(entity.value().id(), entity));
        Map<String, Embedded<Entity>> all = new LinkedHashMap<>(found);
        found.forEach((id, entity) ->
                splits.parts(id).forEach(part -> all.putIfAbsent(part.id(), new Embedded<>(part, entity.vector()))));
        all.keySet().retainAll(Set.copyOf(entityIds));
        return List.copyOf(all.values());
    }

    private Collection<String> withOrigins(Collection<String> entityIds) {
        Set<String> all = new LinkedHashSet<>(entityIds);
        entityIds.forEach(id -> all.addAll(splits.origins(id)));
        return all;
    }

    private List<Scored<Relation>> said(List<Scored<Relation>> found) {
        return found.stream()
                .map(relation -> new Scored<>(splits.said(relation.value()), relation.score()))
                .toList();
    }

    @Override
    public List<Scored<Relation>> nearestRelations(float[] vector, int limit) {
        return said(view.nearestRelations(vector, limit));
    }

    @Override
    public List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit) {
        if (!splits.concern(entityIds)) {
            return said(view.relationsTouching(entityIds, vector, limit));
        }
        Set<String> wanted = Set.copyOf(entityIds);
        Collection<String> asked = withOrigins(entityIds);
        WideningSearch<List<Scored<Relation>>, RuntimeException> search =
                rows -> view.relationsTouching(asked, vector, rows);
        List<Scored<Relation>> found = search.widen(
                limit + SPARE,
                limit + MOST_OF_THE_OTHER,
                MORE,
                (reply, rows) -> reply.size() < rows || touching(wanted, reply).size() >= limit);
        return touching(wanted, found).stream().limit(limit).toList();
    }

    private List<Scored<Relation>> touching(Set<String> entityIds, List<Scored<Relation>> found) {
        return said(found).stream()
                .filter(relation -> relation.value().entityIds().stream().anyMatch(entityIds::contains))
                .toList();
    }

    @Override
    public List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values) {
        return view.relations(by, values).stream()
                .map(relation -> new Embedded<>(splits.said(relation.value()), relation.vector()))
                .toList();
    }

    private List<Scored<Passage>> saying(List<Scored<Passage>> found) {
        return found.stream()
                .map(passage -> new Scored<>(splits.said(passage.value()), passage.score()))
                .toList();
    }

    @Override
    public List<Scored<Passage>> nearestPassages(float[] vector, int limit) {
        return saying(view.nearestPassages(vector, limit));
    }

    @Override
    public List<Scored<Passage>> passagesByText(String question, int limit) {
        return saying(view.passagesByText(question, limit));
    }

    @Override
    public List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values) {
        return view.passages(by, values).stream()
                .map(passage -> new Embedded<>(splits.said(passage.value()), passage.vector()))
                .toList();
    }

    /** New entities come last, those that the store has too just once. */
    @Override
    public void scan(GraphVisitor visitor) {
        Map<String, Embedded<Entity>> parts = new LinkedHashMap<>();
        List<String> known = new ArrayList<>();
        view.scan(new DelegatingVisitor(visitor) {
            @Override
            public void entity(Embedded<Entity> entity) {
                String id = entity.value().id();
                splits.parts(id).forEach(part -> parts.put(part.id(), new Embedded<>(part, entity.vector())));
                if (!splits.origins(id).isEmpty()) {
                    known.add(id);
                }
                visitor.entity(entity);
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                RelationRow row = relation.value();
                Relation said = splits.said(RelationRow.relation(List.of(row)));
                visitor.relation(new Embedded<>(
                        new RelationRow(
                                row.id(), row.key(), said.text(), said.entityIds(), row.passageId(), row.documentId()),
                        relation.vector()));
            }

            @Override
            public void passage(Embedded<Passage> passage) {
                visitor.passage(new Embedded<>(splits.said(passage.value()), passage.vector()));
            }
        });
        parts.keySet().removeAll(known);
        parts.values().forEach(visitor::entity);
    }
}
