package dev.tern.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.graph.Table;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.extract.UnusableReplyException;
import dev.tern.ingest.split.PassageText;
import dev.tern.ingest.split.Splitter;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RecordingStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of documents that need extraction by a model. */
class ExtractionByModelTest {
    /** Links a passage by its text. */
    private static final TripletExtractor NAMES = new TripletExtractor() {
        @Override
        public String name() {
            return "names";
        }

        @Override
        public List<Statement> extract(Passage passage) {
            return List.of(new Statement(passage.text(), List.of("name in " + passage.text())));
        }
    };

    private final HashingEmbeddingModel model = new HashingEmbeddingModel(16);
    private final InMemoryGraphStore store = new InMemoryGraphStore();

    private Ingestion ingestion(TripletExtractor extractor, int parallel) {
        Parameters parameters = Parameters.of(Parameter.PARALLEL_EXTRACTIONS, parallel);
        return new Ingestion(store, model, parameters, ExtractionByModelTest::lines, extractor, NAMES);
    }

    private IngestReport add(TripletExtractor extractor, SourceDocument... documents) {
        return ingestion(extractor, 4).ingest(List.of(documents), IngestListener.NONE);
    }

    /** Makes each line of a text a passage. */
    private static List<PassageText> lines(SourceDocument document) {
        List<PassageText> pieces = new ArrayList<>();
        int start = 0;
        for (String line : document.text().split("\n", -1)) {
            pieces.add(new PassageText(line, new Position(start, start + line.length(), 0, "")));
            start += line.length() + 1;
        }
        return pieces;
    }

    private static SourceDocument numbered(String id, int lines) {
        return SourceDocument.of(
                id,
                String.join(
                        "\n",
                        IntStream.range(0, lines)
                                .mapToObj(i -> id + " line " + i)
                                .toList()));
    }

    private Passage passage(String document, int ordinal) {
        return store.passages(PassagesBy.DOCUMENT, List.of(document))
                .get(ordinal)
                .value();
    }

    @Test
    void passagesAreFoundByTheirWordsBeforeTheModelHasReplied() {
        Queue<GraphStatistics> seen = new ConcurrentLinkedQueue<>();
        FakeExtractor extractor = new FakeExtractor("fake", passage -> {
            seen.add(store.statistics());
            return FakeExtractor.statements(passage);
        });

        IngestReport report = add(extractor, numbered("a", 3), numbered("b", 2));

        assertThat(seen).first().isEqualTo(new GraphStatistics(2, 5, 0, 0, 5, 0));
        assertThat(store.statistics()).isEqualTo(new GraphStatistics(2, 5, 7, 5));
        assertThat(report.extracted()).isEqualTo(5);
        assertThat(report.waiting()).isZero();
        assertThat(report.failed()).isZero();
        assertThat(report.documents()).isEqualTo(2);
        assertThat(report.statements()).isEqualTo(5);
        assertThat(passage("a", 1).extraction()).isEqualTo(Extraction.finished("fake"));
        assertThat(passage("a", 1).position()).isEqualTo(new Position(9, 17, 0, ""));
    }

    @Test
    void statementsOfRowsAreReportedOnce() {
        String text = "Anna Lind saw it.\nport: Riga; country: Latvia.";
        SourceDocument document = SourceDocument.of("t", text)
                .withTables(List.of(new Table(18, text.length(), List.of("port", "country"), 0, "")));

        IngestReport report = new Ingestion(
                        store, model, Parameters.DEFAULT, Splitter.keepWhole(100), FakeExtractor.willing(), NAMES)
                .ingest(List.of(document), IngestListener.NONE);

        assertThat(passage("t", 0).statements()).hasSize(2);
        assertThat(report.statements()).isEqualTo(2);
    }

    @Test
    void addingAgainAsksAboutNothingAndChangesNothing() {
        add(FakeExtractor.willing(), numbered("a", 3));
        int embedded = model.texts();
        FakeExtractor again = FakeExtractor.willing();

        IngestReport report = add(again, numbered("a", 3));

        assertThat(again.asked()).isEmpty();
        assertThat(report.unchanged()).isEqualTo(1);
        assertThat(report.passages()).isZero();
        assertThat(model.texts()).isEqualTo(embedded);
    }

