package dev.tern.graph;

import java.util.List;

/**
 * A distinct statement, the entities that it touches and the passages that state it.
 *
 * @param key {@link Statement#relationKey}
 * @param text the statement in words
 * @param entityIds the entities that it touches, in the order of the statement
 * @param mentions where it is stated, ordered by passage id; never empty
 */
public record Relation(String key, String text, List<String> entityIds, List<Mention> mentions) {
    /** Copies the collections, so that the record is immutable. */
    public Relation {
        entityIds = List.copyOf(entityIds);
        mentions = List.copyOf(mentions);
    }

    /**
     * A passage that states a relation.
     *
     * @param passageId the passage
     * @param documentId the document that the passage belongs to
     */
    public record Mention(String passageId, String documentId) implements Comparable<Mention> {
        @Override
        public int compareTo(Mention other) {
            return passageId.compareTo(other.passageId);
        }
    }
}
