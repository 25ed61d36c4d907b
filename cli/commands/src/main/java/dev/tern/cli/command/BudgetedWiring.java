package dev.tern.cli.command;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.app.Spending;
import dev.tern.app.SpendingSettings;
import dev.tern.model.ChatTask;
import dev.tern.model.Ledger;
import dev.tern.model.ReplyCache;
import dev.tern.model.TaskModels;
import dev.tern.models.KnownProvider;
import dev.tern.models.money.Money;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates graphs for questions; limits and records the cost of models outside this process. */
final class BudgetedWiring implements GraphWiring {
    private final Backend backend;
    private final String command;
    private final CostCounter expenses = new CostCounter();
    private @Nullable Spending spending;

    BudgetedWiring(Backend backend, String command) {
        this.backend = backend;
        this.command = command;
    }

    @Override
    public GraphRag.Builder apply(String graph, AppSettings settings) {
        TaskModels chat = settings.chat().make(backend::chatModel);
        EmbeddingModel embedding = backend.embeddingModel(settings.embedding(), null);
        if (settings.embedding().provider() != KnownProvider.IN_PROCESS
                || Arrays.stream(ChatTask.values())
                        .anyMatch(task -> settings.chat().find(task).isPresent())) {
            SpendingSettings limits = settings.spending();
            Spending begun =
                    new Spending(limits, settings.store(), graph, command, limits.budget(), Optional.of(expenses));
            spending = begun;
            begun.requirePrices(settings.chat());
            embedding = begun.withinLimit(embedding, settings.embedding());
            chat = begun.recorded(chat, settings.chat());
        }
        return settings.graph(embedding, chat, settings.chosenExtractor(chat, ReplyCache.NONE, Ledger.NONE));
    }

    @Override
    public Optional<Money> takeCost() {
        CostCounter.CostSum sum = expenses.takeTotals();
        return sum.calls() == 0 ? Optional.empty() : sum.cost();
    }

    @Override
    public void close() {
        if (spending != null) {
            spending.endRun();
            spending.close();
        }
    }
}
