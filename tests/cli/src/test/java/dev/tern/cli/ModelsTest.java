package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the requests of {@code tern doctor --models} to each model, and its report. */
final class ModelsTest {
    private static final String KEY = "sk-of-somebody-and-secret";

    @AutoClose
    private static final TaskStub stub = new TaskStub();

    @TempDir
    private Path home;

    private Shell shell;

    @BeforeEach
    void open() throws IOException {
        shell = new Shell(Files.createDirectory(home.resolve("project")))
                .chatting()
                .with("HOME", home.toString());
        stub.take();
    }

    @Test
    void eachModelIsTestedOnceWithWhatItsServerRefusedAndWhatItCost() throws IOException {
        shell.real();
        shell.userFile(
                "prices: usual=1/2, strong=10/20, vectors=1",
                "chat:",
                "  model: usual",
                "  baseUrl: " + stub.url("usual"),
                "  recognise: {model: strong, baseUrl: \"" + stub.url("strict") + "\"}",
                "  answer: {model: usual}",
                "embedding: {provider: openai, model: vectors, baseUrl: \"" + stub.url("usual") + "\"}");
        Shell.Run run = shell.run("doctor", "--models", "--json");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        JsonNode json = CommandsTest.json(run);
        assertThat(json.at("/models/0/tasks").toString()).isEqualTo("[\"extract\",\"rerank\",\"answer\"]");
        assertThat(json.at("/models/0/omittedFeatures")).isEmpty();
        assertThat(json.at("/models/0/checks"))
                .extracting(check -> check.path("asked").asText())
                .containsExactly("reply", "json", "stream");
        assertThat(json.at("/models/0/checks/1/said").asText()).isEqualTo("1 statement of a sentence");
        assertThat(json.at("/models/0/checks/2/said").asText()).startsWith("in 8 parts, the first after ");
        assertThat(json.at("/models/0/checks/0/inputTokens").asInt()).isEqualTo(100);
        assertThat(json.at("/models/0/checks/0/cost").asText()).isEqualTo("0.00012");
        assertThat(json.at("/models/1/tasks").toString()).isEqualTo("[\"recognise\"]");
        assertThat(json.at("/models/1/omittedFeatures").toString())
                .isEqualTo("[\"temperature: it is no longer sent, and the server's default applies\"]");
        assertThat(json.at("/models/2/kind").asText()).isEqualTo("embedding");
        assertThat(json.at("/models/2/checks/0/said").asText()).startsWith("64 dimensions; a question is nearer to");
        assertThat(json.at("/models/3").isMissingNode()).isTrue();
        assertThat(json.path("cost").asText()).isEqualTo("0.004");
        assertThat(stub.take()).hasSize(6);
        assertThat(shell.run("jobs", "--costs", "--all-graphs").out())
                .contains("test")
                .contains("embed");
    }

    @Test
    void modelThatDoesNotWorkHidesNoOtherAndNoKeyIsTold() throws IOException {
        shell.userFile(
                "chat:",
                "  model: usual",
                "  baseUrl: " + stub.url("refusing"),
                "  apiKey: " + KEY,
                "  recognise: {model: strong, baseUrl: \"" + stub.url("silent") + "\"}",
                "  answer: {model: good, baseUrl: \"" + stub.url("good") + "\"}");
        Shell.Run run = shell.run("doctor", "--models");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("chat model usual (openai): ")
                .contains("for      extract, rerank\n" + " ".repeat(22) + "reply    fails  ")
                .contains("refused the API key (401)")
                .contains("for      recognise\n" + " ".repeat(22) + "reply    fails  ")
                .contains("the reply of the model is empty")
                .contains("chat model good (openai) works\n" + " ".repeat(22) + "for      answer\n" + " ".repeat(22)
                        + "reply    works  ")
                .contains("100 tokens sent, 10 received, cost ?")
                .contains("embedding model all-MiniLM-L6-v2-q (in-process)")
                .contains("in all an unknown sum: set prices");
        assertThat(run.out() + run.err()).doesNotContain(KEY);
    }

    @Test
    void costsAreLimitedAndPricesAreNeededForThat() throws IOException {
        String chat = "chat: {model: usual, baseUrl: \"" + stub.url("usual") + "\"}";
        shell.userFile("prices: usual=1/2", chat);
        Shell.Run run = shell.run("doctor", "--models", "--max-cost", "0.000001");
        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains("the next model call could cost 0.0083");
        shell.userFile(chat);
        assertThat(shell.run("doctor", "--models", "--max-cost", "1").out())
                .contains("maxCost is set, and there is no price for the model \"usual\"");
        assertThat(stub.take()).isEmpty();
    }

    @Test
    void itIsSaidWhereNoChatModelIsConfigured() {
        Shell.Run run = shell.run("doctor", "--models");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("embedding model all-MiniLM-L6-v2-q (in-process) works\n")
                .contains("in all 0.00\n")
                .contains("there is no chat model: answers are quotations");
    }
}
