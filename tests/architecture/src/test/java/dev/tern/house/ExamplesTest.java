package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code build/tools/example.sh}: a program of a command, and one that serves, built by Maven where this checkout has built Tern, and
 * run. The module {@code examples} builds and tests all of them.
 */
@Tag("slow")
class ExamplesTest {
    @ParameterizedTest
    @ValueSource(strings = {"plain", "spring-boot"})
    void exampleIsBuiltAndAnswers(String name) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("sh", "../../build/tools/example.sh", name).redirectErrorStream(true);
        builder.environment()
                .keySet()
                .removeIf(variable -> variable.startsWith("TERN_") || variable.startsWith("OPENAI_"));
        // Each runs for seconds, too short for the second compiler to pay off.
        builder.environment()
                .merge(
                        "JDK_JAVA_OPTIONS",
                        "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                        (machine, own) -> machine + " " + own);

        Process process = builder.start();
        String said = process.inputReader().lines().collect(Collectors.joining("\n"));

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains("taught by Johann Bernoulli", "the pressure of a moving fluid falls");
    }
}
