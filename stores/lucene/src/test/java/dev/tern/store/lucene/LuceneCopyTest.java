package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Rows;
import dev.tern.transfer.CopyReport;
import dev.tern.transfer.GraphCopy;
import dev.tern.transfer.TransferListener;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that copies from memory to disk, to disk and back are equal. */
class LuceneCopyTest {
    @TempDir
    private Path directory;

    private final GraphStore original = new InMemoryGraphStore();

    private GraphStore open(String store) {
        return LuceneGraphStore.open(directory.resolve(store), "default");
    }

    @Test
    void whatComesBackIsWhatWent() {
        IndexingProcess.batches().forEach(original::write);
        try (GraphStore first = open("first");
                GraphStore second = open("second");
                GraphStore back = new InMemoryGraphStore()) {
            for (GraphStore[] step : new GraphStore[][] {{original, first}, {first, second}, {second, back}}) {
                CopyReport report = GraphCopy.copy(step[0], step[1], TransferListener.NONE);
                report.requireSame();
                assertThat(report.written()).isEqualTo(report.passages()).isEqualTo(90);
            }
            Rows rows = Rows.of(back.latest());
            assertThat(rows).isEqualTo(Rows.of(original.latest()));
            rows.requireWhole();
            assertThat(back.latest().description()).isEqualTo(original.latest().description());
        }
    }
}
