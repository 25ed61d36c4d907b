package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A watched folder, as a query of Structured Streaming. */
@Tag("milvus")
@ExtendWith(SharedCluster.class)
final class StreamTest {
    private static final String ADA =
            "{\"_id\": \"a\", \"title\": \"Ada\", \"text\": \"Ada Lovelace met %s in London.\"}\n";
    private static final String EULER =
            "{\"_id\": \"e\", \"title\": \"Euler\", \"text\": \"Leonhard Euler lived in Basel.\","
                    + " \"metadata\": {\"year\": 1727, \"triplets\": [[\"Euler\", \"lived in\", \"%s\"]]}}\n";

    @TempDir
    static Path folder;

    private static SharedCluster.Servers servers;
    private static SparkSession spark;

    @BeforeAll
    static void start(SharedCluster.Servers shared) {
        servers = shared;
        spark = shared.spark();
    }

    private static TernIndexing indexing(String graph) {
        return servers.indexing(graph, folder).tasks(2);
    }

    private static Path watched() throws IOException {
        return Files.createDirectories(folder.resolve("watched"));
    }

    /** Writes a file atomically, with a modification time of some minutes after the first. */
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
        // Two versions in one batch: the file modified last wins, under any name.
        file("b.jsonl", 1, ADA.formatted("Mary Somerville") + EULER.formatted("Berlin"));
        file("a.jsonl", 2, ADA.formatted("Charles Babbage"));
        readAll();
        file("three.jsonl", 3, EULER.formatted("Saint Petersburg"));
        readAll();

        Path last = Files.writeString(
                folder.resolve("last.jsonl"), ADA.formatted("Charles Babbage") + EULER.formatted("Saint Petersburg"));
        indexing("added").run(spark.read().json(last.toString()));
        assertThat(servers.checksum("watched")).isEqualTo(servers.checksum("added"));

        // The last batch's commit is lost, as when the driver is killed: Spark repeats the batch.
        Path noted = folder.resolve("checkpoint/commits/2");
        Files.delete(noted);
        Files.deleteIfExists(noted.resolveSibling(".2.crc"));
        readAll();
        assertThat(noted).exists();
        assertThat(servers.checksum("watched")).isEqualTo(servers.checksum("added"));
    }
}
