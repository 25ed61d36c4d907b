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
    @Override
    public String toString() {
        return name;
    }

    /** Returns the entity with this name. */
    public static Entity named(String name) {
        return new Entity(ContentId.ofEntity(name), name.strip());
    }

    /**
     * Returns this entity under a spelling that the statements use: its own spelling if they use
     * it, otherwise the first. Returns empty if no statement names the entity.
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
