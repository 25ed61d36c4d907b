package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.eval.questions.BeirDataset;
import dev.tern.eval.questions.BeirFolder;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.model.ChatTask;
import dev.tern.model.Meter;
import dev.tern.model.MeteredChat;
import dev.tern.note.Note;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.NotedEdits;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Six documents at 0, 10, ... 50 degrees, three questions at 0, 21 and 50. Nearest first:
 *
 * <pre>
 *   east    d0 d1 d2 d3 d4 d5     gold d0 d1           R@1 1/2  R@2 2/2  R@5 2/2
 *   middle  d2 d3 d1 d4 d0 d5     gold d2 d1 d5        R@1 1/3  R@2 1/3  R@5 2/3
 *   north   d5 d4 d3 d2 d1 d0     gold d0              R@1 0    R@2 0    R@5 0
 * </pre>
 */
final class EvaluationTest {
    private final AngleModel model = new AngleModel();
    private final InMemoryGraphStore store = new InMemoryGraphStore();
    private final GraphRag rag =
            GraphRag.builder().store(store).embeddingModel(model).build();

    @TempDir
    Path folder;

    @BeforeEach
    void write() {
        new BeirFolder(folder)
                .documents("d0:0", "d1:10", "d2:20", "d3:30", "d4:40", "d5:50")
                .questions("east:0", "middle:21", "north:50")
                .judgements(
                        "east\td0\t1",
                        "east\td1\t1",
                        "middle\td2\t1",
                        "middle\td1\t1",
                        "middle\td5\t1",
                        "north\td0\t1");
    }

    private QuestionSet indexed() {
        QuestionSet set = BeirDataset.read(folder);
        try (Stream<SourceDocument> documents = set.corpus().open()) {
            rag.add(documents.toList(), IngestListener.NONE);
        }
        return set;
    }

    private Evaluation.Builder evaluation(Mode... modes) {
        return Evaluation.of(indexed()).methods(methods(rag, modes)).warmUp(0);
    }

    private static List<RetrievalMethod> methods(GraphRag rag, Mode... modes) {
        return Arrays.stream(modes)
                .map(mode -> RetrievalMethod.mode(mode, rag, Parameters.DEFAULT))
                .toList();
    }

    @Test
    void countsWhatWasFound() {
        EvaluationReport report =
                evaluation(Mode.NAIVE).cutoffs(List.of(1, 2, 5, 1000)).build().run(rag);
        MethodFigures naive = report.figures("naive");
        assertThat(naive.mean("recall@1")).isEqualTo(100 * (1 / 2.0 + 1 / 3.0 + 0) / 3, within(1e-9));
        assertThat(naive.mean("recall@2")).isEqualTo(100 * (1 + 1 / 3.0 + 0) / 3, within(1e-9));
        assertThat(naive.mean("recall@5")).isEqualTo(100 * (1 + 2 / 3.0 + 0) / 3, within(1e-9));
        assertThat(naive.mean("recall@1000")).isEqualTo(100);
        assertThat(naive.mean("allGold@1")).isZero();
        assertThat(naive.mean("allGold@2")).isEqualTo(100 / 3.0, within(1e-9));
        assertThat(naive.mean("allGold@5")).isEqualTo(100 / 3.0, within(1e-9));
        assertThat(naive.mean("allGold@1000")).isEqualTo(100);
        assertThat(naive.mean("mrr")).isEqualTo(100 * (1 + 1 + 1 / 6.0) / 3, within(1e-9));
        assertThat(naive.mean("f1")).isZero();
        QuestionResult middle = naive.questions().get(1);
        assertThat(middle.id()).isEqualTo("middle");
        assertThat(middle.question()).isEqualTo("what is at 21");
        assertThat(middle.gold()).containsExactly("d1", "d2", "d5");
        assertThat(middle.returned()).containsExactly("d2", "d3", "d1", "d4", "d0", "d5");
        assertThat(middle.hits()).containsExactly("d2", "d1", "d5");
        assertThat(middle.cost().roundTrips()).isEqualTo(1);
        assertThat(naive.cost()).isEqualTo(new MethodFigures.Cost(1, 1, 1, 0, 0, OptionalDouble.of(0)));
    }

