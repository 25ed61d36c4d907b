package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.TextEmbedder;
import dev.tern.store.GraphView;
import dev.tern.store.shared.WideningSearch;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An entity with its relations and neighbours. Created by Tern only: its accessors are API, its
 * constructor is not.
 *
 * @param relations the relations that touch the entity, except mere lists of names, nearest to its
 *     name first; scores are cosines
 * @param entities the other entities of the relations, in their order
 * @param more true if more relations touch the entity, or may do so, as at most 16,000 are read
 */
public record Neighbours(Entity entity, List<Scored<Relation>> relations, List<Entity> entities, boolean more) {
    /** The maximum number of relations or entities that can be requested. */
    public static final int MAX_LIMIT = 1000;

    /** The maximum number of relations read of one entity. */
    private static final int MAX_RELATIONS_READ = 16_000;

    private static final int GROWTH_FACTOR = 4;

    public Neighbours {
        relations = List.copyOf(relations);
        entities = List.copyOf(entities);
    }

    /** Returns the name of the entity, and below it a line for each relation. */
    @Override
    public String toString() {
        return relations.stream().map(relation -> "\n" + relation).collect(Collectors.joining("", entity.name(), ""));
    }

    /**
     * Returns an entity with its relations.
     *
     * @param name the entity's name in any case and spacing; if no entity has it, the entity with
     *     the nearest name is used, so compare {@link #entity}
     * @param limit maximum number of relations, 1 to {@value #MAX_LIMIT}
     * @param embedder embeds a name that no entity has
     * @return empty if the graph has no entity
     * @throws TernException if the name is blank, the limit is out of range, or a model or the
     *     store fails
     */
    public static Optional<Neighbours> of(String name, int limit, GraphView view, TextEmbedder embedder) {
        requireName(name);
        requireLimit("relations around an entity", limit);
        Optional<Embedded<Entity>> named = Stream.of(view.notes().rules().canonical(name), name)
                .flatMap(known -> view.entities(List.of(ContentId.ofEntity(known))).stream())
                .findFirst();
        return named.or(() -> nearest(name, view, embedder)).map(middle -> around(middle, limit, view));
    }

    /**
     * Returns the entities with the nearest names, nearest first; scores are cosines.
     *
     * @param name a name in any case and spacing
     * @param limit maximum number of entities, 1 to {@value #MAX_LIMIT}
     * @throws TernException if the name is blank, the limit is out of range, or a model or the
     *     store fails
     */
    public static List<Scored<Entity>> nearest(String name, int limit, GraphView view, TextEmbedder embedder) {
        requireName(name);
        requireLimit("entities near a name", limit);
        return view.description().isEmpty() ? List.of() : view.nearestEntities(embed(name, embedder), limit);
    }

    private static void requireName(String name) {
        if (EntityName.normalise(name).isEmpty()) {
            throw TernException.user("the name of the entity is blank");
        }
    }

    private static void requireLimit(String what, int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw TernException.user("the limit of " + what + " is " + limit + "; it must be 1 to " + MAX_LIMIT);
        }
    }

    private static float[] embed(String name, TextEmbedder embedder) {
        return embedder.embed(List.of(name), () -> {}).values().iterator().next();
    }

    private static Optional<Embedded<Entity>> nearest(String name, GraphView view, TextEmbedder embedder) {
        List<String> ids = nearest(name, 1, view, embedder).stream()
                .map(entity -> entity.value().id())
                .toList();
        return view.entities(ids).stream().findFirst();
    }

    private static Neighbours around(Embedded<Entity> middle, int limit, GraphView view) {
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
        return new Neighbours(
                middle.value(), relations, entities, shown.size() > limit || found.size() >= MAX_RELATIONS_READ);
    }

    /** Returns the relations that do more than list names together. */
    private static List<Scored<Relation>> withoutNameLists(List<Scored<Relation>> found) {
        return found.stream().filter(relation -> !relation.value().namesOnly()).toList();
    }
}
