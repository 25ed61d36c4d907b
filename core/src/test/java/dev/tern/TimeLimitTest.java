package dev.tern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.model.StreamedChatModel;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.TimeLimit;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.GatedEmbeddingModel;
import dev.tern.testing.RecordingStore;
import dev.tern.testing.ScriptedChatModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A time limit ends a query for its caller in any wait, even in code that ignores interrupts; an interrupt ends it if
 * the code allows.
 */
class TimeLimitTest {
    private static final Duration LIMIT = Duration.ofMillis(150);
    private static final Duration MOST = Duration.ofMinutes(1);

    private final Hold hold = new Hold();
    private final RecordingStore store = new RecordingStore(new InMemoryGraphStore());
    private final GraphRag rag = GraphRag.builder()
            .store(store)
            .embeddingModel(new GatedEmbeddingModel(() -> hold.pass("embedding model")))
            .chatModel(new HeldChat(hold))
            .build();

    TimeLimitTest() {
        rag.add(
                SourceDocument.of("mill", "Orla Finn grinds rye in Ham.")
                        .withStatements(List.of(
                                Statement.of("Orla Finn", "grinds", "rye"),
                                Statement.of("Orla Finn", "lives in", "Ham"))),
                SourceDocument.of("baker", "Piet Moll bakes bread from rye.")
                        .withStatements(List.of(Statement.of("Piet Moll", "bakes bread from", "rye"))));
        store.beforeCall(method -> hold.pass("store"));
    }

    @AfterEach
    void letGo() {
        hold.letGo();
    }

    @ParameterizedTest
    @CsvSource({
        "LOCAL, recognise, store, STORE, 'and had waited \\d+ ms for the store \\(\\w+\\)'",
        "GRAPH, recognise, chat model, MODEL, 'and had waited \\d+ ms for the chat model'",
        "LOCAL, seed, embedding model, MODEL, 'and had waited \\d+ ms for the embedding model'",
        "LOCAL, seed, store, STORE, 'and had waited \\d+ ms for the store \\(\\w+\\)'",
        "LOCAL, expand, store, STORE, 'and had waited \\d+ ms for the store \\(\\w+\\)'",
        "LOCAL, rank, store, STORE, 'and had waited \\d+ ms for the store \\(\\w+\\)'",
        "GRAPH, choose, chat model, MODEL, 'and had waited \\d+ ms for the chat model'",
        "NAIVE, rank, embedding model, MODEL, 'and had waited \\d+ ms for the embedding model'",
        "NAIVE, rank, store, STORE, 'and had waited \\d+ ms for the store \\(\\w+\\)'",
        "GRAPH, answer, chat model, MODEL, 'and had waited \\d+ ms for the chat model'",
        "GRAPH, answer, words, MODEL, 'and had waited \\d+ ms for the chat model'",
        "GRAPH, answer, listener, USER, 'and its listener had not returned'",
        "LOCAL, collect, step, USER, 'waiting neither for a model nor for the store; allow more time, or ask for less"
                + " \\(degree, relationLimit, finalTopK\\)'"
    })
    void limitEndsEveryStepAndTheErrorSaysWhichAndWhose(
            Mode mode, String step, String held, Fault fault, String reason) {
        Late end = late(step, held, question(mode), question -> rag.ask(question.withListener(hold)));

        assertThat(end.thrown()).hasMessageMatching(end.start("in its step " + step) + ", " + reason);
        assertThat(end.thrown().fault()).isEqualTo(fault);
        assertThat(end.thrown().isTimeLimitPassed()).isTrue();
        // Half of the blocking time: far more than a busy machine needs.
        assertThat(end.millis()).isBetween(0L, MOST.toMillis() / 2);
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
    void interruptEndsTheQueryWhereverItWaits(Mode mode, String step, String held) throws Exception {
        hold.set(step, held);
        hold.ignoresInterrupts = false;

        assertThat(interrupted(question(mode))).hasMessageContaining("interrupted");
    }

    /** Interrupts a question once it is held; returns its failure. */
    private Throwable interrupted(Question question) throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread asking = Thread.ofPlatform().start(() -> {
            try {
                rag.ask(question.withListener(hold));
                failure.complete(new AssertionError("the query was answered"));
            } catch (RuntimeException e) {
                failure.complete(
                        Thread.currentThread().isInterrupted() ? e : new AssertionError("no longer interrupted", e));
            }
        });
        assertThat(hold.reached.await(1, TimeUnit.MINUTES)).isTrue();
        asking.interrupt();
        Throwable thrown = failure.get(1, TimeUnit.MINUTES);
        asking.join();
        return assertThat(thrown).isInstanceOf(TernException.class).actual();
    }

