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
 * A stream of the files that come into a folder. Of several versions of a document that of the file changed last counts, unless there is
 * a column to order them by.
 */
final class FolderWatch {
    private static final String CHANGED = "tern_changed";
    /** By default Spark leaves out, without a message, files that are a week older than the newest. */
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
     * Starts the stream, with what is in the folder and was not read before.
     *
     * @param checkpoint where Spark keeps what was read
     * @throws TernException if the columns cannot be found from the files in the folder
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
