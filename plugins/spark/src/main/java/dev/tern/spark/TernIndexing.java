package dev.tern.spark;

import static org.apache.spark.sql.functions.col;

import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.app.ExtractionSettings;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.app.config.Setting;
import dev.tern.app.config.SettingValue;
import dev.tern.app.config.ValueOrigin;
import dev.tern.error.TernException;
import dev.tern.model.ChatTask;
import dev.tern.spark.bulk.BulkImport;
import dev.tern.spark.bulk.BulkOptions;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.milvus.MilvusGraphCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Indexes the documents of a Dataset into a graph in Milvus. Ids are the same as without Spark.
 *
 * <pre>{@code
 * IndexingReport report = TernIndexing.of(spark)
 *         .set("store", "http://milvus:19530")
 *         .set("graph", "papers")
 *         .run(spark.read().parquet("s3a://bucket/papers"));
 * }</pre>
 *
 * <p>The input has the columns {@code id} (or {@code _id}) and {@code text}, and optionally
 * {@code title}, {@code metadata} (a struct, a map or a JSON text) and {@code triplets} (lists of
 * subject, predicate and object); or {@code content} and {@code path}, as from {@code binaryFile}.
 * Extraction by rules reads documents with the same {@code doc} in their metadata, or else the same
 * title, as one text, in input order.
 *
 * <p>Other settings are read on the driver from the environment and {@code tern.yaml}, as on the
 * command line. Not thread-safe.
 */
public final class TernIndexing {
    /** The tasks per core; several balance the load, and starting one is cheap. */
    private static final int TASKS_PER_CORE = 2;

    /** Prefixes of the settings that affect the rows of a document. */
    private static final List<String> DECIDING =
            List.of("extraction.", "chat.temperature", "load.max", "passageTok", "overlapTokens");

    private static final StructType FAILURES =
            new StructType().add("id", DataTypes.StringType).add("reason", DataTypes.StringType);

    private final SparkSession spark;
    private final List<SettingValue> flags = new ArrayList<>();
    private Path directory = Path.of("");
    private Optional<String> order = Optional.empty();
    private Optional<String> failures = Optional.empty();
    private ProgressListener listener = ProgressListener.NONE;
    private @Nullable String replies;
    private int tasks;

    private TernIndexing(SparkSession spark) {
        this.spark = spark;
        this.tasks = TASKS_PER_CORE * spark.sparkContext().defaultParallelism();
    }

    /** Creates an indexing that runs on the executors of a session. */
    public static TernIndexing of(SparkSession spark) {
        return new TernIndexing(spark);
    }

    /**
     * Sets the value of a key, such as {@code chat.model} or, for one task, {@code
     * chat.extract.model}, in place of its value in {@code tern.yaml}.
     *
     * @throws TernException if the key is unknown
     */
    public TernIndexing set(String key, String value) {
        SettingValue set = SettingValue.of(key, value, new ValueOrigin(ValueOrigin.Kind.OPTION, "set(\"" + key + "\")"))
                .orElseThrow(() -> TernException.user("there is no setting \"" + key + "\""));
        flags.removeIf(earlier -> earlier.key().equals(key));
        flags.add(set);
        return this;
    }

    /** Sets the folder of {@code tern.yaml}; by default the working directory. */
    public TernIndexing directory(Path value) {
        directory = value;
        return this;
    }

    /**
     * Sets the column by which the last of several rows with the same id is chosen; without it,
     * such rows must be equal.
     */
    public TernIndexing orderedBy(String column) {
        order = Optional.of(column);
        return this;
    }

    /** Sets a folder to which the first 100 failures of each task are added as JSON lines. */
    public TernIndexing failuresTo(String folder) {
        failures = Optional.of(folder);
        return this;
    }

    /**
     * Sets a folder, on any file system of Spark, that stores the replies of the extracting chat
     * model, one file per reply, as soon as they arrive, so that later attempts and runs reuse
     * them. By default none are stored.
     */
    public TernIndexing repliesIn(String folder) {
        replies = folder;
        return this;
    }

    /** Sets the listener of progress; none by default. */
    public TernIndexing onProgress(ProgressListener value) {
        listener = value;
        return this;
    }

    /** Sets the number of tasks, at least 1; by default twice Spark's default parallelism. */
    public TernIndexing tasks(int value) {
        if (value < 1) {
            throw new IllegalArgumentException("tasks is " + value + "; the minimum is 1");
        }
        tasks = value;
        return this;
    }

    /**
     * Adds documents; a document with the same id is replaced, an unchanged document is left alone.
     * Problems with the settings, the columns, the ids or the graph are reported before anything is
     * written; a document that cannot be indexed is a failure, and the others are added.
     *
     * @throws TernException if the input cannot be indexed, the graph was made with another model,
     *     or the store or a model fails; a spent budget is reported in the result instead
     */
    public IndexingReport run(Dataset<Row> documents) {
        return run(documents, order.isPresent());
    }

