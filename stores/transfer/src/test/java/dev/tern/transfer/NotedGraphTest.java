package dev.tern.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.graph.Triplet;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Merge;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.NotedEdits;
import dev.tern.testing.SampleGraphs;
import dev.tern.testing.Tenants;
import dev.tern.transfer.checksum.GraphChecksum;
import dev.tern.transfer.verify.Reindex;
import dev.tern.transfer.verify.Verification;
import dev.tern.transfer.verify.VerificationListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a graph's notes are copied with it. */
class NotedGraphTest {
    private static final Note.Act ACT = new Note.Act("ada", Instant.parse("2026-01-31T12:00:00Z"), "a \"reason\"");

    private final InMemoryGraphStore store = Tenants.both(new HashingEmbeddingModel(64));

    @Test
    void copiesAndBackupsKeepItAndWhatWasSaidOfTheirTarget(@TempDir Path folder) {
        Note alias = EditNotes.note(new Merge(List.of("Mark Twain", "Samuel \"名\" Clemens")), ACT, 0);
        Note undone = EditNotes.note(new Merge(List.of("A", "B")), ACT, 0).undone(ACT);
        Note future = Note.of("future", Map.of("x", List.of("1")), ACT);
        store.changeNotes(present -> present.with(List.of(alias, undone, future)));
        InMemoryGraphStore copy = new InMemoryGraphStore();
        GraphCopy.copy(store, copy, TransferListener.NONE);
        assertThat(copy.notes()).isEqualTo(store.notes());

        Path file = folder.resolve("backup");
        GraphExport.write(store, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE);
        Note own = EditNotes.note(new Merge(List.of("Own", "Other")), ACT, 0);
        copy.changeNotes(present -> Notes.NONE.with(List.of(own, alias.undone(ACT))));
        GraphImport.read(file, copy, SampleGraphs.none(), ImportedNotes.ALWAYS, TransferListener.NONE);
        assertThat(copy.notes().all()).containsExactly(own, alias.undone(ACT), undone, future);
    }

    @Test
    void namesGoAlongAsTheyAreWrittenAndAreAppliedWhereAGraphHasRulesOfItsOwn(@TempDir Path folder) {
        GraphStore graph = SampleGraphs.filled(3);
        Note rename = EditNotes.note(new Edit.Rename("everything", "the whole"), ACT, 0);
        graph.changeNotes(present -> present.with(List.of(rename)));
        Reindex.run(graph, SampleGraphs.embedder(), written -> {});
        Path file = folder.resolve("named");
        GraphExport.write(graph, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE);

        GraphStore same = new InMemoryGraphStore();
        ImportReport report = GraphImport.read(file, same, SampleGraphs.none(), TransferListener.NONE);
        assertThat(report.checksum()).contains(GraphChecksum.of(graph.latest()));
        assertThat(same.latest().notes()).isEqualTo(graph.latest().notes());
        assertThat(same.latest().notes().pending()).isEmpty();
        assertThat(Verification.check(same, VerificationListener.NONE).counts()).isEmpty();

        GraphStore unruled = new InMemoryGraphStore();
        GraphImport.read(file, unruled, SampleGraphs.none(), ImportedNotes.NEVER, TransferListener.NONE);
        assertThat(unruled.latest().entities(List.of(ContentId.ofEntity("the whole"))))
                .hasSize(1);
        assertThat(Verification.check(unruled, VerificationListener.NONE).counts())
                .isEmpty();

        GraphStore other = SampleGraphs.filled(4);
        GraphImport.read(file, other, SampleGraphs.none(), ImportedNotes.ALWAYS, TransferListener.NONE);
        assertThat(other.latest().notes().pending()).hasSize(1);
        Reindex.run(other, SampleGraphs.embedder(), written -> {});
        assertThat(other.latest().entities(List.of(ContentId.ofEntity("everything"))))
                .isEmpty();
    }

