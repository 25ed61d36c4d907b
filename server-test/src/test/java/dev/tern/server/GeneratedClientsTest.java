package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import dev.tern.server.PythonEnvironment.Outcome;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Clients that OpenAPI Generator makes by the commands of docs/server.md, compiled and used against a server. */
final class GeneratedClientsTest {
    private static final String KEY = "generated-key-0123456789abcdef";
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final Path PAGE = Path.of("..", "docs", "server.md");
    private static final Path SOURCES = Path.of("src/test/clients").toAbsolutePath();

    /** Where the build puts the generator, and the libraries that its client for Java needs. */
    private static final Path GENERATOR = Path.of("target/openapi-generator").toAbsolutePath();

    @TempDir
    private Path folder;

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void clientForJavaIsCompiledAndUsed() throws Exception {
        try (Running server = started()) {
            Path client = generated("tern-java", server);
            String classes = folder.resolve("classes").toString();
            String libraries =
                    GENERATOR.resolve("libraries") + "/*" + File.pathSeparator + System.getProperty("java.class.path");
            List<String> compile = new ArrayList<>(List.of(
                    JAVA + "c",
                    "-nowarn",
                    "-proc:none",
                    "-d",
                    classes,
                    "-cp",
                    libraries,
                    SOURCES.resolve("UsesTern.java").toString()));
            try (Stream<Path> sources = Files.walk(client.resolve("src/main/java"))) {
                sources.map(Path::toString)
                        .filter(file -> file.endsWith(".java"))
                        .forEach(compile::add);
            }
            done(compile);
            assertUsed(done(List.of(
                    JAVA,
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    classes + File.pathSeparator + libraries,
                    "UsesTern",
                    server.address(),
                    KEY)));
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void clientForPythonIsUsed() throws Exception {
        PythonEnvironment python = PythonEnvironment.in(
                Path.of("target").toAbsolutePath(), Path.of("src/test/python/tern-client-requirements.txt"));
        try (Running server = started()) {
            assertUsed(done(List.of(
                    "env",
                    "PYTHONPATH=" + generated("tern-python", server),
                    python.program("python").toString(),
                    SOURCES.resolve("uses_tern.py").toString(),
                    server.address(),
                    KEY)));
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void clientForTypeScriptIsCompiledAndUsed() throws Exception {
        NodeEnvironment node = NodeEnvironment.installed();
        try (Running server = started()) {
            generated("tern-typescript", server);
            Path program = Files.copy(SOURCES.resolve("uses_tern.ts"), folder.resolve("uses_tern.ts"));
            Path compiled = folder.resolve("compiled");
            done(node.run(List.of(
                    node.modules().resolve(".bin/tsc").toString(),
                    "--strict",
                    "--target",
                    "es2022",
                    "--lib",
                    "es2022,dom",
                    "--module",
                    "commonjs",
                    "--outDir",
                    compiled.toString(),
                    program.toString())));
            assertUsed(done(node.run(List.of(compiled.resolve("uses_tern.js").toString(), server.address(), KEY))));
        }
    }

    private Running started() {
        List<ServerKey> keys = List.of(ServerKey.of("generated", Role.ADMIN, Set.of(), KEY));
        return Running.over(new ScriptedBackend(null), folder, usual -> usual.keys(keys));
    }

    /** Runs the command of the page that makes a client, and gives the folder that it made. */
    private Path generated(String name, Running server) throws IOException, InterruptedException {
        String command;
        try (Stream<String> lines = Files.lines(PAGE)) {
            command = lines.filter(
                            line -> line.startsWith("openapi-generator-cli generate ") && line.endsWith(" -o " + name))
                    .findFirst()
                    .orElseThrow();
        }
        assertThat(command).contains("http://127.0.0.1:8376/");
        List<String> words = new ArrayList<>(List.of(
                command.replace("http://127.0.0.1:8376", server.address()).split(" ")));
        String generator = words.removeFirst();
        words.addAll(
                0,
                List.of(
                        JAVA,
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        GENERATOR.resolve(generator + ".jar").toString()));
        done(words);
        return folder.resolve(name);
    }

    /** What a program said that was run in the folder. */
    private String done(List<String> program) throws IOException, InterruptedException {
        return done(new MadeOnce(folder).run(program));
    }

    private static String done(Outcome outcome) {
        assertThat(outcome.status()).as(outcome.said()).isZero();
        return outcome.said();
    }

    private static void assertUsed(String said) {
        JsonNode told = Running.json(said);
        assertThat(told.path("ends")).as(said).isEqualTo(Running.json("[\"done\", \"done\"]"));
        assertThat(told.path("answer").asText()).contains("built the Vale bridge");
        assertThat(told.path("mode").asText()).isEqualTo("local");
        assertThat(told.path("passages").path(0).asText()).isEqualTo("lena");
        for (String filtered : List.of("filtered", "seen", "listed")) {
            assertThat(told.path(filtered)).as(filtered).isEqualTo(Running.json("[\"emil\"]"));
        }
        assertThat(told.path("graphs")).isEqualTo(Running.json("[\"bridges\"]"));
        assertThat(told.path("metadata")).isEqualTo(Running.json("""
            {"author": "Ada Quill", "height": 2.5, "open": true, "seen": {"instant": "2020-02-20T20:20:20Z"}, "year": 1912}\
            """));
        assertThat(told.path("exported").asBoolean()).isTrue();
        assertThat(told.path("edited").asText()).isEqualTo("\"Emil Marr\" is \"Emil Marr of Halden\" in \"emil\"");
        assertThat(told.path("events").path(0).asText()).isEqualTo("begin");
        assertThat(told.path("events").toString())
                .contains("\"step\"", "\"words\"")
                .endsWith("\"answer\"]");
        assertThat(told.path("status").asInt()).isEqualTo(404);
        assertThat(told.path("problem")).isEqualTo(Running.json("""
            ["about:blank", "Not found", "there is no such graph, or nothing in it yet"]\
            """));
    }
}
