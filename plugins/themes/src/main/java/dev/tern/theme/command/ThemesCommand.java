package dev.tern.theme.command;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.theme.Themes;
import dev.tern.theme.VisibleThemes;
import dev.tern.theme.VisibleThemes.VisibleTheme;
import dev.tern.theme.leiden.ThemeFinder;
import dev.tern.theme.leiden.ThemesListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "themes",
        description = {
            "Shows the topics of the graph: groups of entities with common statements, in two levels of detail.",
            "Finds them at the first run and stores them in the graph; then \"tern ask --mode overview\" answers"
                    + " questions about the whole. Reads the whole graph once; calls no model."
        })
final class ThemesCommand extends ConfiguredCommand {
    /** The author recorded in the notes of the graph. */
    private static final String AUTHOR = "tern themes";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "THEME",
            description = "Show one theme in full: the beginning of its id, or one of its names.")
    private @Nullable String wanted;

    @Option(
            names = "--update",
            description =
                    "Find themes again, starting with the present ones: a theme that has hardly changed keeps its id"
                            + " and names.")
    private boolean update;

    @Option(names = "--anew", description = "Find themes again from scratch.")
    private boolean anew;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "20240607",
            description = "The order in which entities are tried; the same graph and seed give the same themes"
                    + " (default: 20240607).")
    private long seed = ThemeFinder.DEFAULT_SEED;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    ThemesCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() {
        if (update && anew) {
            throw new ConfigurationException(List.of("--update and --anew exclude each other; give one of them"));
        }
        return GraphSession.inGraph(configuration(store), backend(), (graph, configuration) -> {
            Optional<Themes> present = Themes.of(graph.latest().notes());
            Themes themes = present.isEmpty() || update || anew ? find(graph) : present.get();
            show(configuration, graph, themes);
            return ExitCode.OK;
        });
    }

    private Themes find(GraphStore graph) {
        try (ProgressBars progress = progress()) {
            ThemeFinder finder = new ThemeFinder(graph);
            ThemesListener shown = (step, done, end) -> progress.show(
                    switch (step) {
                        case READING -> "Reading statements";
                        case CLUSTERING -> "Finding themes";
                        case NAMING -> "Naming themes";
                    },
                    done,
                    end);
            return update ? finder.update(AUTHOR, seed, shown) : finder.find(AUTHOR, seed, shown);
        }
    }

    private void show(Configuration configuration, GraphStore graph, Themes themes) {
        try (GraphView view = graph.shown(MetadataFilter.everything())) {
            GraphStatistics whole = view.statistics();
            long added = whole.relations() - themes.relations();
            List<VisibleTheme> seen = VisibleThemes.in(view, themes.all());
            List<VisibleTheme> shown = wanted == null ? seen : List.of(chosen(seen, wanted));
            if (json()) {
                printJson(ThemesJson.of(Optional.of(themes), shown, whole));
                return;
            }
            ThemesText text = new ThemesText(style(), environment().columns());
            if (wanted == null) {
                List<String> lines = new ArrayList<>();
                lines.add(style().bold("graph " + configuration.graph()) + " in " + configuration.storeShown());
                lines.addAll(text.tree(themes, seen));
                print(lines);
            } else {
                print(text.details(shown.getFirst()));
            }
            if (added != 0) {
                printRemark(String.format(
                        Locale.ROOT,
                        "since these themes were found the graph has %,d relations %s: tern themes --update finds new"
                                + " ones",
                        Math.abs(added),
                        added > 0 ? "more" : "fewer"));
            }
        }
    }

    private static VisibleTheme chosen(List<VisibleTheme> seen, String wanted) {
        List<VisibleTheme> byId =
                seen.stream().filter(one -> one.theme().id().startsWith(wanted)).toList();
        List<VisibleTheme> found = byId.size() == 1
                ? byId
                : seen.stream()
                        .filter(one -> one.theme().names().stream().anyMatch(wanted::equalsIgnoreCase))
                        .toList();
        return found.stream()
                .findFirst()
                .orElseThrow(() -> TernException.user(
                        byId.isEmpty()
                                ? "the graph has no theme \"" + wanted
                                        + "\": give the beginning of its id, or one of its names, as tern themes shows"
                                        + " them"
                                : "several themes have an id that begins with \"" + wanted + "\": "
                                        + byId.stream()
                                                .map(one -> one.theme().id())
                                                .collect(Collectors.joining(", "))));
    }
}
