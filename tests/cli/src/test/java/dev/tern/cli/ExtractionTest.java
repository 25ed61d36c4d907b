package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.app.Backend;
import dev.tern.cli.command.GraphSession;
import dev.tern.graph.SourceDocument;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.model.TaskModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tern add} of documents whose statements a chat model finds, with a provider at the wire. */
final class ExtractionTest {
    @TempDir
    private Path directory;

    @AutoClose
    private ModelStub provider;

    private Shell shell;

    @BeforeEach
    void start() {
        provider = new ModelStub();
        shell = new Shell(directory).asking(provider).with("TERN_PARALLEL_REQUESTS", "8");
    }

    /** Documents of one passage each, numbered from 1. */
    private void documents(int count) throws IOException {
        Files.createDirectories(directory.resolve("docs"));
        for (int i = 1; i <= count; i++) {
            Files.writeString(directory.resolve("docs/" + i + ".txt"), text(i));
        }
    }

    private static String text(int number) {
        return String.format(
                Locale.ROOT,
                "The item of the archive that is called Code%d was written down by its keeper in the year %d. Nobody"
                        + " has moved it since, and the shelf on which it stands is the one that the plan of the house"
                        + " shows.",
                number,
                1700 + number);
    }

    private JsonNode json(String... arguments) throws IOException {
        return CommandsTest.json(shell.run(arguments));
    }

    @Test
    void aModelFindsTheStatementsAndNothingIsAskedTwice() throws IOException {
        documents(20);

        Shell.Run first = shell.run("add", "docs", "--json");

        assertThat(first.exitCode()).as(first.err()).isZero();
        JsonNode report = CommandsTest.json(first);
        assertThat(report.path("documents").asInt()).isEqualTo(20);
        assertThat(report.path("extracted").asInt()).isEqualTo(20);
        assertThat(report.path("statements").asInt()).isEqualTo(60);
        assertThat(provider.calls()).isEqualTo(20);
        assertThat(report.path("usage").path("calls").asInt()).isGreaterThan(20);

        JsonNode again = json("add", "docs", "--json");
        assertThat(again.path("unchanged").asInt()).isEqualTo(20);
        assertThat(again.path("usage").path("calls").asInt()).isZero();
        assertThat(provider.calls()).isEqualTo(20);

        JsonNode elsewhere = json("add", "docs", "--graph", "other", "--json");
        assertThat(elsewhere.path("extracted").asInt()).isEqualTo(20);
        assertThat(elsewhere.path("usage").path("calls").asInt()).isZero();
        assertThat(provider.calls()).isEqualTo(20);

        shell.with("TERN_EXTRACTION_PREDICATES", "lives in");
        assertThat(shell.run("add", "docs/1.txt", "--graph", "third").out())
                .contains("; 3 unusable statements dropped");
    }

    @Test
    void theEstimateIsWithinAFifthOfWhatIsUsedThen() throws IOException {
        documents(40);
        assertThat(shell.run("add", "--dry-run", "docs").out())
                .contains("the cost is not known: set prices, as in prices: \"gpt-6-luna=0.15/0.60\"\n");
        shell.with("TERN_PRICES", "gpt-6-luna=2.50/10, stub-embedding=0.02").with("TERN_PARALLEL_REQUESTS", "1");
        JsonNode estimate = json("add", "--dry-run", "docs", "--json");
        assertThat(shell.run("add", "--dry-run", "docs").out())
                .contains("costs about " + estimate.path("cost").asText() + ", in the currency of your prices\n");
        assertThat(provider.calls()).as("nothing is asked").isZero();
        assertThat(Files.exists(directory.resolve("tern-store"))).isFalse();

        JsonNode spent = json("add", "docs", "--json").path("usage");

        assertThat(estimate.path("passages").asInt()).isEqualTo(40);
        assertThat(estimate.path("extraction").path("calls").asInt()).isEqualTo(40);
        assertThat(estimate.path("embedding").path("calls").asInt())
                .as("40 passages, with 14 statements and names each, by 512 texts")
                .isEqualTo(2);
        within20Percent(estimate.path("extraction").path("inputTokens").asLong(), provider.inputTokens());
        assertThat(spent.path("inputTokens").asLong()).isGreaterThan(provider.inputTokens());
        JsonNode after = json("add", "--dry-run", "docs", "--json");
        assertThat(after.path("knownPassages").asInt()).isEqualTo(40);
        assertThat(after.path("extraction").path("calls").asInt()).isZero();
        assertThat(after.path("cost").asText()).isEqualTo("0.00");
        assertThat(shell.run("add", "--dry-run", "docs").out()).contains("costs nothing\n");
    }

