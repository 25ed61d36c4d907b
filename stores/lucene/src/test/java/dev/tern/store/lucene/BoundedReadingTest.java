package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.note.Edit.Trusted;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.settings.SourceRule;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.InspectionListener;
import dev.tern.store.contract.Samples;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the limits of a look-up, for any caller. */
class BoundedReadingTest {
    private static final int PASSAGES = 3_000;
    private static final LuceneOptions FEW_READS = new LuceneOptions(150_000, 48, Duration.ZERO, 1_000_000, 256);

    @TempDir
    private Path directory;

    private GraphStore filled(LuceneOptions options) {
        GraphStore store = LuceneGraphStore.open(directory, "default", options);
        fill(store);
        return store;
    }

    private static void fill(GraphStore store) {
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < PASSAGES; i++) {
            SourceDocument document = SourceDocument.of("d" + i / 2, "Number " + i)
                    .withMetadata(
                            SourceMetadata.EMPTY.with("source", "file " + i).with("odd", i % 2 == 1));
            passages.add(Passage.of(
                    document,
                    i % 2,
                    "Number " + i,
                    List.of(
                            Statement.of("thing " + i, "is", "a thing"),
                            Statement.of("thing " + i / 10, "leads to", "thing " + i / 5))));
        }
        for (int start = 0; start < PASSAGES; start += 500) {
            store.write(Samples.batch(passages.subList(start, start + 500)));
        }
        store.removeDocuments(List.of("d1", "d100", "d1499"));
    }

    @Test
    void aFilterThatReadsEveryValueTooOftenIsRefused() {
        try (GraphStore store = filled(FEW_READS)) {
            MetadataFilter[] contains = new MetadataFilter[20];
            for (int i = 0; i < contains.length; i++) {
                contains[i] = MetadataFilter.contains("source", "x" + i);
            }
            assertThatThrownBy(() -> store.latest().visible(MetadataFilter.or(contains)))
                    .isInstanceOfSatisfying(
                            TernException.class,
                            refused -> assertThat(refused.fault()).isEqualTo(TernException.Fault.USER))
                    .hasMessage("the filter asks this graph for more than 1000000 rows and values of metadata"
                            + " (filterReads): leave conditions out, or ask with = and in where contains, != or a range"
                            + " reads every value");
            try (GraphView some = store.latest().visible(MetadataFilter.contains("source", "file 29"))) {
                assertThat(some.statistics().passages()).isEqualTo(111 - 2);
            }
        }
    }

    @Test
    void conditionsThatHoldEverywhereCountByTheRowsThatTheyRead() {
        try (GraphStore store = filled(FEW_READS)) {
            MetadataFilter nothing = new MetadataFilter.And(List.of());
            assertThatThrownBy(() -> store.latest()
                            .visible(MetadataFilter.or(
                                    Collections.nCopies(4_000, nothing).toArray(MetadataFilter[]::new))))
                    .hasMessageContaining("more than 1000000 rows");
        }
    }

    /** Over 3,000 sources a prefix reads as much as {@code contains}: nineteen exceed the limit. */
    @Test
    void hiddenSourcesAreNotCountedAmongWhatAFilterReadsAndAreReadOnce() {
        List<String> sources =
                IntStream.rangeClosed('a', 'z').mapToObj(i -> (char) i + "*").toList();
        try (GraphStore store = filled(FEW_READS)) {
            hide(store, List.of("file 29*"));
            try (GraphView seen = store.shown(MetadataFilter.everything())) {
                assertThat(seen.statistics().passages()).isEqualTo(PASSAGES - 6 - (111 - 2));
            }
            hide(store, sources);
            assertThatThrownBy(() -> store.latest()
                            .visible(MetadataFilter.not(store.latest().notes().visibleFilter(List.of()))))
                    .hasMessageContaining("more than 1000000 rows");
            try (GraphView seen = store.shown(MetadataFilter.equal("odd", true))) {
                assertThat(seen.statistics().passages()).isZero();
            }
            assertThat(allocatedByLooking(store)).as("bytes the second time").isLessThan(10_000);
        }
    }

    private static void hide(GraphStore store, List<String> sources) {
        store.changeNotes(present -> present.with(sources.stream()
                .map(source -> EditNotes.note(
                        new Trusted(SourceRule.parse(source + "=0")), new Note.Act("ada", Instant.EPOCH, ""), 0))
                .toList()));
    }

    private static long allocatedByLooking(GraphStore store) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (GraphView view = store.view()) {
            long before = threads.getCurrentThreadAllocatedBytes();
            view.visible(view.notes().visibleFilter(List.of())).notes();
            return threads.getCurrentThreadAllocatedBytes() - before;
        }
    }

    @Test
    void whatIsInterruptedEnds() {
        try (GraphStore store = filled(LuceneOptions.DEFAULTS);
                GraphView view = store.view()) {
            assertInterrupted(() -> view.scan(new GraphVisitor() {}));
            assertInterrupted(view::statistics, "interrupted while waiting for the store");
            assertInterrupted(() -> view.nearestRelations(new float[Samples.DIMENSION], 10));
            assertInterrupted(() -> view.visible(MetadataFilter.contains("source", "x")));
            InspectionListener interrupting = (InspectionListener) Proxy.newProxyInstance(
                    InspectionListener.class.getClassLoader(),
                    new Class<?>[] {InspectionListener.class},
                    (self, called, arguments) -> {
                        Thread.currentThread().interrupt();
                        return null;
                    });
            assertThatThrownBy(() -> view.inspect(interrupting)).hasMessage("interrupted while reading the graph");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static void assertInterrupted(ThrowingCallable reading) {
        assertInterrupted(reading, "interrupted while reading the graph");
    }

    private static void assertInterrupted(ThrowingCallable reading, String message) {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(reading)
                    .isInstanceOf(CancellationException.class)
                    .hasMessage(message);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void countsAreThoseOfTheReferenceWithAndWithoutFilters() {
        try (GraphStore store = filled(LuceneOptions.DEFAULTS);
                GraphStore literal = new InMemoryGraphStore()) {
            fill(literal);
            assertThat(store.latest().statistics()).isEqualTo(literal.latest().statistics());
            for (MetadataFilter filter : List.of(
                    MetadataFilter.equal("odd", true),
                    MetadataFilter.contains("source", "9"),
                    MetadataFilter.exists("x"))) {
                try (GraphView some = store.latest().visible(filter);
                        GraphView same = literal.latest().visible(filter)) {
                    assertThat(some.statistics()).as("%s", filter).isEqualTo(same.statistics());
                }
            }
            GraphStatistics before = store.latest().statistics();
            store.removeDocuments(List.of("d7"));
            assertThat(store.latest().statistics().passages()).isEqualTo(before.passages() - 2);
        }
    }

    @Test
    void countingTakesLittleMemoryAndTheSecondTimeNone() {
        try (GraphStore store = filled(LuceneOptions.DEFAULTS)) {
            assertThat(allocated(store)).as("bytes").isLessThan(2_000_000);
            assertThat(allocated(store)).as("bytes the second time").isLessThan(10_000);
        }
    }

    private static long allocated(GraphStore store) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (GraphView view = store.view()) {
            long before = threads.getCurrentThreadAllocatedBytes();
            view.statistics();
            return threads.getCurrentThreadAllocatedBytes() - before;
        }
    }
}
