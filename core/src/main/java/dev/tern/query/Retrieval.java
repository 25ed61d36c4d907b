package dev.tern.query;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.cite.Lead;
import dev.tern.query.overview.NearTheme;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The passages found for a question, and the relations that led to them.
 *
 * <p>Only Tern implements it, so that later versions can add values; tests make one with a
 * {@linkplain #builder builder}.
 */
public sealed interface Retrieval permits RetrievalRecord {
    /** Returns the question, rewritten as standalone if it had a {@link Question#history}. */
    Question question();

    /**
     * Returns the passages, best first: at most {@code finalTopK}, in {@link Mode#OVERVIEW} three
     * times as many but at most 1,000. Scores are not comparable between modes.
     */
    List<Scored<Passage>> passages();

    /** Returns the relations that led to the passages, best first; none in {@link Mode#NAIVE}. */
    List<Scored<Relation>> relations();

    /** Returns the themes of the passages, nearest first; none except in {@link Mode#OVERVIEW}. */
    List<NearTheme> themes();

    /** Returns the trace of all steps. */
    Trace trace();

    /** Returns at most five sentences that led to the passages. */
    default List<Lead> leads() {
        return Lead.of(
                question().text(),
                passages().stream().map(passage -> passage.value().text()).collect(Collectors.joining("\n")),
                passages(),
                Lead.numbers(passages()),
                relations());
    }

    /** Returns the relations of {@link #relations} that a passage states, best first. */
    default List<Relation> statedBy(Passage passage) {
        return relations().stream()
                .map(Scored::value)
                .filter(relation -> relation.mentions().stream()
                        .anyMatch(mention -> mention.passageId().equals(passage.id())))
                .toList();
    }

    /** Returns a builder, at first of a retrieval without passages or steps. */
    static Builder builder(Question question) {
        return new Builder(question);
    }

    /** A builder of a retrieval. Not thread-safe. */
    final class Builder {
        private final Question question;
        private List<Scored<Passage>> passages = List.of();
        private List<Scored<Relation>> relations = List.of();
        private List<NearTheme> themes = List.of();
        private Trace trace;

        private Builder(Question question) {
            this.question = question;
            this.trace = Trace.of(question.mode(), List.of());
        }

        /** Sets the passages, best first. */
        public Builder passages(List<Scored<Passage>> value) {
            passages = value;
            return this;
        }

        /** Sets the relations that led to the passages, best first. */
        public Builder relations(List<Scored<Relation>> value) {
            relations = value;
            return this;
        }

        /** Sets the themes of the passages, nearest first. */
        public Builder themes(List<NearTheme> value) {
            themes = value;
            return this;
        }

        /** Sets the trace of all steps. */
        public Builder trace(Trace value) {
            trace = value;
            return this;
        }

        public Retrieval build() {
            return new RetrievalRecord(question, passages, relations, themes, trace);
        }
    }
}
