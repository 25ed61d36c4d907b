package dev.tern.query;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.cite.Lead;
import dev.tern.query.overview.FoundTheme;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The passages found for a question, with the reasons.
 *
 * @param question the question, rewritten if it had a {@linkplain Question#history history}
 * @param passages the best first, at most {@code finalTopK}, or in {@link Mode#OVERVIEW} three
 *     times as many; scores are not comparable between modes
 * @param relations the relations that led to them, best first; empty in {@link Mode#NAIVE}
 * @param themes the themes of the passages, nearest first; empty except in {@link Mode#OVERVIEW}
 * @param trace the record of all steps
 */
public record Retrieval(
        Question question,
        List<Scored<Passage>> passages,
        List<Scored<Relation>> relations,
        List<FoundTheme> themes,
        Trace trace) {
    public Retrieval {
        passages = List.copyOf(passages);
        relations = List.copyOf(relations);
        themes = List.copyOf(themes);
    }

    /** Returns the sentences that led to the passages. */
    public List<Lead> leads() {
        return Lead.of(
                question.text(),
                passages,
                IntStream.rangeClosed(1, passages.size()).boxed().toList(),
                relations);
    }

    /** Returns the relations that a passage states, the most useful first. */
    public List<Relation> statedBy(Passage passage) {
        return relations.stream()
                .map(Scored::value)
                .filter(relation -> relation.mentions().stream()
                        .anyMatch(mention -> mention.passageId().equals(passage.id())))
                .toList();
    }
}
