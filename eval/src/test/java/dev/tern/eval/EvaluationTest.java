package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.query.Mode;
import dev.tern.store.InMemoryGraphStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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
    private final GraphRag rag = GraphRag.builder()
            .store(new InMemoryGraphStore())
            .embeddingModel(model)
            .build();

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

    private Evaluation.Builder indexing() {
        return Evaluation.of(BeirDataset.read(folder)).indexFirst(IngestListener.NONE);
    }

    @Test
    void countsWhatWasFound() {
        EvaluationReport report = indexing()
                .modes(List.of(Mode.NAIVE))
                .cutoffs(List.of(1, 2, 5, 10))
                .build()
                .run(rag);
        ModeFigures naive = report.figures(Mode.NAIVE);
        assertThat(naive.recall().get(1)).isEqualTo(100 * (1 / 2.0 + 1 / 3.0 + 0) / 3, within(1e-9));
        assertThat(naive.recall().get(2)).isEqualTo(100 * (1 + 1 / 3.0 + 0) / 3, within(1e-9));
        assertThat(naive.recall().get(5)).isEqualTo(100 * (1 + 2 / 3.0 + 0) / 3, within(1e-9));
        assertThat(naive.recall().get(10)).isEqualTo(100);
        assertThat(naive.allGold().get(1)).isZero();
        assertThat(naive.allGold().get(2)).isEqualTo(100 / 3.0, within(1e-9));
        assertThat(naive.allGold().get(5)).isEqualTo(100 / 3.0, within(1e-9));
        assertThat(naive.allGold().get(10)).isEqualTo(100);
        QuestionResult middle = naive.questions().get(1);
        assertThat(middle.id()).isEqualTo("middle");
        assertThat(middle.question()).isEqualTo("what is at 21");
        assertThat(middle.gold()).containsExactly("d1", "d2", "d5");
        assertThat(middle.returned()).containsExactly("d2", "d3", "d1", "d4", "d0", "d5");
        assertThat(middle.hits()).containsExactly("d2", "d1", "d5");
        assertThat(middle.roundTrips()).isEqualTo(1);
        assertThat(middle.storeCalls()).isEqualTo(1);
        assertThat(middle.modelCalls()).isEqualTo(1);
        assertThat(naive.roundTrips()).isEqualTo(1);
        assertThat(naive.storeCalls()).isEqualTo(1);
        assertThat(naive.modelCalls()).isEqualTo(1);
    }

    @Test
    void withoutStatementsLocalFindsWhatNaiveFinds() {
        EvaluationReport report = indexing().build().run(rag);
        assertThat(report.modes().keySet()).containsExactly(Mode.NAIVE, Mode.LOCAL);
        assertThat(returned(report, Mode.LOCAL)).isEqualTo(returned(report, Mode.NAIVE));
        assertThat(report.figures(Mode.LOCAL).recall())
                .isEqualTo(report.figures(Mode.NAIVE).recall());
    }

    @Test
    void severalQuestionsAtATimeGiveTheSameFigures() {
        EvaluationReport one = indexing().build().run(rag);
        EvaluationReport four = indexing().parallelism(4).build().run(rag);
        assertThat(returned(four, Mode.NAIVE)).isEqualTo(returned(one, Mode.NAIVE));
        assertThat(four.parallelism()).isEqualTo(4);
    }

    private static List<List<String>> returned(EvaluationReport report, Mode mode) {
        return report.figures(mode).questions().stream()
                .map(QuestionResult::returned)
                .toList();
    }

    @Test
    void documentsThatAreEquallyNearAlwaysComeInTheSameOrder() {
        new BeirFolder(folder)
                .documents("t1:5", "t2:5", "t3:5", "t4:5")
                .questions("q:0")
                .judgements("q\tt1\t1");
        List<String> first = returned(indexing().build().run(rag), Mode.NAIVE).getFirst();
        GraphRag backwards = GraphRag.builder()
                .store(new InMemoryGraphStore())
                .embeddingModel(model)
                .build();
        for (int i = 4; i > 0; i--) {
            backwards.add(Document.of("t" + i, "t" + i + " at 5"));
        }
        Evaluation evaluation = Evaluation.of(BeirDataset.read(folder)).build();
        assertThat(first).hasSize(4);
        assertThat(returned(evaluation.run(backwards), Mode.NAIVE).getFirst()).isEqualTo(first);
    }

    @Test
    void timesEveryRetrievalOnTheClockItIsGiven() {
        AtomicLong asked = new AtomicLong();
        // Start and end of three retrievals: 1, 3 and 10 milliseconds.
        long[] readings = {0, 1_000_000, 5_000_000, 8_000_000, 20_000_000, 30_000_000};
        Evaluation evaluation = indexing()
                .modes(List.of(Mode.NAIVE))
                .warmUp(0)
                .clock(() -> readings[Math.toIntExact(asked.getAndIncrement())])
                .build();
        ModeFigures naive = evaluation.run(rag).figures(Mode.NAIVE);
        assertThat(naive.questions()).extracting(QuestionResult::millis).containsExactly(1.0, 3.0, 10.0);
        assertThat(naive.latency()).isEqualTo(new ModeFigures.Latency(3, 10));
    }

    @Test
    void warmUpIsAskedButNeitherToldNorCounted() {
        indexing().build().run(rag);
        model.texts.set(0);
        List<String> told = new ArrayList<>();
        EvaluationReport report = Evaluation.of(BeirDataset.read(folder))
                .modes(List.of(Mode.NAIVE))
                .warmUp(7)
                .listener((mode, done, total) -> told.add(mode + " " + done + "/" + total))
                .build()
                .run(rag);
        assertThat(model.texts).hasValue(7 + 3);
        assertThat(told).containsExactly("NAIVE 1/3", "NAIVE 2/3", "NAIVE 3/3");
        assertThat(report.warmUp()).isEqualTo(7);
        assertThat(report.figures(Mode.NAIVE).questions()).hasSize(3);
        assertThat(report.indexing()).isEmpty();
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
                .store(new InMemoryGraphStore())
                .embeddingModel(model)
                .chatModel(choosing)
                .build();
        chatting.add(Document.of("more", "more at 0")
                .withStatements(List.of(Statement.of("this 0", "lies beside", "that 0"))));
        EvaluationReport report =
                indexing().modes(List.of(Mode.GRAPH)).warmUp(7).build().run(chatting);
        assertThat(report.figures(Mode.GRAPH).questions()).hasSize(3);
        assertThat(calls).hasValue(3);
    }

    @Test
    void reportsAsJson() {
        JsonNode json = indexing().warmUp(0).build().run(rag).json();
        assertThat(json.at("/modes/local/recall/5").asDouble()).isEqualTo(100 * (1 + 2 / 3.0) / 3, within(1e-9));
        assertThat(json.at("/modes/naive/allGold/5").asDouble()).isEqualTo(100 / 3.0, within(1e-9));
        assertThat(json.at("/modes/naive/latency/p95Millis").isDouble()).isTrue();
        assertThat(json.at("/modes/naive/questions/1/hits").toString()).isEqualTo("[\"d2\",\"d1\",\"d5\"]");
        assertThat(json.path("dataset").asText()).isEqualTo(folder.getFileName().toString());
        assertThat(json.path("documents").asInt()).isEqualTo(6);
        assertThat(json.path("queries").asInt()).isEqualTo(3);
        assertThat(json.path("embeddingModel").asText()).isEqualTo("angles");
        assertThat(json.at("/parameters/finalTopK").asInt()).isEqualTo(10);
        assertThat(json.path("parameters").has("minimumEntitySimilarity")).isFalse();
        assertThat(json.at("/indexing/documents").asInt()).isEqualTo(6);
        assertThat(json.at("/machine/cores").asInt()).isPositive();
        List<String> keys = new ArrayList<>();
        json.fieldNames().forEachRemaining(keys::add);
        assertThat(keys).isSorted();
        List<String> figures = new ArrayList<>();
        json.at("/modes/naive").fieldNames().forEachRemaining(figures::add);
        assertThat(figures)
                .containsExactly("allGold", "latency", "modelCalls", "questions", "recall", "roundTrips", "storeCalls");
    }

    @Test
    void reportsAsATable() {
        AtomicLong clock = new AtomicLong();
        EvaluationReport measured = Evaluation.of(indexedSet())
                .clock(() -> clock.getAndAdd(2_500_000))
                .build()
                .run(rag);
        EvaluationReport report = new EvaluationReport(
                "six",
                1890,
                measured.queries(),
                measured.modes(),
                measured.embeddingModel(),
                measured.parameters(),
                0,
                1,
                measured.indexing(),
                new Machine(2, "any", "any", 1, OptionalLong.of(3 << 20)));
        assertThat(report.table().lines())
                .containsExactly(
                        "six: 3 questions, 1,890 documents, angles",
                        "mode    R@2   R@5   R@10  all@2  all@5  all@10  p50 ms  p95 ms  round trips  model calls",
                        "naive  44.4  55.6  100.0   33.3   33.3   100.0     2.5     2.5          1.0          1.0",
                        "local  44.4  55.6  100.0   33.3   33.3   100.0     2.5     2.5          "
                                + figure(measured.figures(Mode.LOCAL).roundTrips()) + "          1.0",
                        "peak memory 3 MB");
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    @Test
    void tellsWhatIndexingTookOrThatItWasDone() {
        String six = "indexed 6 passages with 0 statements in \\d+\\.\\d s, \\d+\\.\\d s without the embedding model";
        assertThat(indexing().build().run(rag).table().lines()).anyMatch(line -> line.matches(six));
        assertThat(indexing().build().run(rag).table().lines()).contains("the graph had all 6 documents already");
    }

    @Test
    void interruptingTheCallerEndsTheEvaluation() {
        Evaluation evaluation = Evaluation.of(indexedSet()).build();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> evaluation.run(rag))
                    .isInstanceOf(TernException.class)
                    .hasMessage("the evaluation was interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private BeirDataset indexedSet() {
        BeirDataset set = BeirDataset.read(folder);
        rag.add(set.corpus().documents(), IngestListener.NONE);
        return set;
    }

    @Test
    void refusesAGraphWithoutTheDocuments() {
        rag.add(Document.of("d0", "d0 at 0"));
        Evaluation evaluation = Evaluation.of(BeirDataset.read(folder)).build();
        assertThatThrownBy(() -> evaluation.run(rag))
                .isInstanceOf(TernException.class)
                .hasMessage("the graph has 1 documents and the question set " + folder.getFileName()
                        + " has 6: index all of them first");
    }

    @Test
    void refusesGraphModeWithoutAChatModelBeforeIndexing() {
        Evaluation evaluation =
                indexing().modes(List.of(Mode.LOCAL, Mode.GRAPH)).build();
        assertThatThrownBy(() -> evaluation.run(rag))
                .isInstanceOf(TernException.class)
                .hasMessage("graph mode cannot be evaluated: it needs a chat model and none is set");
        assertThat(rag.statistics().documents()).isZero();
    }

    @Test
    void failureOfAQuestionEndsTheEvaluation() {
        new BeirFolder(folder).questions("east:0", "middle:not a number", "north:50");
        Evaluation evaluation = indexing().build();
        assertThatThrownBy(() -> evaluation.run(rag))
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith("the embedding model \"angles\" failed: ");
    }

    @Test
    void refusesValuesOutOfRange() {
        refused(Evaluation.of(indexedSet()).modes(List.of()), "no mode to evaluate is given");
        refused(Evaluation.of(indexedSet()).cutoffs(List.of()), "no cutoff is given");
        refused(Evaluation.of(indexedSet()).cutoffs(List.of(5, 0)), "a cutoff is 0; it must be between 1 and 1000");
        refused(Evaluation.of(indexedSet()).parallelism(0), "parallelism is 0; it must be between 1 and 64");
        refused(Evaluation.of(indexedSet()).warmUp(-1), "warmUp is -1; it must be between 0 and 2147483647");
    }

    private static void refused(Evaluation.Builder builder, String message) {
        assertThatThrownBy(builder::build).isInstanceOf(TernException.class).hasMessage(message);
    }
}
