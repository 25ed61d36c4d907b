package dev.tern;

import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * A publisher that asks a question and publishes the parts of its answer, as {@link
 * QueryListener#answerPart} receives them. Each subscription asks the question anew and calls its
 * subscriber on one virtual thread. Cancelling the subscription interrupts the question. If the
 * question fails, the subscriber receives the failure as its error.
 *
 * <p>The question waits while its subscriber has requested no further part. The question's time
 * limit includes this wait, so set one for subscribers that may stop requesting. Thread-safe.
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

    /** Returns a publisher of the answer's parts. */
    public static AnswerPublisher of(GraphRag rag, Question question) {
        return new AnswerPublisher(rag, question, answer -> {});
    }

    /**
     * Returns a publisher of the answer's parts that also passes the whole answer to a function.
     *
     * @param answered called with the answer before the subscriber's {@code onComplete}, on the
     *     same thread; a {@link RuntimeException} from it is the subscriber's error
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