    private static GraphStore withStatement(Note note) {
        GraphStore graph = SampleGraphs.filled(2);
        String id = EditNotes.edit(note).orElseThrow().document();
        SourceDocument document = SourceDocument.of(id, "A met B.");
        SampleGraphs.write(graph, List.of(Passage.of(document, 0, "A met B.", List.of(Statement.of("A", "met", "B")))));
        graph.changeNotes(present -> present.with(List.of(note)));
        return graph;
    }

    private static void takeBack(GraphStore graph, Note note) {
        graph.removeDocuments(List.of(Edit.DOCUMENTS + note.id()));
        graph.changeNotes(present -> present.with(List.of(note.undone(ACT))));
    }

    @Test
    void aStatementThatWasTakenBackDoesNotComeBack(@TempDir Path folder) {
        Note missing = EditNotes.note(new Edit.Missing(new Triplet("A", "met", "B"), "A met B.", ""), ACT, 0);
        String document = Edit.DOCUMENTS + missing.id();
        GraphStore graph = withStatement(missing);
        Path file = folder.resolve("backup");
        GraphExport.write(graph, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE);
        takeBack(graph, missing);

        ImportReport report = GraphImport.read(file, graph, SampleGraphs.none(), TransferListener.NONE);
        assertThat(report.checksum()).isEmpty();
        assertThat(graph.latest().passages(GraphView.PassagesBy.DOCUMENT, List.of(document)))
                .isEmpty();
        assertThat(graph.latest().notes().all()).containsExactly(missing.undone(ACT));
        assertThatThrownBy(() -> GraphCopy.copy(withStatement(missing), graph, TransferListener.NONE))
                .hasMessage("in the target graph the edit \"" + missing.id() + "\" was taken back (it added: \"A met"
                        + " B.\"), and the source graph has its"
                        + " statement; nothing was written. Take"
                        + " it back there too, or copy to another"
                        + " graph");
    }

    @Test
    void aStatementThatWasTakenBackInTheFileGoesFromTheGraphWithTheNotes(@TempDir Path folder) {
        Note missing = EditNotes.note(new Edit.Missing(new Triplet("A", "met", "B"), "A met B.", ""), ACT, 0);
        GraphStore graph = withStatement(missing);
        takeBack(graph, missing);
        Path file = folder.resolve("backup");
        GraphExport.write(graph, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE);

        GraphStore other = withStatement(missing);
        ImportReport report =
                GraphImport.read(file, other, SampleGraphs.none(), ImportedNotes.ALWAYS, TransferListener.NONE);
        assertThat(report.checksum()).contains(GraphChecksum.of(graph.latest()));
        assertThat(other.latest().notes().all()).containsExactly(missing.undone(ACT));

        GraphStore keeping = withStatement(missing);
        GraphImport.read(file, keeping, SampleGraphs.none(), TransferListener.NONE);
        assertThat(keeping.latest().notes().all()).containsExactly(missing);
        assertThat(keeping.latest().passages(GraphView.PassagesBy.DOCUMENT, List.of(Edit.DOCUMENTS + missing.id())))
                .as("the notes of the file are left out")
                .hasSize(1);
    }

