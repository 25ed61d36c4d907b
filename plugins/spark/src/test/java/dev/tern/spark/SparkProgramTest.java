package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Errors in the command line are reported before Spark starts. */
class SparkProgramTest {
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();

    private int run(String... arguments) {
        return SparkProgram.run(arguments, new PrintStream(told, true, StandardCharsets.UTF_8));
    }

    private String told() {
        return told.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void helpNamesTheOptions() {
        assertThat(run("--help")).isZero();
        assertThat(told()).contains("--set KEY=VALUE", "--failures FOLDER", "Exit codes:");
    }

    @Test
    void aSecretIsNoArgument() {
        assertThat(run("--set", "chat.apiKey=sk-of-nobody", "corpus.jsonl")).isEqualTo(2);
        assertThat(run("--set", "chat.extract.apiKey=sk-of-nobody", "corpus.jsonl"))
                .isEqualTo(2);
        assertThat(told().lines())
                .containsExactly(
                        "tern-spark: --set chat.apiKey would show the secret to others: set it in the environment or in"
                                + " tern.yaml (see --help)",
                        "tern-spark: --set chat.extract.apiKey would show the secret to others: set it in the"
                                + " environment or in tern.yaml (see --help)");
    }

    @Test
    void settingOfOneTaskIsUnderstood() {
        assertThat(run("--set", "chat.extract.model=small", "--fast")).isEqualTo(2);
        assertThat(told())
                .as("only what follows is not")
                .isEqualTo("tern-spark: there is no option \"--fast\" (see --help)");
    }

    @Test
    void whatIsNotUnderstoodIsRefused() {
        assertThat(run("--tasks", "x", "corpus.jsonl")).isEqualTo(2);
        assertThat(run("--set", "sk-of-nobody", "corpus.jsonl")).isEqualTo(2);
        assertThat(run("--set", "stor=http://milvus:19530", "corpus.jsonl")).isEqualTo(2);
        assertThat(run("--bulk", "staging", "--remove", "corpus.jsonl")).isEqualTo(2);
        assertThat(run("--watch", "checkpoint", "one", "two")).isEqualTo(2);
        assertThat(run("--order")).isEqualTo(2);
        assertThat(run("--fast", "corpus.jsonl")).isEqualTo(2);
        assertThat(run()).isEqualTo(2);
        assertThat(told().lines())
                .containsExactly(
                        "tern-spark: --tasks is \"x\"; it must be 1 to 999999 (see --help)",
                        "tern-spark: --set takes KEY=VALUE (see --help)",
                        "tern-spark: there is no setting \"stor\" (see --help)",
                        "tern-spark: --bulk makes a new graph, and is not for --remove or --watch (see --help)",
                        "tern-spark: --watch takes one folder, and is not for --remove (see --help)",
                        "tern-spark: --order has no value (see --help)",
                        "tern-spark: there is no option \"--fast\" (see --help)",
                        "tern-spark: INPUT is missing (see --help)");
    }
}
