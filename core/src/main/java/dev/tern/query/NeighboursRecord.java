package dev.tern.query;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.GraphView;
import dev.tern.store.shared.WideningSearch;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The values of {@link Neighbours}, and their search. */
record NeighboursRecord(Entity entity, List<Scored<Relation>> relations, List<Entity> entities, boolean more)
        implements Neighbours {
    /** The maximum number of relations read of one entity. */
    static final int MAX_RELATIONS_READ = 16_000;

    private static final int GROWTH_FACTOR = 4;

    /** Returns the name of the entity, and below it a line for each relation. */
    @Override
    public String toString() {
        return relations.stream().map(relation -> "\n" + relation).collect(Collectors.joining("", entity.name(), ""));
    }

    static Neighbours around(Embedded<Entity> middle, int limit, GraphView view) {
        List<String> ids = List.of(middle.value().id());
        WideningSearch<List<Scored<Relation>>, RuntimeException> search =
                rows -> view.relationsTouching(ids, middle.vector(), rows);
        List<Scored<Relation>> found = search.widen(
                limit + 1,
                MAX_RELATIONS_READ,
                GROWTH_FACTOR,
                (reply, rows) -> reply.size() < rows || withoutNameLists(reply).size() > limit);
        List<Scored<Relation>> shown = withoutNameLists(found);
        List<Scored<Relation>> relations = shown.stream().limit(limit).toList();
        Set<String> others = new LinkedHashSet<>();
        relations.forEach(relation -> others.addAll(relation.value().entityIds()));
        ids.forEach(others::remove);
        List<Entity> entities =
                view.entities(others).stream().map(Embedded::value).toList();
        return new NeighboursRecord(
                middle.value(), relations, entities, shown.size() > limit || found.size() >= MAX_RELATIONS_READ);
    }

    /** Returns the relations that do more than list names together. */
    private static List<Scored<Relation>> withoutNameLists(List<Scored<Relation>> found) {
        return found.stream().filter(relation -> !relation.value().namesOnly()).toList();
    }
}
