package dev.tern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.model.StreamedChatModel;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules of {@link Flow}, one by one, for the words of an answer. */
class AnswerPublisherTest {
    private static final String COMPLETE = "complete";
    private static final Question QUESTION = Question.of("What does Orla Finn grind?", Mode.LOCAL);
    private static final List<String> WORDS = List.of("Orla Finn ", "grinds ", "rye ", "in Ham ", "[1].");

    private final Speaking model = new Speaking();
    private final GraphRag rag = GraphRag.builder()
            .store(new InMemoryGraphStore())
            .embeddingModel(new HashingEmbeddingModel(64))
            .chatModel(model)
            .build();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Question question = QUESTION.withListener(new QueryListener() {
        @Override
        public void queryEnded(Trace.Cost spent) {
            over.countDown();
        }
    });

    AnswerPublisherTest() {
        rag.add(SourceDocument.of("mill", "Orla Finn grinds rye in Ham.")
                .withStatements(List.of(Statement.of("Orla Finn", "grinds", "rye"))));
    }

    @Test
    void wordsComeAsTheyAreRequestedAndThenTheEndUnasked() throws Exception {
        Heard heard = subscribed(AnswerPublisher.of(rag, question));
        assertThat(model.asked.await(1, TimeUnit.MINUTES)).isTrue();
        heard.nothingComes();

        heard.request(1);
        assertThat(heard.next()).isEqualTo("Orla Finn ");
        heard.nothingComes();

        heard.request(1);
        heard.request(2);
        assertThat(List.of(heard.next(), heard.next(), heard.next())).isEqualTo(WORDS.subList(1, 4));
        heard.nothingComes();

        heard.request(1);
        assertThat(heard.next()).isEqualTo("[1].");
        assertThat(heard.next()).isEqualTo(COMPLETE);
    }

    @Test
    void eachSubscriberAsksAndHearsOfItsAnswerBeforeTheEnd() throws Exception {
        List<String> answers = new ArrayList<>();
        AnswerPublisher publisher = AnswerPublisher.of(
                rag,
                QUESTION,
                answer -> answers.add(answer.text() + answer.passages().size()));
        assertThat(model.calls).hasValue(0);
        for (int subscriber = 1; subscriber <= 2; subscriber++) {
            Heard heard = subscribed(publisher);
            heard.request(Long.MAX_VALUE);
            assertThat(heard.all()).hasSize(WORDS.size() + 1);
            assertThat(answers).hasSize(subscriber).last().isEqualTo("Orla Finn grinds rye in Ham [1].1");
            assertThat(model.calls).hasValue(subscriber);
        }
    }

    @Test
    void failureOfTheQuestionIsTheOnlyEnd() throws Exception {
        GraphRag without = GraphRag.builder()
                .store(new InMemoryGraphStore())
                .embeddingModel(new HashingEmbeddingModel(64))
                .build();
        Heard heard = subscribed(AnswerPublisher.of(without, QUESTION.withMode(Mode.GRAPH)));

        assertThat(heard.next()).isEqualTo("failed");
        assertThat(heard.failure)
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith("graph mode needs a chat model");
        heard.nothingComes();
    }

