package dev.tern.query.conversation;

import dev.tern.model.Chat;
import dev.tern.store.GraphView;
import java.util.List;

/** Rewrites follow-up questions, such as "And his brother?", to stand alone. Thread-safe. */
@FunctionalInterface
public interface FollowUps {
    /** The maximum number of turns read, the latest. */
    int MAX_TURNS = 8;

    /**
     * Returns a question that can be asked by itself; the same one if it needs no earlier turn.
     *
     * @param turns the turns before it, the latest last; the latest {@value #MAX_TURNS} count
     * @param graph knows the names
     * @throws dev.tern.error.TernException if a model or the store fails
     */
    Standalone standalone(String question, List<Turn> turns, GraphView graph);

    /**
     * Returns a rewriter by a chat model, in one call, or none without an earlier turn. After an
     * invalid reply, {@link #offline} is used.
     */
    static FollowUps model(Chat chat) {
        return new ModelFollowUps(chat, offline());
    }

    /**
     * Returns a rewriter that adds names to a question without a name of its own: known names of
     * the latest turn that has some, of its question, then of its answer, 4 at most.
     */
    static FollowUps offline() {
        return new CarriedNames();
    }

    /** Returns the turns that count. */
    static List<Turn> latest(List<Turn> turns) {
        return turns.subList(Math.max(0, turns.size() - MAX_TURNS), turns.size());
    }

    /**
     * A question that can be asked by itself.
     *
     * @param text the question
     * @param names the names in it, if added from earlier turns; else empty, to be recognised
     */
    record Standalone(String text, List<String> names) {
        public Standalone {
            names = List.copyOf(names);
        }
    }
}
