package dev.tern.documents;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Counts the parts of a document's text that its readers do not see. Not thread-safe. */
final class HiddenText {
    private final Map<String, Integer> counts = new TreeMap<>();
    private final boolean leavesParts;

    HiddenText() {
        this(true);
    }

    HiddenText(boolean leavesParts) {
        this.leavesParts = leavesParts;
    }

    /** Returns true if hidden sheets, rows, columns and slides are left out. */
    boolean leavesParts() {
        return leavesParts;
    }

    /** Counts one more part of a kind, such as "deleted text". */
    void count(String kind) {
        counts.merge(kind, 1, Integer::sum);
    }

    static String joined(String one, @Nullable String other) {
        return other == null || other.isEmpty() ? one : one.isEmpty() ? other : one + "; " + other;
    }

    /** Returns a clause on the text left out; empty if there was none. */
    String remark() {
        return counts.isEmpty()
                ? ""
                : counts.entrySet().stream()
                        .map(kind -> kind.getKey() + " (" + LoadLimits.number(kind.getValue()) + ")")
                        .collect(Collectors.joining(", ", "is read without its ", ""));
    }
}
