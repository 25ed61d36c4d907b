package dev.tern.store.milvus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import dev.tern.store.contract.Samples;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import dev.tern.transfer.ExportSettings;
import dev.tern.transfer.GraphExport;
import dev.tern.transfer.GraphImport;
import dev.tern.transfer.TransferListener;
import dev.tern.transfer.checksum.GraphChecksum;
import dev.tern.transfer.verify.Reindex;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A graph on a server goes into a file and comes back; lost rows are found and restored. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class MilvusBackupTest {
    @TempDir
    private Path folder;

    @AutoClose
    private final OwnGraphs graphs;

    MilvusBackupTest(ServerUnderTest server) {
        graphs = new OwnGraphs(server);
    }

    private static List<Passage> passages() {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            passages.add(Samples.passage(
                    "d" + i / 3,
                    i % 3,
                    "part " + i,
                    Statement.of("thing " + i, "is near", "thing " + (i + 1)),
                    new Statement("All five met.", List.of("one", "two", "three", "four", "thing " + i)),
                    new Statement("All four met.", List.of("one", "two", "three", "four"))));
        }
        return passages;
    }

    @Test
    void whatIsBackedUpIsRestoredAndWhatIsLostIsMended() {
        Path file = folder.resolve("backup");
        try (GraphStore graph = graphs.open("here");
                GraphStore restored = graphs.open("there")) {
            graph.write(Samples.batch(passages()));
            GraphExport.write(graph, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE);
            GraphImport.read(
                    file,
                    restored,
                    () -> {
                        throw new AssertionError("no model is needed");
                    },
                    TransferListener.NONE);
            GraphChecksum whole = GraphChecksum.of(graph.latest());
            assertThat(GraphChecksum.of(restored.latest())).isEqualTo(whole);
            assertThat(Verification.check(restored, VerificationListener.NONE).problems())
                    .isEmpty();

            RelationRow lost = RelationRow.of(passages().get(7)).getLast();
            restored.write(Samples.removing(RowKind.RELATION, lost.id()));
            Passage gone = Samples.passage("gone", 0, "Gone.", new Statement("Lost.", List.of("a", "b", "c", "one")));
            restored.write(Samples.batch(gone));
            restored.write(Samples.removing(RowKind.PASSAGE, gone.id()));
            assertThat(Verification.check(restored, VerificationListener.NONE).problemCount())
                    .isEqualTo(5);
            Reindex.run(
                    restored,
                    () -> {
                        throw new AssertionError("the vectors are elsewhere");
                    },
                    written -> {});
            assertThat(Verification.check(restored, VerificationListener.NONE).problems())
                    .isEmpty();
            assertThat(GraphChecksum.of(restored.latest())).isEqualTo(whole);
        }
    }
}
