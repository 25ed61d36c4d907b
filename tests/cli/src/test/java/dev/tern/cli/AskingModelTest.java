package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the output about a question's chat model: its words, its cost, its failure. */
final class AskingModelTest {
    private static final String QUESTION = "Who built the bridge?";

    @AutoClose
    private static final TaskStub stub = new TaskStub();

    @TempDir
    private Path home;

    private Shell shell;

    @BeforeEach
    void add() throws IOException {
        Path project = Files.createDirectory(home.resolve("project"));
        shell = new Shell(project).chatting().with("HOME", home.toString());
        shell.file("a.txt", "Lena built the bridge.");
        assertThat(shell.run("add", "a.txt").exitCode()).isZero();
    }

    private void model(String provider) throws IOException {
        shell.userFile(
                "extractor: rules",
                "maxRetries: 0",
                "prices: \"m=1/1\"",
                "chat: {model: m, baseUrl: \"" + stub.url(provider) + "\"}");
    }

    @Test
    void modelThatFailsLeavesThePassagesAndTheirQuotes() throws IOException {
        model("refusing");
        Shell.Run run = shell.run("ask", QUESTION);

        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        assertThat(run.out()).startsWith("“Lena built the bridge.” [1]\n").contains("Passages\n  1  a.txt");
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains(" [1] quoted from the passages the chat model failed, so the passages are quoted: "
                        + stub.url("refusing") + " refused the API key (401)");
        assertThat(shell.run("ask", QUESTION, "--json").out()).contains("\"kind\" : \"extractive\"");
        assertThat(shell.run("retrieve", QUESTION).out()).contains("choose: the chat model failed, so the local order");
        assertThat(shell.pipedIn(QUESTION + "\n").run("chat").exitCode()).isEqualTo(3);
    }

    @Test
    void terminalSeesWhatTheModelIsAskedForAndItsWordsOnce() throws IOException {
        model("good");
        Shell.Run run = shell.runInTerminal("ask", QUESTION, "--no-color");

        assertThat(run.err()).isEqualTo("choosing relations ...\nwriting the answer ...\n");
        assertThat(run.out()).startsWith("Lena built it [1].\nwritten by the chat model");
        assertThat(run.out().split("Lena built it", -1)).hasSize(2);
        assertThat(shell.run("ask", QUESTION).err()).isEmpty();
    }

    @Test
    void terminalOpensSourcesAndCopiesTheAnswerWithThem() {
        String out = shell.runInTerminal("ask", QUESTION, "--copy").out();

        String file = home.resolve("project/a.txt").toUri().toString();
        assertThat(out).contains("\u001b]8;;" + file + "\u001b\\\u001b[1ma.txt\u001b[0m\u001b]8;;\u001b\\");
        String copied = out.substring(out.indexOf("\u001b]52;c;") + 7, out.lastIndexOf('\u0007'));
        assertThat(new String(Base64.getDecoder().decode(copied), StandardCharsets.UTF_8))
                .isEqualTo("“Lena built the bridge.” [1]\n\n1. a.txt\n");
        assertThat(shell.run("ask", QUESTION, "--copy").err())
                .isEqualTo("tern: --copy needs the clipboard of a terminal; the output is not a terminal\n");
        assertThat(shell.run("ask", QUESTION).out()).doesNotContain("\u001b");
    }

    @Test
    void sentenceWithNamesAndNumbersOfNoPassageIsTold() throws IOException {
        model("inventing");
        assertThat(shell.run("ask", QUESTION).out())
                .startsWith("Lena built it [1]. Otto Falk paid 900 crowns in 1877 [1].\n")
                .contains("\nnot in the passages it cites: Otto Falk paid 900 crowns in 1877.\n")
                .doesNotContain("cites: Lena");
    }

    @Test
    void timesAndCallsAreShownOnlyIfWished() throws IOException {
        assertThat(shell.run("ask", QUESTION).out()).doesNotContain("mode · ", "round trip");
        assertThat(shell.run("ask", QUESTION, "--verbose").out())
                .contains("\nlocal mode · ", " embedding calls\n")
                .doesNotContain("chat call");
        assertThat(shell.run("retrieve", QUESTION, "--verbose").out()).contains("\nlocal mode · ");
        Shell.Run unknown = shell.run("ask", "What is the capital of Mongolia?");
        assertThat(unknown.out()).startsWith("Nothing in the graph fits").doesNotContain("do not tell", "What led");
        model("uncounted");
        assertThat(shell.run("ask", QUESTION, "--verbose").out())
                .as("a server that reports no usage")
                .contains(" embedding call · 2 chat calls");
    }

    @Test
    void questionsAreInTheBookAndTheirCostBelowTheAnswer() throws IOException {
        model("good");
        assertThat(shell.run("ask", QUESTION).out()).contains("\ncost 0.000");
        assertThat(shell.run("ask", "--compare", QUESTION).out()).contains("\ncost 0.000");
        assertThat(shell.pipedIn(QUESTION + "\n").run("chat").out()).contains("\ncost 0.000");
        assertThat(shell.run("retrieve", QUESTION).out()).contains("\ncost 0.000");

        assertThat(shell.run("jobs", "--costs").out()).contains("  rerank\n", "  answer\n");
        assertThat(shell.run("jobs").out()).contains("tern add a.txt").doesNotContain("tern ask");
    }

    @Test
    void questionThatWouldCostMoreThanItMayIsQuoted() throws IOException {
        model("good");
        for (String command : List.of("ask", "ask --compare")) {
            Shell.Run run = shell.run(
                    Shell.words(command + " --max-cost 0.000001 " + QUESTION).toArray(String[]::new));
            assertThat(run.exitCode()).as(run.err()).isEqualTo(4);
            assertThat(run.out()).contains("Lena built the bridge.” [1]").doesNotContain("the chat model failed");
        }
        assertThat(shell.run("ask", QUESTION, "--max-cost", "0.000001").out())
                .contains("the chat model was not asked, so the passages are quoted: ");
        Shell.Run unpriced = shell.with("TERN_PRICES", "other=1/1").run("ask", QUESTION, "--max-cost", "1");
        assertThat(unpriced.exitCode()).isEqualTo(1);
        assertThat(unpriced.err()).contains("there is no price for the model \"m\"");
    }
}
