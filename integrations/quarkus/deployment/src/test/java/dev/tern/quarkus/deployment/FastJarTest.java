package dev.tern.quarkus.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.documents.OfficeFiles;
import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusProdModeTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A built application, started by {@code java -jar} as users start it. */
@Tag("slow")
final class FastJarTest {
    private static final Path FOLDER = FoldersOfTests.empty("fast-jar");

    @RegisterExtension
    static final QuarkusProdModeTest APPLICATION = new QuarkusProdModeTest()
            .withApplicationRoot(jar -> jar.addClasses(WordsOfTests.class, FastJarApplication.class))
            .setApplicationName("reader")
            // Dependencies of the other tests are part of the build, and so of the application.
            .setForcedDependencies(Stream.of("quarkus-smallrye-health", "quarkus-micrometer")
                    .map(artifact -> Dependency.of("io.quarkus", artifact, Version.getVersion()))
                    .toList())
            .setRun(true)
            // It runs for seconds, in which the second compiler does not pay off.
            .setJVMArgs(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"))
            .setExpectExit(true)
            .setRuntimeProperties(Map.of(
                    "quarkus.http.host-enabled", "false",
                    "tern.store", FOLDER.resolve("store").toString(),
                    "tern.documents.locations", documents().toString()));

    /** Creates a folder with Word and PDF, for the parsers' process, with classes in lib/main. */
    private static Path documents() {
        try {
            Path docs = Files.createDirectories(FOLDER.resolve("docs"));
            OfficeFiles.docx(docs.resolve("travels.docx"));
            OfficeFiles.pdf(docs.resolve("letter.pdf"), "Orla Finn grinds rye.");
            return docs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void readsItsDocumentsAndAnswers() {
        assertThat(APPLICATION.getStartupConsoleOutput())
                .contains("2 added, 0 replaced, 0 removed, 0 unchanged, 0 left out", "State: DONE")
                .contains("She left Basel in spring");
        assertThat(APPLICATION.getExitCode()).isZero();
    }
}
