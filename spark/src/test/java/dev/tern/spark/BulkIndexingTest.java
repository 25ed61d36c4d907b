package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import dev.tern.store.milvus.bulk.BulkOptions;
import dev.tern.store.milvus.server.MilvusServer;
import dev.tern.store.milvus.server.StandaloneOptions;
import dev.tern.transfer.scan.GraphChecksum;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** New graphs made in bulk, in Milvus 2.3, which imports files of its own disk. */
@Tag("milvus")
final class BulkIndexingTest {
    private static final StructType COLUMNS = new StructType()
            .add("id", DataTypes.StringType)
            .add("title", DataTypes.StringType)
            .add("text", DataTypes.StringType);
    private static final BulkOptions OPTIONS = BulkOptions.DEFAULT.withPoll(Duration.ofMillis(200));

    @TempDir
    static Path folder;

    private static MilvusServer server;
    private static SparkSession spark;

    @BeforeAll
    static void start() {
        server = MilvusServer.standalone(StandaloneOptions.QUICK);
        spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "2")
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        spark.stop();
        server.close();
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
        return spark.createDataFrame(rows, COLUMNS);
    }

    private static TernIndexing indexing(String graph) {
        return TernIndexing.of(spark)
                .directory(folder)
                .tasks(2)
                .set("store", server.uri().toString())
                .set("graph", graph);
    }

    private static GraphChecksum checksum(String graph) {
        try (MilvusGraphCatalog catalog = MilvusGraphCatalog.connect(
                        MilvusSettings.at(server.uri().toString()).build());
                GraphStore store = catalog.open(graph);
                GraphView view = store.view()) {
            return GraphChecksum.of(view);
        }
    }

    @Test
    void graphMadeInBulkIsTheOneThatIsWrittenRowByRowThoughTheRunIsCutOff() {
        indexing("upserted").run(documents());
        Path staging = folder.resolve("staging");
        // Jobs that nobody takes: the rows and files are made, and the run ends.
        BulkOptions away = OPTIONS.withJobs(4, 1).over(URI.create("http://127.0.0.1:1"), Map.of());
        assertThatThrownBy(() -> indexing("bulk").bulk(documents(), staging.toString(), away))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("failed (create, 1 attempts): ConnectException");
        // It goes on with the files that it has, whatever it is given.
        IndexingReport report = indexing("bulk").bulk(documents().limit(1), staging.toString(), OPTIONS);
        assertThat(report.documents()).isEqualTo(30);
        assertThat(report.failedDocuments()).isEqualTo(1);
        assertThat(checksum("bulk")).isEqualTo(checksum("upserted"));
        assertThat(Files.exists(staging)).isFalse();
        assertThatThrownBy(() -> indexing("upserted").bulk(documents(), staging.toString(), OPTIONS))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("is there already; bulk makes new graphs only and has touched nothing");
        assertThat(Files.exists(staging)).isFalse();
    }
}
