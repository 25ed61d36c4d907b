package dev.tern.query;

import dev.tern.query.conversation.FollowUpRewriter;
import dev.tern.query.conversation.FollowUpRewriter.StandaloneQuestion;
import dev.tern.query.conversation.Turn;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import dev.tern.store.GraphView;
import dev.tern.text.CodePoints;
import java.util.ArrayList;
import java.util.List;

/** Rewrites a follow-up question: the step "understand" of the trace. */
final class Understanding {
    private Understanding() {}

    /** Returns the rewritten question; without earlier turns, runs no step and returns it as is. */
    static Question standalone(Question question, FollowUpRewriter followUps, GraphView graph, Tracer tracer) {
        List<Turn> before = question.history();
        if (before.isEmpty()) {
            return question;
        }
        RewrittenQuestion made = tracer.step(
                "understand",
                Tracer.question(question.text()),
                () -> new RewrittenQuestion(standalone(question, followUps, graph), before.size()));
        StandaloneQuestion alone = made.alone();
        Question same = question.after(List.of());
        Question named = alone.names().isEmpty() ? same : same.withEntities(alone.names());
        // Added names count even if the text has no room for them.
        return CodePoints.count(alone.text()) > Question.MAX_LENGTH ? named : named.withText(alone.text());
    }

    /** Rewrites a question; if the caller gave names, discards a text with added names. */
    private static StandaloneQuestion standalone(Question question, FollowUpRewriter followUps, GraphView graph) {
        StandaloneQuestion alone = followUps.rewrite(question.text(), question.history(), graph);
        boolean named = question.entities().isPresent() && !alone.names().isEmpty();
        return named ? new StandaloneQuestion(question.text(), List.of()) : alone;
    }

    /** A rewritten question and the number of turns before it. */
    private record RewrittenQuestion(StandaloneQuestion alone, int turns) implements TracedResult {
        @Override
        public List<Item> items() {
            List<Item> items = new ArrayList<>();
            items.add(Item.question(alone.text()));
            alone.names().forEach(name -> items.add(Item.of(Item.Kind.NAME, name)));
            return items;
        }

        @Override
        public List<String> remarks() {
            return turns > FollowUpRewriter.MAX_TURNS
                    ? List.of("of the " + turns + " turns before it, the latest " + FollowUpRewriter.MAX_TURNS
                            + " were read")
                    : List.of();
        }
    }
}
