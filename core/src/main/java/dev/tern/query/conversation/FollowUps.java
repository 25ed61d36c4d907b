package dev.tern.query.conversation;

import dev.tern.model.Chat;
import dev.tern.store.GraphView;
import java.util.List;

/** The door to conversations: a follow-up question ("And his brother?") as one that can be asked by itself. Thread-safe. */
@FunctionalInterface
public interface FollowUps {
    /** The most turns that are looked at, the latest. */
    int MAX_TURNS = 8;

    /**
     * The question that can be asked by itself; the same where nothing was said before, or it needs nothing of it.
     *
     * @param turns what was said before, the latest last; the latest {@value #MAX_TURNS} count
     * @param graph tells which names are known
     * @throws dev.tern.error.TernException if a model or the store fails
     */
    Standalone standalone(String question, List<Turn> turns, GraphView graph);

    /**
     * A chat model writes it, in one call; none is made where nothing was said before. A reply that cannot be a question
     * leaves the work to {@link #offline}.
     */
    static FollowUps model(Chat chat) {
        return new ModelFollowUps(chat, offline());
    }

    /**
     * A question without a name of its own takes on names of the latest turn that has some: those that the graph knows of its
     * question, then of its answer, 4 at most.
     */
    static FollowUps offline() {
        return new CarriedNames();
    }

    /** The turns that count. */
    static List<Turn> latest(List<Turn> turns) {
        return turns.subList(Math.max(0, turns.size() - MAX_TURNS), turns.size());
    }

    /**
     * A question that can be asked by itself.
     *
     * @param text the question
     * @param names the names in it, where they were carried over; empty where they have to be recognised as usual
     */
    record Standalone(String text, List<String> names) {
        public Standalone {
            names = List.copyOf(names);
        }
    }
}
