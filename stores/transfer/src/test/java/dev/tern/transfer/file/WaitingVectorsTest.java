package dev.tern.transfer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.testing.SampleGraphs;
import dev.tern.transfer.ExportSettings;
import dev.tern.transfer.GraphExport;
import dev.tern.transfer.TransferListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a file of vectors without passages does not exhaust an import's memory. */
final class WaitingVectorsTest {
    private static final int MAX_BYTES = 1 << 20;

    @TempDir
    private Path folder;

    private Path export(int documents) {
        Path file = folder.resolve("graph");
        GraphExport.write(
                SampleGraphs.filled(documents), ExportSettings.WHOLE_GRAPH, file, true, TransferListener.NONE);
        return file;
    }

    @Test
    void vectorsThatWaitForNoPassageAreRefused() throws IOException {
        Path file = export(1);
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        String entity = lines.get(1);
        List<String> changed = new ArrayList<>(List.of(lines.getFirst()));
        int most = MAX_BYTES / (16 * Float.BYTES + 200);
        for (int i = 0; i <= most; i++) {
            String id = ContentId.ofEntity("e" + i);
            changed.add(entity.replaceAll("\"id\":\"[^\"]*", "\"id\":\"" + id)
                    .replaceAll("\"name\":\"[^\"]*", "\"name\":\"e" + i));
        }
        Files.write(file, changed);
        assertThatThrownBy(() -> GraphFile.check(file, (checked, all) -> {}, MAX_BYTES))
                .isInstanceOf(TernException.class)
                .hasMessage(file + ", line " + (most + 2) + ": " + (most + 1)
                        + " vectors await their passage, and take more than 1 MB: a quarter of the memory of this"
                        + " process, and 256 MB at least (TERN_JAVA_OPTS=-Xmx8g allows more)");
    }

    @Tag("slow")
    @Test
    void aGraphWithMoreVectorsIsRead() {
        Path file = export(3000);
        assertThat(file.toFile().length()).isGreaterThan(2 * MAX_BYTES);
        assertThat(GraphFile.check(file, (checked, all) -> {}, MAX_BYTES).passages())
                .isEqualTo(9000);
    }
}
