package dev.tern.query;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.answer.AnswerKind;
import dev.tern.query.cite.Citations;
import dev.tern.query.cite.Claim;
import dev.tern.query.cite.Lead;
import dev.tern.query.cite.NamePath;
import dev.tern.query.trace.Trace;
import java.util.List;

/**
 * An answer with its sources.
 *
 * @param text the answer; citations are the numbers of passages in square brackets, from 1
 * @param kind the origin of the text
 * @param claims the sentences of a chat model's answer, each checked against its cited passages;
 *     empty for quotes and unknown answers
 * @param retrieval the passages from which it was made
 * @param trace the record of all steps, including the answer's
 */
public record Answer(String text, Kind kind, List<Claim> claims, Retrieval retrieval, Trace trace) {
    /** The origin of an answer's text. */
    public enum Kind {
        /** Written by the chat model from the passages. */
        GENERATED,
        /** Sentences quoted from the passages, without a chat model. */
        EXTRACTIVE,
        /** The passages contain no answer, or there are none. */
        UNKNOWN
    }

    /** Returns the passages, best first. */
    public List<Scored<Passage>> passages() {
        return retrieval.passages();
    }

    /** Returns the sentences that led to the cited passages; none if the answer is unknown. */
    public List<Lead> leads() {
        return kind == Kind.UNKNOWN
                ? List.of()
                : Lead.of(
                        retrieval.question().text(),
                        retrieval.passages(),
                        Citations.numbers(text),
                        retrieval.relations());
    }

    /**
     * Returns the names that lead from the question to the answering name in the first cited line,
     * such as Euler, Johann Bernoulli, Daniel Bernoulli; empty if one relation or none joins them.
     */
    public List<String> path() {
        return kind == Kind.UNKNOWN
                ? List.of()
                : NamePath.of(retrieval.question().text(), text, marks(), retrieval.passages(), retrieval.relations());
    }

    /** Returns the words of the first quote that answer, such as a date for "when"; at most three. */
    public List<String> marks() {
        return kind == Kind.EXTRACTIVE
                ? AnswerKind.words(retrieval.question().text(), Citations.firstCited(text))
                : List.of();
    }

    /** Returns the relations that led to the passages, the most useful first. */
    public List<Scored<Relation>> relations() {
        return retrieval.relations();
    }
}
