package dev.tern.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.trim;

import dev.tern.app.Backend;
import dev.tern.app.StoreSettings;
import dev.tern.cli.config.Configuration;
import dev.tern.cli.config.ConfigurationReader;
import dev.tern.cli.config.Origin;
import dev.tern.cli.config.Setting;
import dev.tern.cli.config.Value;
import dev.tern.error.TernException;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Indexes the documents of a Dataset into a graph in Milvus: the graph that one process would make of them.
 *
 * <pre>{@code
 * IndexingReport report = TernIndexing.of(spark)
 *         .set("store", "http://milvus:19530")
 *         .set("graph", "papers")
 *         .run(spark.read().parquet("s3a://bucket/papers"));
 * }</pre>
 *
 * <p>What is not set here is read on the driver as the command line reads it: from the environment and from {@code tern.yaml}. Not
 * thread-safe.
 */
public final class TernIndexing {
    /** Tasks for each core: a slow one is not waited for long, and starting one costs little. */
    private static final int TASKS_PER_CORE = 4;

    private static final String POSITION = "tern_position";
    private static final String WHOLE = "tern_whole";

    private final SparkSession spark;
    private final List<Value> flags = new ArrayList<>();
    private Path directory = Path.of("");

    private TernIndexing(SparkSession spark) {
        this.spark = spark;
    }

    /** Indexing by the executors of a session. */
    public static TernIndexing of(SparkSession spark) {
        return new TernIndexing(spark);
    }

    /**
     * Sets what {@code tern.yaml} sets under the same key, and is stronger.
     *
     * @throws TernException if there is no such key
     */
    public TernIndexing set(String key, String value) {
        Setting setting = List.of(Setting.values()).stream()
                .filter(one -> one.key().equals(key))
                .findFirst()
                .orElseThrow(() -> TernException.user("there is no setting \"" + key + "\""));
        flags.add(new Value(setting, value, new Origin(Origin.Kind.FLAG, "set(\"" + key + "\")")));
        return this;
    }

    /** The folder whose {@code tern.yaml} is read; the working directory unless set. */
    public TernIndexing directory(Path value) {
        directory = value;
        return this;
    }

    /**
     * Adds documents; one that the graph has under the same id is replaced, one that has not changed is left alone. What is wrong
     * with the settings, the columns or the graph is told before a task starts.
     *
     * @param documents with the columns {@code id} and {@code text}, and {@code title} where there is one, all of them strings
     * @throws TernException if the columns are others, the graph was made with another model, or the store cannot be used
     */
    public IndexingReport run(Dataset<Row> documents) {
        Configuration configuration =
                new ConfigurationReader(System.getenv(), directory.toAbsolutePath()).read(flags, TaskSettings::isUsed);
        if (!(configuration.store() instanceof StoreSettings.Server)) {
            throw TernException.user("the store " + configuration.storeShown()
                    + " is a folder, which executors do not share: set store to the address of a Milvus server");
        }
        DocumentColumns columns = DocumentColumns.of(documents.schema());
        requireModelOfGraph(configuration);
        return run(documents, configuration, columns);
    }

    private IndexingReport run(Dataset<Row> documents, Configuration configuration, DocumentColumns columns) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        Broadcast<ExecutorModels.Shared> shared =
                context.broadcast(new ExecutorModels.Shared(TaskSettings.of(configuration)));
        try {
            return inOrder(documents)
                    .mapPartitions(
                            new IndexPartition(new ExecutorModels(shared), columns),
                            Encoders.javaSerialization(IndexingReport.class))
                    .collectAsList()
                    .stream()
                    .reduce(IndexingReport.NOTHING, IndexingReport::plus);
        } finally {
            shared.destroy();
        }
    }

    /** Parts of one whole in one partition and in a row, as the input has them: rules read them as one. */
    private Dataset<Row> inOrder(Dataset<Row> documents) {
        int tasks = TASKS_PER_CORE * spark.sparkContext().defaultParallelism();
        return documents
                .withColumn(POSITION, monotonically_increasing_id())
                .withColumn(WHOLE, whole(documents))
                .repartition(tasks, col(WHOLE))
                .sortWithinPartitions(col(WHOLE), col(POSITION));
    }

    private static Column whole(Dataset<Row> documents) {
        return List.of(documents.columns()).contains(DocumentColumns.TITLE)
                ? coalesce(
                        functions.nullif(trim(col(DocumentColumns.TITLE)), functions.lit("")), col(DocumentColumns.ID))
                : col(DocumentColumns.ID);
    }

    private static void requireModelOfGraph(Configuration configuration) {
        try (GraphCatalog catalog = new Backend().catalog(configuration.store());
                GraphStore store = catalog.open(configuration.graph())) {
            store.description()
                    .ifPresent(made -> made.requireModel(configuration
                            .settings()
                            .forGraph(store.description())
                            .embedding()
                            .modelName()));
        }
    }
}
