package dev.tern.store.contract;

import static dev.tern.store.contract.Samples.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Merge;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that a graph keeps its notes independently of its rows. */
interface NotesContract extends OpenGraph {
    /** The author, time and reason of notes in these tests. */
    Note.Act ACT = new Note.Act("ada", Instant.parse("2026-01-31T12:00:00Z"), "a \"reason\"\nof two lines");

    private static Passage passage(String documentId) {
        String text = "Ada wrote what stands in " + documentId + ".";
        return Passage.of(
                SourceDocument.of(documentId, text), 0, text, List.of(Statement.of("Ada", "wrote", "a book")));
    }

    private static void add(GraphStore store, Note... notes) {
        store.changeNotes(present -> present.with(List.of(notes)));
    }

    @Test
    default void notesStayWhateverIsWrittenAndRemoved() {
        try (GraphStore store = openEmpty()) {
            assertThat(store.latest().notes()).isEqualTo(Notes.NONE);
            store.write(batch(passage("a"), passage("b")));
            Note alias = EditNotes.note(new Merge(List.of("Ada", "名 \\ \"größe\" 😀")), ACT, 0);
            Note unknown = Note.of("future", Map.of("x", List.of("1", "2"), "empty", List.of()), ACT);
            add(store, alias, unknown);
            store.write(batch(passage("a"), passage("c")));
            store.removeDocuments(List.of("a", "b"));
            assertThat(store.latest().notes().all()).containsExactly(alias, unknown);
            try (GraphView seen = store.shown(MetadataFilter.equal(Passage.FILTERED_SOURCE, "c"))) {
                assertThat(seen.notes().all()).containsExactly(alias, unknown);
            }
            add(store, alias.undone(ACT));
            assertThat(store.latest().notes().all()).containsExactly(alias.undone(ACT), unknown);
            store.changeNotes(present -> present.without(List.of(alias.id(), unknown.id())));
            assertThat(store.latest().notes()).isEqualTo(Notes.NONE);
        }
    }

    @Test
    default void aViewKeepsTheNotesThatItWasOpenedWith() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage("a")));
            try (GraphView before = store.view()) {
                add(store, EditNotes.note(new Merge(List.of("Ada", "Countess")), ACT, 0));
                assertThat(before.notes()).isEqualTo(Notes.NONE);
            }
            try (GraphView after = store.view()) {
                assertThat(after.notes().all()).hasSize(1);
            }
        }
    }

    @Test
    default void notesAreKeptUpToTheirLimitAndNotBeyond() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage("a")));
            List<Note> many = new ArrayList<>();
            String filling = "x".repeat(Note.Act.MAX_WHY);
            // Each note takes 705 bytes in storage.
            for (int i = 0; i < 740; i++) {
                many.add(EditNotes.note(
                        new Merge(List.of(String.format("Name %05d", i), "Other")),
                        new Note.Act("ada", ACT.at(), filling),
                        0));
            }
            store.changeNotes(present -> present.with(many));
            assertThat(store.latest().notes().all()).hasSize(many.size());
            List<Note> more = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                more.add(EditNotes.note(
                        new Merge(List.of(String.format("More %05d", i), "Other")),
                        new Note.Act("ada", ACT.at(), filling),
                        0));
            }
            assertThatThrownBy(() -> store.changeNotes(present -> present.with(more)))
                    .isInstanceOf(TernException.class)
                    .hasMessageMatching("the 840 notes of the graph would take [0-9,]+ bytes; the limit is 524,288:"
                            + " forget some that were taken back \\(tern edit undo --forget, or over HTTP DELETE"
                            + " \\.\\.\\./edits/ID\\?forget=true\\)");
            assertThat(store.latest().notes().all()).hasSize(many.size());
            // An edit takes more space once undone, but undoing must work at the limit too.
            List<Note> undone = many.stream()
                    .limit(10)
                    .map(note -> note.undone(note.made()))
                    .toList();
            store.changeNotes(present -> present.with(undone));
            assertThat(store.latest().notes().edits().stream().filter(Edit::isInEffect))
                    .hasSize(many.size() - undone.size());
            assertThat(Notes.NONE.with(store.latest().notes().all()))
                    .as("an empty graph takes all of them")
                    .isEqualTo(store.latest().notes());
        }
    }

    @Test
    default void aChangeIsWorkedOutOnceAndOneThatIsRefusedHarmsNothing() {
        try (GraphStore store = openEmpty()) {
            store.write(batch(passage("a")));
            Note alias = EditNotes.note(new Merge(List.of("Ada", "Countess")), ACT, 0);
            AtomicInteger changes = new AtomicInteger();
            store.changeNotes(present -> {
                changes.incrementAndGet();
                return present.with(List.of(alias));
            });
            assertThat(changes).hasValue(1);
            store.changeNotes(present -> present);
            assertThatThrownBy(() -> store.changeNotes(present -> {
                        throw TernException.user("refused");
                    }))
                    .isInstanceOf(TernException.class)
                    .hasMessage("refused");
            assertThat(store.isDamaged()).isFalse();
            store.write(batch(passage("b")));
            assertThat(store.latest().notes().all()).containsExactly(alias);
        }
    }

    @Test
    default void emptyGraphKeepsNoNotes() {
        try (GraphStore store = openEmpty()) {
            assertThatThrownBy(() -> add(store, EditNotes.note(new Merge(List.of("Ada", "Countess")), ACT, 0)))
                    .isInstanceOf(TernException.class)
                    .hasMessage("the graph is empty and keeps no notes yet: add documents first");
        }
    }
}
