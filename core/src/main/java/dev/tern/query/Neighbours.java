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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An entity and what is around it, under all the names that an alias joins to its own.
 *
 * @param entity the entity in the middle
 * @param relations the relations that touch it, nearest to its name first; scores are cosines
 * @param entities the entities at their other ends, in the order of the relations
 * @param more whether more relations touch it than were asked for
 */
public record Neighbours(Entity entity, List<Scored<Relation>> relations, List<Entity> entities, boolean more) {
    /** The most relations that can be asked for. */
    public static final int MAX_LIMIT = 1000;

    /** Copies the collections, so that the record is immutable. */
    public Neighbours {
        relations = List.copyOf(relations);
        entities = List.copyOf(entities);
    }

    /**
     * What is around an entity.
     *
     * @param name the entity's name in any spelling; where there is none of that name, the entity with the nearest is taken
     * @param limit the most relations, 1 to {@value #MAX_LIMIT}
     * @param embedder embeds a name that no entity has
     * @return empty if the graph has no entity
     * @throws TernException if the name is blank, the limit is out of its range, or a model or the store fails
     */
    public static Optional<Neighbours> of(String name, int limit, GraphView view, TextEmbedder embedder) {
        if (EntityName.normalise(name).isEmpty()) {
            throw TernException.user("the name of the entity is blank");
        }
        if (limit < 1 || limit > MAX_LIMIT) {
            throw TernException.user(
                    "the limit of relations around an entity is " + limit + "; it is from 1 to " + MAX_LIMIT);
        }
        Optional<Embedded<Entity>> named =
                view.entities(view.notes().groups().members(List.of(ContentId.ofEntity(name)))).stream()
                        .findFirst();
        return named.or(() -> nearest(name, view, embedder)).map(middle -> around(middle, limit, view));
    }

    private static Optional<Embedded<Entity>> nearest(String name, GraphView view, TextEmbedder embedder) {
        if (view.description().isEmpty()) {
            return Optional.empty();
        }
        float[] vector =
                embedder.embed(List.of(name), () -> {}).values().iterator().next();
        List<String> ids = view.nearestEntities(vector, 1).stream()
                .map(entity -> entity.value().id())
                .toList();
        return view.entities(ids).stream().findFirst();
    }

    private static Neighbours around(Embedded<Entity> middle, int limit, GraphView view) {
        List<String> ids = view.notes().groups().members(List.of(middle.value().id()));
        List<Scored<Relation>> found = view.relationsTouching(ids, middle.vector(), limit + 1);
        List<Scored<Relation>> relations = found.stream()
                .limit(limit)
                .filter(relation -> !relation.value().namesOnly())
                .toList();
        Set<String> others = new LinkedHashSet<>();
        relations.forEach(relation -> others.addAll(relation.value().entityIds()));
        ids.forEach(others::remove);
        List<Entity> entities =
                view.entities(others).stream().map(Embedded::value).toList();
        return new Neighbours(middle.value(), relations, entities, found.size() > limit);
    }
}
