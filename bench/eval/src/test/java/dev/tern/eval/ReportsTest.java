package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.eval.measure.Interval;
import dev.tern.eval.measure.Resampling;
import dev.tern.eval.questions.GoldQuestion;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.model.ChatTask;
import dev.tern.model.Meter;
import dev.tern.model.MeteredChat;
import dev.tern.models.money.Money;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two sets of two questions; "local" finds more than "naive", in 4 ms instead of 2. */
final class ReportsTest {
    private static final Resampling RESAMPLING = new Resampling(1, 200);
    private static final Trace.Cost COST = cost();

    @TempDir
    Path folder;

    private static Trace.Cost cost() {
        Meter meter = new Meter();
        IntStream.range(0, 6).forEach(round -> meter.roundTrip());
        assertThat(meter.storeCall("entities", () -> 1)).isEqualTo(1);
        ChatModel model = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from("Halden [1]."))
                        .tokenUsage(new TokenUsage(1250, 15))
                        .build();
            }
        };
        new MeteredChat(model, ChatTask.ANSWER, 0, meter).text("system", "user");
        return Trace.Cost.of(meter).withMillis(4);
    }

    private static QuestionResult question(String id, String type, double millis, String... returned) {
        List<String> gold = List.of("a", "b");
        return new QuestionResult(
                id,
                "what is " + id,
                type,
                gold,
                List.of(returned),
                Stream.of(returned).filter(gold::contains).toList(),
                millis,
                1,
                COST,
                Optional.of(new Money(1_500_000)),
                Optional.empty());
    }

    private static EvaluationReport report(String name) {
        QuestionMeasures measured = new QuestionMeasures(Evaluation.DEFAULT_CUTOFFS, false);
        Map<String, MethodFigures> methods = new LinkedHashMap<>();
        List<QuestionResult> naive =
                List.of(question("q1", "2hop", 2, "a", "x", "y"), question("q2", "3hop", 2, "a", "b"));
        Strata strata = new Strata(List.of(), NameFrequencies.NONE, naive, Evaluation.DEFAULT_CUTOFFS);
        methods.put("naive", MethodFigures.of(naive, measured, RESAMPLING, strata));
        methods.put(
                "local",
                MethodFigures.of(
                        List.of(question("q1", "2hop", 4, "a", "b", "x"), question("q2", "3hop", 4, "a", "b")),
                        measured,
                        RESAMPLING,
                        strata));
        List<CandidateFigures> candidates =
                List.of(candidates(OptionalInt.of(250), 10, 0.5), candidates(OptionalInt.empty(), 90, 1));
        return new EvaluationReport(name, 1890, 2, methods, candidates);
    }

    private static CandidateFigures candidates(OptionalInt budget, int lines, double share) {
        return CandidateFigures.of(
                budget,
                List.of(List.of(
                        new CandidateFigures.OfQuestion(
                                "q1", lines, 12 * lines, 12 * lines + 300, share, OptionalDouble.empty()),
                        new CandidateFigures.OfQuestion(
                                "q2", lines, 12 * lines, 12 * lines + 300, 1, OptionalDouble.of(share)))),
                RESAMPLING);
    }

    private static EvaluationSummary summary() {
        return EvaluationSummary.of(
                List.of(report("one"), report("two")), Evaluation.DEFAULT_CUTOFFS, "local", RESAMPLING);
    }

    private static RunManifest manifest() {
        return new RunManifest(
                "1.0",
                List.of(new RunManifest.EvaluatedSet("one", 1890, 2, new TreeMap<>(Map.of("corpus.jsonl", "ab12")))),
                "angles",
                new TreeMap<>(Map.of("rerank", "chat")),
                Parameters.DEFAULT.byName(),
                new TreeMap<>(Map.of("merge", "false")),
                1,
                200,
                new MeasuringMachine(2, "any", "any", 1, OptionalLong.of(3 << 20)));
    }

    @Test
    void summaryCountsEverySetTheSameAndComparesOnTheSameQuestions() {
        EvaluationSummary summary = summary();
        assertThat(summary.means().getOrDefault("naive", Map.of()))
                .hasEntrySatisfying("recall@2", mean -> assertThat(mean.value()).isEqualTo(75));
        assertThat(summary.means().getOrDefault("local", Map.of()))
                .containsEntry("recall@2", new Interval(100, 100, 100));
        assertThat(summary.differences()).containsOnlyKeys("naive");
        assertThat(summary.differences().getOrDefault("naive", Map.of()))
                .hasEntrySatisfying(
                        "allGold@5",
                        difference ->
                                assertThat(difference.difference().value()).isEqualTo(50));
        assertThat(summary.candidates()).extracting(CandidateFigures::lines).containsExactly(10.0, 90.0);
    }

    @Test
    void tablesShowEverySetTheMeanIntervalsTypesAndCandidates() {
        List<String> lines = new EvaluationTables(summary()).text();
        assertThat(lines)
                .containsSubsequence(
                        "one: 2 questions, 1,890 documents",
                        "method    R@2    R@5   R@10  all@2  all@5  all@10    MRR  nDCG@10  p50 ms  p95 ms  own p50 ms"
                                + "  own p95 ms  round trips  model calls  tokens in  tokens out  cost of 1,000",
                        "naive    75.0   75.0   75.0   50.0   50.0    50.0  100.0     80.7     2.0     2.0         1.0"
                                + "         1.0          6.0          1.0      1,250          15          1.500",
                        "",
                        "two: 2 questions, 1,890 documents",
                        "",
                        "mean of the 2 sets",
                        "95 % intervals, and how far local is ahead (p)",
                        "R@5 by type of question on one",
                        "method  2hop (1)  3hop (1)",
                        "naive       50.0     100.0",
                        "",
                        "R@5 by place of the last gold document in naive on one",
                        "method  1 to 2 (1)  beyond 10 (1)",
                        "naive        100.0           50.0",
                        "local        100.0          100.0",
                        "candidates on one",
                        "budget  lines  tokens  prompt tokens              coverage      all gold covered"
                                + "              evidence",
                        "candidates, mean of the sets");
        assertThat(lines).anyMatch(line -> line.startsWith("naive") && line.contains("+25.0 [+"));
        List<String> markdown = new EvaluationTables(summary()).markdown();
        assertThat(markdown).contains("**mean of the 2 sets**", "| naive | 50.0 | 100.0 |");
    }

    @Test
    void jsonHasFiguresAndTimesApart() {
        EvaluationJson json = new EvaluationJson(summary(), manifest(), List.of());
        JsonNode figures = json.figures();
        assertThat(figures.at("/sets/0/methods/local/measures/recall@2/value").asDouble())
                .isEqualTo(100);
        assertThat(figures.at("/sets/1/methods/naive/strata/type of question/2hop/allGold@5")
                        .asDouble())
                .isZero();
        assertThat(figures.at("/sets/0/methods/local/cost/roundTrips").asInt()).isEqualTo(6);
        assertThat(figures.at("/ahead/naive/recall@5/value").asDouble()).isEqualTo(25);
        assertThat(figures.at("/candidates/0/budget").asInt()).isEqualTo(250);
        assertThat(figures.at("/candidates/1").has("budget")).isFalse();
        assertThat(figures.at("/manifest/sets/0/checksums/corpus.jsonl").asText())
                .isEqualTo("ab12");
        assertThat(figures.toString()).doesNotContainIgnoringCase("millis").doesNotContain("peakMemoryBytes");
        assertThat(json.times().at("/sets/one/local/p50Millis").asDouble()).isEqualTo(4);
        assertThat(json.times().at("/peakMemoryBytes").asLong()).isEqualTo(3 << 20);
        assertThat(json.all().has("times")).isTrue();
    }

    @Test
    void logHasALineForEveryQuestionAndTheTraceOfEveryMiss() throws IOException {
        Path file = folder.resolve("questions.jsonl");
        Trace trace = Trace.of(
                Mode.LOCAL,
                List.of(Trace.Step.of("seed", List.of(), List.of())
                        .withRemarks(List.of("a note"))
                        .withCost(COST)));
        GoldQuestion query = new GoldQuestion(
                "q1", "what is q1", new TreeMap<>(Map.of("a", "Alpha", "b", "Beta")), List.of(), "2hop", "");
        try (QuestionLog log = new QuestionLog(file)) {
            log.begin(new QuestionSet(
                    "one",
                    () -> {
                        throw new AssertionError("no documents are read");
                    },
                    3,
                    List.of(query),
                    new TreeMap<>()));
            RetrievalMethod.MethodResult methodResult = new RetrievalMethod.MethodResult(List.of(), Optional.of(trace));
            log.write("local", question("q1", "2hop", 4, "x", "b"), methodResult);
            log.write("local", question("q1", "2hop", 4, "b", "a"), methodResult);
        }
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(new JsonMapper().readTree(line));
        }
        JsonNode miss = lines.getFirst();
        assertThat(miss.path("set").asText()).isEqualTo("one");
        assertThat(miss.path("miss").asBoolean()).isTrue();
        assertThat(miss.path("gold").toString())
                .isEqualTo("[{\"document\":\"a\",\"title\":\"Alpha\"},"
                        + "{\"document\":\"b\",\"title\":\"Beta\",\"place\":2}]");
        assertThat(miss.at("/trace/steps/0/remarks/0").asText()).isEqualTo("a note");
        assertThat(miss.toString()).doesNotContain("millis");
        assertThat(lines.getLast().path("miss").asBoolean()).isFalse();
        assertThat(lines.getLast().has("trace")).isFalse();
    }
}
