package dev.tern.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.input_file_name;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.size;

import dev.tern.error.TernException;
import dev.tern.spark.bulk.BulkColumn;
import dev.tern.spark.bulk.BulkFile;
import dev.tern.spark.bulk.BulkGraph;
import dev.tern.spark.bulk.BulkImport;
import dev.tern.spark.bulk.BulkTable;
import dev.tern.transfer.checksum.GraphChecksum;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.expressions.Window;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates a new graph: rows of all tables, then a folder of unique rows for each table, then the
 * import. Each step leaves its result in the staging folder, so that a restarted run skips finished
 * steps.
 *
 * <pre>
 *   STAGING/rows        rows as tasks made them, an entity once for each batch that names it
 *   STAGING/ENTITIES    and RELATIONS, PASSAGES: the files that Milvus reads
 *   STAGING/import.json the progress of the import
 * </pre>
 */
final class BulkRun {
    private static final Logger LOG = LoggerFactory.getLogger(BulkRun.class);
    private static final String ROWS = "rows";
    private static final String CHOICE = "tern_choice";
    private static final long FILE_BYTES = 256L << 20;
    private static final int ROW_BYTES = 1_024;

    private final SparkSession spark;
    private final BulkImport bulk;
    private final StagingFolder staging;
    private final RowSchema schema;

    BulkRun(SparkSession spark, BulkImport bulk, StagingFolder staging) {
        this.spark = spark;
        this.bulk = bulk;
        this.staging = staging;
        this.schema = new RowSchema(bulk.keepsWords());
    }

    RowSchema schema() {
        return schema;
    }

    /**
     * Creates the graph from rows.
     *
     * @param made describes the settings of the rows, which a resumed run must match
     * @param rows creates the rows of all tables; called only if they do not exist
     * @param failures receives documents that failed, before the import; at most the first 100 of
     *     each task
     * @return the merged reports of the tasks
     */
    IndexingReport run(
            String graph,
            String model,
            String made,
            Supplier<Dataset<Row>> rows,
            Consumer<List<DocumentFailure>> failures) {
        bulk.requireNew(graph, staging);
        staging.claim("graph " + graph + ", embedding model " + model + made);
        if (!staging.isDone(ROWS)) {
            rows.get()
                    .write()
                    .mode(SaveMode.Overwrite)
                    .partitionBy(RowSchema.TABLE)
                    .parquet(staging.in(ROWS));
        }
        IndexingReport report = report();
        if (report.stoppedByBudget()) {
            // Thrown on the driver: Spark would retry a task, with the same exhausted budget.
            staging.delete(ROWS);
            throw TernException.budget(
                    "stopped before passing maxCost, with rows still to be made: nothing is imported. Stored replies"
                            + " are not paid again when the run is repeated with more money");
        }
        // Reports failures before the graph is visible, so that its readers can find them.
        staging.runOnce("failures", () -> failures.accept(failures()));
        int dimension = dimension();
        List<BulkFile> files = new ArrayList<>();
        for (BulkTable table : BulkTable.values()) {
            if (!staging.isDone(table.name())) {
                write(table, dimension);
            }
            files.addAll(files(table));
        }
        GraphChecksum wanted = new GraphChecksum(
                checksum(BulkTable.ENTITIES), checksum(BulkTable.RELATIONS), checksum(BulkTable.PASSAGES));
        bulk.run(
                new BulkGraph(graph, model, dimension, files),
                staging,
                imported -> differing(wanted, GraphChecksum.of(imported)),
                progress -> LOG.info("{} of {} rows imported", progress.rowsDone(), progress.rows()));
        staging.clear();
        return report;
    }

    private static Optional<String> differing(GraphChecksum wanted, GraphChecksum found) {
        return wanted.equals(found)
                ? Optional.empty()
                : Optional.of("its rows have the checksum " + found + ", and those of the files " + wanted);
    }

    private Dataset<Row> rowsOf(String table) {
        return spark.read()
                .schema(schema.type())
                .parquet(staging.in(ROWS))
                .where(col(RowSchema.TABLE).equalTo(table));
    }

    private IndexingReport report() {
        return rowsOf(RowSchema.REPORT).select("text").collectAsList().stream()
                .map(row -> RowSchema.report(row.getString(0)))
                .reduce(IndexingReport.NOTHING, IndexingReport::plus);
    }

    private List<DocumentFailure> failures() {
        return rowsOf(RowSchema.FAILURE).select("id", "text").collectAsList().stream()
                .map(row -> new DocumentFailure(row.getString(0), row.getString(1)))
                .toList();
    }

    private int dimension() {
        List<Row> one = rowsOf(BulkTable.PASSAGES.name())
                .select(size(col("vector")))
                .limit(1)
                .collectAsList();
        if (one.isEmpty()) {
            throw TernException.user("no document has a passage: there is no graph to make");
        }
        return one.getFirst().getInt(0);
    }

    /**
     * Returns one row for each id: for an entity its first spelling in character order, so that the
     * order of tasks does not matter; otherwise the last, as extraction writes passages again.
     */
    private Dataset<Row> distinctRows(BulkTable table) {
        Column order = table == BulkTable.ENTITIES
                ? col("name")
                : col(RowSchema.POSITION).desc();
        return rowsOf(table.name())
                .withColumn(
                        CHOICE, row_number().over(Window.partitionBy(col("id")).orderBy(order, col(RowSchema.HASH))))
                .where(col(CHOICE).equalTo(1));
    }

    private GraphChecksum.Rows checksum(BulkTable table) {
        return distinctRows(table)
                .select(RowSchema.HASH)
                .where(col(RowSchema.HASH).isNotNull())
                .as(Encoders.STRING())
                .toJavaRDD()
                .aggregate(
                        GraphChecksum.Rows.NONE,
                        (sum, hash) -> sum.plus(new GraphChecksum.Rows(1, hash)),
                        GraphChecksum.Rows::plus);
    }

    private void write(BulkTable table, int dimension) {
        Column[] columns = table.columns(schema.hasWords()).stream()
                .map(BulkColumn::name)
                .map(name -> col(name))
                .toArray(Column[]::new);
        distinctRows(table)
                .select(columns)
                .write()
                .mode(SaveMode.Overwrite)
                .option("maxRecordsPerFile", FILE_BYTES / (4L * dimension + ROW_BYTES))
                .parquet(staging.in(table.name()));
    }

    private List<BulkFile> files(BulkTable table) {
        return spark
                .read()
                .parquet(staging.in(table.name()))
                .groupBy(input_file_name().as("file"))
                .agg(count(lit(1)))
                .orderBy("file")
                .collectAsList()
                .stream()
                .map(row -> new BulkFile(table, whereMilvusFinds(row.getString(0)), row.getLong(1)))
                .toList();
    }

    /**
     * Returns the location of a file for Milvus: the path of a local file, or the key of an object
     * in Milvus's bucket.
     */
    static String whereMilvusFinds(String file) {
        URI uri = new Path(URI.create(file)).toUri();
        boolean local = uri.getScheme() == null || uri.getScheme().equals("file");
        return local ? uri.getPath() : uri.getPath().substring(1);
    }
}
