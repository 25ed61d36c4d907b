package dev.tern.server.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.SyncMetadata;
import dev.tern.models.money.Money;
import dev.tern.query.Answer;
import dev.tern.query.Retrieval;
import dev.tern.query.cite.Claim;
import dev.tern.query.cite.Lead;
import dev.tern.query.overview.NearTheme;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer or a retrieval as JSON. The names of the fields are stable.
 *
 * @param question the question as understood: rewritten if it was a follow-up
 * @param answer the answer; missing if only passages were requested
 * @param passages the passages, best first
 * @param relations the relations that led to the passages, the most useful first
 * @param leads at most five sentences of the cited passages that link the question's names to the
 *     answer; without an answer, sentences of all passages
 * @param themes the themes of the passages, in overview mode only
 * @param cost the cost of the model calls of an answer, in the unit of the configured prices;
 *     missing if it is zero or unknown
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AnswerJson(
        String question,
        Mode mode,
        @Nullable Text answer,
        List<FoundPassage> passages,
        List<LeadingRelation> relations,
        List<Lead> leads,
        @Nullable List<NearTheme> themes,
        TraceJson trace,
        @Nullable String cost) {
    /** The trace of the query: its steps in the order they ran, and the sum of their costs. */
    public record TraceJson(Mode mode, List<StepJson> steps, Trace.Cost total) {
        static TraceJson of(Trace trace, boolean items) {
            List<StepJson> steps =
                    trace.steps().stream().map(step -> StepJson.of(step, items)).toList();
            return new TraceJson(trace.mode(), steps, trace.total());
        }
    }

    /**
     * A step of the trace.
     *
     * @param in the first items of the input; missing unless they were requested
     * @param out the first items of the output; missing unless they were requested
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record StepJson(
            String name,
            int inCount,
            @Nullable List<Trace.Item> in,
            int outCount,
            @Nullable List<Trace.Item> out,
            List<String> remarks,
            Trace.Cost cost) {
        /** Returns the JSON of a step, with or without its items. */
        public static StepJson of(Trace.Step step, boolean items) {
            return new StepJson(
                    step.name(),
                    step.inCount(),
                    items ? step.in() : null,
                    step.outCount(),
                    items ? step.out() : null,
                    step.remarks(),
                    step.cost());
        }
    }

    /**
     * The text of the answer.
     *
     * @param path the three or four names that lead from the question to the answering name in the
     *     first cited line; may be empty
     * @param marks at most three phrases of the first quote that answer the question; may be empty
     * @param claims the chat model's sentences, checked; none if the answer has only quotes
     */
    public record Text(String text, Answer.Kind kind, List<String> path, List<String> marks, List<Claim> claims) {}

    /**
     * A passage of a result.
     *
     * @param source the URL of a page, the path of a file, or otherwise the document's id
     * @param title the title, or empty
     * @param heading the headings over the passage, or empty
     * @param page the page on which the passage starts, from 1; null if the document has no pages
     * @param lastPage the page on which the passage ends; null if the document has no pages
     * @param start the offset of the first character in the document's text (UTF-16 units, from 0)
     * @param end the offset after the last character
     * @param original true if the document came from a synchronised folder, whose file a server may
     *     send
     * @param score higher is better, within one mode
     */
    public record FoundPassage(
            String id,
            String documentId,
            String source,
            String title,
            String heading,
            @Nullable Integer page,
            @Nullable Integer lastPage,
            int start,
            int end,
            String text,
            boolean original,
            double score) {
        static FoundPassage of(Scored<Passage> found) {
            Passage passage = found.value();
            Position place = passage.position();
            return new FoundPassage(
                    passage.id(),
                    passage.documentId(),
                    passage.source(),
                    passage.title(),
                    place.heading(),
                    place.page() == 0 ? null : place.page(),
                    place.page() == 0 ? null : place.lastPage(),
                    place.start(),
                    place.end(),
                    passage.text(),
                    passage.metadata().value(SyncMetadata.SOURCE).isPresent() && !SyncMetadata.isSite(passage.source()),
                    found.score());
        }
    }

    /**
     * A relation that led to a passage.
     *
     * @param text the statement in words
     * @param entityIds the ids of its entities
     * @param passageIds the ids of passages that state the relation, not always all
     * @param score higher is better
     */
    public record LeadingRelation(
            String key, String text, List<String> entityIds, List<String> passageIds, double score) {
        static LeadingRelation of(Scored<Relation> found) {
            Relation relation = found.value();
            List<String> passages = relation.mentions().stream()
                    .map(Relation.Mention::passageId)
                    .toList();
            return new LeadingRelation(relation.key(), relation.text(), relation.entityIds(), passages, found.score());
        }
    }

    /**
     * Returns the JSON of an answer.
     *
     * @param cost the cost of the answer; empty if unknown
     * @param items true for a trace with the items of its steps
     */
    public static AnswerJson of(Answer answer, Optional<Money> cost, boolean items) {
        Text text = new Text(answer.text(), answer.kind(), answer.path(), answer.marks(), answer.claims());
        return of(answer.retrieval(), text, answer.leads(), TraceJson.of(answer.trace(), items), cost);
    }

    /** Returns the JSON of a retrieval; {@code items} is true for a trace with items. */
    public static AnswerJson of(Retrieval retrieval, boolean items) {
        TraceJson trace = TraceJson.of(retrieval.trace(), items);
        return of(retrieval, null, retrieval.leads(), trace, Optional.empty());
    }

    private static AnswerJson of(
            Retrieval retrieval, @Nullable Text answer, List<Lead> leads, TraceJson trace, Optional<Money> cost) {
        List<FoundPassage> passages =
                retrieval.passages().stream().map(FoundPassage::of).toList();
        List<LeadingRelation> relations =
                retrieval.relations().stream().map(LeadingRelation::of).toList();
        List<NearTheme> themes = trace.mode() == Mode.OVERVIEW ? retrieval.themes() : null;
        return new AnswerJson(
                retrieval.question().text(),
                trace.mode(),
                answer,
                passages,
                relations,
                leads,
                themes,
                trace,
                cost.filter(sum -> sum.nanos() > 0).map(Money::toString).orElse(null));
    }
}
