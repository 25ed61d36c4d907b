package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the measurement of bench/documents.sh on this module's files, which are read correctly. */
@Tag("slow")
final class TextAccuracyTest {
    @Test
    void theFilesOfThisModuleAreReadRightly() throws IOException {
        Map<String, TextAccuracy.Figures> figures = TextAccuracy.of(Path.of("src/test/resources/texts"));

        assertThat(figures).hasSizeGreaterThan(8);
        figures.forEach((name, found) ->
                assertThat(found.right()).as("%s: %s", name, found).isTrue());
    }
}
