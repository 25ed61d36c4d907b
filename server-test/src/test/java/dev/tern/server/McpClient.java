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
import java.util.concurrent.TimeUnit;

/** The client of the Python SDK, in a process of its own. For one thread. */
public final class McpClient implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Process process;
    private final BufferedReader answers;
    private final JsonNode begun;

    private McpClient(Process process) throws IOException {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.begun = line();
    }

    /**
     * A client of a server over HTTP.
     *
     * @param address of the endpoint, and a key if one is needed
     */
    public static McpClient http(String... address) throws IOException, InterruptedException {
        return start("http", List.of(address));
    }

    /** A client that starts a server and speaks with it by its standard streams. */
    public static McpClient stdio(List<String> command) throws IOException, InterruptedException {
        return start("stdio", command);
    }

    private static McpClient start(String kind, List<String> arguments) throws IOException, InterruptedException {
        Path root = Path.of("").toAbsolutePath();
        PythonEnvironment python =
                PythonEnvironment.in(root.resolve("target"), root.resolve("src/test/python/mcp-requirements.txt"));
        List<String> command = new ArrayList<>(List.of(
                python.program("python").toString(),
                root.resolve("src/test/python/mcp_client.py").toString(),
                kind));
        command.addAll(arguments);
        return new McpClient(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** What the server said of itself. */
    public JsonNode begun() {
        return begun;
    }

    /** The tools. */
    public JsonNode tools() {
        return answer(Map.of("do", "list")).path("tools");
    }

    /** What a tool answers, or the error of the protocol. */
    public JsonNode call(String tool, Map<String, ?> arguments) {
        return answer(Map.of("do", "call", "tool", tool, "arguments", arguments));
    }

    private JsonNode answer(Map<String, ?> asked) {
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
        try {
            process.outputWriter(StandardCharsets.UTF_8).close();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                throw new AssertionError("the client does not end");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
