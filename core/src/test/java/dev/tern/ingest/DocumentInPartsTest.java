package dev.tern.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.PassageText;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.GatedEmbeddingModel;
import dev.tern.testing.RecordingStore;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a document stored in parts while another thread changes it too. */
class DocumentInPartsTest {
    private static final int PART = Ingestion.PASSAGES_STORED_AT_ONCE;

    private final RecordingStore store = new RecordingStore(new InMemoryGraphStore());
    private int before;
    private final AtomicReference<Thread> other = new AtomicReference<>(new Thread());
    private final Ingestion ingestion = new Ingestion(
            store,
            new GatedEmbeddingModel(this::betweenParts),
            Parameters.DEFAULT,
            document -> document.text()
                    .lines()
                    .map(line -> new PassageText(line, Position.ofDocument(line)))
                    .toList(),
            TripletExtractor.none(),
            TripletExtractor.none());

    private static SourceDocument book(String edition, int lines) {
        return SourceDocument.of(
                "book",
                IntStream.range(0, lines).mapToObj(i -> edition + " line " + i).collect(Collectors.joining("\n")));
    }

    /** Lets the other thread run after two parts, to its end before the next. */
    private void betweenParts() {
        Thread thread = other.get();
        if (thread.getState() == Thread.State.NEW && store.statistics().passages() >= before + 2 * PART) {
            thread.start();
            while (thread.isAlive()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Adds four parts; after two of them the other task runs. */
    private <T> IngestReport addBeside(FutureTask<T> task) {
        other.set(new Thread(task));
        return add(book("first", 4 * PART));
    }

    private IngestReport add(SourceDocument document) {
        return ingestion.ingest(List.of(document), IngestListener.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 3 * PART + 5})
    void ofTwoEditionsThatAreAddedAtOnceTheLaterStaysWhole(int lines) throws Exception {
        FutureTask<IngestReport> second = new FutureTask<>(() -> add(book("second", lines)));

        IngestReport first = addBeside(second);

        assertThat(second.get().documents()).isOne();
        assertThat(first.documents()).as("what was given up").isZero();
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("book")))
                .hasSize(lines)
                .allMatch(passage -> passage.value().text().startsWith("second "));
    }

    /** The document's first parts are unchanged, so nothing is written for them. */
    @ParameterizedTest
    @ValueSource(ints = {3 * PART, 4 * PART + 5})
    void laterEditionStaysWholeWhereItWasStoredBeforeAndMayHaveGrown(int lines) throws Exception {
        add(book("second", 3 * PART));
        before = 3 * PART;
        FutureTask<IngestReport> second = new FutureTask<>(() -> add(book("second", lines)));

        IngestReport first = addBeside(second);

        second.get();
        assertThat(first.documents()).as("what was given up").isZero();
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("book")))
                .hasSize(lines)
                .allMatch(passage -> passage.value().text().startsWith("second "));
    }

    @Test
    void additionThatIsInterruptedStopsWaitingForItsTurn() throws Exception {
        AtomicBoolean embedded = new AtomicBoolean();
        FutureTask<IngestReport> second = new FutureTask<>(
                () -> ingestion.ingest(List.of(SourceDocument.of("leaflet", "one line")), soFar -> embedded.set(true)));
        Thread thread = new Thread(second);
        store.beforeCall(method -> {
            if (method.equals("write") && thread.getState() == Thread.State.NEW) {
                thread.start();
                while (!embedded.get() || thread.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                thread.interrupt();
                assertThatThrownBy(second::get).hasRootCauseInstanceOf(InterruptedException.class);
            }
        });

        assertThat(add(book("first", 2 * PART)).documents()).isOne();

        assertThatThrownBy(second::get).cause().hasMessageContaining("interrupted");
        assertThat(store.statistics().documents()).isOne();
    }

    @Test
    void documentWhoseRemovalFailsIsWrittenOn() {
        store.beforeCall(method -> {
            if (method.equals("removeDocuments")) {
                throw TernException.store("the disk is away");
            }
        });
        FutureTask<Integer> removal = new FutureTask<>(() -> ingestion.remove(() -> List.of("book")));

        IngestReport report = addBeside(removal);

        assertThatThrownBy(removal::get).hasRootCauseMessage("the disk is away");
        assertThat(report.documents()).isOne();
        assertThat(store.statistics().passages()).isEqualTo(4 * PART);
    }
}
