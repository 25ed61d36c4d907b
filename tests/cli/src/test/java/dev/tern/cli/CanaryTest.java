package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Every secret is one canary, which must not occur in the output of any command, in a log, trace, error, metric or job,
 * or in a written file. The commands come from picocli, so that new ones are tested too.
 */
@Tag("slow")
final class CanaryTest {
    /** The arguments that a command requires; {@code serve} has a test of its own, and rehearsals take long. */
    private static final Map<String, List<String>> ARGUMENTS = Map.ofEntries(
            Map.entry("add", List.of("a.txt")),
            Map.entry("ask", List.of("Who wrote it?")),
            Map.entry("retrieve", List.of("Who wrote it?")),
            Map.entry("remove", List.of("nothing")),
            Map.entry("jobs", List.of("--failed")),
            Map.entry("copy", List.of("--from", "tern-store", "--to", "copied")),
            Map.entry("drop", List.of("nothing", "--yes")),
            Map.entry("export", List.of("--output", "export.graphml", "--format", "graphml", "--force")),
            Map.entry("import", List.of("kept.jsonl.gz", "--graph", "imported")),
            Map.entry("eval", List.of("nowhere")),
            Map.entry("eval convert", List.of("nowhere", "--to", "there")),
            Map.entry("help", List.of("add")),
            Map.entry("serve", List.of("--port", "none")),
            Map.entry("rehearsal", List.of("--help")));

    private static final Pattern ADDRESS = Pattern.compile(" at http://127\\.0\\.0\\.1:(\\d+)");

    @TempDir
    private Path home;

    private final EchoingProvider provider = new EchoingProvider();
    private final ModelStub models = new ModelStub();
    private Path keysFile;
    private Path userFile;
    private Shell shell;