    @Test
    void notesOfAFileAreNotTakenByAGraphThatHoldsSomethingElse(@TempDir Path folder) {
        Note alias = EditNotes.note(new Merge(List.of("Mark Twain", "Samuel Clemens")), ACT, 0);
        Note rename = EditNotes.note(new Edit.Rename("thing 1", "Thing One"), ACT, 0);
        GraphStore graph = SampleGraphs.filled(3);
        graph.changeNotes(present -> present.with(List.of(alias, rename)));
        graph.changeNotes(NotedEdits.trust(ACT, "h*=0"));
        Path file = folder.resolve("backup");
        GraphExport.write(graph, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE);
        TransferredNotes carried = new TransferredNotes(true, 0, 2, 1, 0);

        GraphStore same = SampleGraphs.filled(2);
        assertThat(GraphImport.read(file, same, SampleGraphs.none(), TransferListener.NONE)
                        .notes())
                .as("a part of the same, as an interrupted import leaves it")
                .isEqualTo(carried);
        assertThat(same.latest().notes()).isEqualTo(graph.latest().notes());

        GraphStore larger = SampleGraphs.filled(4);
        GraphStore noted = SampleGraphs.filled(2);
        noted.changeNotes(present -> present.with(List.of(EditNotes.note(new Merge(List.of("Own", "Other")), ACT, 0))));
        GraphStore hiding = SampleGraphs.filled(2);
        hiding.changeNotes(NotedEdits.trust(ACT, "own=0"));
        for (GraphStore own : List.of(larger, noted, hiding)) {
            Notes before = own.latest().notes();
            assertThat(GraphImport.read(file, own, SampleGraphs.none(), TransferListener.NONE)
                            .notes())
                    .isEqualTo(new TransferredNotes(false, 0, 2, 1, 0));
            assertThat(own.latest().notes()).isEqualTo(before);
        }
        assertThat(GraphImport.read(file, larger, SampleGraphs.none(), ImportedNotes.ALWAYS, TransferListener.NONE)
                        .notes())
                .isEqualTo(carried);
        assertThat(larger.latest().notes()).isEqualTo(graph.latest().notes());
    }

    /** Rules of both graphs about one pattern. */
    @Test
    void rulesAboutSourcesGoAlongAndThoseOfTheTargetStay(@TempDir Path folder) throws IOException {
        store.changeNotes(NotedEdits.trust(ACT, "h*=0, http*=0.5:2"));
        Path file = folder.resolve("backup");
        GraphExport.write(store, ExportSettings.WHOLE_GRAPH, file, false, TransferListener.NONE);
        InMemoryGraphStore target = new InMemoryGraphStore();
        GraphCopy.copy(store, target, TransferListener.NONE);
        assertThat(target.notes().sources()).isEqualTo(store.notes().sources());
        target.changeNotes(NotedEdits.trust(ACT, "h*=1, own=0"));
        GraphImport.read(file, target, SampleGraphs.none(), ImportedNotes.ALWAYS, TransferListener.NONE);
        assertThat(target.notes().sources().rules()).hasToString("[own=0, http*=0.5:2, h*=1]");

        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.set(0, lines.getFirst().replace("\"relations\":", "\"quarantine\":[\"A.txt\",\"a*\"],\"relations\":"));
        Files.write(file, BadFileTest.signed(lines));
        InMemoryGraphStore old = new InMemoryGraphStore();
        GraphImport.read(file, old, SampleGraphs.none(), TransferListener.NONE);
        assertThat(old.notes().sources().hidden())
                .as("hidden by a development version")
                .containsExactly("A.txt", "a*", "h*");
    }

    @Test
    void aFileWithoutNotesIsOfTheVersionThatEveryTernReads(@TempDir Path folder) throws IOException {
        Path without = folder.resolve("without");
        GraphExport.write(store, ExportSettings.WHOLE_GRAPH, without, false, TransferListener.NONE);
        assertThat(Files.readString(without)).contains("\"version\":1,").doesNotContain("\"notes\"");
        store.changeNotes(present -> present.with(List.of(EditNotes.note(new Merge(List.of("A", "B")), ACT, 0))));
        Path with = folder.resolve("with");
        GraphExport.write(store, ExportSettings.WHOLE_GRAPH, with, false, TransferListener.NONE);
        String written = Files.readString(with);
        assertThat(written).contains("\"version\":2,", "\"kind\":\"alias\"");
        Files.writeString(with, written.replaceFirst("\"kind\":\"alias\"", "\"kind\":\"ALIAS\""));
        assertThatThrownBy(() ->
                        GraphImport.read(with, new InMemoryGraphStore(), SampleGraphs.none(), TransferListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("line 1")
                .hasMessageContaining("the kind of a note is \"ALIAS\"; it must be 1 to 20 letters a to z");
    }
}