    @Test
    void withoutStatementsLocalFindsWhatNaiveFinds() {
        EvaluationReport report =
                evaluation(Mode.NAIVE, Mode.LOCAL).warmUp(3).build().run(rag);
        assertThat(report.methods().keySet()).containsExactly("naive", "local");
        assertThat(returned(report, "local")).isEqualTo(returned(report, "naive"));
        assertThat(report.figures("local").measures())
                .isEqualTo(report.figures("naive").measures());
    }

    @Test
    void severalQuestionsAtATimeGiveTheSameFigures() {
        EvaluationReport one = evaluation(Mode.NAIVE).build().run(rag);
        EvaluationReport four = evaluation(Mode.NAIVE).parallelism(4).build().run(rag);
        assertThat(returned(four, "naive")).isEqualTo(returned(one, "naive"));
    }

    private static List<List<String>> returned(EvaluationReport report, String method) {
        return report.figures(method).questions().stream()
                .map(QuestionResult::returned)
                .toList();
    }

    @Test
    void documentsThatAreEquallyNearAlwaysComeInTheSameOrder() {
        new BeirFolder(folder)
                .documents("t1:5", "t2:5", "t3:5", "t4:5")
                .questions("q:0")
                .judgements("q\tt1\t1");
        List<String> first =
                returned(evaluation(Mode.NAIVE).build().run(rag), "naive").getFirst();
        GraphRag backwards = GraphRag.builder()
                .store(new InMemoryGraphStore())
                .embeddingModel(model)
                .build();
        for (int i = 4; i > 0; i--) {
            backwards.add(SourceDocument.of("t" + i, "t" + i + " at 5"));
        }
        Evaluation evaluation = Evaluation.of(BeirDataset.read(folder))
                .methods(methods(backwards, Mode.NAIVE))
                .build();
        assertThat(first).hasSize(4);
        assertThat(returned(evaluation.run(backwards), "naive").getFirst()).isEqualTo(first);
    }

    @Test
    void timesEveryRetrievalOnTheClockItIsGivenWithAndWithoutModels() {
        AtomicLong asked = new AtomicLong();
        // Start and end of retrievals of 1, 3 and 10 ms; the model takes half a millisecond.
        long[] readings = {0, 1_000_000, 5_000_000, 8_000_000, 20_000_000, 30_000_000};
        AtomicLong modelNanos = new AtomicLong();
        ModelClock clock = new ModelClock(() -> modelNanos.getAndAdd(500_000));
        GraphRag timed = GraphRag.builder()
                .store(store)
                .embeddingModel(clock.timed(model))
                .build();
        MethodFigures naive = Evaluation.of(indexed())
                .methods(methods(timed, Mode.NAIVE))
                .warmUp(0)
                .modelClock(clock)
                .clock(() -> readings[Math.toIntExact(asked.getAndIncrement())])
                .build()
                .run(rag)
                .figures("naive");
        assertThat(naive.questions()).extracting(QuestionResult::millis).containsExactly(1.0, 3.0, 10.0);
        assertThat(naive.questions()).extracting(QuestionResult::modelMillis).containsExactly(0.5, 0.5, 0.5);
        assertThat(naive.times()).isEqualTo(new MethodFigures.Times(3, 10, 2.5, 9.5));
    }

    @Test
    void warmUpIsAskedButNeitherToldNorCounted() {
        QuestionSet set = indexed();
        model.texts.set(0);
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        EvaluationListener listener = new EvaluationListener() {
            @Override
            public void questionEnded(String method, int done, int total) {
                told.add(method + " " + done + "/" + total);
            }

            @Override
            public void result(String method, QuestionResult result, RetrievalMethod.MethodResult methodResult) {
                told.add(result.id() + " " + methodResult.trace().isPresent());
            }
        };
        EvaluationReport report = Evaluation.of(set)
                .methods(methods(rag, Mode.NAIVE))
                .warmUp(7)
                .listener(listener)
                .build()
                .run(rag);
        assertThat(model.texts).hasValue(7 + 3);
        assertThat(told)
                .containsSubsequence("naive 1/3", "naive 2/3", "naive 3/3")
                .containsSubsequence("east true", "middle true", "north true")
                .hasSize(6);
        assertThat(report.figures("naive").questions()).hasSize(3);
    }

