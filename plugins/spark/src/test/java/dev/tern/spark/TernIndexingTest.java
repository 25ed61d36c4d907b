package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.model.TaskModels;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.RunRecord;
import dev.tern.models.money.Money;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.transfer.checksum.GraphChecksum;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Tag("milvus")
@ExtendWith(SharedCluster.class)
final class TernIndexingTest {
    private static final StructType COLUMNS = new StructType()
            .add("id", DataTypes.StringType)
            .add("title", DataTypes.StringType)
            .add("text", DataTypes.StringType)
            .add("version", DataTypes.IntegerType);
    private static final int DOCUMENTS = 96;
    /** The number of documents for tests in which nothing happens during indexing. */
    private static final int FEW_DOCUMENTS = 32;

    /** A number of replies that exceeds the concurrent requests of two executors. */
    private static final int PARALLEL = 32;

    private static final Map<Integer, GraphChecksum> OF_ONE_PROCESS = new ConcurrentHashMap<>();

    @TempDir
    static Path folder;

    private static SharedCluster.Servers servers;
    private static SparkSession spark;
    private static EmbeddingModel model;

    @BeforeAll
    static void start(SharedCluster.Servers shared) {
        servers = shared;
        spark = shared.spark();
        model = new Backend().embeddingModel(settings().embedding(), null);
    }

    /** Returns the title that two documents share, so that the rules read them as one. */
    private static String title(int number) {
        return "Chapter " + number / 2;
    }

    private static String text(int number) {
        return "Leonhard Person" + number + " taught Johann Person" + (number + 1) + " in the city of Basel. In 17"
                + number % 90 + " Person" + number + " moved to Saint Petersburg, where Daniel Person" + number / 2
                + " worked at the Academy of Sciences.";
    }

    private static List<Row> rows(int documents, int version) {
        return IntStream.range(0, documents)
                .mapToObj(number -> RowFactory.create("d" + number, title(number), text(number), version))
                .toList();
    }

    private static Dataset<Row> documents() {
        return spark.createDataFrame(rows(DOCUMENTS, 0), COLUMNS);
    }

    private static Dataset<Row> fewDocuments() {
        return spark.createDataFrame(rows(FEW_DOCUMENTS, 0), COLUMNS);
    }

    private static GraphChecksum ofOneProcess(int documents) {
        return OF_ONE_PROCESS.computeIfAbsent(
                documents,
                some -> inOneProcess(IntStream.range(0, some)
                        .mapToObj(
                                number -> JsonlCorpus.document("d" + number, title(number), text(number), "", "", 1000))
                        .toList()));
    }

    private static TernIndexing indexing(String graph) {
        return servers.indexing(graph, folder);
    }

    private static Path book() {
        return folder.resolve("book");
    }

    private static TernIndexing paid(String graph, ChatStub chat, String maxCost) {
        return chat.asking(indexing(graph))
                .set("maxCost", maxCost)
                .repliesIn(folder.resolve("replies of " + graph).toString());
    }

    @Test
    void executorsStopTogetherBeforeTheyPassTheMoneyOfTheRun() {
        try (ChatStub chat = new ChatStub()) {
            IndexingReport report = paid("paid", chat, "6").tasks(4).run(documents());
            assertThat(report.stoppedByBudget()).isTrue();
            assertThat(report.waitingPassages()).isPositive();
            Money cost = new Money(chat.asked().size() * ChatStub.NANOS);
            assertThat(cost).isBetween(Money.of("2"), Money.of("6"));
            try (AccountBook written = AccountBook.in(book())) {
                RunRecord run = written.runs(null, null, Set.of(), 1).getFirst();
                assertThat(run.start().command()).isEqualTo("spark");
                assertThat(run.remark()).isEqualTo("maxCost was reached");
                assertThat(run.spent().cost()).isEqualTo(cost);
            }
            assertThat(paid("paid", chat, "100").tasks(4).run(documents()).stoppedByBudget())
                    .isFalse();
            assertThat(chat.asked()).hasSize(DOCUMENTS).doesNotHaveDuplicates();
        }
    }

    @Test
    void replyThatCameIsNotPaidAgainWhenItsExecutorIsLost() throws Exception {
        try (ChatStub chat = new ChatStub()) {
            CompletableFuture<IndexingReport> run = CompletableFuture.supplyAsync(
                    () -> paid("lost", chat, "1000").tasks(2).run(documents()));
            while (chat.asked().size() < 24 && !run.isDone()) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            List<String> asked = chat.asked();
            // After so many more replies all of these are stored.
            while (kept("lost") < asked.size() + PARALLEL && !run.isDone()) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            Cluster.executors().getFirst().destroyForcibly();
            assertThat(run.get().waitingPassages()).isZero();
            assertThat(chat.asked()).containsAll(asked);
            assertThat(chat.asked().stream().filter(asked::contains)).doesNotHaveDuplicates();
        }
    }

