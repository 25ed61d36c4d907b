package dev.tern.spark;

import static org.apache.spark.sql.functions.col;

import dev.tern.error.TernException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Streams the files that arrive in a folder. A later batch replaces documents of earlier ones; in a
 * batch, the version in the most recently modified file wins, unless a column orders versions.
 */
final class FolderWatch {
    private static final String CHANGED = "tern_changed";
    /**
     * Spark's setting for files of any age. By default it silently skips files that are over a week
     * older than the newest one.
     */
    private static final String ANY_AGE = "36500d";

    private final SparkSession spark;
    private final String format;
    private final String folder;

    FolderWatch(SparkSession spark, String format, String folder) {
        this.spark = spark;
        this.format = format;
        this.folder = folder;
    }

    /**
     * Starts the stream, with the files that were not read before.
     *
     * @param checkpoint the folder where Spark records the files read
     * @throws TernException if the columns cannot be inferred from the files
     */
    StreamingQuery start(TernIndexing indexing, Optional<String> order, String checkpoint) throws TimeoutException {
        Dataset<Row> files = spark.readStream()
                .format(format)
                .options(InputFiles.options(format))
                .schema(InputFiles.read(spark, format, List.of(folder)).schema())
                .option("maxFileAge", ANY_AGE)
                .load(folder);
        Dataset<Row> ordered =
                order.isPresent() ? files : files.withColumn(CHANGED, col("_metadata.file_modification_time"));
        return ordered.writeStream()
                .option("checkpointLocation", checkpoint)
                .foreachBatch(indexing.orderedBy(order.orElse(CHANGED)).sink())
                .start();
    }
}