    @ParameterizedTest
    @ValueSource(strings = {"recognise", "seed", "expand", "rank", "collect"})
    void noStepBeginsAfterAnInterrupt(String step) {
        List<String> begun = new ArrayList<>();

        Throwable thrown = catchThrowable(() -> rag.ask(question(Mode.LOCAL).withListener(new QueryListener() {
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

    @Test
    void limitHoldsForFuturesToo() {
        Late answer = late(
                "answer",
                "chat model",
                question(Mode.GRAPH),
                question -> rag.askAsync(question.withListener(hold)).join());
        Late retrieval = late(
                "seed",
                "store",
                question(Mode.LOCAL),
                question -> TimeLimit.start(question.withListener(hold), rag::retrieve)
                        .join());

        assertThat(answer.thrown())
                .hasMessageMatching(answer.start("in its step answer") + ", and had waited \\d+ ms for the chat model");
        assertThat(retrieval.thrown())
                .hasMessageMatching(
                        retrieval.start("in its step seed") + ", and had waited \\d+ ms for the store \\(\\w+\\)");
    }

    @Test
    void questionThatIsInTimeIsAnsweredAsWithoutALimit() {
        Question question = question(Mode.LOCAL);

        assertThat(rag.retrieve(question.withTimeLimit(Duration.ofHours(1))).passages())
                .isEqualTo(rag.retrieve(question).passages());
    }

    @Test
    void failureIsTheSameWithALimit() {
        GraphRag offline = GraphRag.builder()
                .store(store)
                .embeddingModel(new GatedEmbeddingModel(() -> hold.pass("embedding model")))
                .build();

        assertThatThrownBy(() -> offline.ask(limited(Mode.GRAPH)))
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith("graph mode needs a chat model");
    }

    @Test
    void nothingMoreIsHeardAfterTheLimitButThatItIsOver() throws Exception {
        Late end = late("seed", "store", question(Mode.LOCAL), question -> rag.ask(question.withListener(hold)));
        assertThat(end.thrown()).hasMessageContaining("in its step seed");
        int heard = hold.heard.get();

        hold.letGo();

        assertThat(hold.over.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(hold.heard).hasValue(heard);
    }

    @Test
    void interruptEndsTheWaitForTheLimit() throws Exception {
        hold.set("answer", "chat model");

        assertThat(interrupted(question(Mode.GRAPH).withTimeLimit(Duration.ofMinutes(5))))
                .hasMessage("the query was interrupted in its step answer");
    }

    @Test
    void conversationIsLimitedWithTheCallThatMakesAQuestionOfItsOwn() {
        Conversation conversation = Conversation.of(rag);
        conversation.ask(question(Mode.LOCAL));

        Late end = late(
                "understand",
                "chat model",
                question(Mode.LOCAL),
                question -> conversation.ask(question.withListener(hold)));

        assertThat(end.thrown())
                .hasMessageMatching(
                        end.start("in its step understand") + ", and had waited \\d+ ms for the chat model");
        assertThat(conversation.turns()).hasSize(1);
    }

    @Test
    void questionOfAConversationWaitsNoLongerForTheOneBeforeIt() throws Exception {
        Conversation conversation = Conversation.of(rag);
        hold.set("answer", "chat model");
        Thread before = Thread.ofPlatform()
                .start(() -> conversation.ask(question(Mode.GRAPH).withListener(hold)));
        assertThat(hold.reached.await(1, TimeUnit.MINUTES)).isTrue();

        assertThatThrownBy(() -> conversation.ask(limited(Mode.LOCAL)))
                .isInstanceOf(TernException.class)
                .hasMessage("no answer within 150 ms, the time limit of the question: its conversation was busy with "
                        + "the previous question");
        hold.letGo();
        before.join();
    }

    @Test
    void limitsThatMakeNoSenseAreRefused() {
        for (Duration wrong : List.of(Duration.ZERO, Duration.ofMillis(-5), Duration.ofHours(25))) {
            assertThatThrownBy(() -> question(Mode.LOCAL).withTimeLimit(wrong))
                    .isInstanceOf(TernException.class)
                    .hasMessage("the time limit of a question is " + wrong + "; it can be from 1 ms to 24 h");
        }
    }

    /**
     * The end of a question with a time limit.
     *
     * @param limit the first limit long enough to reach the blocking point
     * @param millis time after the limit
     */
    private record Late(TernException thrown, Duration limit, long millis) {
        String start(String where) {
            return "no answer within " + limit.toMillis() + " ms, the time limit of the question: it was " + where;
        }
    }

    /** Asks a question that blocks longer than its limit, which may take long. */
    private Late late(String step, String held, Question question, Function<Question, Object> asking) {
        for (Duration limit = LIMIT; limit.compareTo(MOST) < 0; limit = limit.multipliedBy(2)) {
            Question limited = question.withTimeLimit(limit);
            hold.letGo();
            hold.set(step, held);
            long start = System.nanoTime();
            Throwable thrown = catchThrowable(() -> asking.apply(limited));
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) - limit.toMillis();
            if (hold.reached.getCount() == 0) {
                Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
                assertThat(cause).isInstanceOf(TernException.class);
                return new Late((TernException) cause, limit, millis);
            }
        }
        throw new AssertionError("never gets to the " + held + " in " + step);
    }

    private static Question limited(Mode mode) {
        return question(mode).withTimeLimit(LIMIT);
    }

    private static Question question(Mode mode) {
        return Question.of("What does Orla Finn grind?", mode)
                .withParameters(Parameters.of(
                        Parameter.RECOGNITION, mode == Mode.GRAPH ? NameRecognition.MODEL : NameRecognition.OFFLINE));
    }

    /** Blocks the first event within one step. */
    private static final class Hold implements QueryListener {
        private volatile String step = "none";
        private volatile String held = "";
        private volatile String running = "";
        private boolean ignoresInterrupts = true;
        private final AtomicInteger heard = new AtomicInteger();
        private volatile CountDownLatch reached = new CountDownLatch(1);
        private volatile CountDownLatch free = new CountDownLatch(1);
        private final CountDownLatch over = new CountDownLatch(1);

        void set(String newStep, String newHeld) {
            step = newStep;
            held = newHeld;
            running = "";
            reached = new CountDownLatch(1);
            free = new CountDownLatch(1);
        }

        void letGo() {
            step = "none";
            free.countDown();
        }

        void pass(String caller) {
            if (running.equals(step) && caller.equals(held)) {
                reached.countDown();
                CountDownLatch waitsFor = free;
                while (waitsFor.getCount() > 0) {
                    LockSupport.parkNanos(1_000_000);
                    if (ignoresInterrupts) {
                        boolean ignored = Thread.interrupted();
                    } else if (Thread.currentThread().isInterrupted()) {
                        throw new CancellationException("interrupted");
                    }
                }
            }
        }

        @Override
        public void stepStarted(String name) {
            running = name;
            heard.incrementAndGet();
            // Only a step's own work follows its beginning without a call.
            pass("step");
        }

        @Override
        public void stepEnded(Trace.Step ended) {
            heard.incrementAndGet();
        }

        @Override
        public void answerPart(String part) {
            heard.incrementAndGet();
            pass("listener");
        }

        @Override
        public void queryEnded(Trace.Cost spent) {
            over.countDown();
        }
    }

    private static final class HeldChat implements StreamedChatModel {
        private final Hold hold;
        private final ScriptedChatModel script;

        HeldChat(Hold hold) {
            this.hold = hold;
            this.script = ScriptedChatModel.answering(request -> request.responseFormat() == null
                    ? "Rye [1]."
                    : "{\"names\": [\"Orla Finn\"], \"thought_process\": \"\", \"useful_relationships\": [\"[1]\"]}");
        }

        @Override
        public ChatResponse chat(ChatRequest request) {
            hold.pass("chat model");
            return script.chat(request);
        }

        @Override
        public ChatResponse chat(ChatRequest request, Consumer<String> words) {
            ChatResponse whole = chat(request);
            words.accept("Rye ");
            hold.pass("words");
            words.accept("[1].");
            return whole;
        }
    }
}
