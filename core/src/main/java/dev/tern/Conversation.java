package dev.tern;

import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.conversation.FollowUps;
import dev.tern.query.conversation.Turn;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Questions of one user that follow from each other: "Who taught Euler?", "And who was his son?". Made by {@link
 * GraphRag#conversation}.
 *
 * <p>Each question is first made one that can be asked by itself ({@link GraphRag#standalone}); the answer says under {@link
 * Answer#retrieval} which. The latest {@value FollowUps#MAX_TURNS} turns are remembered, a question that fails is not. Safe
 * for any number of threads, whose questions wait for each other.
 */
public final class Conversation {
    private final GraphRag rag;
    private final Deque<Turn> turns = new ArrayDeque<>();

    Conversation(GraphRag rag) {
        this.rag = rag;
    }

    /** Answers a question in the default mode. */
    public Answer ask(String question) {
        return ask(rag.question(question), QueryListener.NONE);
    }

    /**
     * Answers a question, heard by a listener.
     *
     * @throws dev.tern.error.TernException as {@link GraphRag#ask(Question)}
     */
    public synchronized Answer ask(Question question, QueryListener listener) {
        Answer answer = rag.ask(rag.standalone(question, turns()), listener);
        turns.addLast(new Turn(answer.retrieval().question().text(), answer.text()));
        if (turns.size() > FollowUps.MAX_TURNS) {
            turns.removeFirst();
        }
        return answer;
    }

    /** What is remembered, the latest last; questions as they could be asked by themselves. */
    public synchronized List<Turn> turns() {
        return List.copyOf(turns);
    }
}
