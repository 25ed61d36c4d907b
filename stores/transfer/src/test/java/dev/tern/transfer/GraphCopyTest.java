package dev.tern.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.RowKind;
import dev.tern.testing.RecordingStore;
import dev.tern.transfer.TransferListener.TransferStep;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class GraphCopyTest {
    /** The number of documents, which fill more than two pages. */
    private static final int DOCUMENTS = 200;

    private final GraphStore source = new InMemoryGraphStore();
    private final RecordingStore target = new RecordingStore(new InMemoryGraphStore());

    private CopyReport copy() {
        return GraphCopy.copy(source, target, TransferListener.NONE);
    }

    private void requireSame(CopyReport report) {
        assertThat(report.differing()).isEmpty();
        report.requireSame();
        assertThat(RecordingStore.rows(target)).isEqualTo(RecordingStore.rows(source));
        assertThat(target.description()).isEqualTo(source.latest().description());
    }

    @Test
    void everythingIsCopiedWithItsVectors() {
        Graphs.fill(source, DOCUMENTS);
        List<String> heard = new ArrayList<>();
        CopyReport report = GraphCopy.copy(
                source,
                target,
                (step, done, total) ->
                        heard.add(step == TransferStep.COMPARING ? "compared " + done : done + " of " + total));
        requireSame(report);
        assertThat(report).hasToString("600 passages: 600 written, 0 unchanged, 0 removed");
        assertThat(report.source().passages().rows()).isEqualTo(600);
        assertThat(report.source().relations().rows()).isEqualTo(1800);
        assertThat(report.source().entities().rows()).isEqualTo(DOCUMENTS + 1 + 3 + 2);
        assertThat(target.writes()).hasSize(3);
        assertThat(heard).contains("600 of 600").endsWith("compared " + 2 * (600 + 1800 + 206));
        assertThat(source.latest().passages(PassagesBy.DOCUMENT, List.of("d7")))
                .isEqualTo(target.passages(PassagesBy.DOCUMENT, List.of("d7")));
    }

    @Test
    void copyingAgainWritesNothing() {
        Graphs.fill(source, DOCUMENTS);
        copy();
        target.forget();
        CopyReport again = copy();
        requireSame(again);
        assertThat(again.unchanged()).isEqualTo(600);
        assertThat(again.written()).isZero();
        assertThat(target.writes()).isEmpty();
    }

    @Test
    void pagesAreBoundedByTheMemoryOfTheirVectors() {
        int dimension = 4096;
        List<Passage> passages = new ArrayList<>();
        for (int d = 0; d < 60; d++) {
            passages.addAll(Graphs.document(d, ""));
        }
        source.write(Graphs.batch(Graphs.MODEL, dimension, passages, Set.of()));
        requireSame(copy());
        // 16 MB hold 341 statements of 3 vectors of 16 KB; each passage makes 3.
        assertThat(target.writes()).hasSize(2);
        assertThat(target.writes().getFirst().passages()).hasSize(113);
    }

    @Test
    void interruptedItSaysHowFarItIsAndGoesOnFromThere() {
        Graphs.fill(source, DOCUMENTS);
        Thread copying = Thread.currentThread();
        target.afterWrite(copying::interrupt);
        assertThatThrownBy(this::copy)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessageMatching(
                        "copying was interrupted after (256|512) of 600 passages, which are stored; the same copy"
                                + " again resumes from there");
        assertThat(Thread.interrupted()).as("the mark stays for the caller").isTrue();
        int stored = target.writes().stream()
                .mapToInt(batch -> batch.passages().size())
                .sum();
        assertThat(target.statistics().passages()).isEqualTo(stored).isLessThan(600);
        target.afterWrite(() -> {});
        CopyReport again = copy();
        requireSame(again);
        assertThat(again.unchanged()).isEqualTo(stored);
        assertThat(again.written()).isEqualTo(600 - stored);
    }

    @Test
    void whatTheTargetThrowsEndsTheCopyAndWhatWasWrittenStays() {
        Graphs.fill(source, DOCUMENTS);
        AtomicInteger writes = new AtomicInteger();
        target.afterWrite(() -> {
            if (writes.incrementAndGet() == 2) {
                throw TernException.store("the server has gone");
            }
        });
        assertThatThrownBy(this::copy).isInstanceOf(TernException.class).hasMessage("the server has gone");
        assertThat(target.statistics().passages()).isEqualTo(512);
        target.afterWrite(() -> {});
        requireSame(copy());
    }

    @Test
    void documentsThatChangedInTheSourceAreChangedInTheCopy() {
        Graphs.fill(source, 10);
        copy();
        Set<String> before = new HashSet<>();
        Graphs.document(3, "").forEach(passage -> before.add(passage.id()));
        source.write(Graphs.batch(Graphs.MODEL, Graphs.DIMENSION, Graphs.document(3, "new "), before));
        Graphs.fill(source, 11);
        source.write(Graphs.batch(Graphs.MODEL, Graphs.DIMENSION, List.of(), before));
        CopyReport again = copy();
        requireSame(again);
        assertThat(again.written()).isEqualTo(6);
        assertThat(again.removed()).isEqualTo(3);
        assertThat(again.unchanged()).isEqualTo(27);
    }

    @Test
    void whatIsWrittenToTheSourceMeanwhileIsNotCopied() {
        Graphs.fill(source, 10);
        target.afterWrite(() -> Graphs.fill(source, 12));
        CopyReport report = copy();
        assertThat(report.differing()).isEmpty();
        assertThat(target.statistics().documents()).isEqualTo(10);
        assertThat(source.latest().statistics().documents()).isEqualTo(12);
    }

    @Test
    void targetWithDocumentsOfItsOwnIsRefused() {
        Graphs.fill(source, 2);
        Graphs.fill(target, 2);
        target.write(Graphs.batch(Graphs.document(7, "")));
        target.write(Graphs.batch(Passage.of(SourceDocument.of("alone", "a text"), 0, "a text", List.of())));
        target.forget();
        assertThatThrownBy(this::copy)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessageMatching(
                        "the target graph holds 4 passages of documents that the source graph lacks, such as"
                            + " \"(alone|d7)\"; nothing was written\\. Copy to another graph, or drop this one first");
        assertThat(target.writes()).isEmpty();
    }

    @Test
    void targetOfAnotherModelOrDimensionIsRefused() {
        Graphs.fill(source, 1);
        target.write(Graphs.batch("other-model", 24, Graphs.document(0, ""), Set.of()));
        target.forget();
        assertThatThrownBy(this::copy)
                .isInstanceOf(TernException.class)
                .hasMessage(
                        "the source graph has vectors of the embedding model \"sample-model\" (16 dimensions), and the"
                            + " target graph has vectors of \"other-model\" (24 dimensions); nothing was written. Copy"
                            + " to another graph, or drop this one first");
        assertThat(target.writes()).isEmpty();
    }

    @Test
    void emptySourceIsRefused() {
        assertThatThrownBy(this::copy).isInstanceOf(TernException.class).hasMessage("the source graph is empty");
        Graphs.fill(source, 1);
        source.removeDocuments(List.of("d0"));
        assertThatThrownBy(this::copy).isInstanceOf(TernException.class).hasMessage("the source graph is empty");
        assertThat(target.calls()).doesNotContain("write");
    }

    @Test
    void differenceIsToldByItsKind() {
        Graphs.fill(source, 2);
        GraphStore lossy = new InMemoryGraphStore();
        RecordingStore losing = new RecordingStore(lossy);
        losing.afterWrite(() -> lossy.removeDocuments(List.of("d1")));
        CopyReport report = GraphCopy.copy(source, losing, TransferListener.NONE);
        assertThat(report.differing()).containsExactlyInAnyOrder(RowKind.values());
        assertThatThrownBy(report::requireSame)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORE))
                .hasMessage("the copy differs from the original: entities differ, 8 were copied and 7 are present;"
                        + " relations differ, 18 were copied and 9 are present; passages differ, 6 were copied and"
                        + " 3 are present. If either graph was written meanwhile, copy again; otherwise drop the copy"
                        + " and copy anew");
    }

    @Test
    void sourceThatIsNotWholeIsToldByItsPassage() {
        source.write(Graphs.batch(Graphs.document(4, "").getFirst()));
        Passage passage = Graphs.document(4, "").getFirst();
        String start = "the graph is inconsistent: passage " + passage.id()
                + " of document \"d4\" states \"thing 4 has part 0\", whose ";
        String end = " missing. Repair it (tern reindex), or remove that document and add it again";
        for (String[] lost : new String[][] {{"relations", "relation is"}, {"entities", "entities are"}}) {
            GraphStore damaged = ChangedStore.of(source, lost[0], arguments -> List.of());
            assertThatThrownBy(() -> GraphCopy.copy(damaged, target, TransferListener.NONE))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.STORE))
                    .hasMessage(start + lost[1] + end);
        }
        assertThat(target.writes()).isEmpty();
    }

    @Test
    void relationThatEveryPassageStatesIsLookedUpOnce() {
        Graphs.fill(source, DOCUMENTS);
        String everywhere =
                Graphs.document(0, "").getFirst().statements().getLast().relationKey();
        AtomicInteger askedFor = new AtomicInteger();
        GraphStore watched = ChangedStore.of(source, "relations", arguments -> {
            @SuppressWarnings("unchecked")
            Collection<String> keys = (Collection<String>) arguments[1];
            askedFor.addAndGet(keys.contains(everywhere) ? 1 : 0);
            return source.latest().relations((RelationsBy) arguments[0], keys);
        });
        requireSame(GraphCopy.copy(watched, target, TransferListener.NONE));
        assertThat(askedFor).hasValue(1);
    }

    @Test
    void readingRunsAheadOfWritingByTwoPages() throws InterruptedException {
        Graphs.fill(source, 1_000);
        CountDownLatch written = new CountDownLatch(1);
        AtomicInteger pagesRead = new AtomicInteger();
        GraphStore watched = ChangedStore.of(source, "relations", arguments -> {
            pagesRead.incrementAndGet();
            @SuppressWarnings("unchecked")
            Collection<String> keys = (Collection<String>) arguments[1];
            return source.latest().relations((RelationsBy) arguments[0], keys);
        });
        target.afterWrite(() -> {
            try {
                written.await();
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts a write", e);
            }
        });
        AtomicReference<CopyReport> report = new AtomicReference<>();
        Thread copying =
                Thread.ofPlatform().start(() -> report.set(GraphCopy.copy(watched, target, TransferListener.NONE)));
        // One page is being written, one is queued, and one has been read and waits for room.
        while (pagesRead.get() < 3 || copying.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        Thread.sleep(50);
        assertThat(pagesRead).hasValue(3);
        written.countDown();
        copying.join();
        requireSame(report.get());
        assertThat(report.get().written()).isEqualTo(3_000);
    }
}
