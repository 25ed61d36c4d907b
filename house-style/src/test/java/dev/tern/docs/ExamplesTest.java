package dev.tern.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void exampleIsBuiltAndAnswers(String name, String source) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dtern.home=" + ROOT,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.tern.cli.Main",
                        "example",
                        name)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment()
                .keySet()
                .removeIf(variable -> variable.startsWith("TERN_") || variable.startsWith("OPENAI_"));

        int exitCode = builder.start().waitFor();

        assertThat(exitCode).as(Files.readString(err)).isZero();
        assertThat(Files.readString(out))
                .contains("examples/" + name + "/src/main/java/" + source)
                .contains("taught by Johann Bernoulli", "the pressure of a moving fluid falls");
    }
}
