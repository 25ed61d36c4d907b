package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.cli.TaskStub.Asked;
import dev.tern.model.ChatTask;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.ProviderKey;
import dev.tern.text.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the model, address and key that the command line uses for each task. */
final class TaskModelsTest {
    private static final String KEY = "sk-of-the-usual-provider";
    private static final String OTHER_KEY = "sk-of-another-provider";

    @AutoClose
    private static final TaskStub stub = new TaskStub();

    @TempDir
    private Path home;

    private Shell shell;
    private Path project;

    @BeforeEach
    void open() throws IOException {
        project = Files.createDirectory(home.resolve("project"));
        shell = new Shell(project).chatting().with("HOME", home.toString());
        shell.file("a.txt", "Lena built the bridge.");
        shell.file("questions.txt", "");
        stub.take();
    }

    private ChatModelSettings of(ChatTask task) {
        return shell.configuration().settings().chat().find(task).orElseThrow();
    }

    private List<Asked> asked(String... command) {
        Shell.Run run = shell.run(command);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return stub.take();
    }

    @Test
    void eachTaskAsksItsOwnModelAndNoOther() throws IOException {
        shell.userFile(
                "chat:",
                "  model: usual",
                "  baseUrl: " + stub.url("usual"),
                "  apiKey: " + KEY,
                "  extract: {model: cheap, baseUrl: \"" + stub.url("p1") + "\"}",
                "  recognise: {baseUrl: \"" + stub.url("p2") + "\"}",
                "  rerank: {model: strong, temperature: 0.5, baseUrl: \"" + stub.url("p4") + "\", apiKey: " + OTHER_KEY
                        + "}");
        assertThat(asked("add", "a.txt")).containsExactly(new Asked("p1", "extract", "cheap", KEY, 0));
        assertThat(asked("ask", "Who built the bridge?", "--mode", "graph", "--recognition", "model"))
                .containsExactly(
                        new Asked("p2", "recognise", "usual", KEY, 0),
                        new Asked("p4", "rerank", "strong", OTHER_KEY, 0.5),
                        new Asked("usual", "answer", "usual", KEY, 0));
    }

    @Test
    void modelThatReranksAloneGivesGraphModeWithQuotedAnswers() throws IOException {
        shell.userFile("extractor: rules", "chat: {rerank: {model: small, baseUrl: \"" + stub.url("p") + "\"}}");
        assertThat(asked("add", "a.txt")).isEmpty();
        Shell.Run run = shell.run("ask", "Who built the bridge?", "--json");
        assertThat(stub.take()).containsExactly(new Asked("p", "rerank", "small", "", 0));
        assertThat(CommandsTest.json(run).at("/answer/kind").asText()).isEqualTo("extractive");
    }

    @Test
    void taskFallsBackKeyByKey() throws IOException {
        shell.userFile(
                "chat: {model: usual, baseUrl: \"https://one.example/v1\", apiKey: " + KEY + ",",
                "  temperature: 0.2, requestsPerMinute: 7, tokensPerMinute: 9000,",
                "  recognise: {model: strong, temperature: 1}, answer: {requestsPerMinute: 3}}");
        ChatModelSettings usual = of(ChatTask.RERANK);
        ChatModelSettings recognise = of(ChatTask.RECOGNISE);
        assertThat(recognise.modelName()).isEqualTo("strong");
        assertThat(recognise.temperature()).isEqualTo(1);
        assertThat(recognise.endpoint()).isEqualTo(usual.endpoint());
        assertThat(of(ChatTask.ANSWER).modelName()).isEqualTo("usual");
        assertThat(of(ChatTask.ANSWER).temperature()).isEqualTo(0.2);
        assertThat(of(ChatTask.ANSWER).endpoint().requestsPerMinute()).isEqualTo(3);
        assertThat(of(ChatTask.ANSWER).endpoint().tokensPerMinute()).isEqualTo(9000);
        assertThat(of(ChatTask.EXTRACT)).isEqualTo(usual);
    }

