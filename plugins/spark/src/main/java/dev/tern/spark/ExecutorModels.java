package dev.tern.spark;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.app.SpendingSettings;
import dev.tern.app.config.Configuration;
import dev.tern.model.ReplyCache;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The models that an executor's tasks share, since loading a model takes a second. The settings
 * arrive in a broadcast.
 */
final class ExecutorModels implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The models that run in this process. They are kept after a run, for the next batch of a
     * stream, because the native memory of a model is never freed.
     */
    private static final Map<EmbeddingModelSettings, EmbeddingModel> IN_PROCESS = new ConcurrentHashMap<>();

    private final Broadcast<SharedModels> shared;

    /** The broadcast data: sent with settings only, filled by the first task. Thread-safe. */
    static final class SharedModels implements Serializable {
        private static final long serialVersionUID = 1L;

        private final TaskSettings settings;
        private final String run;
        private final @Nullable String replies;
        private final SerializableConfiguration hadoop;
        private transient @Nullable ReplyCache kept;
        private transient @Nullable Map<EmbeddingModelSettings, EmbeddingModel> made;

        /**
         * Creates the data sent to executors.
         *
         * @param run the id of the run
         * @param replies the folder of stored replies; null for none
         * @param hadoop configures the file system of that folder
         */
        SharedModels(TaskSettings settings, String run, @Nullable String replies, SerializableConfiguration hadoop) {
            this.settings = settings;
            this.run = run;
            this.replies = replies;
            this.hadoop = hadoop;
        }

        ExecutorLimits limits(String executor, SpendingSettings spending) {
            // A removal has no run and pays nothing.
            return run.isEmpty()
                    ? new ExecutorLimits(run, executor, spending)
                    : ExecutorLimitsCache.of(run, () -> new ExecutorLimits(run, executor, spending));
        }

        private synchronized ReplyCache replies() {
            ReplyCache folder = kept;
            if (folder == null) {
                folder = replies == null ? ReplyCache.NONE : new ReplyFolder(replies, hadoop.value());
                kept = folder;
            }
            return folder;
        }

        private synchronized Map<EmbeddingModelSettings, EmbeddingModel> made() {
            Map<EmbeddingModelSettings, EmbeddingModel> models = made;
            if (models == null) {
                models = new ConcurrentHashMap<>();
                made = models;
            }
            return models;
        }
    }

    ExecutorModels(Broadcast<SharedModels> shared) {
        this.shared = shared;
    }

    Configuration configuration() {
        return shared.value().settings.read();
    }

    /** Returns the spending limits of this executor, shared by its tasks. */
    ExecutorLimits limits(SpendingSettings spending) {
        return shared.value().limits(SparkEnv.get().executorId(), spending);
    }

    /** Returns the replies shared by runs; {@link ReplyCache#NONE} if no folder is configured. */
    ReplyCache replies() {
        return shared.value().replies();
    }

    /** Returns the embedding model for a task; tasks with equal settings share it. */
    EmbeddingModel embedding(AppSettings of, Backend backend) {
        boolean inProcess = of.embedding().provider() == KnownProvider.IN_PROCESS;
        EmbeddingModelSettings settings =
                inProcess ? onCores(of.embedding(), TaskContext.get().cpus()) : of.embedding();
        return (inProcess ? IN_PROCESS : shared.value().made())
                .computeIfAbsent(settings, wanted -> backend.embeddingModel(wanted, null));
    }

    /** Limits a model to the cores that Spark gave a task; by default it would use all. */
    static EmbeddingModelSettings onCores(EmbeddingModelSettings settings, int cores) {
        return settings.withParallelRequests(Math.min(cores, settings.endpoint().parallelRequests()));
    }

    /**
     * The limits of this process's runs. They are not part of a broadcast, because Spark may drop a
     * broadcast and read it again during a run, which would lose recorded spending.
     */
    private static final class ExecutorLimitsCache {
        /** The maximum number of runs kept; one process serves fewer at a time. */
        private static final int MAX_RUNS = 64;

        private static final Map<String, ExecutorLimits> LIMITS_BY_RUN =
                Collections.synchronizedMap(new LinkedHashMap<>(MAX_RUNS, 0.75f, true) {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, ExecutorLimits> eldest) {
                        return size() > MAX_RUNS;
                    }
                });

        private ExecutorLimitsCache() {}

        /** Returns the limits of a run, created on first use. */
        static ExecutorLimits of(String run, Supplier<ExecutorLimits> made) {
            return LIMITS_BY_RUN.computeIfAbsent(run, name -> made.get());
        }
    }
}