    @Test
    void ofAChangedDocumentOnlyTheChangedPassagesAreAskedAbout() {
        add(FakeExtractor.willing(), SourceDocument.of("a", "one\ntwo\nthree"));
        FakeExtractor again = FakeExtractor.willing();

        IngestReport report = add(again, SourceDocument.of("a", "zero\none\n2\nthree"));

        assertThat(again.asked()).containsExactlyInAnyOrder("zero", "2");
        assertThat(report.removedPassages()).isEqualTo(1);
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("a")))
                .extracting(found -> found.value().text() + " " + found.value().ordinal())
                .containsExactly("zero 0", "one 1", "2 2", "three 3");
        assertThat(store.statistics()).isEqualTo(new GraphStatistics(1, 4, 5, 4));
    }

    @Test
    void anotherExtractorFindsEverythingAnew() {
        add(FakeExtractor.willing(), numbered("a", 2));
        FakeExtractor other = new FakeExtractor("other", passage -> List.of(Statement.of("x", "is", "y")));

        add(other, numbered("a", 2));

        assertThat(other.asked()).hasSize(2);
        assertThat(passage("a", 0).extraction()).isEqualTo(Extraction.finished("other"));
        assertThat(store.statistics()).isEqualTo(new GraphStatistics(1, 2, 2, 1));
    }

    @Test
    void aPassageThatTheModelCannotDoAnythingWithFailsAndStaysLinkedByItsNames() {
        FakeExtractor extractor = new FakeExtractor("fake", passage -> {
            if (passage.text().endsWith("1")) {
                throw new UnusableReplyException("no JSON in \"sorry\"");
            }
            return FakeExtractor.statements(passage);
        });

        IngestReport report = add(extractor, numbered("a", 3));

        assertThat(report.extracted()).isEqualTo(2);
        assertThat(report.failed()).isEqualTo(1);
        assertThat(passage("a", 1).extraction())
                .isEqualTo(new Extraction(Extraction.State.FAILED, "fake", 1, "no JSON in \"sorry\""));
        assertThat(passage("a", 1).statements())
                .containsExactly(new Statement("a line 1", List.of("name in a line 1")));
        assertThat(store.statistics()).isEqualTo(new GraphStatistics(1, 3, 4, 3, 0, 1));
    }

    @Test
    void failedPassagesAreAskedAboutAgainOnRequestAndWhenTheirDocumentIsAddedAgain() {
        Set<String> broken = ConcurrentHashMap.newKeySet();
        broken.addAll(List.of("a line 0", "a line 1"));
        FakeExtractor extractor = new FakeExtractor("fake", passage -> {
            if (broken.contains(passage.text())) {
                throw new UnusableReplyException("nonsense");
            }
            return FakeExtractor.statements(passage);
        });
        add(extractor, numbered("a", 3));
        broken.remove("a line 0");

        IngestReport retried = ingestion(extractor, 4).retry(IngestListener.NONE);

        assertThat(retried.extracted()).isEqualTo(1);
        assertThat(retried.failed()).isEqualTo(1);
        assertThat(passage("a", 1).extraction().tries()).isEqualTo(2);
        broken.clear();
        IngestReport added = add(extractor, numbered("a", 3));
        assertThat(added.extracted()).isEqualTo(1);
        assertThat(extractor.asked()).hasSize(3 + 2 + 1);
        assertThat(store.statistics()).isEqualTo(new GraphStatistics(1, 3, 4, 3));
    }

    @Test
    void noViewIsOpenWhileTheModelIsAskedAgain() {
        FakeExtractor failing = new FakeExtractor("fake", passage -> {
            throw new UnusableReplyException("nonsense");
        });
        add(failing, numbered("a", 1));
        RecordingStore recording = new RecordingStore(store);
        List<String> views = new ArrayList<>();
        FakeExtractor extractor = new FakeExtractor("fake", passage -> {
            views.addAll(recording.views());
            return FakeExtractor.statements(passage);
        });

        IngestReport report = new Ingestion(
                        recording, model, Parameters.DEFAULT, ExtractionByModelTest::lines, extractor, NAMES)
                .retry(IngestListener.NONE);

        assertThat(report.extracted()).isOne();
        assertThat(views).containsExactly("opened", "read", "closed", "opened", "read", "closed");
    }

    @Test
    void aModelThatIsOutOfServiceLeavesEverythingWaiting() {
        FakeExtractor extractor = new FakeExtractor("fake", passage -> {
            throw TernException.model("status 503");
        });

        assertThatThrownBy(() -> add(extractor, numbered("a", 3)))
                .isInstanceOf(TernException.class)
                .hasMessage("the model gave no answer about the last 3 passages; they are stored and wait: status 503");
        assertThat(store.statistics()).isEqualTo(new GraphStatistics(1, 3, 0, 0, 3, 0));

        assertThatThrownBy(() -> add(extractor, numbered("b", 500)))
                .hasMessage(
                        "the model gave no answer about the last 20 passages; they are stored and wait: status 503");
        assertThat(extractor.asked()).hasSizeLessThan(3 + 20 + 2 * 256 + 8);

        FakeExtractor serves = FakeExtractor.willing();
        IngestReport report = ingestion(serves, 4).retry(IngestListener.NONE);
        assertThat(report.extracted()).isEqualTo(503);
        assertThat(store.statistics().waiting()).isZero();
    }

    @Test
    void aCallThatFailsWhileOthersAreAnsweredFailsItsPassageOnly() {
        FakeExtractor extractor = new FakeExtractor("fake", passage -> {
            if (passage.text().endsWith("7")) {
                throw TernException.model("status 500");
            }
            return FakeExtractor.statements(passage);
        });

        IngestReport report = add(extractor, numbered("a", 100));

        assertThat(report.extracted()).isEqualTo(90);
        assertThat(report.failed()).isEqualTo(10);
        assertThat(passage("a", 17).extraction().reason()).isEqualTo("the model gave no answer about it: status 500");
        assertThat(passage("a", 17).extraction().shownReason())
                .isEqualTo("the model gave no answer about it; the log says why");
    }

    @Test
    @Timeout(60)
    void aPassageThatOverflowsTheStackOfItsExtractorFailsAlone() {
        FakeExtractor extractor = new FakeExtractor("fake", passage -> {
            if (passage.text().endsWith("7")) {
                throw new StackOverflowError();
            }
            return FakeExtractor.statements(passage);
        });

        IngestReport report = add(extractor, numbered("a", 100));

        assertThat(report.extracted()).isEqualTo(90);
        assertThat(report.failed()).isEqualTo(10);
        assertThat(passage("a", 17).extraction().reason()).isEqualTo("it is nested too deeply for its extractor");
    }

    @Test
    @Timeout(60)
    void anErrorOfTheExtractorEndsTheRun() {
        FakeExtractor extractor = new FakeExtractor("fake", passage -> {
            throw new NoClassDefFoundError("a library is missing");
        });

        assertThatThrownBy(() -> add(extractor, numbered("a", 3))).isInstanceOf(NoClassDefFoundError.class);
    }

    @Test
    void aWrongKeyEndsTheRunAtOnce() {
        FakeExtractor extractor = new FakeExtractor("fake", passage -> {
            throw TernException.user("the key is refused");
        });

        assertThatThrownBy(() -> add(extractor, numbered("a", 300)))
                .isInstanceOf(TernException.class)
                .hasMessage("the key is refused");
        assertThat(store.statistics().waiting()).isEqualTo(300);
    }

    @Test
    void noMorePassagesAreUnderWayThanAllowed() {
        FakeExtractor extractor = FakeExtractor.willing();

        ingestion(extractor, 3).ingest(List.of(numbered("a", 200)), IngestListener.NONE);

        assertThat(extractor.asked()).hasSize(200);
        assertThat(extractor.maxUnderWay()).isBetween(1, 3);
    }

    @Test
    void anInterruptEndsTheRunSoonAndTheNextOneGoesOnFromThere() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        FakeExtractor stuck = new FakeExtractor("fake", passage -> {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw TernException.user("interrupted", e);
            }
            return List.of();
        });
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread run = Thread.ofPlatform().start(() -> {
            try {
                add(stuck, numbered("a", 50));
            } catch (TernException e) {
                thrown.set(e);
            }
        });
        asked.await();
        run.interrupt();
        run.join(60_000);

        assertThat(run.isAlive()).isFalse();
        assertThat(thrown.get())
                .hasMessage("indexing was interrupted after 1 documents, which are stored; adding the same documents "
                        + "again resumes from there");
        assertThat(store.statistics().waiting()).isEqualTo(50);
        assertThat(add(FakeExtractor.willing(), numbered("a", 50)).extracted()).isEqualTo(50);
        assertThat(store.statistics().waiting()).isZero();
    }

    @Test
    void aPassageThatIsRemovedMeanwhileStaysGone() {
        FakeExtractor extractor = new FakeExtractor("fake", passage -> {
            store.removeDocuments(List.of("a"));
            return FakeExtractor.statements(passage);
        });

        add(extractor, numbered("a", 3));

        assertThat(store.statistics()).isEqualTo(new GraphStatistics(0, 0, 0, 0));
    }

    @Test
    void documentsThatBringTheirStatementsAskNoModel() {
        FakeExtractor extractor = FakeExtractor.willing();
        SourceDocument given =
                SourceDocument.of("g", "two\nlines").withStatements(List.of(Statement.of("a", "is", "b")));

        add(extractor, given);

        assertThat(extractor.asked()).isEmpty();
        assertThat(passage("g", 0).text()).isEqualTo("two\nlines");
        assertThat(passage("g", 0).extraction()).isEqualTo(Extraction.GIVEN);
    }

    @Test
    void withoutAModelStatementsAreFoundInTheSameStep() {
        IngestReport report = add(NAMES, numbered("a", 2));

        assertThat(report.extracted()).isZero();
        assertThat(report.statements()).isEqualTo(2);
        assertThat(passage("a", 0).extraction()).isEqualTo(Extraction.finished("names"));
        assertThat(add(NAMES, numbered("a", 2)).unchanged()).isEqualTo(1);
    }

    @Test
    void aLargeDocumentIsStoredInPartsAndUpdatedLikeAnyOther() {
        List<Long> passages = new ArrayList<>();
        FakeExtractor extractor = FakeExtractor.willing();
        IngestReport report =
                ingestion(extractor, 4).ingest(List.of(numbered("a", 3_000)), soFar -> passages.add(soFar.passages()));
        assertThat(report.passages()).isEqualTo(3_000);
        assertThat(report.documents()).isEqualTo(1);
        assertThat(report.extracted()).isEqualTo(3_000);
        assertThat(passages).anyMatch(soFar -> soFar > 0 && soFar < 3_000);
        assertThat(store.statistics()).isEqualTo(new GraphStatistics(1, 3_000, 3_001, 3_000));

        assertThat(add(extractor, numbered("a", 3_000)).unchanged()).isEqualTo(1);

        IngestReport shorter = add(extractor, numbered("a", 2_000));
        assertThat(shorter.removedPassages()).isEqualTo(1_000);
        assertThat(shorter.unchanged()).isZero();
        assertThat(extractor.asked()).hasSize(3_000);
        assertThat(store.statistics()).isEqualTo(new GraphStatistics(1, 2_000, 2_001, 2_000));
    }

    @Test
    void progressTellsWhatIsLeft() {
        List<Long> waiting = new ArrayList<>();
        ingestion(FakeExtractor.willing(), 4)
                .ingest(List.of(numbered("a", 2_000)), report -> waiting.add(report.waiting()));

        assertThat(waiting).startsWith(0L).endsWith(0L);
        assertThat(waiting).anyMatch(left -> left > 0 && left < 2_000);
    }

    @Test
    void aBookIsStoredPartByPartAndItsPassagesAreKnownFromTheBeginning() {
        List<IngestReport> told = new ArrayList<>();
        ingestion(NAMES, 4).ingest(List.of(numbered("a", 700)), told::add);

        assertThat(told).allMatch(soFar -> soFar.passages() + soFar.unstored() == 700);
        assertThat(told.stream().map(IngestReport::passages).distinct()).containsSubsequence(256L, 512L, 700L);
        assertThat(told.getLast().unstored()).isZero();
    }

    @Test
    void aDocumentIsSplitByTheSplitterThatWasGiven() {
        Splitter one = document -> List.of(new PassageText("all", new Position(0, 3, 2, "Part > Chapter")));
        new Ingestion(store, model, Parameters.DEFAULT, one, TripletExtractor.none(), NAMES)
                .ingest(List.of(SourceDocument.of("a", "all of it")), IngestListener.NONE);

        List<Embedded<Passage>> found = store.passages(PassagesBy.DOCUMENT, List.of("a"));
        assertThat(found)
                .extracting(passage -> passage.value().position())
                .containsExactly(new Position(0, 3, 2, "Part > Chapter"));
        assertThat(found.getFirst().value().textToEmbed()).isEqualTo("Part > Chapter\nall");
    }
}
