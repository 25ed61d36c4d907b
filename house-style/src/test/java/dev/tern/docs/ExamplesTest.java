package dev.tern.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.cli.CommandLineRun;
import dev.tern.cli.ConfiguredBackend;
import dev.tern.cli.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code tern example} with the examples in Java: built by Maven where this checkout has built Tern, and run. */
class ExamplesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "plain, example/plain/Bernoullis.java",
        "langchain4j, example/langchain4j/Assistant.java",
        "spring-boot, example/spring/BernoullisApplication.java"
    })
    void exampleIsBuiltAndAnswers(String name, String source) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.keySet().removeIf(variable -> variable.startsWith("TERN_") || variable.startsWith("OPENAI_"));
        Surroundings surroundings = new Surroundings(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false,
                Surroundings.USUAL_COLUMNS,
                InputStream.nullInputStream(),
                environment,
                folder,
                Optional.of(ROOT));

        int exitCode = CommandLineRun.run(surroundings, new ConfiguredBackend(), "example", name);

        assertThat(exitCode).as(err.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("examples/" + name + "/src/main/java/" + source)
                .contains("taught by Johann Bernoulli", "the pressure of a moving fluid falls");
    }
}
