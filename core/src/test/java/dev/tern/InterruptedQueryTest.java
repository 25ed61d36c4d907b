package dev.tern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchRuntimeException;

import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.GatedEmbeddingModel;
import dev.tern.testing.RecordingStore;
import dev.tern.testing.ScriptedChatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An interrupt ends a query at once in any wait; the fakes wait for a minute. */
class InterruptedQueryTest {
    private final Brake brake = new Brake();
    private final RecordingStore store = new RecordingStore(new InMemoryGraphStore());
    private final GraphRag rag = GraphRag.builder()
            .store(store)
            .embeddingModel(new GatedEmbeddingModel(() -> brake.pass("embedding model")))
            .chatModel(ScriptedChatModel.answering(request -> {
                brake.pass("chat model");
                return request.responseFormat() == null
                        ? "Rye [1]."
                        : "{\"names\": [\"Orla Finn\"], \"thought_process\": \"\", \"useful_relationships\":"
                                + " [\"[1]\"]}";
            }))
            .build();

    InterruptedQueryTest() {
        rag.add(
                SourceDocument.of("mill", "Orla Finn grinds rye in Ham.")
                        .withStatements(List.of(
                                Statement.of("Orla Finn", "grinds", "rye"),
                                Statement.of("Orla Finn", "lives in", "Ham"))),
                SourceDocument.of("baker", "Piet Moll bakes bread from rye.")
                        .withStatements(List.of(Statement.of("Piet Moll", "bakes bread from", "rye"))));
        store.beforeCall(method -> brake.pass("store"));
    }

    @ParameterizedTest
    @CsvSource({
        "LOCAL, recognise, store",
        "GRAPH, recognise, chat model",
        "LOCAL, seed, embedding model",
        "LOCAL, seed, store",
        "LOCAL, expand, store",
        "LOCAL, rank, store",
        "GRAPH, choose, chat model",
        "NAIVE, rank, embedding model",
        "NAIVE, rank, store",
        "GRAPH, answer, chat model"
    })
    void queryEndsAtOnceWhateverItWaitsFor(Mode mode, String step, String waitsFor) throws Exception {
        CountDownLatch reached = brake.set(step, waitsFor);
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread asking = Thread.ofPlatform().start(() -> {
            try {
                rag.ask(question(mode).withListener(brake));
                failure.complete(new AssertionError("the query was answered"));
            } catch (RuntimeException e) {
                failure.complete(e);
            }
        });
        assertThat(reached.await(1, TimeUnit.MINUTES))
                .as("reaches the %s in %s", waitsFor, step)
                .isTrue();
        asking.interrupt();
        // Half of the fakes' wait: far more than a busy machine needs, and too short for one of
        // them to end by itself.
        Throwable thrown = failure.get(30, TimeUnit.SECONDS);
        assertThat(thrown).isInstanceOf(TernException.class).hasMessageContaining("interrupted");
        asking.join();
    }

    private static Question question(Mode mode) {
        return Question.of("What does Orla Finn grind?", mode)
                .withParameters(Parameters.of(
                        Parameter.RECOGNITION, mode == Mode.GRAPH ? NameRecognition.MODEL : NameRecognition.OFFLINE));
    }

    @Test
    void noStepBeginsAfterAnInterrupt() {
        for (String step : List.of("recognise", "seed", "expand", "rank", "collect")) {
            List<String> begun = new ArrayList<>();
            RuntimeException thrown =
                    catchRuntimeException(() -> rag.ask(question(Mode.LOCAL).withListener(new QueryListener() {
                        @Override
                        public void stepStarted(String name) {
                            begun.add(name);
                        }

                        @Override
                        public void stepEnded(Trace.Step ended) {
                            if (ended.name().equals(step)) {
                                Thread.currentThread().interrupt();
                            }
                        }
                    })));

            assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
            assertThat(begun).last().isEqualTo(step);
            assertThat(thrown)
                    .isInstanceOf(TernException.class)
                    .hasMessageStartingWith("the query was interrupted before its step ");
        }
    }

    /** Blocks the first call of one kind within one step. */
    private static final class Brake implements QueryListener {
        private volatile String step = "";
        private volatile String held = "";
        private volatile String running = "";
        private volatile CountDownLatch reached = new CountDownLatch(1);

        CountDownLatch set(String newStep, String newHeld) {
            step = newStep;
            held = newHeld;
            reached = new CountDownLatch(1);
            return reached;
        }

        @Override
        public void stepStarted(String name) {
            running = name;
        }

        void pass(String caller) {
            if (running.equals(step) && caller.equals(held)) {
                reached.countDown();
                try {
                    Thread.sleep(60_000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new CancellationException("interrupted");
                }
            }
        }
    }
}
