package dev.tern.graph;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A thing that statements name.
 *
 * @param id {@link ContentId#ofEntity} of the name
 * @param name one of its spellings; it may depend on the order in which documents were added
 */
public record Entity(String id, String name) {
    /** Returns the entity with this name. */
    public static Entity named(String name) {
        return new Entity(ContentId.ofEntity(name), name.strip());
    }

    /**
     * Returns this entity with a spelling that the statements use, its own if they use it; empty if
     * no statement names it.
     */
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
