package dev.tern.query.conversation;

import dev.tern.model.MeteredChat;
import dev.tern.store.GraphView;
import java.util.List;

/** Rewrites follow-up questions ("And his brother?") as standalone questions. Thread-safe. */
@FunctionalInterface
public interface FollowUpRewriter {
    /** The maximum number of turns that are read; earlier turns are ignored. */
    int MAX_TURNS = 8;

    /**
     * Returns the standalone form of a question; the same question if it needs no earlier turn.
     *
     * @param turns the turns before the question, oldest first; only the latest {@value #MAX_TURNS}
     *     are read
     * @param graph the graph in which names are looked up
     * @throws dev.tern.error.TernException if a model or the store fails
     */
    StandaloneQuestion rewrite(String question, List<Turn> turns, GraphView graph);

    /**
     * Returns a rewriter that calls a chat model once, or not at all without an earlier turn. Falls
     * back to {@link #offline} after an invalid reply.
     */
    static FollowUpRewriter model(MeteredChat chat) {
        return new ModelFollowUpRewriter(chat, offline());
    }

    /**
     * Returns a rewriter without a model. If a question has no name, and refers back ("his"),
     * continues ("And ...") or has at most one content word, it adds at most four names of the
     * latest turn with names of the graph: first from its question, then from its answer or, if the
     * answer has quotes, from the first quote.
     */
    static FollowUpRewriter offline() {
        return new CarriedNames();
    }

    /** Returns at most the latest {@value #MAX_TURNS} of some turns. */
    static List<Turn> latest(List<Turn> turns) {
        return turns.subList(Math.max(0, turns.size() - MAX_TURNS), turns.size());
    }

    /**
     * A question that can be understood without earlier turns.
     *
     * @param names the names added from earlier turns; if empty, names are recognised in the text
     */
    record StandaloneQuestion(String text, List<String> names) {
        public StandaloneQuestion {
            names = List.copyOf(names);
        }
    }
}
