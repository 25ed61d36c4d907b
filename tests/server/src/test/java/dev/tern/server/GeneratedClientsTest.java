package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import dev.tern.server.PythonEnvironment.Outcome;
import dev.tern.server.settings.Role;
import dev.tern.server.settings.ServerKey;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Clients that OpenAPI Generator makes by the commands of docs/server.md, compiled and used against a server. */
@Tag("slow")
final class GeneratedClientsTest {
    private static final String KEY = "generated-key-0123456789abcdef";
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final Path PAGE = Path.of("../../docs", "server.md");
    private static final Path SOURCES = Path.of("src/test/clients").toAbsolutePath();

    /** The folder with the generator, and with the libraries of its Java client. */
    private static final Path GENERATOR = Path.of("target/openapi-generator").toAbsolutePath();

    /** The folder of the clients. */
    @TempDir
    private static Path clients;

    @TempDir
    private Path folder;

    /** Generates all of them in one JVM: starting it costs more than a client. */
    @BeforeAll
    static void generate(@TempDir Path graphs) throws Exception {
        List<String> program = new ArrayList<>(List.of(
                JAVA,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                GENERATOR.resolve("openapi-generator-cli.jar")
                        + File.pathSeparator
                        + Path.of("target/test-classes").toAbsolutePath(),
                Generators.class.getName()));
        try (Running server = started(graphs)) {
            for (String name : List.of("tern-java", "tern-python", "tern-typescript")) {
                program.add(command(name, server));
            }
            done(clients, program);
        }
    }

    /** The program of the generator, run several times. */
    static final class Generators {
        private Generators() {}

        /** Runs it for every argument, which has the arguments of one run. */
        public static void main(String[] runs) throws Exception {
            Method generator =
                    Class.forName("org.openapitools.codegen.OpenAPIGenerator").getMethod("main", String[].class);
            for (String run : runs) {
                generator.invoke(null, (Object) run.split(" "));
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void clientForJavaIsCompiledAndUsed() throws Exception {
        try (Running server = started(folder)) {
            String classes = folder.resolve("classes").toString();
            String libraries = libraries();
            List<String> compile = new ArrayList<>(List.of(
                    "-nowarn",
                    "-proc:none",
                    "-d",
                    classes,
                    "-cp",
                    libraries,
                    SOURCES.resolve("UsesTern.java").toString()));
            try (Stream<Path> sources = Files.walk(clients.resolve("tern-java/src/main/java"))) {
                sources.map(Path::toString)
                        .filter(file -> file.endsWith(".java"))
                        .forEach(compile::add);
            }
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            int status = ToolProvider.getSystemJavaCompiler().run(null, said, said, compile.toArray(String[]::new));
            assertThat(status).as(said.toString(StandardCharsets.UTF_8)).isZero();
            assertUsed(done(
                    folder,
                    List.of(
                            JAVA,
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
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
        try (Running server = started(folder)) {
            assertUsed(done(
                    folder,
                    List.of(
                            "env",
                            "PYTHONPATH=" + clients.resolve("tern-python"),
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
        try (Running server = started(folder)) {
            Path program = Files.copy(SOURCES.resolve("uses_tern.ts"), clients.resolve("uses_tern.ts"));
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

    /** Returns the class path of the client for Java. */
    private static String libraries() throws IOException {
        try (Stream<Path> jars = Files.list(GENERATOR.resolve("libraries"))) {
            return Stream.concat(jars.map(Path::toString), Stream.of(System.getProperty("java.class.path")))
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    private static Running started(Path folder) {
        List<ServerKey> keys = List.of(ServerKey.of("generated", Role.ADMIN, Set.of(), KEY));
        return Running.over(new ScriptedBackend(null), folder, usual -> usual.keys(keys));
    }

    /** Returns the generator's input for a client, as the page has it for a server. */
    private static String command(String name, Running server) throws IOException {
        String generator = "openapi-generator-cli ";
        try (Stream<String> lines = Files.lines(PAGE)) {
            String command = lines.filter(
                            line -> line.startsWith(generator + "generate ") && line.endsWith(" -o " + name))
                    .findFirst()
                    .orElseThrow();
            assertThat(command).contains("http://127.0.0.1:8376/");
            return command.substring(generator.length()).replace("http://127.0.0.1:8376", server.address());
        }
    }

    /** Returns the output of a program that runs in a folder. */
    private static String done(Path folder, List<String> program) throws IOException, InterruptedException {
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
            ["about:blank", "Not found", "there is no such graph, or it is empty"]\
            """));
    }
}
