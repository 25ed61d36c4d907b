package dev.tern.query;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.cite.Citations;
import dev.tern.query.cite.Claim;
import dev.tern.query.cite.Lead;
import dev.tern.query.trace.Trace;
import java.util.List;

/**
 * An answer and what it stands on.
 *
 * @param text the answer; citations are the numbers of passages in square brackets, from 1
 * @param kind how the text came about
 * @param claims the sentences of a text that the chat model wrote, each with whether the passages that it cites hold what it says;
 *     empty for quotes, and where the passages do not tell
 * @param retrieval the passages that it was made from
 * @param trace what every step did, the answer's own included
 */
public record Answer(String text, Kind kind, List<Claim> claims, Retrieval retrieval, Trace trace) {
    /** How an answer's text came about. */
    public enum Kind {
        /** Written by the chat model from the passages. */
        GENERATED,
        /** Sentences of the passages, quoted as they stand, without a chat model. */
        EXTRACTIVE,
        /** The passages do not tell, or there are none. */
        UNKNOWN
    }

    /** The passages, best first. */
    public List<Scored<Passage>> passages() {
        return retrieval.passages();
    }

    /** The sentences that led to the passages which the answer cites; none where the passages do not tell. */
    public List<Lead> leads() {
        return kind == Kind.UNKNOWN
                ? List.of()
                : Lead.of(retrieval.passages(), Citations.numbers(text), retrieval.relations());
    }

    /** The relations that led to the passages, the most useful first. */
    public List<Scored<Relation>> relations() {
        return retrieval.relations();
    }
}
