package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DocumentsPageTest {
    @Test
    void limitsOfThePageAreThoseOfTheCode() throws IOException {
        List<String> rows = Files.readAllLines(Path.of("..", "docs", "documents.md")).stream()
                .dropWhile(line -> !line.equals("<!-- table: limits -->"))
                .skip(4)
                .limit(LoadLimit.values().length)
                .toList();

        assertThat(rows)
                .containsExactlyElementsOf(Arrays.stream(LoadLimit.values())
                        .map(limit -> "| "
                                + limit.setting().map(key -> "`" + key + "`").orElse("") + " | "
                                + LoadLimits.number(limit.defaultValue()) + " | " + limit.description() + " |")
                        .toList());
    }
}
