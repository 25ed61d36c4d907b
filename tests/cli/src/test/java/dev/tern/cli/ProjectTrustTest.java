package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the effects of an untrusted folder's {@code tern.yaml}, and of the user's permission. */
final class ProjectTrustTest {
    private static final String KEY = "sk-CANARY-0123456789";

    @TempDir
    private Path home;

    private final List<String> keysSent = new CopyOnWriteArrayList<>();
    private Path project;
    private Shell shell;
    private HttpServer stranger;

    @BeforeEach
    void open() throws IOException {
        project = Files.createDirectory(home.resolve("project"));
        shell = new Shell(project).real().with("HOME", home.toString());
        stranger = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        stranger.createContext("/", exchange -> {
            keysSent.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
        });
        stranger.start();
    }

    @AfterEach
    void close() {
        stranger.stop(0);
    }

    private String address() {
        return "http://127.0.0.1:" + stranger.getAddress().getPort();
    }

    /** The commands of the review, but for the folder and the port. */
    @Test
    void theKeyOfTheEnvironmentIsNotSentToAnAddressOfTheProject() {
        shell.file("tern.yaml", "chat:", "  baseUrl: " + address() + "/v1");
        shell.file("a.txt", "Lena built it.");
        shell.with("TERN_EMBEDDING_PROVIDER", "in-process").with("OPENAI_API_KEY", KEY);
        Shell.Run refused = shell.run("add", "a.txt");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .isEqualTo(
                        "tern: tern.yaml:2: chat.baseUrl would decide where chat.apiKey from OPENAI_API_KEY is sent: "
                                + address()
                                + "/v1\n"
                                + "The tern.yaml of this folder is not trusted so far. If you know its content:"
                                + " --trust-project or TERN_TRUST_PROJECT=true, or for good the line \"trustProject: "
                                + project + "\" in " + home.resolve(".config/tern/tern.yaml") + "\n");
        assertThat(keysSent).isEmpty();
    }

    @Test
    void ownerMayTrustItByFlagByVariableOrForGood() throws IOException {
        shell.file("tern.yaml", "chat:", "  baseUrl: " + address() + "/v1");
        shell.file("a.txt", "Lena built it.");
        shell.with("TERN_EMBEDDING_PROVIDER", "in-process").with("OPENAI_API_KEY", KEY);
        assertThat(shell.run("add", "a.txt", "--trust-project").exitCode()).isEqualTo(1);
        assertThat(keysSent).isNotEmpty().allMatch(sent -> sent.equals("Bearer " + KEY));
        assertThat(shell.run("graphs").exitCode()).isEqualTo(2);
        assertThat(shell.with("TERN_TRUST_PROJECT", "true").run("graphs").exitCode())
                .isZero();
        shell.with("TERN_TRUST_PROJECT", "");
        shell.userFile("trustProject: " + home + "/elsewhere, " + project);
        assertThat(shell.run("graphs").exitCode()).isZero();
        shell.userFile("trustProject: " + home);
        assertThat(shell.run("graphs").exitCode()).isEqualTo(2);
        shell.userFile("trustProject: project");
        assertThat(shell.run("documents").err())
                .contains("trustProject is \"project\"; it must be true, false, or whole paths of folders");
    }

    @Test
    void projectCannotTrustItself() {
        shell.file("tern.yaml", "trustProject: true");
        Shell.Run refused = shell.run("documents");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .contains("tern.yaml:1: trustProject in the project's own file has no effect: it belongs to " + home);
    }

    private void everySecretInTheEnvironment() {
        shell.with("TERN_CHAT_API_KEY", KEY)
                .with("TERN_EMBEDDING_API_KEY", KEY)
                .with("TERN_MILVUS_TOKEN", KEY)
                .with("TERN_TRACES_HEADERS", "authorization=" + KEY);
    }

