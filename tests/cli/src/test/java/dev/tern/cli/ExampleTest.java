package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The examples that are scripts, run by {@code build/tools/example.sh}; the module {@code tests/architecture} runs the
 * examples in Java.
 */
@Tag("slow")
final class ExampleTest {
    private static final Path SCRIPT =
            Path.of("../../build/tools/example.sh").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private Path tern;

    @BeforeEach
    void makeACommandOfTheClassesUnderTest() throws IOException, InterruptedException {
        tern = TernScript.in(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"command-line", "server", "mcp"})
    void scriptAnswers(String name) throws IOException, InterruptedException {
        assertThat(output(0, name)).contains("taught by Johann").contains("Hydrodynamica");
    }

    @Test
    void questionWithQuotationMarksReachesAScript() throws IOException, InterruptedException {
        assertThat(output(0, "mcp", "Who said \"no\" to \\ Euler?"))
                .contains("Who said \\\"no\\\" to \\\\ Euler?")
                .contains("\"isError\":false");
    }

    @Test
    void unknownNameIsAnsweredWithThoseThereAre() throws IOException, InterruptedException {
        assertThat(output(2, "spring"))
                .contains("sh build/tools/example.sh NAME [QUESTION]")
                .contains("plain, langchain4j, spring-boot, command-line, server or mcp");
    }

    /** The shell starts it in the background, where it does not hear an interrupt from the terminal. */
    @Test
    void scriptThatIsEndedEndsItsServerAndRemovesItsFolder() throws IOException, InterruptedException {
        Path started = folder.resolve("started");
        Files.writeString(
                tern,
                "#!/bin/sh\necho $$ >'" + started + ".new'; mv '" + started + ".new' '" + started
                        + "'; exec sleep 600\n");
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        ProcessBuilder builder = script("server");
        builder.environment().put("TMPDIR", scratch.toString());
        Process process = builder.start();
        while (!Files.exists(started)) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(20);
        }
        ProcessHandle server = ProcessHandle.of(
                        Long.parseLong(Files.readString(started).strip()))
                .orElseThrow();
        try {
            process.destroy();

            assertThat(process.waitFor()).isEqualTo(143);
            assertThat(server.isAlive()).isFalse();
            try (Stream<Path> left = Files.list(scratch)) {
                assertThat(left).isEmpty();
            }
        } finally {
            server.destroyForcibly();
        }
    }

    private String output(int exitCode, String... arguments) throws IOException, InterruptedException {
        assertThat(script(arguments).start().waitFor())
                .as(Files.readString(output()))
                .isEqualTo(exitCode);
        return Files.readString(output());
    }

    private Path output() {
        return folder.resolve("output");
    }

    private ProcessBuilder script(String... arguments) {
        ProcessBuilder builder = new ProcessBuilder("sh", SCRIPT.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output().toFile());
        builder.command().addAll(List.of(arguments));
        builder.environment()
                .keySet()
                .removeIf(variable -> variable.startsWith("TERN_") || variable.startsWith("OPENAI_"));
        builder.environment().put("TERN", tern.toString());
        // The proxy does not exist: requests to this machine bypass it.
        builder.environment().put("http_proxy", "http://127.0.0.1:1");
        builder.environment().remove("no_proxy");
        return builder;
    }
}