    @Test
    void theEstimateTellsWhatIsLeftOutAsAddDoes() throws IOException {
        documents(2);
        Files.createFile(directory.resolve("docs/empty.txt"));
        Files.write(directory.resolve("docs/blob.bin"), new byte[] {0, 1, 2, 3});
        Files.writeString(directory.resolve("docs/broken.pdf"), "%PDF-1.4 broken");

        Shell.Run estimated = shell.run("add", "--dry-run", "docs");
        JsonNode estimate = new ObjectMapper()
                .readTree(shell.run("add", "--dry-run", "docs", "--json").out());
        Shell.Run added = shell.run("add", "docs");

        String leftOut = "1 place skipped, for the reasons above\n2 files ignored: ";
        assertThat(estimated.out()).startsWith("2 documents, ").contains(leftOut);
        assertThat(estimated.err())
                .startsWith("warning: would leave out docs/broken.pdf")
                .hasLineCount(1);
        assertThat(added.out()).startsWith("2 documents ").contains(leftOut);
        assertThat(added.err()).startsWith("warning: left out docs/broken.pdf").hasLineCount(1);
        assertThat(List.of(estimated.exitCode(), added.exitCode())).containsOnly(3);
        assertThat(estimate.path("ignored")).hasSize(2);
        assertThat(estimate.path("skipped")).hasSize(1);
    }

    private static void within20Percent(long estimated, long used) {
        assertThat((double) estimated).isBetween(0.8 * used, 1.2 * used);
    }

    @Test
    void aRunStopsBeforeItPassesMaxCostAndGoesOnLater() throws IOException {
        documents(60);
        shell.with("TERN_PRICES", "gpt-6-luna=100/100, stub-embedding=0.02");
        double most = 3;

        Shell.Run stopped = shell.run("add", "docs", "--max-cost", String.valueOf(most), "--json");

        assertThat(stopped.exitCode()).as(stopped.err()).isEqualTo(4);
        JsonNode report = new JsonMapper().readTree(stopped.out());
        assertThat(report.path("stoppedByBudget").asBoolean()).isTrue();
        assertThat(report.path("usage").path("cost").asDouble()).isBetween(0.1, most);
        int extracted = report.path("extracted").asInt();
        assertThat(extracted).isBetween(1, 59);
        assertThat(report.path("waiting").asInt()).isEqualTo(60 - extracted);
        int asked = provider.calls();

        Shell.Run rest = shell.run("add", "docs", "--json");
        assertThat(rest.exitCode()).isZero();
        assertThat(CommandsTest.json(rest).path("extracted").asInt()).isEqualTo(60 - extracted);
        assertThat(provider.calls() - asked).isLessThanOrEqualTo(60 - extracted);
        provider.answered().forEach((code, count) -> assertThat(count).as(code).isEqualTo(1));
    }

    @Test
    @Timeout(120)
    void allPlacesAndRunsOfASynchronisationShareOneBudget() throws IOException {
        documents(20);
        Files.move(directory.resolve("docs"), directory.resolve("few"));
        documents(60);
        shell.with("TERN_PRICES", "gpt-6-luna=100/100, stub-embedding=0.02");

        Shell.Run once = shell.run("sync", "few", "docs", "--max-cost", "3");
        assertThat(once.exitCode()).as(once.err()).isEqualTo(4);
        assertThat(once.out()).contains("few: 20 added", "docs: ", "stopped before passing maxCost");
        assertThat(json("jobs", "--costs", "--json").path("total").path("cost").asDouble())
                .isBetween(1.0, 3.0);

        assertThat(shell.run("sync", "docs", "--every", "1s", "--max-cost", "0.5")
                        .exitCode())
                .isEqualTo(4);
    }

