package dev.tern.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.spark.bulk.BulkOptions;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.server.MilvusServer;
import dev.tern.store.milvus.server.StandaloneOptions;
import dev.tern.transfer.checksum.GraphChecksum;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Bulk creation of graphs in Milvus 2.3, which imports files from its own disk. */
@Tag("milvus")
@ExtendWith(SharedCluster.class)
final class BulkIndexingTest {
    private static final StructType COLUMNS = new StructType()
            .add("id", DataTypes.StringType)
            .add("title", DataTypes.StringType)
            .add("text", DataTypes.StringType);
    private static final BulkOptions OPTIONS =
            new BulkOptions(4, 16, Duration.ofMillis(200), Duration.ofMinutes(30), true, Optional.empty(), Map.of());

    @TempDir
    static Path folder;

    @AutoClose
    private static MilvusServer server;

    private static SparkSession spark;
    private static IndexingReport upserted;

    @BeforeAll
    static void start(SharedCluster.Servers shared) {
        server = MilvusServer.standalone(StandaloneOptions.QUICK);
        spark = shared.spark();
        upserted = indexing("upserted").run(documents());
    }

    private static Dataset<Row> documents() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            rows.add(RowFactory.create(
                    "d" + i,
                    "Chapter " + i / 2,
                    "Leonhard Person" + i + " taught Johann Person" + (i + 1) + " in the city of Basel. Person" + i
                            + " moved to Saint Petersburg."));
        }
        rows.add(RowFactory.create("empty", "", ""));
        // Detected only when the rows of its batch are created.
        rows.add(RowFactory.create("long", "Title ".repeat(20_000), "Leonhard Euler lived in Basel."));
        return spark.createDataFrame(rows, COLUMNS);
    }

    private static TernIndexing indexing(String graph) {
        return SharedCluster.indexing(spark, server.uri(), graph, folder).tasks(2);
    }

    private static GraphChecksum checksum(String graph) {
        return SharedCluster.checksum(server.uri(), graph);
    }

    /** Options with jobs that no server runs: rows and files are created, and the run ends. */
    private static BulkOptions away() {
        return new BulkOptions(4, 1, OPTIONS.poll(), OPTIONS.stall(), true, Optional.empty(), Map.of())
                .withHttp(URI.create("http://127.0.0.1:1"), Map.of());
    }

    @Test
    void graphMadeInBulkIsTheOneThatIsWrittenRowByRowThoughTheRunIsCutOff() {
        String staging = folder.resolve("staging").toString();
        Path failures = folder.resolve("failures");
        assertThatThrownBy(
                        () -> indexing("bulk").failuresTo(failures.toString()).bulk(documents(), staging, away()))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("failed (create, 1 attempts): ConnectException");
        assertThatThrownBy(() -> indexing("bulk")
                        .set("passageTokens", "99")
                        .set("chat.extract.temperature", "0.5")
                        .bulk(documents(), staging, OPTIONS))
                .isInstanceOf(TernException.class)
                .hasMessageEndingWith("has the rows of another run (graph bulk, embedding model all-MiniLM-L6-v2-q,"
                        + " extractor RULES), this is of graph bulk, embedding model"
                        + " all-MiniLM-L6-v2-q, extractor RULES, chat.temperature 0.5, passageTokens 99: name another"
                        + " folder, or delete it");
        // It resumes with its files, for any input.
        IndexingReport report = indexing("bulk")
                .failuresTo(failures.toString())
                .bulk(documents().limit(1), staging, OPTIONS);
        assertThat(report.documents()).isEqualTo(upserted.documents());
        assertThat(report.failedDocuments()).isEqualTo(2);
        assertThat(spark.read().json(failures.toString()).collectAsList())
                .extracting(row -> row.getAs("id"))
                .containsExactlyInAnyOrder("empty", "long");
        assertThat(checksum("bulk")).isEqualTo(checksum("upserted"));
        assertThat(folder.resolve("staging")).doesNotExist();
        assertThatThrownBy(() -> indexing("upserted").bulk(documents(), staging, OPTIONS))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("exists already; bulk only makes new graphs, and nothing was touched");
        assertThat(folder.resolve("staging")).doesNotExist();
    }

    @Test
    void importedGraphThatIsNotTheOneOfTheRowsIsDropped() throws Exception {
        Path staging = folder.resolve("spoilt");
        assertThatThrownBy(() -> indexing("spoilt").bulk(documents().limit(4), staging.toString(), away()))
                .isInstanceOf(TernException.class);
        spoil(staging.resolve("PASSAGES"));
        assertThatThrownBy(() -> indexing("spoilt").bulk(documents().limit(4), staging.toString(), OPTIONS))
                .isInstanceOf(TernException.class)
                .hasMessageContaining(" has imported the graph \"spoilt\" incorrectly: its rows have the checksum ")
                .hasMessageEndingWith("; nothing of the graph was left");
        try (MilvusGraphCatalog catalog = SharedCluster.connect(server.uri())) {
            assertThat(catalog.graphs()).doesNotContain("spoilt");
        }
    }

    /** Replaces the text in every row of a file, under the same name. */
    private static void spoil(Path table) throws IOException {
        Path file = part(table);
        Path other = folder.resolve("other");
        spark.read()
                .parquet(file.toString())
                .withColumn("text", concat(col("text"), lit("!")))
                .coalesce(1)
                .write()
                .parquet(other.toString());
        Files.move(part(other), file, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    }

    private static Path part(Path table) throws IOException {
        try (Stream<Path> files = Files.list(table)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void runWhoseMoneyIsSpentImportsNothingAndNoTaskIsTriedAgain() {
        Path staging = folder.resolve("paid");
        AtomicInteger failed = new AtomicInteger();
        SparkListener tasks = new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd ended) {
                failed.addAndGet(ended.taskInfo().failed() ? 1 : 0);
            }
        };
        spark.sparkContext().addSparkListener(tasks);
        try (ChatStub chat = new ChatStub()) {
            assertThatThrownBy(() -> chat.asking(indexing("paid"))
                            .set("maxCost", "2")
                            .bulk(documents(), staging.toString(), OPTIONS))
                    .isInstanceOf(TernException.class)
                    .hasMessageStartingWith("stopped before passing maxCost, with rows still to be made");
            assertThat(chat.asked()).isNotEmpty().hasSizeLessThan(30);
        } finally {
            spark.sparkContext().removeSparkListener(tasks);
        }
        assertThat(failed).hasValue(0);
        assertThat(staging.resolve("rows")).doesNotExist();
    }
}
