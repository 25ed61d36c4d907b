package dev.tern.graph;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A thing that statements name.
 *
 * @param id {@link ContentId#ofEntity} of the name
 * @param name one of its spellings; which one may depend on the order of adding
 */
public record Entity(String id, String name) {
    /** Returns the entity with this name. */
    public static Entity named(String name) {
        return new Entity(ContentId.ofEntity(name), name.strip());
    }

    /** Returns this entity under a name in some statements; empty if none names it. */
    public Optional<Entity> namedBy(Collection<Statement> statements) {
        List<String> names = statements.stream()
                .flatMap(statement -> statement.entities().stream())
                .toList();
        return names.contains(name)
                ? Optional.of(this)
                : names.stream()
                        .filter(other -> ContentId.ofEntity(other).equals(id))
                        .findFirst()
                        .map(other -> new Entity(id, other));
    }
}