    @ParameterizedTest
    @CsvSource({
        "chat.baseUrl, http://127.0.0.1:9/v1, ask x",
        "chat.provider, ollama, documents",
        "embedding.baseUrl, http://127.0.0.1:9/v1, ask x",
        "embedding.provider, ollama, retrieve x",
        "store, http://127.0.0.1:9, documents",
        "store, http://127.0.0.1:9, mcp",
        "traces.endpoint, http://127.0.0.1:9/v1/traces, serve",
        "server.keysFile, keys, serve",
        "server.apiKey, a-key-that-is-long-enough-to-count, serve",
        "server.hosts, evil.example, serve",
        "server.host, 0.0.0.0, serve",
        "server.certificateFile, c, serve",
        "server.certificateKeyFile, c, serve",
        "mcp.writes, texts, mcp",
        "cache.directory, kept, documents",
        "extraction.promptFile, ../secret.txt, documents",
        "extraction.promptFile, link/../secret.txt, documents",
        "embedding.model, ../encoder, documents",
        "store, ../other-store, documents",
        "store, file:../other-store, documents",
        "store, link, documents",
        "store, link/new, documents"
    })
    void whatOnlyTheOwnerMaySayIsRefused(String key, String value, String command) throws IOException {
        Files.createSymbolicLink(project.resolve("link"), Files.createDirectories(home.resolve("private/folder")));
        everySecretInTheEnvironment();
        Files.setPosixFilePermissions(
                shell.file("tern.yaml", line(key, value)), PosixFilePermissions.fromString("rw-------"));
        Shell.Run refused = shell.run(command.split(" "));
        assertThat(refused.err()).startsWith("tern: tern.yaml:1: " + key + " ").contains("is not trusted so far");
        assertThat(refused.exitCode()).isEqualTo(2);
        JsonNode shown = CommandsTest.json(shell.run("doctor", "--settings", "--json"))
                .path("settings")
                .path(key);
        assertThat(shown.path("trusted").asBoolean(true)).isFalse();
        assertThat(shown.path("from").asText()).isEqualTo("tern.yaml:1");
        assertThat(shell.run("doctor", "--settings").out()).contains("from tern.yaml:1, not trusted");
    }

    @Test
    void linkThatLeadsNowhereYetIsNotFollowedToWhatWillBeThere() throws IOException {
        Files.createSymbolicLink(project.resolve("link"), home.resolve("private"));
        shell.file("tern.yaml", "store: link");
        assertThat(shell.run("graphs").err())
                .startsWith("tern: the path " + project.resolve("link") + " cannot be followed: ");
    }

    private static String line(String key, String value) {
        int dot = key.indexOf('.');
        return dot < 0
                ? key + ": " + value
                : key.substring(0, dot) + ": {" + key.substring(dot + 1) + ": \"" + value + "\"}";
    }

    @ParameterizedTest
    @CsvSource({
        "chat.provider, OpenAI",
        "chat.provider, none",
        "embedding.provider, in-process",
        "chat.model, another",
        "chat.recognise.model, another",
        "chat.recognise.provider, none",
        "embedding.model, ./encoder",
        "store, ./here/store",
        "extraction.promptFile, prompts/mine.txt",
        "server.hosts, https://evil.example",
        "traces.endpoint, http://127.0.0.1:9/v1/traces",
        "maxCost, 1000",
        "degree, 2"
    })
    void projectDecidesWhatStaysInItsFolderAndWhatACommandDoesNotUse(String key, String value) {
        everySecretInTheEnvironment();
        shell.file("tern.yaml", line(key, value));
        Shell.Run run = shell.run("graphs");
        assertThat(run.err()).doesNotContain("trusted");
    }

    @Test
    void projectThatBringsTheKeyAsWellMaySayWhereItGoes() {
        shell.with("OPENAI_API_KEY", KEY).with("TERN_EMBEDDING_PROVIDER", "in-process");
        shell.file("tern.yaml", "chat:", "  baseUrl: " + address() + "/v1", "  apiKey: sk-of-the-project");
        shell.file("a.txt", "Lena built it.");
        // The environment is stronger than the file: its key would go there.
        assertThat(shell.run("add", "a.txt").exitCode()).isEqualTo(2);
        assertThat(keysSent).isEmpty();
        shell.with("OPENAI_API_KEY", "");
        assertThat(shell.run("add", "a.txt").exitCode()).isEqualTo(1);
        assertThat(keysSent).isNotEmpty().allMatch(sent -> sent.equals("Bearer sk-of-the-project"));
    }

    @Test
    void keyOfTheUsersFileIsNotSentEitherAndTheAddressThereIsTheSameAsNone() throws IOException {
        shell.userFile("chat:", "  apiKey: " + KEY, "  baseUrl: " + address() + "/v1");
        shell.file("tern.yaml", "chat: {baseUrl: \"" + address() + "/v2\"}");
        assertThat(shell.run("documents").err())
                .contains("tern.yaml:1: chat.baseUrl would decide where chat.apiKey from " + home);
        shell.file("tern.yaml", "chat: {baseUrl: \"" + address() + "/v1\"}");
        assertThat(shell.run("graphs").err()).doesNotContain("trusted");
    }

    @Test
    void whatIsKeptForOpenAiGoesToNoOtherProviderAndSoNeedsNoTrust() {
        shell.with("OPENAI_API_KEY", KEY);
        shell.file("tern.yaml", "chat: {provider: ollama, baseUrl: \"" + address() + "\"}");
        assertThat(shell.run("graphs").err()).doesNotContain("trusted");
    }

