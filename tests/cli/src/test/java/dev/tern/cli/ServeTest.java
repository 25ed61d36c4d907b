package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.app.config.ConfigurationException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process: it starts, keeps its graphs over an end by signal, and refuses unsafe settings. */
final class ServeTest {
    private static final Pattern PORT = Pattern.compile("\"port\":(\\d+)");
    private static final String GRAPH = "/api/v1/graphs/bridges";
    private static final String LENA = "{\"documents\": [{\"id\": \"lena\", \"title\": \"Lena Marr\", \"text\": \"Lena"
            + " Marr, Emil's daughter, built the Vale bridge.\", \"triplets\": [[\"Lena Marr\", \"built\", \"the Vale"
            + " bridge\"]]}]}";

    @TempDir
    private Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Tag("slow")
    @Test
    void servesUntilItIsToldToEndAndKeepsWhatItWasGiven() throws Exception {
        Process first = start();
        try {
            int port = port(first);
            assertThat(get(port, "/health/ready").statusCode()).isEqualTo(200);
            assertThat(post(port, GRAPH + "/documents", LENA).statusCode()).isEqualTo(202);
            awaitGraph(port);
            first.destroy();
            assertThat(first.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            first.destroyForcibly();
        }
        Process second = start();
        try {
            HttpResponse<String> answer =
                    post(port(second), GRAPH + "/ask", "{\"question\": \"Who built the Vale bridge?\"}");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("Vale bridge").contains("\"kind\":\"extractive\"");
        } finally {
            second.destroy();
            second.waitFor(2, TimeUnit.MINUTES);
            second.destroyForcibly();
        }
    }

    private void awaitGraph(int port) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (get(port, GRAPH).statusCode() != 200) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(50);
        }
    }

    @Test
    void addressThatOthersCanReachIsRefusedWithoutAKey() {
        Shell shell = new Shell(directory);
        Shell.Run run = shell.run("serve", "--host", "0.0.0.0", "--port", "0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("the server would listen on 0.0.0.0, which others can reach, without an API key");
    }

    @Test
    void lineOfAKeysFileThatIsWrongIsNamedWithoutItsKey() {
        Shell shell = new Shell(directory);
        shell.file(
                "keys", "# people", "lena read * key-of-lena-0123456789abcdef", "emil owner * key-of-emil-0123456789");
        Shell.Run run = shell.run("serve", "--keys-file", "keys", "--port", "0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .contains("keys:3: the second word must be a role: read, write or admin")
                .doesNotContain("key-of-");
    }

    @Test
    void extractionByAModelThatIsNotThereIsRefused() {
        String problem = "extractor is \"model\", and there is no chat model: set OPENAI_API_KEY, or chat.provider, or"
                + " --extractor rules";
        Shell shell = new Shell(directory).with("TERN_EXTRACTOR", "model");
        assertThatThrownBy(shell::served)
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(problem);
        Shell.Run run = shell.run("serve", "--port", "0");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("tern: " + problem + "\n");
    }

    @Test
    void certificateWithoutItsKeyIsRefused() {
        Shell shell = new Shell(directory).with("TERN_SERVER_CERTIFICATE_FILE", "chain.pem");

        assertThat(shell.run("serve", "--port", "0").err())
                .contains("server.certificateFile and server.certificateKeyFile belong together");
    }

    private Process start() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tern.cli.Main",
                "serve",
                "--json",
                "--port",
                "0",
                "--store",
                directory.resolve("store").toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectError(Files.createTempFile(directory, "serve", ".log").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TERN_") || name.startsWith("OPENAI_"));
        builder.environment().put("HOME", directory.toString());
        builder.environment().put("XDG_CACHE_HOME", directory.resolve("cache").toString());
        return builder.start();
    }

    private static int port(Process process) throws IOException {
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        Matcher port = PORT.matcher(String.valueOf(line));
        assertThat(port.find()).as("the line %s", line).isTrue();
        return Integer.parseInt(port.group(1));
    }

    private HttpResponse<String> get(int port, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(int port, String path, String json) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
