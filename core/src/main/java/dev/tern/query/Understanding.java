package dev.tern.query;

import dev.tern.query.conversation.FollowUps;
import dev.tern.query.conversation.FollowUps.Standalone;
import dev.tern.query.conversation.Turn;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.Traced;
import dev.tern.store.GraphView;
import dev.tern.text.CodePoints;
import java.util.ArrayList;
import java.util.List;

/** Makes a question that can be asked by itself of one that follows from others: the step "understand" of the trace. */
final class Understanding {
    private Understanding() {}

    /** The question by itself; the same one, and no step, where nothing was said before it. */
    static Question standalone(Question question, FollowUps followUps, GraphView graph, Tracer tracer) {
        List<Turn> before = question.history();
        if (before.isEmpty()) {
            return question;
        }
        Understood made = tracer.step(
                "understand",
                List.of(Item.question(question.text())),
                () -> new Understood(standalone(question, followUps, graph), before.size()));
        Standalone alone = made.alone();
        Question same = question.after(List.of());
        Question named = alone.names().isEmpty() ? same : same.withEntities(alone.names());
        // Names that were carried over count without standing in the text, where there is no room for them in it.
        return CodePoints.count(alone.text()) > Question.MAX_LENGTH ? named : named.withText(alone.text());
    }

    /** Names that the caller gave are what the question is about: nothing is carried over beside them. */
    private static Standalone standalone(Question question, FollowUps followUps, GraphView graph) {
        Standalone alone = followUps.standalone(question.text(), question.history(), graph);
        boolean named = question.entities().isPresent() && !alone.names().isEmpty();
        return named ? new Standalone(question.text(), List.of()) : alone;
    }

    /** A question by itself, with how many turns there were before it. */
    private record Understood(Standalone alone, int turns) implements Traced {
        @Override
        public List<Item> items() {
            List<Item> items = new ArrayList<>();
            items.add(Item.question(alone.text()));
            alone.names().forEach(name -> items.add(Item.of(Item.Kind.NAME, name)));
            return items;
        }

        @Override
        public List<String> notes() {
            return turns > FollowUps.MAX_TURNS
                    ? List.of("of the " + turns + " turns before it, the latest " + FollowUps.MAX_TURNS
                            + " were looked at")
                    : List.of();
        }
    }
}