    private static long kept(String graph) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("replies of " + graph))) {
            return files.filter(file -> !file.toString().contains(".unfinished")
                            && !file.toString().endsWith(".crc"))
                    .filter(Files::isRegularFile)
                    .count();
        } catch (NoSuchFileException | UncheckedIOException changing) {
            return 0;
        }
    }

    private static AppSettings settings() {
        return new ConfigurationReader(Map.of(), folder).read(List.of()).settings();
    }

    private static GraphChecksum inOneProcess(List<SourceDocument> documents) {
        AppSettings settings = settings();
        try (GraphStore store = new InMemoryGraphStore();
                GraphRag rag = settings.graph(
                                model,
                                TaskModels.NONE,
                                settings.extractor(TaskModels.NONE, ReplyCache.NONE, Ledger.NONE))
                        .store(store)
                        .build()) {
            rag.add(documents, IngestListener.NONE);
            try (GraphView view = store.view()) {
                return GraphChecksum.of(view);
            }
        }
    }

    private static GraphChecksum inMilvus(String graph) {
        return servers.checksum(graph);
    }

    @Test
    void graphIsTheOneThatOneProcessMakesThoughAnExecutorIsKilledTwice() throws Exception {
        CompletableFuture<IndexingReport> run =
                CompletableFuture.supplyAsync(() -> indexing("killed").tasks(8).run(documents()));
        Set<Long> killed = new HashSet<>();
        try (MilvusGraphCatalog catalog = SharedCluster.connect(servers.store());
                GraphStore store = catalog.open("killed")) {
            while (killed.size() < 2 && !run.isDone()) {
                if (store.latest().statistics().passages() > 20L * killed.size()) {
                    Cluster.executors().stream()
                            .filter(process -> killed.add(process.pid()))
                            .findFirst()
                            .ifPresent(ProcessHandle::destroyForcibly);
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
        assertThat(killed).isNotEmpty();
        assertThat(run.get().documents()).isEqualTo(DOCUMENTS);
        assertThat(inMilvus("killed")).isEqualTo(ofOneProcess(DOCUMENTS));
    }

    @Test
    void twoRunsAtOnceAndDocumentsGivenTwiceEndInTheSameGraph() {
        Dataset<Row> twice = fewDocuments().union(fewDocuments());
        CompletableFuture<IndexingReport> other =
                CompletableFuture.supplyAsync(() -> indexing("twice").run(fewDocuments()));
        assertThat(indexing("twice").run(twice).documents()).isEqualTo(FEW_DOCUMENTS);
        other.join();
        assertThat(inMilvus("twice")).isEqualTo(ofOneProcess(FEW_DOCUMENTS));
        assertThat(indexing("twice").run(fewDocuments()).unchanged()).isEqualTo(FEW_DOCUMENTS);
        assertThat(indexing("twice")
                        .remove(fewDocuments().limit(3).union(fewDocuments().limit(3))))
                .isEqualTo(3);
    }

    @Test
    void runAgainAsksForNothingButWhatFailedAndNoSecretIsSeen() throws Exception {
        List<Row> rows = new ArrayList<>(rows(3, 0));
        rows.add(RowFactory.create("empty", "", "", 0));
        Path failures = folder.resolve("failures of secret");
        try (ChatStub chat = new ChatStub()) {
            TernIndexing indexing = paid("secret", chat, "9")
                    .set("milvus.token", "token-of-the-test")
                    .failuresTo(failures.toString());
            assertThat(indexing.run(spark.createDataFrame(rows, COLUMNS)).failedDocuments())
                    .isEqualTo(1);
            assertThat(spark.read().json(failures.toString()).collectAsList())
                    .extracting(row -> row.getAs("id") + ": " + row.getAs("reason"))
                    .containsExactly("empty: document \"empty\" has an empty text");
            assertThat(chat.asked()).hasSize(3);
            rows.set(3, RowFactory.create("empty", "", text(3), 0));
            IndexingReport again = indexing.run(spark.createDataFrame(rows, COLUMNS));
            assertThat(again.unchanged()).isEqualTo(3);
            assertThat(again.failedDocuments()).isZero();
            assertThat(chat.asked()).hasSize(4).doesNotHaveDuplicates();
        }
        StringBuilder seen = new StringBuilder(spark.sparkContext().getConf().toDebugString());
        for (Path place : List.of(failures, servers.cluster().events())) {
            try (Stream<Path> files = Files.walk(place)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    seen.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
                }
            }
        }
        assertThat(seen)
                .contains("SparkListenerJobEnd", "has an empty text", "Physical Plan")
                .doesNotContain("sk-of-the-test", "token-of-the-test");
    }

    @Test
    void givenTripletsAndFilesAreReadAsTheCommandLineReadsThem() throws Exception {
        Path corpus = folder.resolve("corpus.jsonl");
        Files.writeString(corpus, """
            {"_id": "a", "title": "Ada", "text": "Ada met Charles.", "metadata": {"year": 1833, "triplets": [["Ada", "met", "Charles"]]}}
            {"_id": "b", "title": "Euler", "text": "Euler lived in Basel.", "metadata": {"doc": "lives", "triplets": [["Euler", "lived in", "Basel"]]}}
            """);
        List<SourceDocument> documents = new ArrayList<>();
        try (var read = JsonlCorpus.of(List.of(corpus)).documents()) {
            read.forEach(documents::add);
        }
        indexing("beir").run(spark.read().json(corpus.toString()));
        assertThat(inMilvus("beir")).isEqualTo(inOneProcess(documents));

        Path files = folder.resolve("files");
        Path page = files.resolve("page.html");
        Files.createDirectories(files);
        Files.writeString(page, "<html><h1>Basel</h1><p>Johann Bernoulli taught Leonhard Euler in Basel.</p></html>");
        Files.write(files.resolve("broken.pdf"), "%PDF-1.7 is all".getBytes(StandardCharsets.UTF_8));
        IndexingReport report =
                indexing("files").run(spark.read().format("binaryFile").load(files.toString()));
        assertThat(report.documents()).isEqualTo(1);
        assertThat(report.failedDocuments()).isEqualTo(1);
    }

    @Test
    void streamKeepsTheLastVersionOfEachDocument() throws Exception {
        List<Row> versions = new ArrayList<>(rows(FEW_DOCUMENTS, 1));
        versions.add(0, RowFactory.create("d0", "Draft", "A draft that Nobody Important wrote.", 0));
        TernIndexing streamed = indexing("streamed").orderedBy("version");
        streamed.sink().call(spark.createDataFrame(versions.subList(0, 1), COLUMNS), 0L);
        streamed.sink().call(spark.createDataFrame(versions, COLUMNS), 1L);
        streamed.sink().call(spark.createDataFrame(versions, COLUMNS), 1L);
        assertThat(inMilvus("streamed")).isEqualTo(ofOneProcess(FEW_DOCUMENTS));
    }

    @Test
    void removingLeavesTheExtractorAsItWasSet() {
        TernIndexing indexing = TernIndexing.of(spark).set("store", "./here").set("extractor", "guesses");
        assertThatThrownBy(() -> indexing.remove(spark.sql("select 'a' as id")))
                .as("nothing is extracted for it")
                .hasMessageStartingWith("the store ./here is a folder");
        assertThatThrownBy(() -> indexing.run(documents())).hasMessageContaining("\"guesses\"");
    }

    @Test
    void whatIsWrongIsToldBeforeATaskStarts() {
        assertThatThrownBy(() -> indexing("none").run(spark.sql("select 1.5 as id, 'a' as body")))
                .hasMessage("the input cannot be indexed: there is no column \"text\"; the column \"id\" is of type"
                        + " decimal(2,1) and not string or a whole number. Its columns are id, body");
        assertThatThrownBy(() -> indexing("none").run(spark.sql("select cast(null as string) as id, 'a' as text")))
                .hasMessage("the input cannot be indexed: 1 rows have no id");
        assertThatThrownBy(() -> indexing("none")
                        .run(spark.sql("select 'a' as id, 'b' as text union all select 'a' as id, 'c' as text")))
                .hasMessage("the input cannot be indexed: 1 ids have rows that differ, as \"a\" (2 rows): set a column"
                        + " that orders them, or give each document its own id");
        assertThatThrownBy(() -> TernIndexing.of(spark).set("store", "./here").run(documents()))
                .hasMessage("the store ./here is a folder, which executors do not share: set store to the address of a"
                        + " Milvus server");
        assertThatThrownBy(() -> InputFiles.read(spark, "json", List.of("/not/there")))
                .hasMessageStartingWith("the input /not/there cannot be read as json: [PATH_NOT_FOUND]");
        assertThatThrownBy(() -> indexing("none").repliesIn("nosuch://folder").run(documents()))
                .hasMessageStartingWith("replies cannot be stored in nosuch://folder: ");
        assertThatThrownBy(() -> TernIndexing.of(spark).set("stor", "x")).hasMessage("there is no setting \"stor\"");
    }
}
