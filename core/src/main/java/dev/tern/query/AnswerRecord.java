package dev.tern.query;

import dev.tern.query.cite.Claim;
import dev.tern.query.trace.Trace;
import java.util.List;

/** The values of an {@link Answer}. */
record AnswerRecord(String text, Kind kind, List<Claim> claims, Retrieval retrieval, Trace trace) implements Answer {
    AnswerRecord {
        claims = List.copyOf(claims);
    }

    /** Returns the text, and below it a numbered line for each passage. */
    @Override
    public String toString() {
        return text + "\n" + retrieval;
    }
}
