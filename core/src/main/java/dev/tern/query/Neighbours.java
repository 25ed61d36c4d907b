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
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An entity with its relations and neighbours. Only Tern implements it: later versions can add
 * values.
 */
public sealed interface Neighbours permits NeighboursRecord {
    /** The maximum number of relations or entities that can be requested. */
    int MAX_LIMIT = 1000;

    /** Returns the entity that the others are linked to. */
    Entity entity();

    /**
     * Returns the relations that touch the entity, except mere lists of names, nearest to its name
     * first; scores are cosines.
     */
    List<Scored<Relation>> relations();

    /** Returns the other entities of the relations, in their order. */
    List<Entity> entities();

    /**
     * Returns true if more relations touch the entity, or may touch it, since at most {@value
     * NeighboursRecord#MAX_RELATIONS_READ} are read.
     */
    boolean more();

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
    static Optional<Neighbours> of(String name, int limit, GraphView view, TextEmbedder embedder) {
        requireName(name);
        requireLimit("relations around an entity", limit);
        Optional<Embedded<Entity>> named = Stream.of(view.notes().rules().canonical(name), name)
                .flatMap(known -> view.entities(List.of(ContentId.ofEntity(known))).stream())
                .findFirst();
        return named.or(() -> nearest(name, view, embedder))
                .map(middle -> NeighboursRecord.around(middle, limit, view));
    }

    /**
     * Returns the entities with the nearest names, nearest first; scores are cosines.
     *
     * @param name a name in any case and spacing
     * @param limit maximum number of entities, 1 to {@value #MAX_LIMIT}
     * @throws TernException if the name is blank, the limit is out of range, or a model or the
     *     store fails
     */
    static List<Scored<Entity>> nearest(String name, int limit, GraphView view, TextEmbedder embedder) {
        requireName(name);
        requireLimit("entities near a name", limit);
        return view.description().isEmpty() ? List.of() : view.nearestEntities(embed(name, embedder), limit);
    }

    private static void requireName(String name) {
        if (EntityName.normalise(name).isEmpty()) {
            throw TernException.user("the name of the entity is blank");
        }
    }

    private static void requireLimit(String noun, int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw TernException.user("the limit of " + noun + " is " + limit + "; it must be 1 to " + MAX_LIMIT);
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
}
