package dev.tern.spark;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.cli.config.Configuration;
import dev.tern.models.EmbeddingModelSettings;
import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;

/** What the tasks of one executor share, for Spark hands all of them the same broadcast: loading a model takes a second. */
final class ExecutorModels implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Broadcast<Shared> shared;

    /** Sent empty but for the settings; filled by the first task that asks. Thread-safe. */
    static final class Shared implements Serializable {
        private static final long serialVersionUID = 1L;

        private final TaskSettings settings;
        private transient @Nullable Map<EmbeddingModelSettings, EmbeddingModel> made;

        Shared(TaskSettings settings) {
            this.settings = settings;
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

    ExecutorModels(Broadcast<Shared> shared) {
        this.shared = shared;
    }

    Configuration configuration() {
        return shared.value().settings.read();
    }

    EmbeddingModel embedding(AppSettings of, Backend backend) {
        return shared.value()
                .made()
                .computeIfAbsent(of.embedding(), settings -> backend.embeddingModel(settings, null));
    }
}
