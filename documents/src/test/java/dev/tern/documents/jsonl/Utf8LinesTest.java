package dev.tern.documents.jsonl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Utf8LinesTest {
    @TempDir
    private Path folder;

    private List<Utf8Lines.NumberedLine> lines(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("lines.txt"), content);
        List<Utf8Lines.NumberedLine> lines = new ArrayList<>();
        try (Utf8Lines reading = new Utf8Lines(file)) {
            for (Optional<Utf8Lines.NumberedLine> line = reading.next(); line.isPresent(); line = reading.next()) {
                lines.add(line.get());
            }
            assertThat(reading.next()).isEmpty();
        }
        return lines;
    }

    @Test
    void theLastLineNeedsNoEnd() throws IOException {
        assertThat(lines("a\n\nb")).extracting(Utf8Lines.NumberedLine::text).containsExactly("a", "", "b");
        assertThat(lines("a\n\nb\n")).extracting(Utf8Lines.NumberedLine::number).containsExactly(1L, 2L, 3L);
        assertThat(lines("")).isEmpty();
    }

    @Test
    void utf16IsOneProblemAndNotOneALine() throws IOException {
        for (Charset charset : List.of(StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE)) {
            Path file = Files.writeString(folder.resolve("utf16.txt"), "\ufeffa\nb\nc\n", charset);
            try (Utf8Lines reading = new Utf8Lines(file)) {
                assertThat(reading.next().flatMap(Utf8Lines.NumberedLine::problem))
                        .contains("the file is UTF-16 text; convert it to UTF-8 first");
                assertThat(reading.next()).isEmpty();
            }
        }
    }

    @Test
    void linesOfAnyLengthComeWhole() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> written = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            // Around the buffer size, where a line end or half a letter may fall on the edge.
            written.add("é".repeat(random.nextInt(3) == 0 ? random.nextInt(5) : (1 << 15) - 3 + random.nextInt(6)));
        }
        assertThat(lines(String.join("\n", written) + "\n"))
                .as("seed %d", seed)
                .extracting(Utf8Lines.NumberedLine::text)
                .containsExactlyElementsOf(written);
    }
}
