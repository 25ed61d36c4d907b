package dev.tern.spark;

import dev.langchain4j.model.chat.ChatModel;
import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.app.SpendingLimit;
import dev.tern.app.config.Configuration;
import dev.tern.error.TernException;
import dev.tern.model.TaskModels;
import dev.tern.models.CloseableChatModel;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;

/**
 * The graph in a task, with its own connection.
 *
 * @param rag the graph with its models, which closes its store
 * @param money the spending limits of the executor
 */
record ExecutorGraph(GraphCatalog catalog, GraphRag rag, ExecutorLimits money) implements AutoCloseable {
    /**
     * Opens the graph with the models of this executor.
     *
     * @throws TernException naming the host, if the store cannot be reached
     */
    static ExecutorGraph open(Configuration configuration, ExecutorModels models) {
        ExecutorLimits money = models.limits(configuration.spending());
        Backend backend = money.backend();
        GraphCatalog catalog = null;
        try {
            catalog = backend.catalog(configuration.store());
            return new ExecutorGraph(
                    catalog, rag(configuration, models, backend, catalog.open(configuration.graph())), money);
        } catch (RuntimeException e) {
            if (catalog != null) {
                catalog.close();
            }
            if (e instanceof TernException failure && failure.fault() == TernException.Fault.STORE) {
                throw TernException.store(
                        "the executor on "
                                + SparkEnv.get().blockManager().blockManagerId().host() + " cannot use the store "
                                + configuration.storeShown()
                                + ", which the driver could reach: " + failure.getMessage(),
                        e);
            }
            throw e;
        }
    }

    /** Returns a graph over a store, which the graph closes; so does a failure of this method. */
    static GraphRag rag(Configuration configuration, ExecutorModels models, Backend backend, GraphStore store) {
        try {
            AppSettings settings =
                    configuration.settings().forGraph(store.latest().description());
            TaskModels chat = settings.chat().make(chosen -> closedWith(TaskContext.get(), backend.chatModel(chosen)));
            SpendingLimit spendingLimit =
                    models.limits(settings.spending()).allowance(settings.spending(), models.replies());
            return spendingLimit
                    .graph(settings, models.embedding(settings, backend), chat, spendingLimit.replies())
                    .ownedStore(store)
                    .build();
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** Returns the model, which is closed when the task succeeds, fails or is killed. */
    static ChatModel closedWith(TaskContext task, ChatModel model) {
        if (model instanceof CloseableChatModel held) {
            TaskCompletionListener end = context -> held.close();
            task.addTaskCompletionListener(end);
        }
        return model;
    }

    @Override
    public void close() {
        try (catalog) {
            rag.close();
        } finally {
            money.giveBack();
        }
    }
}
