package dev.tern.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.error.TernException;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.FailingFiles;
import dev.tern.testing.SampleGraphs;
import dev.tern.transfer.checksum.GraphChecksum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a backup on a disk where each operation fails once, and on one that becomes full. */
final class WholeFileTest {
    @TempDir
    private Path folder;

    private final GraphStore before = SampleGraphs.filled(2);
    private final GraphStore now = SampleGraphs.filled(40);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void backupIsTheOldOneOrTheNewOneWhereverTheDiskFails(boolean full) throws IOException {
        int steps = 0;
        int refused = 0;
        boolean failed = true;
        while (failed) {
            steps++;
            Path file = Files.createDirectory(folder.resolve((full ? "full" : "step") + steps))
                    .resolve("backup.jsonl.gz");
            GraphExport.write(before, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE);
            FailingFiles disk = new FailingFiles(file, steps, full);
            List<GraphChecksum> allowed = List.of(GraphChecksum.of(now.latest()));
            try {
                GraphExport.write(now, ExportSettings.WHOLE_GRAPH, disk.of(file), true, TransferListener.NONE);
                assertThat(disk.unforced()).as("what a power cut would take").isEmpty();
            } catch (TernException e) {
                refused++;
                assertThat(e.fault()).isEqualTo(TernException.Fault.STORE);
                assertThat(e).hasMessageEndingWith(full ? "No space left on device" : "Input/output error");
                allowed = List.of(GraphChecksum.of(before.latest()), GraphChecksum.of(now.latest()));
            }
            failed = disk.hasFailed();
            assertThat(restored(file)).as("step %d", steps).isIn(allowed);
        }
        // The last step cannot fail, and an old part that cannot be removed is not reported.
        assertThat(refused).isBetween(steps - 2, steps - 1).isGreaterThan(3);
    }

    private static GraphChecksum restored(Path file) {
        try (GraphStore restored = new InMemoryGraphStore()) {
            GraphImport.read(file, restored, SampleGraphs.none(), TransferListener.NONE);
            return GraphChecksum.of(restored.latest());
        }
    }
}