    @Test
    void cancellingInterruptsAModelThatIsBeingAsked() throws Exception {
        model.silent = true;
        Heard heard = subscribed(AnswerPublisher.of(rag, question));
        assertThat(model.asked.await(1, TimeUnit.MINUTES)).isTrue();

        heard.cancel();

        assertThat(model.interrupted.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(over.await(1, TimeUnit.MINUTES)).isTrue();
        heard.nothingComes();
    }

    @Test
    void cancellingAtAWordEndsTheQuestionAtTheNext() throws Exception {
        Heard heard = new Heard() {
            @Override
            public void onNext(String word) {
                super.onNext(word);
                cancel();
            }
        };
        AnswerPublisher.of(rag, question).subscribe(heard);
        heard.request(Long.MAX_VALUE);

        assertThat(heard.next()).isEqualTo("Orla Finn ");
        assertThat(over.await(1, TimeUnit.MINUTES)).isTrue();
        heard.nothingComes();
    }

    @Test
    void subscriberThatCancelsAtOnceAsksNothing() throws Exception {
        Heard heard = new Heard() {
            @Override
            public void onSubscribe(Flow.Subscription begun) {
                super.onSubscribe(begun);
                begun.cancel();
            }
        };
        AnswerPublisher.of(rag, question).subscribe(heard);

        heard.nothingComes();
        assertThat(model.calls).hasValue(0);
    }

    @Test
    void requestOfNoWordsIsRefusedAndEndsTheQuestion() throws Exception {
        Heard heard = subscribed(AnswerPublisher.of(rag, question));
        assertThat(model.asked.await(1, TimeUnit.MINUTES)).isTrue();

        heard.request(0);
        heard.request(-1);

        assertThat(heard.next()).isEqualTo("failed");
        assertThat(heard.failure)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the subscriber requested 0 parts; the minimum is 1");
        assertThat(over.await(1, TimeUnit.MINUTES)).isTrue();
        heard.nothingComes();
    }

    @Test
    void timeLimitThatPassesInASlowSubscriberIsHeardAfterItsWord() throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        Heard heard = new Heard() {
            @Override
            public void onNext(String word) {
                inside.incrementAndGet();
                while (hold.getCount() > 0) {
                    try {
                        hold.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError("no subscriber is interrupted", e);
                    }
                }
                super.onNext(word);
                inside.decrementAndGet();
            }

            @Override
            public void onError(Throwable thrown) {
                assertThat(inside).hasValue(0);
                super.onError(thrown);
            }
        };
        AnswerPublisher.of(rag, question.withTimeLimit(Duration.ofMillis(300))).subscribe(heard);
        heard.request(1);

        assertThat(over.await(1, TimeUnit.MINUTES)).isTrue();
        heard.nothingComes();
        hold.countDown();

        assertThat(heard.next()).isEqualTo("Orla Finn ");
        assertThat(heard.next()).isEqualTo("failed");
        assertThat(heard.failure)
                .isInstanceOf(TernException.class)
                .hasMessage(
                        "no answer within 300 ms, the time limit of the question: it was in its step answer, and its"
                                + " listener had not returned");
        heard.nothingComes();
    }

    @Test
    void subscriberThatThrowsHearsNothingMore() throws Exception {
        Heard heard = new Heard() {
            @Override
            public void onNext(String word) {
                super.onNext(word);
                throw new IllegalStateException("the page is full");
            }
        };
        AnswerPublisher.of(rag, question).subscribe(heard);
        heard.request(Long.MAX_VALUE);

        assertThat(heard.next()).isEqualTo("Orla Finn ");
        assertThat(over.await(1, TimeUnit.MINUTES)).isTrue();
        heard.nothingComes();
    }

    private static Heard subscribed(AnswerPublisher publisher) {
        Heard heard = new Heard();
        publisher.subscribe(heard);
        return heard;
    }

    /** A subscriber that requests nothing by itself, and checks that its calls never overlap. */
    private static class Heard implements Flow.Subscriber<String> {
        private final BlockingQueue<String> signals = new LinkedBlockingQueue<>();
        private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        volatile @Nullable Throwable failure;

        void request(long words) {
            begun().request(words);
        }

        void cancel() {
            begun().cancel();
        }

        private Flow.Subscription begun() {
            return subscription.orTimeout(1, TimeUnit.MINUTES).join();
        }

        String next() throws InterruptedException {
            String signal = signals.poll(1, TimeUnit.MINUTES);
            assertThat(signal).isNotNull();
            return signal;
        }

        void nothingComes() throws InterruptedException {
            assertThat(signals.poll(50, TimeUnit.MILLISECONDS)).isNull();
        }

        /** Waits for the end, and returns all that came. */
        List<String> all() throws InterruptedException {
            List<String> all = new ArrayList<>();
            do {
                all.add(next());
            } while (!all.getLast().equals(COMPLETE) && !all.getLast().equals("failed"));
            return all;
        }

        @Override
        public void onSubscribe(Flow.Subscription begun) {
            assertThat(subscription.complete(begun))
                    .as("onSubscribe comes once")
                    .isTrue();
        }

        @Override
        public void onNext(String word) {
            assertThat(subscription).as("onSubscribe comes first").isDone();
            signals.add(word);
        }

        @Override
        public void onError(Throwable thrown) {
            failure = thrown;
            signals.add("failed");
        }

        @Override
        public void onComplete() {
            signals.add(COMPLETE);
        }
    }

    /** A model that streams its words, or none until it is interrupted. */
    private static final class Speaking implements StreamedChatModel {
        final CountDownLatch asked = new CountDownLatch(1);
        final CountDownLatch interrupted = new CountDownLatch(1);
        final AtomicInteger calls = new AtomicInteger();
        volatile boolean silent;

        @Override
        public ChatResponse chat(ChatRequest request, Consumer<String> words) {
            calls.incrementAndGet();
            asked.countDown();
            if (silent) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    Thread.currentThread().interrupt();
                    throw TernException.model("interrupted", e);
                }
            }
            WORDS.forEach(words);
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from(String.join("", WORDS)))
                    .build();
        }
    }
}
