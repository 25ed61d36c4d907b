package dev.tern.documents.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.GraphRag;
import dev.tern.curation.Curation;
import dev.tern.documents.LoadListener;
import dev.tern.documents.SourceLoader;
import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SyncMetadata;
import dev.tern.graph.Triplet;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Note;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceSyncTest {
    private static final int READ_AT_ONCE = 1 << 16;

    @TempDir
    private Path directory;

    private final InMemoryGraphStore store = new InMemoryGraphStore();
    private final GraphRag rag = GraphRag.builder()
            .store(store)
            .embeddingModel(new HashingEmbeddingModel(16))
            .build();
    private final SourceSync sync = new SourceSync(store, "a test", Clock.systemUTC());

    @BeforeEach
    void begin() throws IOException {
        Files.createDirectory(directory.resolve("notes"));
        write("mill.txt", "Orla Finn grinds rye.");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve("notes").resolve(name), text);
    }

    private SyncReport run() {
        return run(documents -> rag.add(documents, IngestListener.NONE));
    }

    private SyncReport run(Function<Iterable<SourceDocument>, IngestReport> adding) {
        SyncOptions options =
                SyncOptions.of(exclude -> SourceLoader.builder().build()).withLargeRemovals(removal -> true);
        SyncPlace notes = SyncPlace.of("notes", Optional.empty(), directory, Optional.empty());
        return sync.run(notes, options, adding, LoadListener.NONE);
    }

    @Test
    void statementThatAPersonAddedBesideAPassageOfASourceStaysWhateverBecomesOfTheSource() throws IOException {
        run();
        String passage = store.passages(PassagesBy.DOCUMENT, List.of("notes/mill.txt"))
                .getFirst()
                .value()
                .id();
        Missing missing =
                new Missing(new Triplet("Orla Finn", "met", "Piet Moll"), "Orla Finn met Piet Moll.", passage);
        Edit edit = Curation.of(rag)
                .edits()
                .make(missing, new Note.Act("ada", Instant.parse("2026-01-31T12:00:00Z"), ""))
                .edit();

        write("bridge.txt", "Lena Marr built the Vale bridge.");
        assertThat(run().source().counts()).isEqualTo(new SyncedSource.Counts(2, 1, 0, 0, 1, 0));
        assertThat(statement(edit)).as("a run that adds").hasSize(1);
        assertThat(statement(edit).getFirst().value().filterMetadata())
                .as("it is found with the source beside which it was said")
                .matches(MetadataFilter.equal(SyncMetadata.SOURCE, "notes")::holds);

        Files.delete(directory.resolve("notes/mill.txt"));
        assertThat(run().source().counts()).isEqualTo(new SyncedSource.Counts(1, 0, 0, 1, 1, 0));
        assertThat(statement(edit)).as("a run that removes").hasSize(1);

        assertThat(sync.remove("notes", true)).contains(1);
        assertThat(statement(edit)).as("the end of the source").hasSize(1);
    }

    private List<Embedded<Passage>> statement(Edit edit) {
        return store.passages(PassagesBy.DOCUMENT, List.of(edit.document()));
    }

    /** Returns a line as long as the read buffer, so that the file is cut between two lines. */
    private static String line(String id, String word) {
        String begin = "{\"_id\": \"" + id + "\", \"text\": \"";
        String end = "\"}\n";
        int length = READ_AT_ONCE - begin.length() - end.length();
        return begin + (word + " ").repeat(length).substring(0, length) + end;
    }

    @Test
    void linesOfAFileThatIsCutOffWhileTheyAreGoneThroughAreThoseThatItHad() throws IOException {
        write("lines.jsonl", line("one", "mill") + line("two", "mill") + line("three", "mill"));
        run();
        assertThat(store.statistics().documents()).isEqualTo(4);
        write("lines.jsonl", line("one", "baker") + line("two", "baker") + line("three", "baker"));

        SyncReport cutOff = run(documents -> {
            Iterator<SourceDocument> each = documents.iterator();
            each.next();
            try {
                write("lines.jsonl", line("one", "bridge"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            List<String> texts = new ArrayList<>();
            each.forEachRemaining(document -> texts.add(document.text()));
            assertThat(texts).hasSize(2).allMatch(text -> text.startsWith("baker"));
            return IngestReport.EMPTY;
        });
        assertThat(cutOff.failures()).isEmpty();
        assertThat(store.statistics().documents()).isEqualTo(4);

        assertThat(run().failures()).isEmpty();
        assertThat(store.statistics().documents()).as("one line is left").isEqualTo(2);
    }

    /** Permission checks see only an address; a kind comes with an untrusted graph. */
    @Test
    void addressAndNotTheKindInTheNoteTellsWhatIsRead() throws IOException {
        run();
        SyncedSource folder = sync.find("notes").orElseThrow();
        store.changeNotes(folder.withKind("no such kind")::putInto);
        assertThat(run().source().kind()).isEqualTo("folder");

        SyncPlace site = new SyncPlace("site", "http://127.0.0.1:1/?../../" + directory, Optional.empty());
        store.changeNotes(new SyncedSource(
                "site",
                site.address(),
                "folder",
                List.of(),
                SyncedSource.SyncedState.DONE,
                Instant.EPOCH,
                Optional.empty(),
                SyncedSource.Counts.NONE,
                List.of(),
                "",
                folder.made())::putInto);
        SyncOptions options =
                SyncOptions.of(exclude -> SourceLoader.builder().build()).withLargeRemovals(removal -> true);
        assertThatThrownBy(() -> sync.run(site, options, documents -> IngestReport.EMPTY, LoadListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("127.0.0.1")
                .hasMessageNotContaining("there is no folder");
    }
}
