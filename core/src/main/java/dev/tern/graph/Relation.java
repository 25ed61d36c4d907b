package dev.tern.graph;

import java.util.List;

/**
 * A distinct statement, with its entities and the passages that state it.
 *
 * @param key {@link Statement#relationKey}
 * @param text the statement in words
 * @param entityIds the ids of the entities that it names, in the order of the statement
 * @param mentions the passages that state it, ordered by passage id; never empty
 */
public record Relation(String key, String text, List<String> entityIds, List<Mention> mentions) {
    private static final int MAX_COMMAS_IN_NAME = 4;

    public Relation {
        entityIds = List.copyOf(entityIds);
        mentions = List.copyOf(mentions);
    }

    /**
     * Returns true if the text only lists the entities ({@link Statement#namesOnly}). Such a
     * relation links entities for the ranking, and is not shown.
     */
    public boolean namesOnly() {
        // Every comma that is not between names is part of a name.
        int tries = Math.min(MAX_COMMAS_IN_NAME, separators() + 2 - entityIds.size());
        int start = 0;
        for (String id : entityIds) {
            int end = endOfName(start, id, tries);
            if (end < 0) {
                return false;
            }
            start = Math.min(text.length(), end + Statement.BETWEEN_NAMES.length());
        }
        return start == text.length();
    }

    private int separators() {
        int count = 0;
        for (int at = text.indexOf(Statement.BETWEEN_NAMES); at >= 0; count++) {
            at = text.indexOf(Statement.BETWEEN_NAMES, at + 1);
        }
        return count;
    }

    /** Returns the end of an entity's name at an offset of the text; -1 if it is not there. */
    private int endOfName(int start, String id, int tries) {
        int end = start;
        for (int tried = 0; tried < tries && end < text.length(); tried++) {
            int next = text.indexOf(Statement.BETWEEN_NAMES, tried == 0 ? end : end + 1);
            end = next < 0 ? text.length() : next;
            if (end > start && ContentId.ofEntity(text.substring(start, end)).equals(id)) {
                return end;
            }
        }
        return -1;
    }

    /** Returns the statement in words. */
    @Override
    public String toString() {
        return text;
    }

    /**
     * A passage that states a relation.
     *
     * @param documentId the id of the passage's document
     */
    public record Mention(String passageId, String documentId) implements Comparable<Mention> {
        @Override
        public int compareTo(Mention other) {
            return passageId.compareTo(other.passageId);
        }
    }
}