    @BeforeEach
    void putTheCanaryEverywhere() throws IOException {
        keysFile = home.resolve("keys");
        Files.writeString(keysFile, "reader read * " + Canary.READER + "\n");
        userFile = Files.createDirectories(home.resolve(".config/tern")).resolve("tern.yaml");
        Files.writeString(userFile, "milvus:\n  token: \"root:" + Canary.SECRET + "\"\n");
        for (Path file : List.of(keysFile, userFile)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        shell = new Shell(home)
                .asking(models)
                .with("OPENAI_API_KEY", Canary.SECRET)
                .with("TERN_MILVUS_TOKEN", "root:" + Canary.SECRET)
                .with("TERN_SERVER_API_KEY", Canary.SECRET)
                .with("TERN_SERVER_KEYS_FILE", "keys")
                .with("TERN_TRACES_ENDPOINT", provider.url() + "/traces")
                .with("TERN_TRACES_HEADERS", "authorization=Bearer " + Canary.SECRET)
                .with("TERN_MAX_RETRIES", "0")
                .with("TERN_MILVUS_TIMEOUT_SECONDS", "1");
        shell.file("a.txt", "The keeper of the archive wrote Code1 down.");
        shell.file("b.txt", "The keeper of the archive wrote Code2 down.");
        shell.pipedIn("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n");
    }

    @AfterEach
    void close() {
        provider.close();
        models.close();
    }

    private Set<Path> purpose() {
        return Set.of(keysFile, userFile);
    }

    /** Returns the words of every command that runs, as picocli knows them. */
    private static List<List<String>> commands() {
        List<List<String>> commands = new ArrayList<>();
        collect(Shell.everyCommand(), List.of(), commands);
        return commands;
    }

    private static void collect(CommandLine command, List<String> words, List<List<String>> commands) {
        if (!words.isEmpty()) {
            commands.add(words);
        }
        command.getSubcommands().forEach((name, sub) -> {
            List<String> longer = new ArrayList<>(words);
            longer.add(name);
            collect(sub, longer, commands);
        });
    }

    private String run(List<String> command, String... more) {
        List<String> words = new ArrayList<>(command);
        words.addAll(ARGUMENTS.getOrDefault(String.join(" ", command), List.of()));
        words.addAll(List.of(more));
        Shell.Run run = shell.run(words.toArray(String[]::new));
        Canary.absent("what " + words + " prints", run.out());
        Canary.absent("what " + words + " says", run.err());
        return run.out() + run.err();
    }

    private void walkEveryCommand() {
        List<List<String>> commands = commands();
        assertThat(commands).hasSizeGreaterThan(27);
        assertThat(ARGUMENTS.keySet()).allMatch(name -> commands.contains(List.of(name.split(" "))));
        for (List<String> command : commands) {
            run(command, "--debug");
            run(command, "--debug", "--json");
            run(command, "--no-such-option");
        }
    }

    @Test
    void noCommandShowsItWhereAllGoesWell() throws IOException {
        assertThat(shell.run("add", "b.txt").exitCode()).isZero();
        assertThat(shell.run("export", "--vectors", "--output", "kept.jsonl.gz").exitCode())
                .isZero();
        walkEveryCommand();
        assertThat(Canary.absentBelow(home, purpose())).isGreaterThan(15);
    }

    @Test
    void noCommandShowsItWhereTheProviderRefusesAndQuotesIt() throws IOException {
        assertThat(shell.run("add", "b.txt").exitCode()).isZero();
        shell.with("OPENAI_BASE_URL", provider.url());
        walkEveryCommand();
        assertThat(provider.keys).contains("Bearer " + Canary.SECRET);
        assertThat(Canary.absentBelow(home, purpose())).isGreaterThan(15);
    }

    @Test
    void noAddressShowsWhatSomebodyPutIntoIt() throws IOException {
        for (String variable : List.of("OPENAI_BASE_URL", "TERN_STORE", "TERN_TRACES_ENDPOINT")) {
            Shell there = new Shell(home)
                    .real()
                    .with("TERN_EMBEDDING_MODEL", "m")
                    .with(
                            variable,
                            "http://me:" + Canary.SECRET.replace('/', '-') + "@127.0.0.1:9/v1?key=" + Canary.SECRET);
            for (List<String> command :
                    List.of(List.of("ask", "Who?"), List.of("doctor", "--settings"), List.of("documents"))) {
                List<String> words = new ArrayList<>(command);
                words.add("--debug");
                Shell.Run run = there.run(words.toArray(String[]::new));
                Canary.absent(variable + " in " + words, run.out() + run.err());
                assertThat(run.out() + run.err()).doesNotContain(Canary.SECRET.replace('/', '-'));
            }
        }
    }

    /** The server receives the headers of a request, and sends no response. */
    @Test
    void storeThatIsAskedWithTheTokenDoesNotShowIt() throws IOException {
        AtomicInteger sent = new AtomicInteger();
        try (ServerSocket milvus = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                while (!milvus.isClosed()) {
                    try {
                        Socket client = milvus.accept();
                        Thread.ofVirtual().start(() -> settle(client, sent));
                    } catch (IOException closed) {
                        return;
                    }
                }
            });
            shell.with("TERN_STORE", "http://127.0.0.1:" + milvus.getLocalPort());
            run(List.of("graphs"), "--debug");
            run(List.of("documents"), "--debug", "--json");
        }
        assertThat(sent).hasPositiveValue();
    }

    /** The empty settings of HTTP/2, upon which a client sends its request. */
    private static void settle(Socket client, AtomicInteger sent) {
        try (client) {
            client.getOutputStream().write(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
            client.getOutputStream().flush();
            InputStream in = client.getInputStream();
            byte[] buffer = new byte[4096];
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                sent.addAndGet(read);
            }
        } catch (IOException gone) {
            // It has seen enough.
        }
    }

    @Test
    void serverShowsItNowhere() throws Exception {
        shell.run("add", "b.txt");
        shell.with("OPENAI_BASE_URL", provider.url());
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Thread serving = Thread.ofPlatform().start(() -> {
            Shell.Run run = shell.run(err, "serve", "--debug", "--port", "0");
            said.writeBytes((run.out() + run.err()).getBytes(StandardCharsets.UTF_8));
        });
        try (HttpClient client = HttpClient.newHttpClient()) {
            int port = port(err);
            String graph = "/api/v1/graphs/default";
            String documents = "{\"documents\":[{\"id\":\"c\",\"text\":\"The keeper knows Code3.\"}]}";
            for (String key : List.of(Canary.SECRET, Canary.READER, Canary.SECRET + "-wrong")) {
                for (String path : List.of(
                        "/metrics",
                        "/health/ready",
                        "/api/v1/server",
                        "/api/v1/graphs",
                        graph,
                        graph + "/failed",
                        graph + "/jobs",
                        graph + "/entities?name=keeper",
                        graph + "/export?format=jsonl",
                        "/api/v1/nowhere")) {
                    ask(client, port, key, path, "");
                }
                ask(client, port, key, graph + "/ask", "{\"question\":\"Who wrote it?\"}");
                ask(client, port, key, graph + "/ask/stream", "{\"question\":\"Who wrote it?\"}");
                ask(client, port, key, graph + "/retrieve", "{\"question\":\"Who wrote it?\",\"mode\":\"naive\"}");
                ask(client, port, key, graph + "/documents", documents);
                ask(client, port, key, graph + "/documents", "{\"documents\":");
                ask(client, port, key, "/mcp", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}");
            }
            // The jobs are tried meanwhile, and the traces of all this are sent.
            for (int tries = 0; tries < 20 || (provider.traces.isEmpty() && tries < 1_200); tries++) {
                Thread.sleep(100);
            }
            ask(client, port, Canary.SECRET, graph + "/jobs", "");
            ask(client, port, Canary.SECRET, graph + "/failed", "");
        } finally {
            serving.interrupt();
            serving.join(Duration.ofMinutes(2));
        }
        Canary.absent("the server's log", said.toString(StandardCharsets.UTF_8));
        assertThat(said.size()).isPositive();
        assertThat(provider.keys).contains("Bearer " + Canary.SECRET);
        assertThat(provider.traces).isNotEmpty().allSatisfy(trace -> Canary.absent("a trace", trace));
        assertThat(Canary.absentBelow(home, purpose())).isGreaterThan(5);
    }

    /** Returns the port that a server prints once it listens. */
    private static int port(ByteArrayOutputStream err) throws Exception {
        for (int tries = 0; tries < 1_200; tries++) {
            Matcher address = ADDRESS.matcher(err.toString(StandardCharsets.UTF_8));
            if (address.find()) {
                return Integer.parseInt(address.group(1));
            }
            Thread.sleep(100);
        }
        throw new IOException("the server does not start");
    }

    private static void ask(HttpClient client, int port, String key, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofMinutes(5))
                .header("Accept", "application/json, text/event-stream")
                .header("Authorization", "Bearer " + key);
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
        }
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        Canary.absent("the answer to " + path, response.headers().map() + response.body());
    }
}
