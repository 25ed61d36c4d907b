package dev.tern.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.note.Edit.Merge;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.RowKind;
import dev.tern.testing.NotedEdits;
import dev.tern.testing.RecordingStore;
import dev.tern.testing.SampleGraphs;
import dev.tern.transfer.TransferListener.TransferStep;
import dev.tern.transfer.checksum.GraphChecksum;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of interrupted exports and imports. */
final class InterruptedExchangeTest {
    @TempDir
    private Path folder;

    private final GraphStore graph = SampleGraphs.filled(300);

    @AfterEach
    void forgetInterruption() {
        Thread.interrupted();
    }

    private static TransferListener interruptAt(TransferStep wanted) {
        return (step, done, total) -> {
            if (step == wanted && done > 0) {
                Thread.currentThread().interrupt();
            }
        };
    }

    @Test
    void anInterruptedImportGoesOnWhereItStopped() {
        Path file = folder.resolve("backup");
        GraphExport.write(graph, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE);
        RecordingStore target = new RecordingStore(new InMemoryGraphStore());
        assertThatThrownBy(() ->
                        GraphImport.read(file, target, SampleGraphs.none(), interruptAt(TransferStep.CHECKING_FILE)))
                .isInstanceOf(TernException.class)
                .hasMessage("importing was interrupted before anything was imported");
        Thread.interrupted();
        assertThatThrownBy(() ->
                        GraphImport.read(file, target, SampleGraphs.none(), interruptAt(TransferStep.WRITING_GRAPH)))
                .isInstanceOf(TernException.class)
                .hasMessageMatching(
                        "importing was interrupted after \\d+ of 900 passages, which are stored; the same import again"
                                + " resumes from there");
        Thread.interrupted();
        long before = target.statistics().passages();
        assertThat(before).isBetween(1L, 899L);
        ImportReport report = GraphImport.read(file, target, SampleGraphs.none(), TransferListener.NONE);
        assertThat(report.unchanged()).isEqualTo(before);
        assertThat(report.written()).isEqualTo(900 - before);
        assertThat(GraphChecksum.of(target)).isEqualTo(GraphChecksum.of(graph.latest()));
    }

    @Test
    void whatEndsAfterItsFirstPageHasBroughtTheNotes() {
        Note.Act act = new Note.Act("ada", Instant.EPOCH, "");
        graph.changeNotes(NotedEdits.trust(act, "d1*=0"));
        graph.changeNotes(present ->
                present.with(List.of(EditNotes.note(new Merge(List.of("thing 1", "thing one")), act, 0))));
        Path file = folder.resolve("backup");
        GraphExport.write(graph, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE);
        TransferListener interrupting = interruptAt(TransferStep.WRITING_GRAPH);
        Map<String, Consumer<GraphStore>> transfers = Map.of(
                "copy", target -> GraphCopy.copy(graph, target, interrupting),
                "restore", target -> GraphImport.read(file, target, SampleGraphs.none(), interrupting));
        transfers.forEach((name, transfer) -> {
            GraphStore target = new InMemoryGraphStore();
            assertThatThrownBy(() -> transfer.accept(target)).as(name).isInstanceOf(TernException.class);
            Thread.interrupted();
            assertThat(target.latest().statistics().passages()).as(name).isEqualTo(256);
            assertThat(target.latest().notes())
                    .as(name)
                    .isEqualTo(graph.latest().notes());
        });
    }

    @Test
    void anInterruptedBackupLeavesNoFileAndTheOldOneAsItWas() throws IOException {
        Path file = folder.resolve("backup");
        Files.writeString(file, "old");
        for (TransferStep step : List.of(TransferStep.WRITING_FILE, TransferStep.COMPARING)) {
            assertThatThrownBy(
                            () -> GraphExport.write(graph, ExportSettings.WHOLE_GRAPH, file, true, interruptAt(step)))
                    .isInstanceOfAny(CancellationException.class, TernException.class);
            Thread.interrupted();
            assertThat(file).hasContent("old");
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).containsExactly(file);
            }
        }
        assertThatThrownBy(
                        () -> GraphExport.write(graph, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessage(file + " exists already; it is replaced only with --force");
    }

    @Test
    void everyFormatStopsWhenInterrupted() {
        for (ExportFormat format : ExportFormat.values()) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> GraphExport.write(
                            graph,
                            new ExportSettings(format, false),
                            new ByteArrayOutputStream(),
                            TransferListener.NONE))
                    .as("%s", format)
                    .isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void aFullDiskIsToldInWords() {
        AtomicInteger written = new AtomicInteger();
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                if (written.incrementAndGet() > 10) {
                    throw new IOException("No space left on device");
                }
            }
        };
        for (ExportFormat format : ExportFormat.values()) {
            assertThatThrownBy(() ->
                            GraphExport.write(graph, new ExportSettings(format, false), full, TransferListener.NONE))
                    .as("%s", format)
                    .isInstanceOf(TernException.class)
                    .hasMessage("the export cannot be written: No space left on device");
        }
    }

    @Test
    void aGraphThatIsNotWholeIsNotBackedUp() {
        RecordingStore.removeRows(
                graph, RowKind.PASSAGE, SampleGraphs.document(7).getFirst().id());
        Path file = folder.resolve("backup");
        assertThatThrownBy(
                        () -> GraphExport.write(graph, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessage("the graph is inconsistent, or was written meanwhile in a store without snapshots: its 899"
                        + " passages name 304 entities in 1,496 statements, and it has 899 passages, 304 entities"
                        + " and 1,500 rows of statements. Export it again without concurrent writes, or repair it"
                        + " (tern reindex)");
        assertThat(file).doesNotExist();
    }

    @Test
    void anEmptyGraphIsNotBackedUp() {
        assertThatThrownBy(() -> GraphExport.write(
                        new InMemoryGraphStore(),
                        ExportSettings.WHOLE_GRAPH,
                        folder.resolve("backup"),
                        false,
                        TransferListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessage("the graph to export is empty");
    }
}
