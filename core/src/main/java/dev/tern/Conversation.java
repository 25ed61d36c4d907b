package dev.tern;

import dev.tern.error.TernException;
import dev.tern.query.Answer;
import dev.tern.query.Question;
import dev.tern.query.TimeLimit;
import dev.tern.query.conversation.FollowUpRewriter;
import dev.tern.query.conversation.Turn;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A conversation with one user, whose questions may refer to earlier ones: "Who taught Euler?",
 * "And who was his son?".
 *
 * <p>Each question is asked {@link Question#after after} the earlier turns; the rewritten question
 * is in {@link Answer#retrieval}. The conversation keeps the latest {@value
 * FollowUpRewriter#MAX_TURNS} turns, without failed questions. Thread-safe; runs one question at a
 * time, and concurrent callers wait.
 */
public final class Conversation {
    private final GraphRag rag;
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private final Deque<Turn> turns = new ArrayDeque<>();

    private Conversation(GraphRag rag) {
        this.rag = rag;
    }

    /** Returns a conversation without a turn. */
    public static Conversation of(GraphRag rag) {
        return new Conversation(rag);
    }

    /**
     * Rewrites a follow-up question as a standalone question, in the same way as {@link
     * GraphRag#ask(Question)} and {@link GraphRag#retrieve} rewrite a question that has {@linkplain
     * Question#after earlier turns}. Returns the question unchanged if there are no turns.
     *
     * @param turns the turns before the question, oldest first; they replace earlier turns of the
     *     question
     * @throws TernException as {@link GraphRag#retrieve}; if the chat model fails, the question is
     *     rewritten without one
     */
    public static Question standaloneQuestion(GraphRag rag, Question question, List<Turn> turns) {
        return rag.queries().standaloneQuestion(question.after(turns));
    }

    /** Answers a question in the graph's default mode, as {@link #ask(Question)} does. */
    public Answer ask(String question) {
        return ask(rag.question(question));
    }

    /**
     * Answers a question and adds the turn to the conversation. The conversation's turns replace
     * any turns of the question. The question's listener also receives the calls that rewrite it.
     * The time limit covers waiting for an earlier question, rewriting and answering.
     *
     * @throws TernException as {@link GraphRag#ask(Question)}, or if the time limit passes or the
     *     thread is interrupted while it waits for an earlier question
     */
    public Answer ask(Question question) {
        long start = System.nanoTime();
        takeTurn(question);
        try {
            List<Turn> before = turns();
            Answer answer = TimeLimit.run(
                    question, start, heard -> rag.ask(question.after(before).withListener(heard)));
            remember(new Turn(answer.retrieval().question().text(), answer.text()));
            return answer;
        } finally {
            oneAtATime.unlock();
        }
    }

    private void takeTurn(Question question) {
        boolean taken;
        try {
            taken = oneAtATime.tryLock(
                    question.timeLimit().map(Duration::toNanos).orElse(Long.MAX_VALUE), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TernException.user("the query was interrupted while waiting for the previous question");
        }
        if (!taken) {
            throw TernException.timeLimitPassed(
                    TernException.Fault.USER,
                    "no answer within "
                            + question.timeLimit().orElseThrow().toMillis()
                            + " ms, the time limit of the question: its conversation was busy with the previous "
                            + "question");
        }
    }

    private void remember(Turn said) {
        synchronized (turns) {
            turns.addLast(said);
            if (turns.size() > FollowUpRewriter.MAX_TURNS) {
                turns.removeFirst();
            }
        }
    }

    /** Returns the remembered turns, oldest first, with their questions as rewritten. */
    public List<Turn> turns() {
        synchronized (turns) {
            return List.copyOf(turns);
        }
    }
}
