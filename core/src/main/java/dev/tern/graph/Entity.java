package dev.tern.graph;

/**
 * A thing that statements name.
 *
 * @param id {@link ContentId#ofEntity} of the name
 * @param name one of its spellings; which one may depend on the order of adding
 */
public record Entity(String id, String name) {
    /** The entity with this name. */
    public static Entity named(String name) {
        return new Entity(ContentId.ofEntity(name), name.strip());
    }
}