    @Test
    void projectMayNameTheProviderOfEmbeddingModelsThatAKeyIsNamedFor() {
        shell.with("VOYAGE_API_KEY", KEY).with("TERN_CHAT_PROVIDER", "none");
        shell.file("tern.yaml", "embedding: {provider: voyage}");
        assertThat(shell.run("graphs").err()).doesNotContain("trusted");
        shell.file("tern.yaml", "embedding: {provider: voyage, baseUrl: \"" + address() + "\"}");
        assertThat(shell.run("graphs").err())
                .startsWith("tern: tern.yaml:1: embedding.baseUrl would decide where embedding.apiKey from"
                        + " VOYAGE_API_KEY is sent: " + address() + "\n");
    }

    @Test
    void keyOfATaskIsGuardedAsThatOfChat() throws IOException {
        shell.with("TERN_CHAT_RECOGNISE_API_KEY", KEY);
        shell.file("tern.yaml", "chat:", "  recognise: {baseUrl: \"" + address() + "/v1\"}");
        assertThat(shell.run("graphs").err())
                .startsWith("tern: tern.yaml:2: chat.recognise.baseUrl would decide where chat.recognise.apiKey from"
                        + " TERN_CHAT_RECOGNISE_API_KEY is sent: " + address() + "/v1\n");
        assertThat(CommandsTest.json(shell.run("doctor", "--settings", "--json"))
                        .at("/settings/chat.recognise.baseUrl/trusted")
                        .asBoolean(true))
                .isFalse();
        // The address of chat is that of the task too.
        shell.file("tern.yaml", "chat:", "  baseUrl: " + address() + "/v1");
        assertThat(shell.run("graphs").err())
                .startsWith("tern: tern.yaml:2: chat.baseUrl would decide where chat.recognise.apiKey from"
                        + " TERN_CHAT_RECOGNISE_API_KEY is sent: ");
        shell.file("tern.yaml", "chat:", "  recognise: {provider: ollama, model: x}");
        assertThat(shell.run("graphs").err())
                .startsWith("tern: tern.yaml:2: chat.recognise.provider would decide where chat.recognise.apiKey from");
        shell.userFile("chat: {baseUrl: \"http://one.example/v1\"}");
        shell.file("tern.yaml", "degree: 1");
        assertThat(shell.run("graphs").err())
                .contains(
                        "chat.baseUrl is http://one.example/v1, where chat.recognise.apiKey would be sent unencrypted");
    }

    @Test
    void keyOfChatIsNotSentToTheAddressThatAProjectHasForATask() throws IOException {
        shell.with("OPENAI_API_KEY", KEY)
                .with("TERN_EMBEDDING_PROVIDER", "in-process")
                .with("TERN_MAX_RETRIES", "0");
        shell.file("tern.yaml", "chat:", "  extract: {model: x, baseUrl: \"" + address() + "/v1\"}");
        shell.file("a.txt", "Lena built it.");
        // It goes there without the key, which is for another host.
        assertThat(shell.run("add", "a.txt").exitCode()).isEqualTo(1);
        assertThat(keysSent).isNotEmpty().containsOnly("null");
        keysSent.clear();
        shell.userFile("chat: {baseUrl: \"http://127.0.0.1:9/v1\"}");
        assertThat(shell.run("add", "a.txt").err())
                .startsWith("tern: tern.yaml:2: chat.extract.baseUrl would decide where chat.apiKey from"
                        + " OPENAI_API_KEY is sent: ");
        shell.userFile("chat: {provider: ollama, model: llama}");
        shell.file("tern.yaml", "chat:", "  extract: {provider: openai, model: x}");
        assertThat(shell.run("add", "a.txt").err())
                .startsWith("tern: tern.yaml:2: chat.extract.provider would decide where chat.apiKey from"
                        + " OPENAI_API_KEY is sent: openai\n");
        assertThat(keysSent).isEmpty();
    }

    @Test
    void limitOfTheUsersFileIsNotRaisedByAProject() throws IOException {
        shell.userFile("maxCost: 2.50");
        shell.file("tern.yaml", "maxCost: 1000");
        assertThat(shell.run("documents").err())
                .startsWith("tern: tern.yaml:1: maxCost is 1000, and your own file says 2.50\n");
    }

    @Test
    void usersOwnFolderIsNoProject() throws IOException {
        shell.userFile("cache: {directory: kept}");
        Shell there = new Shell(home.resolve(".config/tern")).with("HOME", home.toString());
        assertThat(there.run("graphs").err()).doesNotContain("trusted");
    }
}
