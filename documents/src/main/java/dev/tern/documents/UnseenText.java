package dev.tern.documents;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts the text of one document that is in its file and not before the eyes of its reader. Not thread-safe. */
final class UnseenText {
    private final Map<String, Integer> counts = new TreeMap<>();

    /**
     * Counts one more place.
     *
     * @param kind names the text of such places, such as "deleted text"
     */
    void count(String kind) {
        counts.merge(kind, 1, Integer::sum);
    }

    /** Says what was left out, in a clause about the document; empty if nothing was. */
    String note() {
        return counts.isEmpty()
                ? ""
                : counts.entrySet().stream()
                        .map(kind -> kind.getKey() + " (" + LoadLimits.number(kind.getValue()) + ")")
                        .collect(Collectors.joining(", ", "is read without its ", ""));
    }
}
