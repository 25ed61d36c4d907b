package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.server.PythonEnvironment;
import dev.tern.server.PythonEnvironment.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Dockerfile and the compose file, by the linters of their kinds, each of which is also shown a file with a mistake.
 */
@Tag("slow")
final class DeploymentLintTest {
    private static final Path DEPLOY =
            Path.of("../../build/release").toAbsolutePath().normalize();
    private static PythonEnvironment python;

    @TempDir
    private Path folder;

    @BeforeAll
    static void install() throws Exception {
        python = PythonEnvironment.in(
                Path.of("target").toAbsolutePath(), Path.of("src/test/python/deploy-requirements.txt"));
    }

    private static Outcome run(String program, String... arguments) throws Exception {
        return python.run(Stream.concat(Stream.of(python.program(program).toString()), Stream.of(arguments))
                .toList());
    }

    private String spoilt(Path file, String piece, String by) throws Exception {
        String text = Files.readString(file);
        assertThat(text).contains(piece);
        return Files.writeString(folder.resolve(file.getFileName()), text.replace(piece, by))
                .toString();
    }

    private static void assertFine(Outcome outcome) {
        assertThat(outcome.status()).as(outcome.said()).isZero();
    }

    @Test
    void dockerfileIsAsHadolintWantsIt() throws Exception {
        Path file = DEPLOY.resolve("Dockerfile");
        assertFine(run("hadolint", "--no-color", file.toString()));
        Outcome outcome = run("hadolint", "--no-color", spoilt(file, "WORKDIR /src", "WORKDIR src"));
        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.said()).contains("DL3000");
    }

    @Test
    void composeFileIsOfItsSchema() throws Exception {
        Path file = DEPLOY.resolve("compose.yaml");
        assertFine(run("check-jsonschema", "--builtin-schema", "vendor.compose-spec", file.toString()));
        Outcome outcome = run(
                "check-jsonschema", "--builtin-schema", "vendor.compose-spec", spoilt(file, "read_only:", "readonly:"));
        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.said()).contains("readonly");
    }
}
