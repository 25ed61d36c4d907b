package dev.tern.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples in Java by {@code bin/example.sh}: built by Maven where this checkout has built Tern, and run. */
class ExamplesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"plain", "langchain4j", "spring-boot"})
    void exampleIsBuiltAndAnswers(String name) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", ROOT.resolve("bin/example.sh").toString(), name)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment()
                .keySet()
                .removeIf(variable -> variable.startsWith("TERN_") || variable.startsWith("OPENAI_"));
        // Each runs for seconds: the second compiler never earns back what it costs.
        builder.environment()
                .merge(
                        "JDK_JAVA_OPTIONS",
                        "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                        (machine, own) -> machine + " " + own);

        int exitCode = builder.start().waitFor();

        assertThat(exitCode).as(Files.readString(err)).isZero();
        assertThat(Files.readString(out))
                .contains("taught by Johann Bernoulli", "the pressure of a moving fluid falls");
    }
}
