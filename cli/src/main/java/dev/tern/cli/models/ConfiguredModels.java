package dev.tern.cli.models;

import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.app.Spending;
import dev.tern.app.config.Configuration;
import dev.tern.cli.command.CostCounter;
import dev.tern.model.ChatTask;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.money.Money;
import dev.tern.text.Redaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Tests the configured models with small, recorded questions. Not thread-safe. */
public final class ConfiguredModels {
    private final Configuration configuration;
    private final Backend backend;
    private final Redaction redaction;
    private final String command;

    /**
     * Creates a test of the models of a configuration.
     *
     * @param redaction removes secrets from results
     * @param command the command, as recorded with the cost
     */
    public ConfiguredModels(Configuration configuration, Backend backend, Redaction redaction, String command) {
        this.configuration = configuration;
        this.backend = backend;
        this.redaction = redaction;
        this.command = command;
    }

    /**
     * Tests all models, the chat models first.
     *
     * @param tested receives the result of each model after its test
     * @return the cost; empty if a price is unknown
     */
    public Optional<Money> test(Consumer<TestedModel> tested) {
        return asking((test, settings) -> {
            chats(settings).forEach((model, tasks) -> tested.accept(test.chat(model, tasks)));
            tested.accept(test.embedding(settings.embedding()));
        });
    }

    /** Tests the chat models, each once, and returns their results; none without a chat model. */
    public List<TestedModel> testChats() {
        List<TestedModel> tested = new ArrayList<>();
        asking((test, settings) -> chats(settings).forEach((model, tasks) -> tested.add(test.chat(model, tasks))));
        return tested;
    }

    public TestedModel testEmbedding() {
        List<TestedModel> tested = new ArrayList<>();
        asking((test, settings) -> tested.add(test.embedding(settings.embedding())));
        return tested.getFirst();
    }

    private Optional<Money> asking(BiConsumer<ModelTest, AppSettings> asks) {
        CostCounter expenses = new CostCounter();
        try (Spending spending = new Spending(
                configuration.spending(),
                configuration.store(),
                configuration.graph(),
                command,
                configuration.spending().budget(),
                Optional.of(expenses))) {
            asks.accept(new ModelTest(backend, spending, expenses, redaction), configuration.settings());
            spending.endRun();
        }
        return expenses.all();
    }

    /** Returns the distinct chat models, each with its tasks. */
    private static Map<ChatModelSettings, List<ChatTask>> chats(AppSettings settings) {
        Map<ChatModelSettings, List<ChatTask>> models = new LinkedHashMap<>();
        for (ChatTask task : ChatTask.values()) {
            settings.chat()
                    .find(task)
                    .ifPresent(model -> models.computeIfAbsent(model, any -> new ArrayList<>())
                            .add(task));
        }
        return models;
    }
}
