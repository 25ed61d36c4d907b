package dev.tern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.model.ChatTask;
import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.TimeLimit;
import dev.tern.settings.Mode;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.ScriptedChatModel;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class AsynchronousQueryTest {
    private static final Question QUESTION = Question.of("What does Orla Finn grind?", Mode.LOCAL);

    private final StoppingModel model = new StoppingModel();
    private final GraphRag rag = GraphRag.builder()
            .store(new InMemoryGraphStore())
            .embeddingModel(model)
            .chatModel(ChatTask.ANSWER, ScriptedChatModel.answering(request -> "Orla Finn grinds rye [1]."))
            .build();

    AsynchronousQueryTest() {
        rag.add(SourceDocument.of("mill", "Orla Finn grinds rye.")
                .withStatements(List.of(Statement.of("Orla Finn", "grinds", "rye"))));
    }

    @Test
    void answersAndRetrievesOnThreadsOfTheirOwn() throws Exception {
        StringBuilder words = new StringBuilder();
        CompletableFuture<Answer> answer = rag.askAsync(QUESTION.withListener(new QueryListener() {
            @Override
            public void answerPart(String part) {
                words.append(Thread.currentThread().isVirtual() ? part : "on the caller's thread");
            }
        }));
        CompletableFuture<Retrieval> retrieval = TimeLimit.start(QUESTION, rag::retrieve);

        assertThat(answer.get(1, TimeUnit.MINUTES).text()).isEqualTo("Orla Finn grinds rye [1].");
        assertThat(words).hasToString("Orla Finn grinds rye [1].");
        assertThat(retrieval.get(1, TimeUnit.MINUTES).passages()).hasSize(1);
    }

    @Test
    void whatIsDoneWithTheAnswerIsNotInterrupted() throws Exception {
        CompletableFuture<Boolean> interrupted = rag.askAsync(QUESTION)
                .thenApply(answer -> Thread.currentThread().isInterrupted());

        assertThat(interrupted.get(1, TimeUnit.MINUTES)).isFalse();
    }

    @Test
    void failureIsTheCauseOfTheFuturesFailure() {
        CompletableFuture<Answer> answer = rag.askAsync(Question.of("What does Orla Finn grind?", Mode.GRAPH));

        assertThatThrownBy(() -> answer.get(1, TimeUnit.MINUTES))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith("graph mode needs a chat model");
    }

    @Test
    void cancellingInterruptsTheQuery() throws Exception {
        model.stop();
        CompletableFuture<Answer> answer = rag.askAsync(QUESTION);
        assertThat(model.reached.await(1, TimeUnit.MINUTES)).isTrue();

        answer.cancel(true);

        assertThat(model.interrupted.await(1, TimeUnit.MINUTES)).isTrue();
        assertThatThrownBy(answer::join).isInstanceOf(CancellationException.class);
    }

    @Test
    void timeLimitInterruptsTheQuery() throws Exception {
        model.stop();
        CompletableFuture<Answer> answer = rag.askAsync(QUESTION);
        assertThat(model.reached.await(1, TimeUnit.MINUTES)).isTrue();

        CompletableFuture<Answer> limited = answer.orTimeout(1, TimeUnit.MILLISECONDS);

        assertThatThrownBy(() -> limited.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(TimeoutException.class);
        assertThat(model.interrupted.await(1, TimeUnit.MINUTES)).isTrue();
    }

    /** A model that, once stopped, blocks until it is interrupted. */
    private static final class StoppingModel implements EmbeddingModel {
        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch interrupted = new CountDownLatch(1);
        private final HashingEmbeddingModel words = new HashingEmbeddingModel(64);
        private volatile boolean stopped;

        void stop() {
            stopped = true;
        }

        @Override
        public String modelName() {
            return "stopping";
        }

        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
            if (stopped) {
                reached.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    Thread.currentThread().interrupt();
                    throw new CancellationException("interrupted");
                }
            }
            return words.embedAll(segments);
        }
    }
}
