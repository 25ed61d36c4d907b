package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tern.cli.ask.DemoCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommandsTest {
    private static final String EULER =
            "{\"_id\": \"euler\", \"title\": \"Leonhard Euler\", \"text\": \"Euler was taught by Johann Bernoulli.\","
                    + " \"metadata\": {\"triplets\": [[\"Johann Bernoulli\", \"taught\", \"Euler\"]]}}";
    private static final String DANIEL = "{\"_id\": \"daniel\", \"text\": \"Daniel, son of Johann Bernoulli, wrote on"
            + " fluids.\", \"metadata\": {\"triplets\": [[\"Daniel\", \"son of\", \"Johann Bernoulli\"], [\"Daniel\","
            + " \"wrote on\", \"fluids\"], [\"Daniel\", \"\", \"x\"]]}}";

    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void corpus() {
        shell = new Shell(directory);
        shell.file("corpus.jsonl", EULER, DANIEL);
    }

    @Test
    void everyPassageOfAnAnswerNamesItsDocumentItsSourceAndItsPlace() {
        shell.file("ferries.md", "# Ferries", "", "## Times", "", "The ferry to Halden leaves at noon.");
        shell.file(
                "pages.jsonl",
                "{\"_id\": \"p7\", \"text\": \"The ferry to Halden is blue.\", \"metadata\": {\"source\":"
                        + " \"https://example.org/ferries\", \"ocr_confidence\": 0.87, \"ocr_doubtful\": \"blue.\"}}");
        assertThat(shell.run("add", "ferries.md", "pages.jsonl").exitCode()).isZero();
        for (String command : List.of("ask", "retrieve")) {
            assertThat(shell.run(command, "When does the ferry to Halden leave?")
                            .out())
                    .containsPattern("\\d  ferries.md  Ferries > Times\n")
                    .containsPattern("\\d  p7\n +from https://example.org/ferries\n +read in a picture")
                    .contains(" read in a picture with a confidence of 0.87; doubtful: blue.\n");
            JsonNode found = json(shell.run(command, "When does the ferry to Halden leave?", "--json"));
            assertThat(found.findValuesAsText("documentId")).contains("ferries.md", "p7");
            assertThat(found.findValuesAsText("source")).contains("ferries.md", "https://example.org/ferries");
            assertThat(found.findValuesAsText("heading")).contains("Ferries > Times");
        }
    }

    @Test
    void addsAsksAndCounts() {
        Shell.Run added = shell.run("add", "corpus.jsonl");
        assertThat(added.err()).isEmpty();
        assertThat(added.exitCode()).isZero();
        assertThat(added.out())
                .contains("2 documents in graph default of ./tern-store")
                .contains("1 statement dropped");
        JsonNode stats = json(shell.run("graphs", "--json")).path("graphs").path(0);
        assertThat(stats.path("documents").asInt()).isEqualTo(2);
        assertThat(stats.path("passages").asInt()).isEqualTo(2);
        assertThat(stats.path("entities").asInt()).isEqualTo(4);
        assertThat(stats.path("relations").asInt()).isEqualTo(3);
        assertThat(stats.path("dimension").asInt()).isEqualTo(64);
        Shell.Run asked = shell.run("ask", "Who", "taught", "Euler?");
        assertThat(asked.exitCode()).isZero();
        assertThat(asked.out())
                .contains("quoted from the passages, no chat model")
                .contains("What led there");
    }

    @Test
    void anAnswerAsJsonKeepsItsPromises() {
        shell.run("add", "corpus.jsonl");
        JsonNode answer = json(shell.run("ask", "--json", "--mode", "local", "--top", "1", "Who taught Euler?"));
        assertThat(answer.path("question").asText()).isEqualTo("Who taught Euler?");
        assertThat(answer.path("mode").asText()).isEqualTo("local");
        assertThat(answer.path("answer").path("kind").asText()).isEqualTo("extractive");
        assertThat(answer.path("answer").path("text").asText()).isNotBlank();
        assertThat(answer.path("passages")).hasSize(1);
        assertThat(answer.path("passages").path(0).path("documentId").asText()).isEqualTo("euler");
        assertThat(answer.path("passages").path(0).path("score").isNumber()).isTrue();
        assertThat(answer.path("trace").path("mode").asText()).isEqualTo("local");
        assertThat(answer.path("trace").path("steps").path(0).path("name").asText())
                .isEqualTo("recognise");
        assertThat(answer.path("trace").path("total").path("roundTrips").asInt())
                .isPositive();
    }

    @Test
    void retrievesWithoutAnAnswer() {
        shell.run("add", "corpus.jsonl");
        JsonNode found = json(shell.run("retrieve", "--json", "--entities", "Euler", "Who taught Euler?"));
        assertThat(found.has("answer")).isFalse();
        assertThat(found.path("passages")).isNotEmpty();
        assertThat(found.path("trace")
                        .path("steps")
                        .path(0)
                        .path("out")
                        .path(0)
                        .path("text")
                        .asText())
                .isEqualTo("Euler");
    }

    @Test
    void comparesTheModesSideBySide() {
        shell.run("add", "corpus.jsonl");
        Shell.Run text = shell.run("ask", "--compare", "Who taught Euler?");
        assertThat(text.out().lines().findFirst().orElse("")).contains("naive").contains("│ local");
        assertThat(text.out().lines().allMatch(line -> line.length() <= 80)).isTrue();
        JsonNode compared = json(shell.run("ask", "--compare", "--json", "Who taught Euler?"));
        assertThat(compared.path("answers").findValuesAsText("kind")).contains("extractive");
        assertThat(compared.path("answers").path(0).path("mode").asText()).isEqualTo("naive");
        assertThat(compared.path("answers").path(1).path("mode").asText()).isEqualTo("local");
    }

    @Test
    void removesAndSaysWhatWasNotThere() {
        shell.run("add", "corpus.jsonl");
        Shell.Run removed = shell.run("remove", "euler", "gauss");
        assertThat(removed.exitCode()).isEqualTo(1);
        assertThat(removed.out()).contains("removed 1 document");
        assertThat(removed.err()).contains("the graph has no document \"gauss\"");
        assertThat(json(shell.run("graphs", "--json"))
                        .path("graphs")
                        .path(0)
                        .path("documents")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void addingAgainChangesNothing() {
        shell.run("add", "corpus.jsonl");
        JsonNode again = json(shell.run("add", "--json", "corpus.jsonl"));
        assertThat(again.path("unchanged").asInt()).isEqualTo(2);
        assertThat(again.path("passages").asInt()).isZero();
    }

    @Test
    void keepsGraphsApart() {
        shell.run("add", "corpus.jsonl", "--graph", "one");
        Shell.Run other = shell.run("ask", "--graph", "two", "Who?");
        assertThat(other.exitCode()).isEqualTo(1);
        assertThat(other.err())
                .isEqualTo("tern: the graph \"two\" in ./tern-store is empty (the graphs there are one): add"
                        + " documents first, as in: tern add FOLDER\n");
    }

    @Test
    void theDemoCountsWhatEveryModeFound() {
        Shell.Run demo = shell.run("demo");
        assertThat(demo.exitCode()).isZero();
        assertThat(demo.out())
                .contains(DemoCommand.QUESTION)
                .containsPattern("naive +found [012] of the 2 passages that it takes")
                .containsPattern("local +found [012] of the 2 passages that it takes")
                .contains("./tern ask \"YOUR QUESTION\"");
        assertThat(directory.resolve("tern-store")).doesNotExist();
    }

    @Test
    void theQuestionOfTheDemoIsAnsweredBelowItsPath() {
        shell.real().run("demo", "--store", "demo");
        assertThat(shell.run("ask", "--store", "demo", DemoCommand.QUESTION).out())
                .startsWith("Leonhard Euler -> Johann Bernoulli -> Daniel Bernoulli\n“Daniel Bernoulli, a son of ");
    }

    @Test
    void coloursAreForTerminalsThatWantThem() {
        shell.run("add", "corpus.jsonl");
        assertThat(shell.run("ask", "Who taught Euler?").out()).doesNotContain("\u001b[");
        assertThat(shell.runInTerminal("ask", "Who taught Euler?").out()).contains("\u001b[");
        assertThat(shell.runInTerminal("ask", "--no-color", "Who taught Euler?").out())
                .doesNotContain("\u001b[");
        assertThat(shell.with("NO_COLOR", "1")
                        .runInTerminal("ask", "Who taught Euler?")
                        .out())
                .doesNotContain("\u001b[");
    }

    @Test
    void aBarIsShownOnlyInATerminal() {
        assertThat(shell.run("add", "corpus.jsonl").err()).isEmpty();
        assertThat(shell.runInTerminal("add", "corpus.jsonl", "--graph", "bar").err())
                .contains("Indexing");
        assertThat(shell.runInTerminal("add", "corpus.jsonl", "--graph", "quiet", "--quiet")
                        .err())
                .isEmpty();
    }

    @Test
    void aModelThatTheTimeLimitEndsLeavesThePassages() throws IOException {
        try (ModelStub provider = new ModelStub()) {
            shell.asking(provider);
            shell.run("add", "corpus.jsonl");
            provider.latency(Duration.ofSeconds(20));

            Shell.Run late;
            int millis = 250;
            do {
                // On a busy machine the rest of the time may be too short for the quotations.
                millis *= 2;
                late = shell.run("ask", "--time-limit", String.valueOf(millis / 1000.0), "Who taught Euler?");
            } while (late.exitCode() == 1 && millis < 10_000);

            assertThat(late.exitCode()).isEqualTo(3);
            assertThat(late.out().replaceAll("\\s+", " "))
                    .contains("“Euler was taught by Johann Bernoulli.” [1]")
                    .contains("the time for the chat model ended " + millis * 4 / 5
                            + " ms after the question, whose time limit is " + millis + " ms");
        }
    }

    @Test
    void timeLimitsThatMakeNoSenseAreRefused() {
        assertThat(shell.run("ask", "--time-limit", "soon", "Who taught Euler?"))
                .isEqualTo(new Shell.Run(
                        2,
                        "",
                        "tern: --time-limit is \"soon\"; it must be a number of seconds, with 3 decimal places at"
                                + " most\n"));
        assertThat(shell.run("ask", "--time-limit", "0", "Who taught Euler?").err())
                .isEqualTo("tern: the time limit of a question is PT0S; it can be from 1 ms to 24 h\n");
    }

    static JsonNode json(Shell.Run run) {
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        try {
            return new ObjectMapper().readTree(run.out());
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + run.out(), e);
        }
    }

    /** A command is created alone if the first word names it, and with all others for the help text. */
    @Test
    void everyCommandAloneIsWhatItIsAmongTheOthers() {
        Set<String> names = Shell.everyCommand().getSubcommands().keySet();
        assertThat(names).hasSizeGreaterThan(25).contains("rehearsal", "doctor", "eval");
        for (String name : names) {
            if (!name.equals("help")) {
                Shell.Run alone = shell.run(name, "--help");
                assertThat(alone.exitCode()).as(name).isZero();
                assertThat(alone.out())
                        .contains("tern " + name)
                        .isEqualTo(shell.run("help", name).out());
            }
        }
    }
}
