package dev.tern.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.langchain4j.model.chat.ChatModel;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class SeveralChatModelsTest {
    private static final Path FOLDER =
            Path.of("target", "applications", "several").toAbsolutePath();

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(WordsOfTests.class, Small.class, Beans.class))
            .overrideRuntimeConfigKey("tern.store", FOLDER.resolve("store").toString())
            .assertException(failure -> assertThat(failure)
                    .hasStackTraceContaining("the application has several ChatModel beans, " + Beans.class.getName()
                            + ", " + Small.class.getName() + ", and none is chosen for the graph"));

    @Test
    void applicationWithSeveralChatModelsDoesNotStartWithoutOne() {
        fail("the application started");
    }

    @Singleton
    public static class Small implements ChatModel {}

    /** A model that is produced. */
    public static final class Beans {
        @Produces
        @Singleton
        ChatModel large() {
            return new Small();
        }
    }
}
