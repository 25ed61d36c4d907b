package dev.tern.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.quarkus.test.QuarkusUnitTest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RefusedStartTest {
    private static final Path FOLDER =
            Path.of("target", "applications", "refused").toAbsolutePath();

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(WordsOfTests.class))
            .overrideRuntimeConfigKey("tern.store", FOLDER.resolve("store").toString())
            .overrideRuntimeConfigKey(
                    "tern.documents.locations", FOLDER.resolve("nowhere").toString())
            .overrideRuntimeConfigKey("tern.documents.required", "true")
            .assertException(failure -> assertThat(failure)
                    .hasStackTraceContaining("tern.documents.locations names \"" + FOLDER.resolve("nowhere")
                            + "\", and there is no folder " + FOLDER.resolve("nowhere")));

    @Test
    void applicationThatNeedsItsDocumentsDoesNotStartWithoutTheirFolder() {
        fail("the application started");
    }
}
