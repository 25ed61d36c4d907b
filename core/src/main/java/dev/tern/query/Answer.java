package dev.tern.query;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.answer.InstalledAnswers;
import dev.tern.query.cite.CitationCheck;
import dev.tern.query.cite.Claim;
import dev.tern.query.cite.Lead;
import dev.tern.query.cite.NamePath;
import dev.tern.query.trace.Trace;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An answer with its sources.
 *
 * <p>Only Tern implements it, so that later versions can add values; tests make one with a
 * {@linkplain #builder builder}.
 */
public sealed interface Answer permits AnswerRecord {
    /** The origin of an answer's text. */
    enum Kind {
        /** The chat model wrote the text from the passages. */
        GENERATED,
        /** The text quotes the passages; the supported text of a failed chat model comes first. */
        EXTRACTIVE,
        /** No answer was found in the passages, or there are no passages. */
        UNKNOWN
    }

    /** Returns the text; citations are the numbers of passages in square brackets, from 1. */
    String text();

    /** Returns the origin of the text. */
    Kind kind();

    /**
     * Returns the sentences that the chat model wrote, each checked against its cited passages;
     * none if the text is only quotes, or the model gave no supported answer.
     */
    List<Claim> claims();

    /** Returns the retrieval with the passages that the answer was made from. */
    Retrieval retrieval();

    /** Returns the trace of all steps, from retrieval to answer. */
    Trace trace();

    /** Returns the retrieved passages, best first. */
    default List<Scored<Passage>> passages() {
        return retrieval().passages();
    }

    /**
     * Returns at most five sentences of the cited passages that link names on the way from the
     * question to the answer or, if it consists of quotes, to the first; none if unknown.
     */
    default List<Lead> leads() {
        return kind() == Kind.UNKNOWN
                ? List.of()
                : Lead.of(
                        retrieval().question().text(),
                        kind() == Kind.EXTRACTIVE ? CitationCheck.firstCited(text()) : text(),
                        retrieval().passages(),
                        CitationCheck.numbers(text()),
                        retrieval().relations());
    }

    /**
     * Returns the three or four names that lead from the question to the answering name in the
     * first cited line, such as Euler, Johann Bernoulli, Daniel Bernoulli. Its steps are within
     * quotes or, for a model's answer, within sentences; without such a path, over relations too.
     * May be empty.
     */
    default List<String> path() {
        String question = retrieval().question().text();
        if (kind() == Kind.UNKNOWN || lacksWords(question)) {
            return List.of();
        }
        Set<String> known = passages().stream()
                .flatMap(passage -> passage.value().statements().stream())
                .flatMap(statement -> statement.entities().stream())
                .collect(Collectors.toSet());
        List<String> marks = marks();
        List<List<String>> names = kind() == Kind.GENERATED
                ? Lead.names(passages(), relations())
                : text().lines()
                        .map(line -> Stream.concat(
                                        namesInQuote(question, line, known).stream(),
                                        marks.stream().filter(line::contains))
                                .toList())
                        .toList();
        return NamePath.of(question, text(), marks, names, passages(), relations());
    }

    /**
     * Returns at most three phrases of the first quote that answer the question, such as a date for
     * "when"; none for a generated answer, or if the text begins with words that were not found.
     */
    default List<String> marks() {
        String question = retrieval().question().text();
        return kind() == Kind.EXTRACTIVE && !lacksWords(question)
                ? InstalledAnswers.find()
                        .map(quotes -> quotes.answerWords(question, CitationCheck.firstCited(text())))
                        .orElse(List.of())
                : List.of();
    }

    private boolean lacksWords(String question) {
        return InstalledAnswers.find()
                .filter(quotes -> quotes.lacksWords(question, text()))
                .isPresent();
    }

    private static List<String> namesInQuote(String question, String quote, Set<String> known) {
        return InstalledAnswers.find()
                .map(quotes -> quotes.names(question, quote, known))
                .orElse(List.of());
    }

    /** Returns the relations that led to the passages, the most useful first. */
    default List<Scored<Relation>> relations() {
        return retrieval().relations();
    }

    /** Returns a builder of an unknown answer without text, with the retrieval's trace. */
    static Builder builder(Retrieval retrieval) {
        return new Builder(retrieval);
    }

    /** A builder of an answer. Not thread-safe. */
    final class Builder {
        private final Retrieval retrieval;
        private String text = "";
        private Kind kind = Kind.UNKNOWN;
        private List<Claim> claims = List.of();
        private Trace trace;

        private Builder(Retrieval retrieval) {
            this.retrieval = retrieval;
            this.trace = retrieval.trace();
        }

        /** Sets the text and its origin. */
        public Builder text(String value, Kind origin) {
            text = value;
            kind = origin;
            return this;
        }

        /** Sets the checked sentences. */
        public Builder claims(List<Claim> value) {
            claims = value;
            return this;
        }

        /** Sets the trace of all steps. */
        public Builder trace(Trace value) {
            trace = value;
            return this;
        }

        public Answer build() {
            return new AnswerRecord(text, kind, claims, retrieval, trace);
        }
    }
}