    @Test
    void aPriceThatIsNotKnownIsRefusedBeforeAnythingIsSpent() throws IOException {
        documents(2);

        Shell.Run run = shell.run("add", "docs", "--max-cost", "1");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains(
                        "maxCost is set, and there is no price for the model \"gpt-6-luna\": set prices, as in prices:"
                                + " \"gpt-6-luna=0.15/0.60\"");
        assertThat(provider.calls()).isZero();
    }

    @Test
    void aModelThatTalksNonsenseFailsEveryPassageAndSaysWhy() throws IOException {
        documents(6);
        provider.outcomes(call -> ModelStub.Outcome.NONSENSE);

        Shell.Run run = shell.run("add", "docs", "--json");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        assertThat(new JsonMapper().readTree(run.out()).path("failed").asInt()).isEqualTo(6);
        assertThat(provider.calls()).as("each is asked twice").isEqualTo(12);
        JsonNode jobs = json("jobs", "--failed", "--json");
        assertThat(jobs.path("failed").asInt()).isEqualTo(6);
        assertThat(jobs.path("failures")).hasSize(6);
        assertThat(jobs.path("failures").path(0).path("reason").asText())
                .contains("neither reply of gpt-6-luna could be used", "I am sorry");
        assertThat(jobs.path("runs").path(0).path("state").asText()).isEqualTo("done");
        assertThat(shell.run("retrieve", "--mode", "naive", "Code3").exitCode()).isZero();

        provider.outcomes(call -> ModelStub.Outcome.ANSWER);
        Shell.Run again = shell.run("add", "--json");
        assertThat(again.exitCode()).as(again.err()).isZero();
        assertThat(CommandsTest.json(again).path("extracted").asInt()).isEqualTo(6);
        assertThat(json("jobs", "--json").path("failed").asInt()).isZero();
    }

    @Test
    void whatWasSpentIsToldByStepDocumentAndRun() throws IOException {
        documents(3);
        shell.with("TERN_PRICES", "gpt-6-luna=1/2");
        shell.run("add", "docs");

        JsonNode bySteps = json("jobs", "--costs", "--json");
        assertThat(names(bySteps)).containsExactlyInAnyOrder("extract", "embed");
        assertThat(bySteps.path("total").path("inputTokens").asLong()).isGreaterThan(provider.inputTokens());
        assertThat(names(json("jobs", "--costs", "document", "--json")))
                .contains("docs/1.txt", "docs/2.txt", "docs/3.txt");
        String run = json("jobs", "--json").path("runs").path(0).path("run").asText();
        assertThat(names(json("jobs", "--costs", "run", "--json"))).containsExactly(run);
        assertThat(shell.run("jobs", "--costs").out()).contains("in all", "calls had no price");
        assertThat(shell.run("jobs", "--costs", "--graph", "nothing").out()).isEqualTo("nothing was spent on models\n");
    }

    @Test
    void requestStartsOnceAnEarlierReplyIsStored() {
        AtomicInteger stored = new AtomicInteger();
        AtomicInteger mostUnstored = new AtomicInteger();
        ReplyCache slow = new ReplyCache() {
            @Override
            public Optional<CachedReply> find(String key) {
                return Optional.empty();
            }

            @Override
            public void keep(String key, CachedReply reply) {
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
                int calls = provider.calls();
                mostUnstored.accumulateAndGet(calls - stored.get(), Math::max);
                stored.incrementAndGet();
            }
        };
        Backend backend = new Backend();

        try (GraphSession session = GraphSession.open(shell.configuration(), backend, (graph, settings) -> {
            TaskModels chat = settings.chat().make(backend::chatModel);
            return settings.graph(
                    new HashingEmbeddingModel("words"), chat, settings.extractor(chat, slow, Ledger.NONE));
        })) {
            session.rag()
                    .add(IntStream.range(0, 64)
                            .mapToObj(i -> SourceDocument.of("n" + i, text(i)))
                            .toList());
        }

        assertThat(stored).hasValue(64);
        assertThat(mostUnstored.get()).isLessThanOrEqualTo(8);
    }

    private static List<String> names(JsonNode costs) {
        List<String> names = new ArrayList<>();
        costs.path("lines").forEach(line -> names.add(line.path("name").asText()));
        return names;
    }
}
