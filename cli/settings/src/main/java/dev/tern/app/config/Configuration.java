package dev.tern.app.config;

import dev.tern.app.AppSettings;
import dev.tern.app.ChatSettings;
import dev.tern.app.Spending;
import dev.tern.app.SpendingSettings;
import dev.tern.app.StoreSettings;
import dev.tern.documents.LoadLimit;
import dev.tern.documents.LoadLimits;
import dev.tern.documents.SourceLoader;
import dev.tern.model.ChatTask;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.money.Budget;
import dev.tern.models.money.PriceTable;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The merged configuration. Each value is valid; {@link #settings} validates models as a whole.
 *
 * @param mode the mode of retrieval; empty for the best that the models allow
 * @param values every value with its origin; settings without a value are missing
 * @param tasks the tasks with values of their own, each with all values that apply to it
 * @param embeddingKeys API keys of embedding providers, found in the environment; used for graphs
 *     that were made with a model of that provider
 * @param distrusted the keys of settings that the project's file sets without permission; the
 *     command uses none of them
 * @param warnings warnings about the files that were read, for the user
 */
public record Configuration(
        StoreSettings store,
        String graph,
        Optional<Mode> mode,
        Parameters parameters,
        Map<Setting, SettingValue> values,
        Map<ChatTask, Map<Setting, SettingValue>> tasks,
        Map<KnownProvider, SettingValue> embeddingKeys,
        Set<String> distrusted,
        List<String> warnings) {
    public Configuration {
        values = Map.copyOf(values);
        tasks = Map.copyOf(tasks);
        embeddingKeys = Map.copyOf(embeddingKeys);
        distrusted = Set.copyOf(distrusted);
        warnings = List.copyOf(warnings);
    }

    /** Returns this configuration with the store in the given directory. */
    public Configuration withStore(Path newStore) {
        SettingValue value = new SettingValue(Setting.STORE, newStore.toString(), ValueOrigin.byDefault());
        Map<Setting, SettingValue> newValues = new HashMap<>(values);
        newValues.put(Setting.STORE, value);
        return new Configuration(
                new StoreReader(newValues, newStore).read(),
                graph,
                mode,
                parameters,
                newValues,
                tasks,
                embeddingKeys,
                distrusted,
                warnings);
    }

    /** Returns true if the name of the graph was set, even if it was set to the default name. */
    public boolean namesGraph() {
        SettingValue value = values.get(Setting.GRAPH);
        return value != null && value.origin().kind() != ValueOrigin.Kind.DEFAULT;
    }

    /** Returns this configuration with another graph of the same store. */
    public Configuration withGraph(String name) {
        return new Configuration(store, name, mode, parameters, values, tasks, embeddingKeys, distrusted, warnings);
    }

    /**
     * Returns the settings of the graph, after validating the settings of models.
     *
     * @throws dev.tern.error.TernException if a model's configuration is invalid
     */
    public AppSettings settings() {
        ModelReader models = new ModelReader(values, parameters);
        Map<ChatTask, Optional<ChatModelSettings>> own = new EnumMap<>(ChatTask.class);
        tasks.forEach((task, its) -> own.put(task, new ModelReader(its, parameters).chat()));
        return settings(models, new ChatSettings(models.chat(), own));
    }

    /** Returns the {@link #settings} without chat models, whose configuration is not validated. */
    public AppSettings settingsWithoutChat() {
        return settings(new ModelReader(values, parameters), ChatSettings.NONE);
    }

    /** Returns the values set for single tasks of chat models, in the order of the tasks. */
    public List<SettingValue> ofTasks() {
        return new TreeMap<>(tasks)
                .values().stream()
                        .flatMap(its -> new TreeMap<>(its).values().stream())
                        .filter(value -> value.task().isPresent())
                        .toList();
    }

    private AppSettings settings(ModelReader models, ChatSettings chat) {
        return new AppSettings(
                store,
                models.embedding(),
                models.embeddingNamed(),
                models.endpoints(embeddingKeys),
                chat,
                models.extraction(),
                spending(),
                parameters);
    }

    public SpendingSettings spending() {
        return new SpendingSettings(
                Path.of(text(Setting.CACHE_DIRECTORY).orElseThrow()),
                SpendingSettings.MAX_CACHE_MEGABYTES,
                text(Setting.PRICES).map(PriceParser::parse).orElse(PriceTable.EMPTY),
                text(Setting.MAX_COST).map(PriceParser::amount));
    }

    /** Starts a run of a command on the configured graph. The caller closes it. */
    public Spending begin(String command) {
        return begin(command, spending().budget());
    }

    /** Starts a run like {@link #begin(String)}, within a budget that runs can share. */
    public Spending begin(String command, Budget budget) {
        return new Spending(spending(), store, graph, command, budget, Optional.empty());
    }

    /**
     * Returns the value of an integer setting.
     *
     * @throws IllegalStateException if it has no value
     */
    public int integer(Setting setting) {
        SettingValue value = values.get(setting);
        if (value == null) {
            throw new IllegalStateException(setting.key() + " has no value");
        }
        return Integer.parseInt(value.text());
    }

    /** Returns the value of a setting, if it has one. */
    public Optional<String> text(Setting setting) {
        return Optional.ofNullable(values.get(setting)).map(SettingValue::text);
    }

    public LoadLimits loadLimits() {
        LoadLimits limits = LoadLimits.DEFAULTS;
        for (LoadLimit limit : LoadLimit.values()) {
            Optional<String> set = limit.setting().map(Setting::ofKey).flatMap(this::text);
            limits = set.isPresent() ? limits.with(limit, Long.parseLong(set.get())) : limits;
        }
        return limits;
    }

    /** Returns a builder of the document loader, with the configured limits and models. */
    public SourceLoader.Builder loader() {
        SourceLoader.Builder loader = SourceLoader.builder().limits(loadLimits());
        text(Setting.LOAD_ENCODING).ifPresent(loader::encoding);
        text(Setting.LOAD_HIDDEN).map(Boolean::parseBoolean).ifPresent(loader::hidden);
        text(Setting.LOAD_OCR_MODELS).map(Path::of).ifPresent(loader::ocrModels);
        text(Setting.LOAD_OCR_LANGUAGES).ifPresent(loader::ocrLanguages);
        return loader;
    }

    /** Returns the store as the user wrote it, without secrets. */
    public String storeShown() {
        SettingValue value = values.get(Setting.STORE);
        return value == null ? store.toString() : value.displayText();
    }
}
