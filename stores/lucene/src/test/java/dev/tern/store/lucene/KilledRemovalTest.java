package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Statement;
import dev.tern.ingest.DocumentRemoval;
import dev.tern.note.Edit.Rename;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.store.GraphStore;
import dev.tern.store.contract.Samples;
import dev.tern.transfer.verify.ProblemKind;
import dev.tern.transfer.verify.Reindex;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that reindexing completes a removal whose process was killed. */
final class KilledRemovalTest {
    private static final int KILLED = 137;

    /** Removes the document "lie", and ends at once when it is removed, before its name is. */
    static final class Removing {
        public static void main(String[] arguments) {
            GraphStore graph = LuceneGraphStore.open(Path.of(arguments[0]), "killed");
            DocumentRemoval.remove(graph, List.of("lie"), ids -> {
                graph.removeDocuments(ids);
                Runtime.getRuntime().halt(KILLED);
                return 0;
            });
        }
    }

    @Test
    void reindexingCompletesARemovalWhoseProcessWasKilled(@TempDir Path directory)
            throws IOException, InterruptedException {
        try (GraphStore graph = LuceneGraphStore.open(directory, "killed")) {
            graph.write(Samples.batch(
                    Samples.passage("lie", 0, "Twain sank the Titanic.", Statement.of("Twain", "sank", "Titanic")),
                    Samples.passage("pen", 0, "Twain wrote.", Statement.of("Twain", "wrote", "Tom Sawyer"))));
            graph.changeNotes(present -> present.with(List.of(
                    EditNotes.note(new Rename("Titanic", "the Titanic"), new Note.Act("ada", Instant.EPOCH, ""), 0))));
        }

        assertThat(new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Removing.class.getName(),
                                directory.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isEqualTo(KILLED);

        try (GraphStore graph = LuceneGraphStore.open(directory, "killed")) {
            assertThat(Verification.check(graph, VerificationListener.NONE).counts())
                    .containsKey(ProblemKind.REMOVAL_INTERRUPTED);
            assertThat(graph.latest().notes().edits()).hasSize(1);
            Reindex.run(
                    graph,
                    () -> {
                        throw new AssertionError("every vector is in the graph");
                    },
                    written -> {});
            assertThat(Verification.check(graph, VerificationListener.NONE).isWhole())
                    .isTrue();
            assertThat(graph.latest().notes().edits()).isEmpty();
        }
    }
}