    @Test
    void anotherProviderTakesNothingOfTheUsualOneButTheTemperature() throws IOException {
        shell.userFile(
                "chat: {model: usual, baseUrl: \"https://one.example/v1\", apiKey: " + KEY + ",",
                "  temperature: 0.2, requestsPerMinute: 7, recognise: {provider: ollama, model: llama}}");
        ChatModelSettings recognise = of(ChatTask.RECOGNISE);
        assertThat(recognise.provider()).hasToString("ollama");
        assertThat(recognise.temperature()).isEqualTo(0.2);
        assertThat(recognise.endpoint().apiKey()).isNull();
        assertThat(recognise.endpoint().baseUrl()).isNull();
        assertThat(recognise.endpoint().requestsPerMinute()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "https://one.example/v2, true",
        "https://ONE.example:8443/v1, true",
        "https://two.example/v1, false",
        "https://one.example.two.example/v1, false",
        "https://two.one.example/v1, false"
    })
    void addressOnAnotherHostTakesNoKey(String address, boolean taken) throws IOException {
        shell.userFile(
                "chat: {model: usual, baseUrl: \"https://one.example/v1\", apiKey: " + KEY + ",",
                "  recognise: {baseUrl: \"" + address + "\"}}");
        assertThat(of(ChatTask.RECOGNISE).endpoint().apiKey() != null).isEqualTo(taken);
        assertThat(of(ChatTask.RECOGNISE).modelName()).isEqualTo("usual");
    }

    @Test
    void keyThatIsNamedForAProviderGoesToItForATaskToo() throws IOException {
        shell.with("OPENAI_API_KEY", KEY).with("TERN_CHAT_API_KEY", OTHER_KEY);
        shell.userFile(
                "chat: {provider: ollama, model: llama, answer: {provider: openai, model: gpt-4o},",
                "  recognise: {provider: openai, model: any, baseUrl: \"https://two.example/v1\"}}");
        assertThat(of(ChatTask.ANSWER).endpoint().apiKey()).isEqualTo(ProviderKey.of(KEY));
        assertThat(of(ChatTask.RERANK).endpoint().apiKey()).isEqualTo(ProviderKey.of(OTHER_KEY));
        assertThat(of(ChatTask.RECOGNISE).endpoint().apiKey()).isNull();
    }

    @Test
    void ownAddressOfTheProviderKeepsItsKey() throws IOException {
        shell.userFile(
                "chat: {provider: mistral, apiKey: " + OTHER_KEY
                        + ", recognise: {baseUrl: \"https://api.mistral.ai/v2\"},",
                "  answer: {baseUrl: \"https://two.example/v1\"}}");
        assertThat(of(ChatTask.RECOGNISE).endpoint().apiKey()).isEqualTo(ProviderKey.of(OTHER_KEY));
        assertThat(of(ChatTask.ANSWER).endpoint().apiKey()).isNull();
    }

    @Test
    void keyThatOnlyATaskTakesIsHidden() throws IOException {
        shell.userFile("chat: {provider: ollama, model: llama, answer: {provider: mistral}}");
        Redaction redaction = new Redaction();
        new ConfigurationReader(Map.of("HOME", home.toString(), "MISTRAL_API_KEY", "f00dfeedcafe"), project, redaction)
                .read(List.of());
        assertThat(redaction.of("wrong: f00dfeedcafe")).isEqualTo("wrong: " + Redaction.HIDDEN);
    }

    @Test
    void taskMayHaveNoModel() throws IOException {
        shell.userFile(
                "chat: {baseUrl: \"" + stub.url("p") + "\", extract: {provider: none}, answer: {provider: none}}");
        assertThat(asked("add", "a.txt")).isEmpty();
        assertThat(asked("ask", "Who built the bridge?"))
                .extracting(Asked::task)
                .containsExactly("rerank");
    }

