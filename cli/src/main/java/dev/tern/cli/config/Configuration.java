package dev.tern.cli.config;

import dev.tern.documents.LoadLimit;
import dev.tern.documents.LoadLimits;
import dev.tern.model.Money;
import dev.tern.model.PriceTable;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that can be set, put together and checked.
 *
 * @param store where the graphs are kept
 * @param graph the name of the graph
 * @param mode how passages are found; empty for the best that the models allow
 * @param chat the chat model
 * @param embedding the embedding model
 * @param parameters the parameters of the method
 * @param values every value with its origin; settings without a value are missing
 * @param distrusted the settings that the project's file decides though only its owner may; no
 *     command that makes use of one gets this far
 * @param warnings what whoever runs the command should know of the files that were read
 */
public record Configuration(
        StoreLocation store,
        String graph,
        Optional<Mode> mode,
        ModelChoice chat,
        ModelChoice embedding,
        Parameters parameters,
        Map<Setting, Value> values,
        Set<Setting> distrusted,
        List<String> warnings) {
    public Configuration {
        values = Map.copyOf(values);
        distrusted = Set.copyOf(distrusted);
        warnings = List.copyOf(warnings);
    }

    /** This configuration with an embedded store. */
    public Configuration withStore(Path newStore) {
        Value value = new Value(Setting.STORE, newStore.toString(), Origin.byDefault());
        Map<Setting, Value> newValues = new HashMap<>(values);
        newValues.put(Setting.STORE, value);
        return new Configuration(
                new StoreLocation.Folder(newStore),
                graph,
                mode,
                chat,
                embedding,
                parameters,
                newValues,
                distrusted,
                warnings);
    }

    /** This configuration with another embedding model. */
    public Configuration withEmbedding(ModelChoice newEmbedding) {
        return new Configuration(store, graph, mode, chat, newEmbedding, parameters, values, distrusted, warnings);
    }

    /**
     * The parameters that the library is given: a served embedding model cuts into requests of {@code embedBatch} texts
     * what it is handed, and keeps {@code parallelRequests} of them in flight, so it is handed that many at once.
     */
    public Parameters libraryParameters() {
        if (embedding.provider().equals("in-process")) {
            return parameters;
        }
        int texts = Math.min(
                Parameter.MAX_EMBED_BATCH, parameters.get(Parameter.EMBED_BATCH) * whole(Setting.PARALLEL_REQUESTS));
        return parameters.with(Parameter.EMBED_BATCH, texts);
    }

    /** The value of a setting that is a whole number and has a default. */
    public int whole(Setting setting) {
        Value value = values.get(setting);
        if (value == null) {
            throw new IllegalStateException(setting.key() + " has no value");
        }
        return Integer.parseInt(value.text());
    }

    /** The value of a setting, where it has one. */
    public Optional<String> text(Setting setting) {
        return Optional.ofNullable(values.get(setting)).map(Value::text);
    }

    /** What is too large to load. */
    public LoadLimits loadLimits() {
        LoadLimits limits = LoadLimits.USUAL;
        for (LoadLimit limit : LoadLimit.values()) {
            Value value = values.get(Setting.of(limit));
            if (value != null) {
                limits = limits.with(limit, Long.parseLong(value.text()));
            }
        }
        return limits;
    }

    /** What models cost, as far as somebody has said. */
    public PriceTable prices() {
        return text(Setting.PRICES).map(Prices::parse).orElse(PriceTable.EMPTY);
    }

    /** The most that may be spent on models; empty for as much as it takes. */
    public Optional<Money> maxCost() {
        return text(Setting.MAX_COST).map(Prices::amount);
    }

    /** The store as it is written down for later: the same from whichever directory, without secrets. */
    public String storeNoted() {
        return store instanceof StoreLocation.Folder(Path folder)
                ? folder.toAbsolutePath().normalize().toString()
                : storeShown();
    }

    /** The store as the user wrote it, without secrets. */
    public String storeShown() {
        Value value = values.get(Setting.STORE);
        return value == null ? store.toString() : value.shown();
    }
}
