package dev.tern.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A distinct statement, the entities that it touches and the passages that state it.
 *
 * @param key {@link Statement#relationKey}
 * @param text the statement in words
 * @param entityIds the entities that it touches, in the order of the statement
 * @param mentions where it is stated, ordered by passage id; never empty
 */
public record Relation(String key, String text, List<String> entityIds, List<Mention> mentions) {
    private static final int MOST_COMMAS_OF_A_NAME = 4;

    /** Copies the collections, so that the record is immutable. */
    public Relation {
        entityIds = List.copyOf(entityIds);
        mentions = List.copyOf(mentions);
    }

    /**
     * Whether it says no more than that its entities are named together, as {@link Statement#namesOnly}: then it links them for
     * a walk, and is no relation to show.
     */
    public boolean namesOnly() {
        return names().isPresent();
    }

    /** The names that its text is, in the order of its entities; empty if it says more. */
    private Optional<List<String>> names() {
        if (entityIds.size() > 1 && !text.contains(Statement.BETWEEN_NAMES)) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>(entityIds.size());
        int start = 0;
        for (String id : entityIds) {
            int end = endOfName(start, id);
            if (end < 0) {
                return Optional.empty();
            }
            names.add(text.substring(start, end));
            start = Math.min(text.length(), end + Statement.BETWEEN_NAMES.length());
        }
        return start == text.length() ? Optional.of(names) : Optional.empty();
    }

    /**
     * This relation without some entities, under the same key: as {@link Statement#without}.
     *
     * @param ids of the entities that it is not to touch
     */
    public Optional<Relation> without(Set<String> ids) {
        List<String> left = entityIds.stream().filter(id -> !ids.contains(id)).toList();
        if (left.size() == entityIds.size()) {
            return Optional.of(this);
        }
        Optional<List<String>> names = names();
        if (left.size() < (names.isPresent() ? 1 : 2)) {
            return Optional.empty();
        }
        String said = names.map(all -> String.join(
                        Statement.BETWEEN_NAMES,
                        all.stream()
                                .filter(name -> !ids.contains(ContentId.ofEntity(name)))
                                .toList()))
                .orElse(text);
        return Optional.of(new Relation(key, said, left, mentions));
    }

    /**
     * This relation with another entity in place of one, under the same key and with the same words, unless it only names things.
     *
     * @param id of the entity that it is not to touch
     * @param name of the one that it touches instead
     */
    public Relation withEntity(String id, String name) {
        List<String> ids = entityIds.stream()
                .map(each -> each.equals(id) ? ContentId.ofEntity(name) : each)
                .distinct()
                .toList();
        String said = names().map(all -> String.join(
                        Statement.BETWEEN_NAMES,
                        all.stream()
                                .map(each -> ContentId.ofEntity(each).equals(id) ? name : each)
                                .distinct()
                                .toList()))
                .orElse(text);
        return new Relation(key, said, ids, mentions);
    }

    /** Where the name of an entity ends that starts at a place of the text; less than 0 if another text stands there. */
    private int endOfName(int start, String id) {
        int end = start;
        for (int tried = 0; tried < MOST_COMMAS_OF_A_NAME && end < text.length(); tried++) {
            int next = text.indexOf(Statement.BETWEEN_NAMES, tried == 0 ? end : end + 1);
            end = next < 0 ? text.length() : next;
            if (end > start && ContentId.ofEntity(text.substring(start, end)).equals(id)) {
                return end;
            }
        }
        return -1;
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