    /**
     * Returns the function for {@code DataStreamWriter.foreachBatch}. The graph keeps the last
     * version of a document, in a batch by {@link #orderedBy} or by position. {@code maxCost}
     * applies to each batch. A batch that reaches it fails, and a restarted stream repeats it; a
     * repeat replaces the documents that the batch has added.
     */
    public VoidFunction2<Dataset<Row>, Long> sink() {
        return (batch, number) -> {
            if (run(batch, true).stoppedByBudget()) {
                throw TernException.budget("batch " + number
                        + " of the stream was stopped before passing maxCost: when restarted, the stream"
                        + " resumes with it");
            }
        };
    }

    /**
     * Creates a new graph: rows as files in a folder, which Milvus then imports. The graph is
     * invisible until it is complete. A failed or killed run is resumed by another call with the
     * same folder and documents; when the graph is complete, the folder is deleted.
     *
     * @param staging a folder of this run, which Spark can write: on the disk where Milvus keeps
     *     its data, or in Milvus's bucket
     * @throws TernException if a graph of this name exists, in which case nothing is changed; if
     *     {@code maxCost} is reached; or as {@link #run} and {@link BulkImport#run} do
     */
    public IndexingReport bulk(Dataset<Row> documents, String staging, BulkOptions options) {
        Configuration configuration = configuration(flags);
        DocumentColumns columns = DocumentColumns.of(documents.schema(), order);
        AppSettings settings = configuration.settings().forGraph(Optional.empty());
        if (settings.lacksChatModel()) {
            throw TernException.operator(ExtractionSettings.NO_MODEL);
        }
        PaidRun.requirePlugin(spark.sparkContext(), configuration);
        requireFolders();
        try (GraphCatalog catalog = configuration.store().open()) {
            if (!(catalog instanceof MilvusGraphCatalog milvus)) {
                throw TernException.user("the store " + configuration.storeShown()
                        + " has no bulk import, which needs Milvus: use run instead of bulk");
            }
            BulkRun run = new BulkRun(
                    spark,
                    new BulkImport(milvus.connection(), options),
                    new StagingFolder(staging, spark.sparkContext().hadoopConfiguration()));
            return new PaidRun(spark.sparkContext(), configuration)
                    .run(id -> withModels(
                            configuration,
                            id,
                            models -> runReporting(counters -> run.run(
                                    configuration.graph(),
                                    settings.embedding().modelName(),
                                    madeWith(configuration, settings),
                                    () -> inTasks(RowVersions.distinct(
                                                    columns.rows(documents, configuration.loadLimits()),
                                                    order.isPresent()))
                                            .mapPartitions(
                                                    new BulkPartition(models, counters, run.schema()),
                                                    Encoders.row(run.schema().type())),
                                    this::keep))));
        }
    }

    private IndexingReport run(Dataset<Row> documents, boolean lastCounts) {
        Configuration configuration = configuration(flags);
        DocumentColumns columns = DocumentColumns.of(documents.schema(), order);
        requireUsable(configuration);
        PaidRun.requirePlugin(spark.sparkContext(), configuration);
        requireFolders();
        Dataset<Row> rows = RowVersions.distinct(columns.rows(documents, configuration.loadLimits()), lastCounts);
        return new PaidRun(spark.sparkContext(), configuration)
                .run(run -> withModels(configuration, run, models -> {
                    List<PartitionResult> results = runReporting(counters -> results(rows, models, counters));
                    keep(results.stream()
                            .flatMap(result -> result.failures().stream())
                            .toList());
                    return results.stream()
                            .map(PartitionResult::report)
                            .reduce(IndexingReport.NOTHING, IndexingReport::plus);
                }));
    }

    /** Runs a job and reports its progress to the listener. */
    private <T> T runReporting(Function<RunCounters, T> job) {
        RunCounters counters = new RunCounters(spark.sparkContext());
        Ticker ticker = Ticker.start(() -> listener.progress(counters.documents(), counters.failures()));
        try {
            return job.apply(counters);
        } finally {
            ticker.stop();
        }
    }

    /** Describes the settings that affect the rows, except for the embedding model. */
    private static String madeWith(Configuration configuration, AppSettings settings) {
        String by = settings.extraction().method() == ExtractionSettings.Method.MODEL
                ? settings.chat()
                        .find(ChatTask.EXTRACT)
                        .map(model -> " of " + model.modelName())
                        .orElse("")
                : "";
        return ", extractor " + settings.extraction().method() + by
                + new TreeMap<>(configuration.tasks().getOrDefault(ChatTask.EXTRACT, configuration.values()))
                        .values().stream()
                                .filter(SettingValue::isChosen)
                                .filter(value -> DECIDING.stream()
                                        .anyMatch(value.setting().key()::startsWith))
                                .map(value -> ", " + value.setting().key() + " " + value.text())
                                .collect(Collectors.joining());
    }

