package dev.tern.query.cite;

import java.util.List;

/** The values of a {@link Claim}. */
record ClaimRecord(int start, int end, String text, List<Integer> cited, boolean supported) implements Claim {
    /** Returns the sentence, with a remark if it is not supported. */
    @Override
    public String toString() {
        return supported ? text : text + " (not supported)";
    }
}
