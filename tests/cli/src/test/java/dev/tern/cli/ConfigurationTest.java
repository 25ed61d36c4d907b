package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfigurationTest {
    private static final String KEY = "sk-not-a-real-key-0123456789";

    @TempDir
    private Path directory;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(directory);
    }

    private JsonNode show(String... flags) {
        String[] arguments = new String[flags.length + 3];
        arguments[0] = "doctor";
        arguments[1] = "--settings";
        arguments[2] = "--json";
        System.arraycopy(flags, 0, arguments, 3, flags.length);
        return CommandsTest.json(shell.run(arguments)).path("settings");
    }

    private void degree(JsonNode settings, String value, String from) {
        assertThat(settings.path("degree").path("value").asText()).isEqualTo(value);
        assertThat(settings.path("degree").path("from").asText()).isEqualTo(from);
    }

    @Test
    void theStrongerPlaceWins() throws IOException {
        degree(show(), "1", "default");
        Path user = Files.createDirectories(directory.resolve(".config/tern")).resolve("tern.yaml");
        Files.writeString(user, "degree: 4\n");
        degree(show(), "4", user + ":1");
        shell.file("tern.yaml", "# mine", "degree: 3");
        degree(show(), "3", "tern.yaml:2");
        shell.with("TERN_DEGREE", "2");
        degree(show(), "2", "TERN_DEGREE");
        degree(show("--degree", "0"), "0", "--degree");
    }

    @Test
    void allProblemsAreToldAtOnce() {
        shell.file("tern.yaml", "degre: 3", "chat:", "  modle: x", "finalTopK: 0", "embedding: yes");
        Shell.Run run = shell.with("TERN_ENTITY_TOPK", "3").run("doctor", "--settings", "--degree", "9");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("tern.yaml:1: unknown key \"degre\"; did you mean \"degree\"?")
                .contains("tern.yaml:3: unknown key \"chat.modle\"; did you mean \"chat.model\"?")
                .contains("tern.yaml:4: finalTopK is 0; it must be between 1 and 1000")
                .contains("tern.yaml:5: embedding must be a group of settings, one a line")
                .contains("unknown environment variable TERN_ENTITY_TOPK; did you mean TERN_ENTITY_TOP_K?")
                .contains("degree (--degree) is 9; it must be between 0 and 4");
    }

    @Test
    void hybridIsOffUnlessItIsSetAndAFlagCanTakeItBack() {
        assertThat(show().path("hybrid").path("value").asText()).isEqualTo("false");
        assertThat(show("--hybrid").path("hybrid").path("value").asText()).isEqualTo("true");
        shell.file("tern.yaml", "hybrid: true");
        assertThat(show().path("hybrid").path("value").asText()).isEqualTo("true");
        assertThat(show("--no-hybrid").path("hybrid").path("value").asText()).isEqualTo("false");
        shell.file("tern.yaml", "hybrid: perhaps");
        assertThat(shell.run("doctor", "--settings").err())
                .contains("tern.yaml:1: hybrid is \"perhaps\"; it must be true or false");
    }

    @Test
    void everyRuleOfTrustCountsThatIsGiven() {
        assertThat(show("--trust", "web/*=0.1", "--trust", "notes/*=0.5")
                        .path("trust")
                        .path("value")
                        .asText())
                .isEqualTo("web/*=0.1,notes/*=0.5");
    }

    @Test
    void theLimitsOfLoadingAreSettings() {
        assertThat(show().path("load.maxScannedPages").path("value").asText()).isEqualTo("200");
        shell.file("big.txt", "The keeper of the archive wrote this down.");
        Shell.Run run = shell.with("TERN_LOAD_MAX_FILE_BYTES", "40").run("add", "big.txt");
        assertThat(run.err()).contains("left out big.txt: it has 43 bytes; the limit is 40 (load.maxFileBytes)");
        assertThat(shell.with("TERN_LOAD_MAX_SCANNED_PAGES", "0")
                        .run("doctor", "--settings")
                        .err())
                .contains("load.maxScannedPages (TERN_LOAD_MAX_SCANNED_PAGES) is 0 and must be from 1 to 100000");
    }

    @Test
    void folderOfModelsThatReadPicturesIsASetting() throws IOException {
        Files.write(
                directory.resolve("page.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13});
        assertThat(shell.run("add", "page.png").err())
                .contains("left out page.png: it is a picture, and text in pictures is read only if load.ocrModels"
                        + " names");
        Shell.Run run = shell.with("TERN_LOAD_OCR_MODELS", directory.toString()).run("add", "page.png");
        assertThat(run.err())
                .contains("text in pictures is not read: " + directory + " (load.ocrModels) has no file *_det_*.onnx");
    }

    @Test
    void languagesOfTesseractAreASetting() {
        Shell.Run run = shell.with("TERN_LOAD_OCR_LANGUAGES", "rus eng").run("doctor", "--settings");
        assertThat(run.err())
                .contains(
                        "load.ocrLanguages (TERN_LOAD_OCR_LANGUAGES) is \"rus eng\" and must be languages as Tesseract"
                                + " calls them, with a plus between, such as rus+eng");
    }

    @Test
    void secretsAreNeverShown() {
        shell.with("OPENAI_API_KEY", KEY);
        Shell.Run text = shell.run("doctor", "--settings");
        assertThat(text.out()).doesNotContain("sk-").containsPattern("chat\\.apiKey +set +from OPENAI_API_KEY");
        JsonNode settings = show();
        assertThat(settings.toString()).doesNotContain("sk-");
        assertThat(settings.path("chat.apiKey").path("from").asText()).isEqualTo("OPENAI_API_KEY");
        assertThat(settings.path("chat.provider").path("value").asText()).isEqualTo("openai");
        assertThat(settings.path("chat.provider").path("from").asText())
                .isEqualTo("default, since OPENAI_API_KEY is set");
        assertThat(settings.path("embedding.model").path("value").asText()).isEqualTo("text-embedding-3-small");
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:1234/v1, , in-process",
        "http://localhost:1234/v1, TERN_EMBEDDING_PROVIDER=openai, openai",
        "http://localhost:1234/v1, TERN_EMBEDDING_MODEL=nomic-embed, openai",
        "https://openai.com.example/v1, , in-process",
        "https://api.openai.com/v1, , openai",
        "https://eu.api.openai.com/v1, , openai"
    })
    void serverThatSpeaksOpenAisProtocolEmbedsOnlyWhereThatIsSaid(
            String address, @Nullable String said, String provider) {
        shell.with("OPENAI_API_KEY", KEY).with("OPENAI_BASE_URL", address);
        if (said != null) {
            shell.with(said.replaceFirst("=.*", ""), said.replaceFirst(".*=", ""));
        }
        JsonNode settings = show();
        assertThat(settings.path("chat.baseUrl").path("value").asText()).isEqualTo(address);
        assertThat(settings.path("embedding.provider").path("value").asText()).isEqualTo(provider);
        assertThat(settings.path("embedding.baseUrl").path("value").asText(""))
                .isEqualTo(provider.equals("openai") ? address : "");
    }

    @Test
    void passwordsInAddressesAreNeverShown() {
        shell.with("OPENAI_BASE_URL", "https://me:hunter2@host:8443/v1?key=hunter3");
        assertThat(shell.run("doctor", "--settings").out())
                .contains("https://***@host:8443/v1?***")
                .doesNotContain("hunter");
        assertThat(show().path("chat.baseUrl").path("value").asText()).isEqualTo("https://***@host:8443/v1?***");
        assertThat(shell.with("OPENAI_BASE_URL", "ftp://me:hunter2@host")
                        .run("doctor", "--settings")
                        .err())
                .contains("chat.baseUrl (OPENAI_BASE_URL) is \"ftp://***@host\"; it must be an address")
                .doesNotContain("hunter");
    }

    @ParameterizedTest
    @CsvSource({
        "TERN_CHAT_API_KEY, TERN_CHAT_BASE_URL, http://models.example:8000/v1, chat.baseUrl, chat.apiKey",
        "TERN_EMBEDDING_API_KEY, TERN_EMBEDDING_BASE_URL, HTTP://10.0.0.5/v1, embedding.baseUrl, embedding.apiKey",
        "TERN_CHAT_API_KEY, TERN_CHAT_BASE_URL, http://localhost.evil.example/v1, chat.baseUrl, chat.apiKey",
        "TERN_CHAT_API_KEY, TERN_CHAT_BASE_URL, http://127.0.0.1.evil.example/v1, chat.baseUrl, chat.apiKey",
        "TERN_MILVUS_TOKEN, TERN_STORE, http://milvus:19530, store, milvus.token",
        "TERN_MILVUS_TOKEN, TERN_STORE, milvus://milvus:19530, store, milvus.token"
    })
    void keysDoNotGoToOtherMachinesUnencryptedUnlessThatIsAllowed(
            String secret, String variable, String address, String key, String what) {
        shell.with(secret, KEY).with(variable, address);
        assertThat(shell.run("jobs", "--all-graphs").err())
                .startsWith("tern: " + key + " (" + variable + ") is " + address + ", where " + what
                        + " would be sent unencrypted, readable on the network: use https://, or set"
                        + " unencryptedKeys to true if the network is yours alone");
        assertThat(shell.run("doctor", "--settings").exitCode()).isZero();
        shell.with("TERN_UNENCRYPTED_KEYS", "true");
        assertThat(shell.run("jobs", "--costs").err()).doesNotContain("unencrypted");
    }

    @ParameterizedTest
    @CsvSource({
        "TERN_CHAT_API_KEY, TERN_CHAT_BASE_URL, http://localhost:8000/v1",
        "TERN_CHAT_API_KEY, TERN_CHAT_BASE_URL, http://[::1]:8000/v1",
        "TERN_CHAT_API_KEY, TERN_CHAT_BASE_URL, https://models.example/v1",
        "TERN_CHAT_MODEL, TERN_CHAT_BASE_URL, http://models.example/v1",
        "TERN_MILVUS_TOKEN, TERN_STORE, http://127.0.0.1:19530",
        "TERN_TRACES_HEADERS, TERN_TRACES_ENDPOINT, http://collector:4318/v1/traces"
    })
    void keysGoUnencryptedWithinTheMachineAndWhereNobodySendsThem(String secret, String variable, String address) {
        shell.with(secret, KEY).with(variable, address);
        assertThat(shell.run("jobs", "--costs").err()).doesNotContain("unencrypted");
    }

    @Test
    void aFileThatIsNotOneYamlDocumentIsNotQuoted() throws IOException {
        Path file = shell.file("tern.yaml", "chat:", "  apiKey: \"" + KEY);
        assertThat(shell.run("doctor", "--settings").err())
                .isEqualTo("tern: tern.yaml:2: not YAML: while scanning a quoted scalar, found unexpected end of"
                        + " stream\n");
        shell.file("tern.yaml", "store: here", "---", "graph: notes");
        assertThat(shell.run("doctor", "--settings").err())
                .isEqualTo("tern: tern.yaml:3: a second YAML document; all settings must be in the first\n");
        Files.write(file, new byte[] {'a', ':', (byte) 0xff});
        assertThat(shell.run("doctor", "--settings").err()).isEqualTo("tern: tern.yaml: not UTF-8 text\n");
        Files.delete(file);
        Files.createDirectory(file);
        assertThat(shell.run("doctor", "--settings").err())
                .isEqualTo("tern: tern.yaml cannot be read: Is a directory\n");
    }

    @Test
    void theKeyOfAProviderIsEnough() {
        shell.with("ANTHROPIC_API_KEY", KEY).with("MISTRAL_API_KEY", "other");
        JsonNode settings = show();
        assertThat(settings.at("/chat.provider/value").asText()).isEqualTo("anthropic");
        assertThat(settings.at("/chat.provider/from").asText()).isEqualTo("default, since ANTHROPIC_API_KEY is set");
        assertThat(settings.at("/chat.model/value").asText()).isEqualTo("claude-sonnet-5");
        assertThat(settings.at("/chat.model/from").asText()).isEqualTo("default, for Anthropic");
        assertThat(settings.at("/embedding.provider/value").asText()).isEqualTo("in-process");
        JsonNode named = show("--chat-provider", "mistral");
        assertThat(named.at("/chat.apiKey/from").asText()).isEqualTo("MISTRAL_API_KEY");
        assertThat(named.at("/chat.model/value").asText()).isEqualTo("mistral-medium-latest");
        shell.with("OPENAI_API_KEY", KEY);
        assertThat(show().at("/chat.provider/value").asText()).isEqualTo("openai");
        assertThat(show().at("/chat.apiKey/from").asText()).isEqualTo("OPENAI_API_KEY");
    }

    @Test
    void theKeyOfAProviderOfEmbeddingModelsIsEnoughOnceThatIsNamed() {
        shell.with("VOYAGE_API_KEY", KEY).with("CO_API_KEY", "other");
        JsonNode settings = show();
        assertThat(settings.at("/embedding.provider/value").asText()).isEqualTo("in-process");
        assertThat(settings.at("/embedding.provider/from").asText())
                .isEqualTo("default, no provider is set; CO_API_KEY alone does not choose one");
        assertThat(settings.at("/chat.provider/value").asText()).isEqualTo("none");
        JsonNode named = show("--embedding-provider", "Voyage");
        assertThat(named.at("/embedding.apiKey/from").asText()).isEqualTo("VOYAGE_API_KEY");
        assertThat(named.at("/embedding.model/value").asText()).isEqualTo("voyage-4");
        assertThat(named.at("/embedding.model/from").asText()).isEqualTo("default, for Voyage AI");
        shell.with("OPENAI_API_KEY", KEY).with("TERN_EMBEDDING_PROVIDER", "cohere");
        assertThat(show().at("/embedding.apiKey/from").asText()).isEqualTo("CO_API_KEY");
        assertThat(show("--embedding-provider", "jina")
                        .at("/embedding.apiKey/from")
                        .asText())
                .isEqualTo("not set");
        assertThat(shell.run("doctor", "--settings", "--embedding-provider", "vogage")
                        .err())
                .contains("embedding.provider (--embedding-provider) is \"vogage\"; it must be openai, gemini, mistral,"
                        + " azure, cohere, voyage, jina, ollama or in-process");
    }

    @Test
    void theKeyOfNoProviderGoesToAnother() {
        shell.with("ANTHROPIC_API_KEY", KEY).with("TERN_CHAT_BASE_URL", "https://models.example/v1");
        JsonNode settings = show();
        assertThat(settings.at("/chat.provider/value").asText()).isEqualTo("openai");
        assertThat(settings.at("/chat.apiKey/from").asText()).doesNotContain("ANTHROPIC");
    }

    @Test
    void theRegionOfBedrockIsItsAddress() {
        shell.with("AWS_BEARER_TOKEN_BEDROCK", KEY).with("AWS_REGION", "eu-central-1");
        JsonNode settings = show();
        assertThat(settings.at("/chat.provider/value").asText()).isEqualTo("bedrock");
        assertThat(settings.at("/chat.baseUrl/value").asText())
                .isEqualTo("https://bedrock-runtime.eu-central-1.amazonaws.com/openai/v1");
    }

    @Test
    void aGraphKeepsItsModelUnlessAnotherIsNamed() {
        shell.file("corpus.jsonl", "{\"_id\": \"a\", \"text\": \"Euler knew Daniel.\"}");
        shell.run("add", "corpus.jsonl");
        shell.with("OPENAI_API_KEY", KEY).with("TERN_CHAT_PROVIDER", "none");
        assertThat(shell.run("ask", "Who knew Daniel?").exitCode()).isZero();
        Shell.Run other = shell.run("ask", "--embedding-model", "text-embedding-3-large", "Who knew Daniel?");
        assertThat(other.exitCode()).isEqualTo(1);
        assertThat(other.err())
                .contains("the graph was made with the embedding model \"all-MiniLM-L6-v2-q\"")
                .contains("text-embedding-3-large");
    }

    @Test
    void aModelThatRunsInProcessDoesSoThoughThereIsAKey() {
        shell.with("OPENAI_API_KEY", KEY);
        JsonNode settings = show("--embedding-model", "bge-small-en-v1.5");
        assertThat(settings.path("embedding.provider").path("value").asText()).isEqualTo("in-process");
        assertThat(settings.path("embedding.provider").path("from").asText())
                .isEqualTo("default, the model is one in process");
        shell.with("TERN_EMBEDDING_BASE_URL", "https://models.example/v1");
        assertThat(show("--embedding-model", "bge-small-en-v1.5")
                        .path("embedding.provider")
                        .path("value")
                        .asText())
                .isEqualTo("openai");
    }

    @Test
    void aGraphRemembersAModelInProcessWithItsPrefixes() {
        shell.real();
        shell.file("corpus.jsonl", "{\"_id\": \"a\", \"text\": \"Euler knew Daniel.\"}");
        shell.file("tern.yaml", "embedding:", "  model: e5-small-v2", "  passagePrefix: none");
        shell.run("add", "corpus.jsonl");
        Shell.Run other = shell.run("ask", "--embedding-model", "e5-small-v2-q", "Who knew Daniel?");
        assertThat(other.exitCode()).as(other.err()).isZero();
        shell.file("tern.yaml", "embedding:", "  questionPrefix: \"ask: \"");
        Shell.Run remembered = shell.run("ask", "Who knew Daniel?");
        assertThat(remembered.exitCode())
                .as("what is said of the usual model is not meant for this one: " + remembered.err())
                .isZero();
        shell.file("tern.yaml", "degree: 1");
        Shell.Run own = shell.run("ask", "--embedding-model", "e5-small-v2", "Who knew Daniel?");
        assertThat(own.exitCode()).isEqualTo(1);
        assertThat(own.err())
                .contains("the graph was made with the embedding model \"e5-small-v2-q (questions \"query: \", passages"
                        + " \"\")\"");
    }

    @Test
    void whatIsSaidOfAnEncoderIsChecked() {
        shell.real();
        shell.file("tern.yaml", "embedding:", "  model: ./encoder", "  provider: in-process");
        shell.file("corpus.jsonl", "{\"_id\": \"a\", \"text\": \"Euler knew Daniel.\"}");
        assertThat(shell.run("add", "corpus.jsonl").err())
                .contains("the embedding model ./encoder is not a folder with model.onnx and tokenizer.json");
    }
}
