package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import dev.tern.store.milvus.server.MilvusServer;
import dev.tern.transfer.scan.GraphChecksum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that is watched, as a query of Structured Streaming. */
@Tag("milvus")
final class StreamTest {
    private static final String ADA =
            "{\"_id\": \"a\", \"title\": \"Ada\", \"text\": \"Ada Lovelace met %s in London.\"}\n";
    private static final String EULER =
            "{\"_id\": \"e\", \"title\": \"Euler\", \"text\": \"Leonhard Euler lived in Basel.\","
                    + " \"metadata\": {\"year\": 1727, \"triplets\": [[\"Euler\", \"lived in\", \"%s\"]]}}\n";

    @TempDir
    static Path folder;

    private static MilvusServer server;
    private static SparkSession spark;

    @BeforeAll
    static void start() {
        server = MilvusServer.lite();
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

    private static Path watched() throws IOException {
        return Files.createDirectories(folder.resolve("watched"));
    }

    /** A file that was changed so many minutes after the first; nobody sees half of it. */
    private static void file(String name, int minute, String lines) throws IOException {
        Path written = Files.writeString(folder.resolve(name), lines);
        Files.setLastModifiedTime(written, FileTime.fromMillis(1_700_000_000_000L + 60_000L * minute));
        Files.move(written, watched().resolve(name));
    }

    private static void readAll() throws Exception {
        StreamingQuery query = new FolderWatch(spark, "json", watched().toString())
                .start(
                        indexing("watched"),
                        Optional.empty(),
                        folder.resolve("checkpoint").toString());
        try {
            query.processAllAvailable();
        } finally {
            query.stop();
        }
    }

    @Test
    void graphOfWatchedFolderIsThatOfTheLastVersionsThoughTheQueryIsStoppedAndABatchComesAgain() throws Exception {
        file("one.jsonl", 0, ADA.formatted("Nobody"));
        readAll();
        // Two versions in one batch: the file changed last counts, whatever it is called.
        file("b.jsonl", 1, ADA.formatted("Mary Somerville") + EULER.formatted("Berlin"));
        file("a.jsonl", 2, ADA.formatted("Charles Babbage"));
        readAll();
        file("three.jsonl", 3, EULER.formatted("Saint Petersburg"));
        readAll();

        Path last = Files.writeString(
                folder.resolve("last.jsonl"), ADA.formatted("Charles Babbage") + EULER.formatted("Saint Petersburg"));
        indexing("added").run(spark.read().json(last.toString()));
        assertThat(checksum("watched")).isEqualTo(checksum("added"));

        // The note that the last batch has ended is lost, as where the driver is killed: Spark brings the batch again.
        Path noted = folder.resolve("checkpoint/commits/2");
        Files.delete(noted);
        Files.deleteIfExists(noted.resolveSibling(".2.crc"));
        readAll();
        assertThat(noted).exists();
        assertThat(checksum("watched")).isEqualTo(checksum("added"));
    }
}
