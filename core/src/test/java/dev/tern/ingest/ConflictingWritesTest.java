package dev.tern.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.PassageText;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Rename;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.RowKind;
import dev.tern.store.shared.StoreWriter;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RecordingStore;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of batches that were prepared on a state of the graph that another change alters. */
@Timeout(60)
class ConflictingWritesTest {
    private static final int PART = Ingestion.PASSAGES_STORED_AT_ONCE;
    private static final Note.Act ACT = new Note.Act("ada", Instant.EPOCH, "");

    private final InMemoryGraphStore graph = new InMemoryGraphStore();
    private final RecordingStore store = new RecordingStore(graph);
    private final AtomicBoolean acted = new AtomicBoolean();
    private Consumer<String> whileEmbedding = texts -> {};
    private boolean spent;
    private final Ingestion ingestion = new Ingestion(
            store,
            new PaidModel(),
            Parameters.DEFAULT,
            document -> document.text()
                    .lines()
                    .map(line -> new PassageText(line, Position.ofDocument(line)))
                    .toList(),
            new MeetingExtractor(),
            TripletExtractor.none());

    /** Runs an action before each call, and fails once the budget is spent. */
    private final class PaidModel implements EmbeddingModel {
        private final EmbeddingModel words = new HashingEmbeddingModel(16);

        @Override
        public String modelName() {
            return words.modelName();
        }

        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> texts) {
            whileEmbedding.accept(texts.toString());
            if (spent) {
                throw TernException.budget("all is spent");
            }
            return words.embedAll(texts);
        }
    }

    /** States that Ann met the text. */
    private record MeetingExtractor() implements TripletExtractor {
        @Override
        public String name() {
            return "meeting";
        }

        @Override
        public List<Statement> extract(Passage passage) {
            return List.of(Statement.of("Ann", "met", passage.text()));
        }
    }

    private static SourceDocument book(String edition, int lines) {
        return SourceDocument.of(
                "book",
                IntStream.range(0, lines).mapToObj(i -> edition + " " + i).collect(Collectors.joining("\n")));
    }

    private IngestReport add(SourceDocument document) {
        return ingestion.ingest(List.of(document), IngestListener.NONE);
    }

    private List<String> texts() {
        return graph.passages(PassagesBy.DOCUMENT, List.of("book")).stream()
                .map(Embedded::value)
                .map(Passage::text)
                .toList();
    }

    private void note(Edit.Change change) {
        StoreWriter.of(store).changeNotes(present -> present.with(List.of(EditNotes.note(change, ACT, 0))));
    }

    private void once(Runnable action) {
        if (acted.compareAndSet(false, true)) {
            action.run();
        }
    }

    /** Starts a task on another thread, and waits until it waits. */
    private static void startAndLetWait(FutureTask<?> task) {
        Thread thread = new Thread(task);
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    /** A server may have done a part of a write that failed. */
    @Test
    void batchThatWaitsBehindAFailedWriteIsPreparedAgain() throws Exception {
        add(book("line", 2));
        FutureTask<IngestReport> second = new FutureTask<>(() -> add(book("line", 2)));
        store.beforeCall(method -> {
            if (method.equals("write")) {
                once(() -> {
                    startAndLetWait(second);
                    RecordingStore.removeRows(graph, RowKind.PASSAGE, ContentId.ofPassage("book", "line 1"));
                    throw TernException.store("the connection is cut");
                });
            }
        });

        assertThatThrownBy(() -> add(book("line", 1))).hasMessage("the connection is cut");

        assertThat(second.get().documents()).isOne();
        assertThat(texts()).containsExactly("line 0", "line 1");
    }

    @Test
    void documentInPartsThatAFailedRemovalDamagesIsReported() {
        add(book("old", PART + 1));
        whileEmbedding = embedded -> {
            if (texts().contains("new 0")) {
                once(() -> assertThatThrownBy(() -> ingestion.remove(() -> List.of("book")))
                        .hasMessage("the connection is cut"));
            }
        };
        store.beforeCall(method -> {
            if (method.equals("removeDocuments")) {
                RecordingStore.removeRows(graph, RowKind.PASSAGE, ContentId.ofPassage("book", "new 0"));
                throw TernException.store("the connection is cut");
            }
        });

        assertThatThrownBy(() -> add(book("new", 3 * PART)))
                .hasMessage("document \"book\" is not whole: 1 of its passages went while it was stored in parts,"
                        + " because another change of it failed; add it again");

        assertThat(acted).isTrue();
        assertThat(texts()).contains("old 0");
        assertThat(add(book("new", 3 * PART)).documents()).isOne();
        assertThat(texts()).hasSize(3 * PART).allMatch(text -> text.startsWith("new "));
    }

    /** An edit changes a name, so the last part is prepared again, and the budget is spent. */
    @Test
    void documentInPartsThatCannotBePaidKeepsItsOldPassages() {
        add(book("old", PART + 1));
        whileEmbedding = embedded -> {
            if (embedded.contains("new " + PART)) {
                while (!texts().contains("new 0")) {
                    Thread.onSpinWait();
                }
                once(() -> note(new Rename("Ann", "Annabel")));
            }
        };
        store.beforeCall(method -> spent |= acted.get() && method.equals("passages"));

        assertThat(add(book("new", 2 * PART)).stoppedByBudget()).isTrue();

        assertThat(acted).isTrue();
        assertThat(texts()).contains("old 0", "old " + PART, "new 0").doesNotContain("new " + PART);
    }

    @Test
    void batchIsPreparedAgainOnlyIfAnEditConcernsItsPassages() {
        add(book("line", 1));
        for (String name : List.of("Bob", "Ann")) {
            store.forget();
            acted.set(false);
            whileEmbedding = embedded -> once(() -> note(new Rename(name, name + " Smith")));
            add(book("other line of " + name, 1));
            assertThat(store.calls())
                    .as("preparations while %s was renamed", name)
                    .filteredOn("passages"::equals)
                    .hasSize(name.equals("Ann") ? 2 : 1);
        }
        assertThat(graph.entities(List.of(ContentId.ofEntity("Ann Smith")))).hasSize(1);
    }
}
