package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class EvaluationTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void sets() throws IOException {
        shell = new Shell(folder);
        set("bridges", "bridge", "Vale Bridge", "Lena Marr");
        set("towers", "tower", "Halden Tower", "Emil Sund");
    }

    private void set(String name, String what, String thing, String builder) throws IOException {
        Files.createDirectories(folder.resolve(name + "/qrels"));
        shell.file(
                name + "/corpus.jsonl",
                "{\"_id\": \"" + what + "\", \"title\": \"" + thing + "\", \"text\": \"" + thing + " was built by "
                        + builder + ".\"}",
                "{\"_id\": \"who\", \"title\": \"" + builder + "\", \"text\": \"" + builder
                        + " was born in a village called Una.\"}",
                "{\"_id\": \"other\", \"title\": \"Oro\", \"text\": \"The Oro is a river.\"}");
        shell.file(
                name + "/queries.jsonl",
                "{\"_id\": \"q1\", \"text\": \"Where was the builder of the " + thing
                        + " born?\", \"metadata\": {\"answers\": [\"Una\"], \"type\": \"2hop\"}}",
                "{\"_id\": \"q2\", \"text\": \"What is the Oro?\", \"metadata\": {\"answers\": [\"a river\"]}}");
        shell.file(
                name + "/qrels/test.tsv",
                "query-id\tcorpus-id\tscore",
                "q1\t" + what + "\t1",
                "q1\twho\t1",
                "q2\tother\t1");
    }

    private Shell.Run eval(String... more) {
        String[] arguments = new String[more.length + 3];
        arguments[0] = "eval";
        arguments[1] = "--warm-up";
        arguments[2] = "1";
        System.arraycopy(more, 0, arguments, 3, more.length);
        return shell.run(arguments);
    }

    @Test
    void showsEverySetTheirMeanAndTheComparison() {
        Shell.Run run =
                eval("bridges", "towers", "--baselines", "bm25,names", "--ablation", "--scripted", "--candidates");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("bridges: 2 questions, 3 documents", "towers: 2 questions, 3 documents")
                .contains("mean of the 2 sets", "how far local is ahead", "candidates, mean of the sets")
                .contains("\nnaive", "\nlocal", "\nlocal without bridge", "\nbm25", "\npagerank names", "\ngraph first")
                .contains("indexed 3 passages");
        assertThat(run.err()).contains("bridges, naive: 2 questions in ");
    }

    @Test
    void secondRunRepeatsTheFirst() throws IOException {
        String[] all = {"bridges", "towers", "--baselines", "--candidates", "--ablation", "--merge", "--out"};
        for (String out : List.of("first", "second")) {
            String[] arguments = Arrays.copyOf(all, all.length + 1);
            arguments[all.length] = out;
            Shell.Run run = eval(arguments);
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
        for (String file : List.of("report.json", "questions.jsonl", "manifest.json")) {
            assertThat(Files.readString(folder.resolve("second/" + file)))
                    .as(file)
                    .isEqualTo(Files.readString(folder.resolve("first/" + file)));
        }
        assertThat(folder.resolve("first/times.json")).isNotEmptyFile();
        assertThat(Files.readString(folder.resolve("first/report.md"))).contains("| local |");
    }

    @Test
    void mergedSetsShareOneCorpus() throws IOException {
        JsonNode json = json(eval("bridges", "towers", "--merge", "--json"));
        // "Oro" is in both, and once in the whole.
        assertThat(json.at("/sets/0/documents").asInt()).isEqualTo(5);
        assertThat(json.at("/sets/1/documents").asInt()).isEqualTo(5);
        assertThat(json.at("/manifest/options/merge").asText()).isEqualTo("true");
    }

    @Test
    void asksHalfOfTheQuestionsAndTakesTitlesAway() throws IOException {
        JsonNode json = json(eval("bridges", "--questions", "odd", "--without-titles", "--json", "--seed", "7"));
        assertThat(json.at("/sets/0/queries").asInt()).isEqualTo(1);
        assertThat(json.at("/manifest/options/withoutTitles").asText()).isEqualTo("true");
        assertThat(json.at("/manifest/seed").asInt()).isEqualTo(7);
        assertThat(json.at("/manifest/sets/0/checksums/corpus.jsonl").asText()).hasSize(64);
        assertThat(json.at("/times/sets/bridges/local/p50OwnMillis").isNumber()).isTrue();
    }

    /** Tests with the model in process; one of the 43 questions is 2.3 points. */
    @Tag("slow")
    @Test
    void chatModelsOfNoUseCostTwoQuestionsAtMost() throws IOException {
        String english = Path.of("../../bench/eval/src/test/resources/languages/en")
                .toAbsolutePath()
                .toString();
        shell.real();
        JsonNode methods =
                json(eval(english, "--scripted", "--json", "--quiet")).at("/sets/0/methods");
        double local = methods.at("/local/measures/recall@5/value").asDouble();
        assertThat(local).isGreaterThan(50);
        for (String useless : List.of("nonsense", "first", "last", "all", "random 1", "random 3", "random 10")) {
            assertThat(methods.path("graph " + useless)
                            .at("/measures/recall@5/value")
                            .asDouble())
                    .as(useless)
                    .isGreaterThanOrEqualTo(local - 4.7);
        }
    }

    private static JsonNode json(Shell.Run run) throws IOException {
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        return new JsonMapper().readTree(run.out());
    }

    @Test
    void refusesWhatCannotBeEvaluated() {
        refused(2, "no question set is given, as in: tern eval BEIR_DIR");
        refused(
                2,
                "there is no mode \"best\" (--modes); the modes are naive, graph, local and overview",
                "bridges",
                "--modes",
                "best");
        refused(
                2,
                "there is no baseline \"x\" (--baselines); the baselines are bm25, fused, seed, names and facts",
                "bridges",
                "--baselines",
                "x");
        refused(
                2,
                "there is no part \"some\" (--questions); the parts are all, even and odd",
                "bridges",
                "--questions",
                "some");
        refused(
                2,
                "several sets do not go into one graph of --store unless they are merged: add --merge, or leave"
                        + " --store out",
                "bridges",
                "towers",
                "--store",
                "kept");
        refused(1, "two of the sets have the same name: bridges, bridges", "bridges", "bridges");
        refused(
                1,
                "graph mode cannot be evaluated: it needs a chat model and none is set",
                "bridges",
                "--modes",
                "graph");
        refused(1, "answers cannot be evaluated: they need a chat model and none is set", "bridges", "--answers");
    }

    @Test
    void stopsBeforeModelsCostMoreThanTheyMay() {
        try (ModelStub provider = new ModelStub()) {
            shell.asking(provider).with("TERN_PRICES", "gpt-6-luna=100/100, stub-embedding=0.02");
            refused(
                    4,
                    "the next model call could cost ",
                    "bridges",
                    "--modes",
                    "graph",
                    "--extractor",
                    "rules",
                    "--max-cost",
                    "0.01");
            assertThat(provider.calls()).isZero();
        }
    }

    private void refused(int exitCode, String message, String... arguments) {
        Shell.Run run = eval(arguments);
        assertThat(run.err()).contains(message);
        assertThat(run.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void keepsAStoreAndUsesItAgain() {
        assertThat(eval("bridges", "--store", "kept").out()).contains("indexed 3 passages");
        assertThat(eval("bridges", "--store", "kept").out()).contains("the graph had all 3 documents already");
    }

    @Test
    void convertsOriginalFiles() {
        shell.file(
                "dev.json",
                "[{\"_id\": \"h1\", \"question\": \"Is the Oro a river?\", \"answer\": \"yes\", \"type\":"
                        + " \"comparison\",",
                " \"supporting_facts\": [[\"Oro\", 0]], \"context\": [[\"Oro\", [\"The Oro is a river.\"]],",
                " [\"Una\", [\"Una is a village.\"]]]}]");
        shell.file(
                "openie.json",
                "{\"docs\": [{\"passage\": \"Oro\\nThe Oro is a river.\", \"extracted_triples\": [[\"Oro\", \"is\","
                        + " \"river\"], [\"Oro\"]]}]}");
        Shell.Run run = shell.run("eval", "convert", "dev.json", "--openie", "openie.json", "--to", "set");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().strip())
                .isEqualTo("1 question and 2 documents in " + folder.resolve("set") + ", 1 document with triplets");
        assertThat(run.err().strip()).isEqualTo("1 triplet dropped that had not three parts");
        assertThat(eval("set").out()).contains("set: 1 questions, 2 documents");
    }
}