    /** Puts documents that extraction by rules reads as one into the same task, in input order. */
    private Dataset<Row> inTasks(Dataset<Row> rows) {
        return rows.repartition(tasks, col(DocumentColumns.WHOLE))
                .sortWithinPartitions(col(DocumentColumns.WHOLE), col(DocumentColumns.POSITION));
    }

    private List<PartitionResult> results(Dataset<Row> rows, ExecutorModels models, RunCounters counters) {
        return inTasks(rows)
                .toJavaRDD()
                .mapPartitions(new IndexPartition(models, counters))
                .collect();
    }

    /**
     * Removes documents, as {@link dev.tern.GraphRag#remove(java.util.Collection)} does.
     *
     * @param ids rows with the column {@code id}
     * @return the number of documents found
     * @throws TernException if the input has no such column, or the store cannot be used
     */
    public long remove(Dataset<Row> ids) {
        if (!List.of(ids.columns()).contains(DocumentColumns.ID)) {
            throw TernException.user("the input names no documents: there is no column \"id\". Its columns are "
                    + String.join(", ", ids.columns()));
        }
        // A removal needs no model.
        List<SettingValue> own = new ArrayList<>(flags);
        own.removeIf(flag -> flag.setting() == Setting.EXTRACTOR);
        own.add(new SettingValue(Setting.EXTRACTOR, "rules", new ValueOrigin(ValueOrigin.Kind.OPTION, "remove()")));
        Configuration configuration = configuration(own);
        requireUsable(configuration);
        return withModels(
                configuration,
                "",
                models -> ids
                        .select(col(DocumentColumns.ID).cast("string"))
                        .filter(col(DocumentColumns.ID).isNotNull())
                        .distinct()
                        .repartition(tasks)
                        .mapPartitions(new RemovePartition(models), Encoders.LONG())
                        .collectAsList()
                        .stream()
                        .mapToLong(Long::longValue)
                        .sum());
    }

    private <T> T withModels(Configuration configuration, String run, Function<ExecutorModels, T> job) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        Broadcast<ExecutorModels.SharedModels> shared = context.broadcast(new ExecutorModels.SharedModels(
                TaskSettings.of(configuration),
                run,
                replies,
                new SerializableConfiguration(context.hadoopConfiguration())));
        try {
            return job.apply(new ExecutorModels(shared));
        } catch (Exception e) {
            throw TaskFailure.unchecked(e);
        } finally {
            shared.destroy();
        }
    }

    private void keep(List<DocumentFailure> found) {
        if (!found.isEmpty()) {
            List<Row> rows = found.stream()
                    .map(one -> RowFactory.create(one.id(), one.reason()))
                    .toList();
            failures.ifPresent(folder -> spark.createDataFrame(rows, FAILURES)
                    .coalesce(1)
                    .write()
                    .mode(SaveMode.Append)
                    .json(folder));
        }
    }

    private Configuration configuration(List<SettingValue> chosen) {
        Configuration configuration =
                new ConfigurationReader(System.getenv(), directory.toAbsolutePath()).read(chosen, TaskSettings::isUsed);
        if (configuration.store().path().isPresent()) {
            throw TernException.user("the store " + configuration.storeShown()
                    + " is a folder, which executors do not share: set store to the address of a Milvus server");
        }
        return configuration;
    }

    private void requireFolders() {
        org.apache.hadoop.conf.Configuration hadoop = spark.sparkContext().hadoopConfiguration();
        if (replies != null) {
            new ReplyFolder(replies, hadoop).requireUsable();
        }
        failures.ifPresent(folder -> {
            try {
                new org.apache.hadoop.fs.Path(folder).getFileSystem(hadoop);
            } catch (IOException e) {
                throw TernException.operator("failures cannot be written to " + folder + ": " + e.getMessage(), e);
            }
        });
    }

    private static void requireUsable(Configuration configuration) {
        try (GraphCatalog catalog = new Backend().catalog(configuration.store());
                GraphStore store = catalog.open(configuration.graph());
                GraphView view = store.view()) {
            AppSettings settings = configuration.settings().forGraph(view.description());
            view.description()
                    .ifPresent(made -> made.requireModel(settings.embedding().modelName()));
            if (settings.lacksChatModel()) {
                throw TernException.operator(ExtractionSettings.NO_MODEL);
            }
        }
    }

    /** Runs an action every few seconds until it is stopped. */
    private record Ticker(Thread thread) {
        private static final int SECONDS = 5;

        static Ticker start(Runnable action) {
            return new Ticker(Thread.ofPlatform().daemon().name("tern-progress").start(() -> {
                try {
                    while (true) {
                        TimeUnit.SECONDS.sleep(SECONDS);
                        action.run();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }

        void stop() {
            thread.interrupt();
        }
    }
}
