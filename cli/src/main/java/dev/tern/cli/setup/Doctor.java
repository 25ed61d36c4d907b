package dev.tern.cli.setup;

import dev.tern.app.AppSettings;
import dev.tern.app.Backend;
import dev.tern.app.FailureCause;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.Setting;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.models.ConfiguredModels;
import dev.tern.cli.models.TestedModel;
import dev.tern.error.TernException;
import dev.tern.models.KnownProvider;
import dev.tern.models.money.Money;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.text.Redaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Checks a configuration, its store and its models. Not thread-safe. */
final class Doctor {
    private static final String STORE = "store";
    private static final String MODEL = "model";
    private static final String SETTINGS = "tern doctor --settings";
    private static final int MAX_GRAPHS = 20;

    private final Configuration configuration;
    private final Backend backend;
    private final ConfiguredModels models;

    Doctor(Configuration configuration, Backend backend, Redaction redaction) {
        this.configuration = configuration;
        this.backend = backend;
        this.models = new ConfiguredModels(configuration, backend, redaction, "tern doctor");
    }

    /** Returns findings on distrusted settings and exposed keys, or a count of changed settings. */
    List<Finding> configured() {
        List<Finding> findings = new ArrayList<>();
        for (String key : configuration.distrusted().stream().sorted().toList()) {
            findings.add(Finding.fault(
                    "configuration",
                    "the tern.yaml of this folder sets " + key + ", which only its owner may decide",
                    "if you know its content: export TERN_TRUST_PROJECT=true"));
        }
        configuration
                .warnings()
                .forEach(warning -> findings.add(Finding.note("configuration", warning, "chmod 600 that file")));
        if (findings.isEmpty()) {
            long set = configuration.values().values().stream()
                    .filter(value -> value.isChosen())
                    .count();
            findings.add(Finding.ok(
                    "configuration",
                    set == 0 ? "every setting has its default" : Phrases.count(set, "setting") + " changed"));
        }
        return findings;
    }

    /** Returns findings on the store and on at most {@value #MAX_GRAPHS} graphs, which it opens. */
    List<Finding> store() {
        String shown = configuration.storeShown();
        Optional<Path> path = configuration.store().path();
        if (path.isPresent()) {
            if (!Files.exists(path.get())) {
                return List.of(Finding.note(STORE, shown + " is not there yet", "tern add FOLDER"));
            }
            if (!Files.isWritable(path.get())) {
                return List.of(Finding.fault(STORE, shown + " cannot be written", "chmod -R u+rwX " + path.get()));
            }
        }
        List<Finding> findings = new ArrayList<>();
        try (GraphCatalog catalog = backend.catalog(configuration.store())) {
            List<String> graphs = catalog.graphs();
            findings.add(
                    graphs.isEmpty()
                            ? Finding.note(STORE, shown + " has no graph yet", "tern add FOLDER")
                            : Finding.ok(STORE, shown + " has " + Phrases.count(graphs.size(), "graph")));
            graphs.stream().limit(MAX_GRAPHS).forEach(graph -> findings.add(graph(catalog, graph)));
        } catch (TernException e) {
            findings.add(Finding.fault(STORE, String.valueOf(e.getMessage()), SETTINGS));
        }
        return findings;
    }

    private Finding graph(GraphCatalog catalog, String name) {
        try (GraphStore graph = catalog.open(name);
                GraphView view = graph.view()) {
            AppSettings settings = configuration.settings().forGraph(view.description());
            return Finding.ok(
                    STORE,
                    "graph " + name + ": " + Phrases.count(view.statistics().passages(), "passage") + ", embedded by "
                            + settings.embedding().modelName());
        } catch (TernException e) {
            return Finding.fault(STORE, "graph " + name + ": " + e.getMessage(), "tern verify --graph " + name);
        }
    }

    /** Returns findings on the models. Tests only a model in process, as others may cost money. */
    List<Finding> models() {
        return models(settings -> {
            List<Finding> findings = new ArrayList<>();
            findings.add(
                    settings.embedding().provider() == KnownProvider.IN_PROCESS
                            ? modelFinding(models.testEmbedding())
                            : unasked("embedding", settings.embedding().modelName()));
            chats(settings).forEach(name -> findings.add(unasked("chat", name)));
            return findings;
        });
    }

    /**
     * Tests all configured models.
     *
     * @param tested receives the result of each model after its test
     * @param cost receives the cost; empty if a price is unknown
     * @return a finding for a missing chat model, or a failure outside of the tests
     */
    List<Finding> models(Consumer<TestedModel> tested, Consumer<Optional<Money>> cost) {
        return models(settings -> {
            cost.accept(models.test(tested));
            return List.of();
        });
    }

    private List<Finding> models(Function<AppSettings, List<Finding>> look) {
        List<Finding> findings = new ArrayList<>();
        try {
            AppSettings settings = configuration.settings();
            findings.addAll(look.apply(settings));
            if (chats(settings).isEmpty()) {
                findings.add(Finding.note(
                        MODEL,
                        "there is no chat model: answers are quotations, and rules find the statements of documents",
                        "export OPENAI_API_KEY=..., or the key of another provider; or set chat.provider"));
            }
        } catch (TernException e) {
            if (e.fault() == TernException.Fault.BUDGET || FailureCause.isInterruption(e)) {
                throw e;
            }
            findings.add(Finding.fault(MODEL, String.valueOf(e.getMessage()), SETTINGS));
        }
        return findings;
    }

    private static List<String> chats(AppSettings settings) {
        return settings.chat().names().values().stream()
                .distinct()
                .filter(name -> !name.equals("none"))
                .toList();
    }

    static Finding modelFinding(TestedModel model) {
        String name = model.kind() + " model " + model.model() + " (" + model.provider() + ")";
        return model.problem()
                .map(problem -> Finding.fault(MODEL, name + ": " + problem, SETTINGS))
                .orElseGet(() -> Finding.ok(MODEL, name + " works"));
    }

    private static Finding unasked(String kind, String name) {
        return Finding.note(
                MODEL, kind + " model " + name + " was not called, which may cost money", "tern doctor --models");
    }

    /** Returns the file or folder of the store; for a store on a server, the cache directory. */
    static Path storeFolder(Configuration configuration) {
        return configuration
                .store()
                .path()
                .orElseGet(() ->
                        Path.of(configuration.text(Setting.CACHE_DIRECTORY).orElseThrow()));
    }
}
