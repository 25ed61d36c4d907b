package dev.tern.query;

import dev.tern.query.cite.Claim;
import dev.tern.query.trace.Trace;
import java.util.List;

/** The values of an {@link Answer}. */
record AnswerRecord(String text, Kind kind, List<Claim> claims, Retrieval retrieval, Trace trace) implements Answer {
    /** Returns the text, and under it the passages by their numbers. */
    @Override
    public String toString() {
        return text + "\n" + retrieval;
    }
}