    @Test
    void tasksAreSetByVariableAndByFlag() throws IOException {
        shell.with("TERN_CHAT_BASE_URL", stub.url("p")).with("TERN_CHAT_EXTRACT_MODEL", "by-variable");
        assertThat(asked("add", "a.txt")).extracting(Asked::model).containsExactly("by-variable");
        assertThat(asked(
                        "ask",
                        "Who built the bridge?",
                        "--task-model",
                        "rerank=by-flag",
                        "--task-model",
                        "Answer=by=flag"))
                .extracting(Asked::model)
                .containsExactly("by-flag", "by=flag");
        JsonNode shown = CommandsTest.json(shell.run("doctor", "--settings", "--json", "--task-model", "recognise=j"))
                .path("settings");
        assertThat(shown.at("/chat.recognise.model/value").asText()).isEqualTo("j");
        assertThat(shown.at("/chat.recognise.model/from").asText()).isEqualTo("--task-model");
        assertThat(shown.at("/chat.extract.model/from").asText()).isEqualTo("TERN_CHAT_EXTRACT_MODEL");
        assertThat(shown.has("chat.recognise.baseUrl")).isFalse();
    }

    @Test
    void whatIsWrongIsToldByName() throws IOException {
        shell.userFile(
                "chat:",
                "  recogise: {model: x}",
                "  recognise: strong",
                "  answer: {modle: x}",
                "  extract: {temperature: 9}");
        String err = shell.with("TERN_CHAT_RERNK_MODEL", "x").run("documents").err();
        assertThat(err)
                .contains("tern.yaml:2: unknown key \"chat.recogise\"; the tasks of chat models are"
                        + " extract, recognise, rerank, answer")
                .contains("tern.yaml:3: chat.recognise must be a group of settings, one a line")
                .contains("tern.yaml:4: unknown key \"chat.answer.modle\"; did you mean \"chat.answer.model\"?")
                .contains("tern.yaml:5: chat.extract.temperature is 9; it must be between 0 and 2")
                .contains("unknown environment variable TERN_CHAT_RERNK_MODEL; did you mean TERN_CHAT_RERANK_MODEL?");
        shell.userFile("chat: {recognise: {provider: ollama}}");
        assertThat(new Shell(project)
                        .with("HOME", home.toString())
                        .run("documents")
                        .err())
                .contains("chat.recognise.provider is ollama, which is not that of chat: set chat.recognise.model as"
                        + " well");
        shell.userFile("chat: {provider: ollama, rerank: {temperature: 0.2}}");
        assertThat(new Shell(project)
                        .with("HOME", home.toString())
                        .run("add", "a.txt")
                        .err())
                .isEqualTo(
                        "tern: no chat model is set for ollama: name one that is pulled, such as qwen3 (chat.model)\n");
        shell.userFile(
                "chat: {provider: ollama, model: x, recognise: {provider: azure, model: d}, answer: {provider: azure,"
                        + " model: d}}");
        Shell.Run misspelt = new Shell(project)
                .with("HOME", home.toString())
                .with("AZURE_OPENAI_API_KEY", "k")
                .with("AZURE_OPENAI_ENDPOINT", "https://my resource")
                .run("documents");
        assertThat(misspelt.exitCode()).isNotZero();
        assertThat(misspelt.err())
                .containsOnlyOnce("AZURE_OPENAI_ENDPOINT")
                .contains("https://my resource")
                .doesNotContain("a mistake in Tern");
        for (String wrong : List.of("jury=x", "recognise")) {
            Shell.Run run = shell.run("ask", "x", "--task-model", wrong);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err())
                    .contains("--task-model is \"" + wrong + "\"; it must be a task, an equals sign and a model, as in"
                            + " rerank=gpt-4o; the tasks are extract, recognise, rerank, answer");
        }
    }

    @Test
    void secretsOfTasksAreNotShown() throws IOException {
        shell.userFile("chat: {recognise: {apiKey: " + KEY + ", baseUrl: \"https://me:pass@one.example/v1\"}}");
        Shell.Run run = shell.run("doctor", "--settings");
        assertThat(run.out())
                .contains("chat.recognise.apiKey", "https://***@one.example/v1")
                .doesNotContain(KEY, "pass@");
        assertThat(shell.configuration().toString()).doesNotContain(KEY);
    }
}
