package dev.tern;

import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * A publisher of the words of an answer, as {@link QueryListener#answerPart} hears them. Each subscriber
 * asks the question once and is called on a virtual thread. Cancelling its subscription interrupts
 * the question; a failure of the question is its error.
 *
 * <p>The question waits for a subscriber that has requested no word. A time limit goes on
 * meanwhile, so set one for subscribers that may forget. Thread-safe.
 */
public final class AnswerPublisher implements Flow.Publisher<String> {
    private final GraphRag rag;
    private final Question question;
    private final Consumer<Answer> answered;

    private AnswerPublisher(GraphRag rag, Question question, Consumer<Answer> answered) {
        this.rag = rag;
        this.question = question;
        this.answered = answered;
    }

    /** Returns a publisher of the words only. */
    public static AnswerPublisher of(GraphRag rag, Question question) {
        return new AnswerPublisher(rag, question, answer -> {});
    }

    /**
     * Returns a publisher of the words, and then of the answer with its sources.
     *
     * @param answered hears each subscriber's answer before the publisher completes; its exception
     *     is the subscriber's error
     */
    public static AnswerPublisher of(GraphRag rag, Question question, Consumer<Answer> answered) {
        return new AnswerPublisher(rag, question, answered);
    }

    @Override
    public void subscribe(Flow.Subscriber<? super String> subscriber) {
        WordSubscription subscription =
                new WordSubscription(Objects.requireNonNull(subscriber, "subscriber"), answered);
        Thread.ofVirtual()
                .name("tern-words")
                .start(() -> subscription.run(listener ->
                        rag.askAsync(question.withListener(question.listener().andThen(listener)))));
    }
}
