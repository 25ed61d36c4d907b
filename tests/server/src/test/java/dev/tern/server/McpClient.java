package dev.tern.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The client of the Python SDK, in a process of its own, which serves the instances one after another: loading the SDK
 * takes longer than most of their work. For one thread. The process ends with this JVM, which holds its standard input.
 */
public final class McpClient implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static @Nullable Process shared;

    private final Process process;
    private final BufferedReader answers;
    private final JsonNode begun;

    private McpClient(Process process, List<String> server) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.begun = answer(server);
    }

    /**
     * A client of a server over HTTP.
     *
     * @param address of the endpoint, and a key if one is needed
     */
    public static McpClient http(String... address) throws IOException, InterruptedException {
        return start("http", List.of(address));
    }

    /** Returns a client that starts a server and talks to it over its standard streams. */
    public static McpClient stdio(List<String> command) throws IOException, InterruptedException {
        return start("stdio", command);
    }

    private static McpClient start(String kind, List<String> arguments) throws IOException, InterruptedException {
        Process process = shared;
        if (process == null || !process.isAlive()) {
            Path root = Path.of("").toAbsolutePath();
            PythonEnvironment python =
                    PythonEnvironment.in(root.resolve("target"), root.resolve("src/test/python/mcp-requirements.txt"));
            process = new ProcessBuilder(
                            python.program("python").toString(),
                            root.resolve("src/test/python/mcp_client.py").toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            shared = process;
        }
        List<String> server = new ArrayList<>(List.of(kind));
        server.addAll(arguments);
        return new McpClient(process, server);
    }

    /** Returns the server's description of itself. */
    public JsonNode begun() {
        return begun;
    }

    public JsonNode tools() {
        return answer(Map.of("do", "list")).path("tools");
    }

    /** Returns the answer of a tool, or the error of the protocol. */
    public JsonNode call(String tool, Map<String, ?> arguments) {
        return answer(Map.of("do", "call", "tool", tool, "arguments", arguments));
    }

    private JsonNode answer(Object asked) {
        try {
            process.outputWriter(StandardCharsets.UTF_8).write(JSON.writeValueAsString(asked) + "\n");
            process.outputWriter(StandardCharsets.UTF_8).flush();
            return line();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode line() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the client has ended; its stderr says why");
        }
        return JSON.readTree(line);
    }

    @Override
    public void close() {
        answer(Map.of("do", "leave"));
    }
}