    @Test
    void warmUpCallsNoChatModel() {
        AtomicInteger calls = new AtomicInteger();
        ChatModel choosing = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                calls.incrementAndGet();
                String nothing = "{\"thought_process\": \"\", \"useful_relationships\": []}";
                return ChatResponse.builder().aiMessage(AiMessage.from(nothing)).build();
            }
        };
        GraphRag chatting = GraphRag.builder()
                .store(store)
                .embeddingModel(model)
                .chatModel(choosing)
                .build();
        chatting.add(SourceDocument.of("more", "more at 0")
                .withStatements(List.of(Statement.of("this 0", "lies beside", "that 0"))));
        EvaluationReport report = Evaluation.of(indexed())
                .methods(methods(chatting, Mode.GRAPH))
                .warmUp(7)
                .build()
                .run(rag);
        assertThat(report.figures("graph").questions()).hasSize(3);
        assertThat(calls).hasValue(3);
    }

    @Test
    void modelsThatAreOfNoUseAreMeasuredToo() {
        List<RetrievalMethod> scripted = RetrievalMethod.scripted(store, model, Parameters.DEFAULT);
        EvaluationReport report =
                Evaluation.of(indexed()).methods(scripted).warmUp(0).build().run(rag);
        assertThat(report.methods().keySet())
                .containsExactly(
                        "graph nonsense",
                        "graph first",
                        "graph last",
                        "graph all",
                        "graph random 1",
                        "graph random 3",
                        "graph random 10");
        assertThat(report.figures("graph first").questions()).hasSize(3);
    }

    @Test
    void answersAreComparedWithTheExpectedOnes() {
        new BeirFolder(folder)
                .queries(
                        "{\"_id\": \"east\", \"text\": \"what is at 0\", \"metadata\": {\"answers\": [\"the sea\"],"
                                + " \"type\": \"near\"}}",
                        "{\"_id\": \"middle\", \"text\": \"what is at 21\", \"metadata\": {\"answers\": [\"sea side\"],"
                                + " \"type\": \"near\"}}",
                        "{\"_id\": \"north\", \"text\": \"what is at 50\", \"metadata\": {\"type\": \"far\"}}");
        MethodFigures naive = evaluation(Mode.NAIVE)
                .answers(new ShortAnswers(
                        new MeteredChat(
                                new ScriptedChatModel("{\"answer\": \"Sea\"}"), ChatTask.ANSWER, 0, new Meter()),
                        5))
                .build()
                .run(rag)
                .figures("naive");
        assertThat(naive.mean("exactMatch")).isEqualTo(100 / 3.0, within(1e-9));
        assertThat(naive.mean("f1")).isEqualTo(100 * (1 + 2 / 3.0) / 3, within(1e-9));
        assertThat(naive.strata().getOrDefault(Strata.TYPE, Map.of()).keySet()).containsExactly("far", "near");
        assertThat(naive.stratum(Strata.TYPE, "near").questions()).isEqualTo(2);
        assertThat(naive.stratum(Strata.TYPE, "near").measures().get("exactMatch"))
                .isEqualTo(50);
        assertThat(naive.questions().getLast().answer()).isEmpty();
    }

    @Test
    void questionsAreToldApartByTheirHopsAndTheNamesOfTheGraph() {
        new BeirFolder(folder)
                .queries(
                        "{\"_id\": \"east\", \"text\": \"What is Rome 7 at 0\", \"metadata\": {\"hops\": \"single\"}}",
                        "{\"_id\": \"middle\", \"text\": \"What are Rome 7 and Ostia 8 at 21\", \"metadata\":"
                                + " {\"hops\": 10}}",
                        "{\"_id\": \"north\", \"text\": \"what is at 50\", \"metadata\": {\"hops\": 2}}");
        Evaluation.Builder evaluation = evaluation(Mode.NAIVE);
        rag.add(SourceDocument.of("ostia", "Ostia at 180")
                .withStatements(List.of(Statement.of("Ostia 8", "lies near", "Rome 7"))));
        for (int i = 0; i < 20; i++) {
            rag.add(SourceDocument.of("rome " + i, "Rome at " + (170 + i))
                    .withStatements(List.of(Statement.of("Rome 7", "has", "Hill " + i))));
        }

        List<QuestionSet> sets = List.of(BeirDataset.read(folder));
        MethodFigures naive = evaluation
                .names(NameFrequencies.of(store, sets))
                .build()
                .run(rag)
                .figures("naive");

        assertThat(naive.strata().getOrDefault(Strata.HOPS, Map.of()).keySet()).containsExactly("2", "10", "single");
        assertThat(naive.strata().getOrDefault(Strata.NAMES, Map.of()).keySet())
                .containsExactly("no known name", "1 to 3", "beyond 20");
        assertThat(naive.stratum(Strata.NAMES, "beyond 20").questions()).isEqualTo(1);

        assertThat(NameFrequencies.of(store, sets).rarest("What is Rome 7 at 0"))
                .hasValue(21);
        store.changeNotes(NotedEdits.trust(new Note.Act("ada", Instant.EPOCH, ""), "rome *=0"));
        assertThat(NameFrequencies.of(store, sets).rarest("What is Rome 7 at 0"))
                .hasValue(1);
        assertThat(NameFrequencies.of(store, sets).rarest("of another set")).isEmpty();
    }

    @Test
    void interruptingTheCallerEndsTheEvaluation() {
        Evaluation evaluation = evaluation(Mode.NAIVE).build();
        Thread.currentThread().interrupt();
        assertEndsInterrupted(evaluation);
    }

    @Test
    void interruptIsHeardWhereEveryQuestionIsAskedAlready() {
        CountDownLatch asked = new CountDownLatch(3);
        List<String> heard = new ArrayList<>();
        Evaluation evaluation = evaluation(Mode.NAIVE, Mode.LOCAL)
                .listener(new EvaluationListener() {
                    @Override
                    public void questionEnded(String method, int done, int total) {
                        asked.countDown();
                    }

                    @Override
                    public void result(
                            String method, QuestionResult result, RetrievalMethod.MethodResult methodResult) {
                        heard.add(result.id());
                        try {
                            asked.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        Thread.currentThread().interrupt();
                    }
                })
                .build();
        assertEndsInterrupted(evaluation);
        assertThat(heard).containsExactly("east");
    }

    private void assertEndsInterrupted(Evaluation evaluation) {
        Throwable failure = catchThrowable(() -> evaluation.run(rag));
        boolean still = Thread.interrupted();
        assertThat(failure).isInstanceOf(TernException.class).hasMessage("the evaluation was interrupted");
        assertThat(still).as("the thread is still interrupted").isTrue();
    }

    @Test
    void refusesAGraphWithoutTheDocuments() {
        rag.add(SourceDocument.of("d0", "d0 at 0"));
        Evaluation evaluation = Evaluation.of(BeirDataset.read(folder))
                .methods(methods(rag, Mode.NAIVE))
                .build();
        assertThatThrownBy(() -> evaluation.run(rag))
                .isInstanceOf(TernException.class)
                .hasMessage("the graph has 1 documents and the question set " + folder.getFileName()
                        + " has 6: index all of them first");
    }

    @Test
    void failureOfAQuestionEndsTheEvaluation() {
        new BeirFolder(folder).questions("east:0", "middle:not a number", "north:50");
        Evaluation evaluation = evaluation(Mode.NAIVE).build();
        assertThatThrownBy(() -> evaluation.run(rag))
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith("the embedding model \"angles\" failed: ");
    }

    @Test
    void refusesValuesOutOfRange() {
        refused(evaluation(), "no mode to evaluate is given");
        refused(evaluation(Mode.NAIVE, Mode.NAIVE), "two methods to evaluate have the same name: [naive, naive]");
        refused(evaluation(Mode.NAIVE).cutoffs(List.of()), "no cutoff is given");
        refused(evaluation(Mode.NAIVE).cutoffs(List.of(5, 0)), "a cutoff is 0; it must be between 1 and 1000");
        refused(evaluation(Mode.NAIVE).parallelism(0), "parallelism is 0; it must be between 1 and 64");
        refused(evaluation(Mode.NAIVE).warmUp(-1), "warmUp is -1; it must be between 0 and 2147483647");
    }

    private static void refused(Evaluation.Builder builder, String message) {
        assertThatThrownBy(builder::build).isInstanceOf(TernException.class).hasMessage(message);
    }

    @Test
    void documentCountsOnceAtThePlaceOfItsFirstPassage() {
        assertThat(QuestionResult.distinct(List.of("b", "a", "b", "c", "a", "d"), 3))
                .containsExactly("b", "a", "c");
        assertThat(QuestionResult.distinct(List.of(), 3)).isEmpty();
    }
}
