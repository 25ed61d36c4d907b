package dev.tern.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.ContentId;
import dev.tern.graph.Entity;
import dev.tern.graph.Position;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.PassageText;
import dev.tern.ingest.split.Splitter;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RecordingStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IngestionTest {
    private final HashingEmbeddingModel model = new HashingEmbeddingModel(16);
    private final RecordingStore store = new RecordingStore(new InMemoryGraphStore());

    private IngestReport add(SourceDocument... documents) {
        return add(List.of(documents));
    }

    private IngestReport add(List<SourceDocument> documents) {
        return new Ingestion(store, model, Parameters.DEFAULT).ingest(documents, IngestListener.NONE);
    }

    private static SourceDocument document(String id, String text, Statement... statements) {
        return SourceDocument.of(id, text).withStatements(List.of(statements));
    }

    private static final SourceDocument EULER = document(
            "euler",
            "Euler was born in Basel and died in St. Petersburg.",
            Statement.of("Euler", "was born in", "Basel"),
            Statement.of("Euler", "died in", "St. Petersburg"));
    private static final SourceDocument DANIEL = document(
            "daniel",
            "Daniel was a friend of Euler. He lived in Basel.",
            Statement.of("Daniel", "was a friend of", "Euler"),
            Statement.of("Daniel", "lived in", "Basel"));

    @Test
    void aDocumentBecomesAPassageWithItsRelationsAndEntities() {
        IngestReport report = add(EULER, DANIEL);

        assertThat(store.statistics()).isEqualTo(new GraphStatistics(2, 2, 4, 4));
        assertThat(report)
                .usingRecursiveComparison()
                .ignoringFields("embeddingMillis", "millis")
                .isEqualTo(new IngestReportRecord(2, 0, 2, 0, 4, 0, 0, 0, 0, 10, false, 0, 0));
        assertThat(report.millis()).isGreaterThanOrEqualTo(report.embeddingMillis());
        assertThat(model.texts()).isEqualTo(10);
    }

    @Test
    void textUnderTwoHeadingsIsTwoPassagesAndTwiceUnderOneIsOne() {
        String text = "Open from nine to five.";
        Splitter sections = document -> Stream.of("Mill", "Bakery", "Mill", "Bakery")
                .map(heading -> new PassageText(text, new Position(0, text.length(), 0, heading)))
                .toList();
        Ingestion ingestion = new Ingestion(
                store, model, Parameters.DEFAULT, sections, TripletExtractor.none(), TripletExtractor.none());
        SourceDocument hours = SourceDocument.of("hours", text);

        assertThat(ingestion.ingest(List.of(hours), IngestListener.NONE).passages())
                .isEqualTo(2);
        assertThat(ingestion.ingest(List.of(hours), IngestListener.NONE).unchanged())
                .isOne();

        assertThat(model.batches().getFirst()).containsExactly("Mill\n" + text, "Bakery\n" + text);
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("hours")))
                .extracting(passage -> passage.value().ordinal() + " "
                        + passage.value().position().heading() + " "
                        + passage.value().hasIdOfItsContent())
                .containsExactly("0 Mill true", "1 Bakery true");
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("hours"))
                        .getFirst()
                        .value()
                        .id())
                .isEqualTo(ContentId.ofPassage("hours", text));
    }

    @Test
    void nothingToAddIsNothingDone() {
        assertThat(add(List.of()).documents()).isZero();
        assertThat(store.calls()).isEmpty();
        assertThat(model.calls()).isZero();
    }

    @Test
    void unchangedDocumentsCostNoEmbeddingAndNoWrite() {
        add(EULER, DANIEL);
        model.forget();
        store.forget();

        IngestReport report = add(DANIEL, EULER);

        assertThat(report.unchanged()).isEqualTo(2);
        assertThat(report.passages()).isZero();
        assertThat(model.calls()).isZero();
        assertThat(store.writes()).isEmpty();
    }

    @Test
    void aNewTitleIsWrittenAndOnlyThePassageIsEmbeddedAgain() {
        add(EULER);
        model.forget();
        add(EULER.withTitle("Leonhard Euler"));

        assertThat(model.batches()).containsExactly(List.of("Leonhard Euler\n" + EULER.text()));
        assertThat(store.passages(PassagesBy.TITLE, List.of("leonhard euler"))).hasSize(1);
        assertThat(store.statistics()).isEqualTo(new GraphStatistics(1, 1, 3, 2));
    }

    @Test
    void newMetadataAreWrittenWithoutEmbeddingAnything() {
        add(EULER);
        model.forget();
        add(SourceDocument.of(EULER.id(), EULER.text())
                .withStatements(EULER.statements())
                .withMetadata(SourceMetadata.of(Map.of("year", "1707"))));

        assertThat(model.calls()).isZero();
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("euler"))
                        .getFirst()
                        .value()
                        .metadata())
                .isEqualTo(SourceMetadata.of(Map.of("year", "1707")));
    }

    @Test
    void newStatementsAreEmbeddedAndThoseThatAreGoneDisappear() {
        add(EULER, DANIEL);
        model.forget();
        add(EULER.withStatements(
                List.of(Statement.of("Euler", "was born in", "Basel"), Statement.of("Euler", "married", "Katharina"))));

        assertThat(model.batches()).containsExactly(List.of("Euler married Katharina", "Katharina"));
        assertThat(store.statistics()).isEqualTo(new GraphStatistics(2, 2, 4, 4));
        assertThat(store.entities(List.of(Entity.named("St. Petersburg").id()))).isEmpty();
        add(EULER.withStatements(List.of()));
        assertThat(store.statistics()).isEqualTo(new GraphStatistics(2, 2, 3, 2));
    }

    @Test
    void aNewTextReplacesThePassageOfTheOld() {
        add(EULER, DANIEL);
        IngestReport report = add(document("euler", "Euler went blind.", Statement.of("Euler", "went", "blind")));

        assertThat(report.removedPassages()).isEqualTo(1);
        assertThat(store.passages(PassagesBy.DOCUMENT, List.of("euler")))
                .singleElement()
                .satisfies(passage -> assertThat(passage.value().text()).isEqualTo("Euler went blind."));
        assertThat(RecordingStore.rows(store))
                .isEqualTo(
                        fresh(DANIEL, document("euler", "Euler went blind.", Statement.of("Euler", "went", "blind"))));
    }

    @Test
    void ofTheSameDocumentTwiceInOneRunTheLaterStays() {
        SourceDocument later = document("euler", "Euler went blind.", Statement.of("Euler", "went", "blind"));
        add(EULER, DANIEL, later);
        assertThat(RecordingStore.rows(store)).isEqualTo(fresh(DANIEL, later));

        add(EULER, EULER);
        assertThat(RecordingStore.rows(store)).isEqualTo(fresh(DANIEL, EULER));
    }

    @Test
    void whatIsKnownFromOtherDocumentsIsNotEmbeddedAgain() {
        add(EULER);
        model.forget();
        IngestReport report = add(document(
                "copy",
                "Basel, where Euler was born.",
                Statement.of("EULER", "was born in", "basel"),
                Statement.of("Basel", "lies on", "the Rhine")));

        assertThat(model.batches())
                .containsExactly(List.of("Basel lies on the Rhine", "the Rhine", "Basel, where Euler was born."));
        assertThat(report.embeddedTexts()).isEqualTo(3);
    }

    @Test
    void theOrderOfAddingChangesNeitherIdsNorCountsNorNeighbours() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<SourceDocument> documents = new ArrayList<>(someDocuments(random, 40));
        add(documents);
        float[] question = model.vector("name 3 knows name 4");
        for (int round = 0; round < 5; round++) {
            Collections.shuffle(documents, random);
            RecordingStore other = new RecordingStore(new InMemoryGraphStore());
            for (SourceDocument document : documents) {
                new Ingestion(other, model, Parameters.DEFAULT).ingest(List.of(document), IngestListener.NONE);
            }
            assertThat(RecordingStore.rows(other)).as("seed %d", seed).isEqualTo(RecordingStore.rows(store));
            assertThat(other.nearestEntities(question, 10).stream()
                            .map(Scored::value)
                            .map(Entity::id))
                    .as("seed %d", seed)
                    .isEqualTo(store.nearestEntities(question, 10).stream()
                            .map(Scored::value)
                            .map(Entity::id)
                            .toList());
        }
    }

    @Test
    void anyHistoryEndsInTheGraphOfItsLastDocuments() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 30; round++) {
            RecordingStore kept = new RecordingStore(new InMemoryGraphStore());
            Map<String, SourceDocument> last = new TreeMap<>();
            for (int step = 0; step < 12; step++) {
                List<SourceDocument> some = someDocuments(random, 1 + random.nextInt(6));
                if (random.nextInt(3) == 0) {
                    List<String> ids = some.stream().map(SourceDocument::id).toList();
                    long there =
                            ids.stream().filter(last::containsKey).distinct().count();
                    assertThat(kept.removeDocuments(ids)).as("seed %d", seed).isEqualTo((int) there);
                    ids.forEach(last::remove);
                } else {
                    new Ingestion(kept, model, Parameters.DEFAULT).ingest(some, IngestListener.NONE);
                    some.forEach(document -> last.put(document.id(), document));
                }
            }
            assertThat(RecordingStore.rows(kept))
                    .as("seed %d", seed)
                    .isEqualTo(fresh(last.values().toArray(SourceDocument[]::new)));
        }
    }

    /** Returns documents of a few ids, names and texts, so that many replace or share others. */
    private static List<SourceDocument> someDocuments(Random random, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    List<Statement> statements = new ArrayList<>();
                    for (int s = random.nextInt(4); s > 0; s--) {
                        String subject = (random.nextBoolean() ? "name " : "NAME ") + random.nextInt(6);
                        statements.add(Statement.of(subject, "knows", "name " + random.nextInt(6)));
                    }
                    String id = count > 20 ? "document " + i : "document " + random.nextInt(8);
                    return SourceDocument.of(id, "text " + random.nextInt(3))
                            .withTitle(random.nextBoolean() ? "" : "title " + random.nextInt(2))
                            .withStatements(statements)
                            .withMetadata(SourceMetadata.of(
                                    random.nextBoolean() ? Map.of() : Map.of("k", "v" + random.nextInt(2))));
                })
                .toList();
    }

    /** Returns the rows of a graph that never had any other document. */
    private List<String> fresh(SourceDocument... documents) {
        InMemoryGraphStore other = new InMemoryGraphStore();
        new Ingestion(other, new HashingEmbeddingModel(16), Parameters.DEFAULT)
                .ingest(List.of(documents), IngestListener.NONE);
        return RecordingStore.rows(other);
    }

    private static List<SourceDocument> manyDocuments(int count) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        document("d" + i, "text " + i, Statement.of("name " + i, "is followed by", "name " + (i + 1))))
                .toList();
    }

    @Test
    void documentsAreWrittenInBatchesOfBoundedSize() {
        add(manyDocuments(700));
        assertThat(store.writes()).extracting(batch -> batch.passages().size()).containsExactly(256, 256, 188);

        store.forget();
        Statement[] statements = IntStream.range(0, 2100)
                .mapToObj(i -> Statement.of("subject " + i, "has", "object"))
                .toArray(Statement[]::new);
        add(document("a", "a", statements), document("b", "b", statements), document("c", "c", statements));
        assertThat(store.writes())
                .extracting(GraphBatch::passages)
                .extracting(List::size)
                .containsExactly(2, 1);
    }

    @Test
    void aFailingModelLeavesTheBatchesBeforeAndAddingAgainCompletesTheGraph() {
        List<SourceDocument> documents = manyDocuments(700);
        // Two calls a batch: 256 texts, relations and names, 512 a call.
        model.failingAtCall(5);
        assertThatThrownBy(() -> add(documents))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.MODEL))
                .hasMessage("the embedding model \"hashing-16\" failed: call 5 was told to fail");
        assertThat(store.statistics().documents()).isEqualTo(512);

        IngestReport report = add(documents);
        assertThat(report.unchanged()).isEqualTo(512);
        assertThat(RecordingStore.rows(store)).isEqualTo(fresh(documents.toArray(SourceDocument[]::new)));
    }

    @Test
    void anInterruptionWhileEmbeddingSaysTheSame() {
        EmbeddingModel interrupted = new EmbeddingModel() {
            @Override
            public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted while embedding");
            }

            @Override
            public String modelName() {
                return "interrupted";
            }
        };
        Ingestion ingestion = new Ingestion(store, interrupted, Parameters.DEFAULT);
        assertThatThrownBy(() -> ingestion.ingest(List.of(EULER), IngestListener.NONE))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage("indexing was interrupted after 0 documents, which are stored; adding the same "
                        + "documents again resumes from there");
        assertThat(Thread.interrupted()).as("the thread is still interrupted").isTrue();
    }

    @Test
    void anInterruptionKeepsWhatIsStoredAndSaysSo() {
        List<SourceDocument> documents = manyDocuments(700);
        store.afterWrite(Thread.currentThread()::interrupt);
        assertThatThrownBy(() -> add(documents))
                .isInstanceOf(TernException.class)
                .hasMessage("indexing was interrupted after 256 documents, which are stored; adding the same "
                        + "documents again resumes from there");
        assertThat(Thread.interrupted()).as("the thread is still interrupted").isTrue();
        assertThat(store.statistics().documents()).isEqualTo(256);

        store.afterWrite(() -> {});
        add(documents);
        assertThat(RecordingStore.rows(store)).isEqualTo(fresh(documents.toArray(SourceDocument[]::new)));
    }

    /** Returns documents of 256 a batch, each with one name of its own and one in common. */
    private static List<SourceDocument> relatedDocuments(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> document("d" + i, "text " + i, Statement.of("thing " + i, "is one of", "the things")))
                .toList();
    }

    /** Returns the model, with an action before the second of {@link #relatedDocuments}. */
    private EmbeddingModel beforeTheSecondBatch(Runnable done) {
        return new EmbeddingModel() {
            @Override
            public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
                if (segments.stream().anyMatch(segment -> segment.text().equals("text 256"))) {
                    done.run();
                }
                return model.embedAll(segments);
            }

            @Override
            public String modelName() {
                return model.modelName();
            }
        };
    }

    @Test
    void whileABatchIsWrittenTheNextIsEmbeddedAndKnowsItsNames() {
        CountDownLatch nextBatch = new CountDownLatch(1);
        EmbeddingModel watched = beforeTheSecondBatch(nextBatch::countDown);
        store.beforeCall(method -> {
            if (method.equals("write")) {
                await(nextBatch);
            }
        });
        List<SourceDocument> documents = relatedDocuments(300);
        IngestReport report = new Ingestion(store, watched, Parameters.DEFAULT).ingest(documents, IngestListener.NONE);

        assertThat(model.batches().stream().flatMap(List::stream)).doesNotHaveDuplicates();
        assertThat(report.documents()).isEqualTo(300);
        assertThat(RecordingStore.rows(store)).isEqualTo(fresh(documents.toArray(SourceDocument[]::new)));
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the next batch was not embedded");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void afterABatchThatCannotBeWrittenNoneIs() {
        store.afterWrite(() -> {
            throw TernException.store("the disk is full");
        });
        assertThatThrownBy(() -> add(relatedDocuments(700)))
                .isInstanceOf(TernException.class)
                .hasMessage("the disk is full");
        assertThat(store.writes()).hasSize(1);
    }

    @Test
    void aWriteWithoutMemoryFailsAsThat() {
        store.afterWrite(() -> {
            throw new OutOfMemoryError("no heap left");
        });
        assertThatThrownBy(() -> add(relatedDocuments(3)))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("no heap left");
    }

    @Test
    void anInterruptionEndsAWriteThatIsUnderWayAndSaysTheSame() {
        EmbeddingModel interrupted = beforeTheSecondBatch(() -> {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while embedding");
        });
        store.beforeCall(method -> {
            if (method.equals("write")) {
                waitForInterrupt();
            }
        });
        Ingestion ingestion = new Ingestion(store, interrupted, Parameters.DEFAULT);
        assertThatThrownBy(() -> ingestion.ingest(relatedDocuments(300), IngestListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessage("indexing was interrupted after 0 documents, which are stored; adding the same "
                        + "documents again resumes from there");
        assertThat(Thread.interrupted()).as("the thread is still interrupted").isTrue();
    }

    private static void waitForInterrupt() {
        try {
            if (!new CountDownLatch(1).await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("nothing interrupted the write");
            }
        } catch (InterruptedException e) {
            throw (CancellationException)
                    new CancellationException("interrupted while waiting for the store").initCause(e);
        }
    }

    @Test
    void whenTheDocumentsEndInAFailureTheBatchesBeforeAreStored() {
        List<SourceDocument> documents = relatedDocuments(300);
        Iterable<SourceDocument> failing = () -> Stream.concat(documents.stream(), Stream.generate(() -> {
                    throw new IllegalStateException("no more");
                }))
                .map(SourceDocument.class::cast)
                .iterator();
        Ingestion ingestion = new Ingestion(store, model, Parameters.DEFAULT);
        assertThatThrownBy(() -> ingestion.ingest(failing, IngestListener.NONE)).hasMessage("no more");
        assertThat(store.statistics().documents()).isEqualTo(256);
    }

    @Test
    void ofTheSameDocumentsAddedByTwoThreadsOneEditionStays() throws Exception {
        Ingestion ingestion = new Ingestion(store, model, Parameters.DEFAULT);
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<IngestReport>> runs = new ArrayList<>();
            for (String edition : List.of("first", "second")) {
                List<SourceDocument> documents = relatedDocuments(700).stream()
                        .map(document -> document(document.id(), edition + " " + document.text()))
                        .toList();
                runs.add(threads.submit(() -> ingestion.ingest(documents, IngestListener.NONE)));
            }
            for (Future<IngestReport> run : runs) {
                assertThat(run.get().documents()).isEqualTo(700);
            }
        }
        assertThat(store.statistics().passages()).isEqualTo(700);
    }

    @Test
    void aStatementOverTheTokenLimitIsRefusedByItsDocumentsName() {
        Parameters parameters = Parameters.of(Parameter.PASSAGE_TOKEN_LIMIT, 10);
        InMemoryGraphStore store = new InMemoryGraphStore();
        SourceDocument document =
                SourceDocument.of("long", "short text").withStatements(List.of(Statement.of("a", "b", "x".repeat(50))));

        assertThatThrownBy(() -> new Ingestion(store, new HashingEmbeddingModel(8), parameters)
                        .ingest(List.of(document), IngestListener.NONE))
                .isInstanceOf(TernException.class)
                .hasMessage("document \"long\" has a statement of about 14 tokens; the limit is 10 "
                        + "(passageTokenLimit)");
        assertThat(store.statistics().passages()).isZero();
    }

    @Test
    void aDocumentOverTheTokenLimitIsRefusedByName() {
        Parameters parameters = Parameters.of(Parameter.PASSAGE_TOKEN_LIMIT, 10);
        Ingestion ingestion = new Ingestion(store, model, parameters);

        ingestion.ingest(List.of(SourceDocument.of("fits", "x".repeat(40))), IngestListener.NONE);
        assertThatThrownBy(() -> ingestion.ingest(
                        List.of(SourceDocument.of("long", "x".repeat(40)).withTitle("t")), IngestListener.NONE))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage("document \"long\" has about 11 tokens; a passage may have 10 (passageTokenLimit):"
                        + " split it first");
    }

    @Test
    void progressNeverGoesBack() {
        List<IngestReport> heard = new ArrayList<>();
        Parameters parameters = Parameters.of(Parameter.EMBED_BATCH, 100);
        IngestReport report = new Ingestion(store, model, parameters).ingest(manyDocuments(600), heard::add);

        assertThat(heard).hasSize(model.calls() + 3);
        assertThat(heard).isSortedAccordingTo(Comparator.comparingLong(IngestReport::documents));
        assertThat(heard).isSortedAccordingTo(Comparator.comparingLong(IngestReport::embeddedTexts));
        assertThat(heard).isSortedAccordingTo(Comparator.comparingDouble(IngestReport::millis));
        assertThat(heard).isSortedAccordingTo(Comparator.comparingDouble(IngestReport::embeddingMillis));
        assertThat(heard.getLast())
                .usingRecursiveComparison()
                .ignoringFields("millis")
                .isEqualTo(report);
    }

    @Test
    void aModelOfTheSameNameWithOtherDimensionsIsRefusedAndNothingIsWritten() {
        add(EULER);
        List<String> before = RecordingStore.rows(store);
        HashingEmbeddingModel wider = new HashingEmbeddingModel(32).named(model.modelName());

        assertThatThrownBy(() ->
                        new Ingestion(store, wider, Parameters.DEFAULT).ingest(List.of(DANIEL), IngestListener.NONE))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage("the graph has vectors of 16 dimensions (embedding model \"hashing-16\") and was given one"
                        + " of 32");
        assertThat(RecordingStore.rows(store)).isEqualTo(before);
    }
}
