package dev.tern.cli.add;

import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.Session;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.output.Phrases;
import dev.tern.cli.output.Printable;
import dev.tern.cli.process.ExitCode;
import dev.tern.documents.sync.NamedSources;
import dev.tern.documents.sync.SourceSync;
import dev.tern.documents.sync.SyncLock;
import dev.tern.note.Note;
import dev.tern.note.SyncedSource;
import dev.tern.server.json.SourceJson;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "sources",
        description = {
            "Lists the folders and sites that a graph is kept in step with, and what came of the last run of each.",
            "tern sync adds one."
        })
final class SourcesCommand extends ConfiguredCommand {
    @Option(names = "--remove", paramLabel = "NAME", description = "Forgets a source; its documents stay.")
    private @Nullable String removed;

    @Option(names = "--documents", description = "With --remove: removes its documents too.")
    private boolean documents;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * The sources as programs see them.
     *
     * @param sources by name
     */
    record SourcesJson(List<SourceJson> sources) {}

    /**
     * What was removed, as programs see it.
     *
     * @param removed the name of the source
     * @param documents how many documents went with it
     */
    record RemovedSourceJson(String removed, int documents) {}

    SourcesCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        if (documents && removed == null) {
            throw new ConfigurationException(List.of("--documents says what --remove removes: give the source's name"));
        }
        return Session.inGraph(configuration(store), backend(), (graph, named) -> {
            SourceSync sync = new SourceSync(graph, user(), Clock.systemUTC());
            return removed == null ? list(sync, named) : remove(sync, removed, named);
        });
    }

    /** The user of this machine, as acts are written down. */
    static String user() {
        String user = System.getProperty("user.name", "");
        return user.isBlank() ? "command line" : user.substring(0, Math.min(user.length(), Note.Act.MAX_BY));
    }

    /** That one process at a time changes what a graph has of a source. */
    static SyncLock lock(Configuration configuration, String source) {
        return SyncLock.take(configuration.spending().directory(), graph(configuration), source);
    }

    /** The sources of the graph that the user of this machine named. */
    static NamedSources named(Configuration configuration) {
        return new NamedSources(configuration.spending().directory(), graph(configuration));
    }

    private static String graph(Configuration configuration) {
        return configuration.store().noted() + " " + configuration.graph();
    }

    private int remove(SourceSync sync, String name, Configuration named) {
        SyncLock lock = lock(named, name);
        try (lock) {
            Optional<Integer> count = sync.remove(name, documents);
            named(named).forget(name);
            return removed(count, name);
        }
    }

    private int removed(Optional<Integer> count, String name) {
        if (count.isEmpty()) {
            warn("the graph has no source \"" + name + "\"");
            return ExitCode.FAILURE;
        }
        if (json()) {
            printJson(new RemovedSourceJson(name, count.get()));
        } else if (!output().quiet) {
            print(List.of("forgot the source " + style().bold(Printable.text(name)) + ", removed "
                    + Phrases.count(count.get(), "document")));
        }
        return ExitCode.OK;
    }

    private int list(SourceSync sync, Configuration configuration) {
        List<SyncedSource> sources = sync.sources();
        if (json()) {
            printJson(new SourcesJson(sources.stream().map(SourceJson::of).toList()));
        } else if (!output().quiet) {
            List<String> lines = new ArrayList<>();
            if (sources.isEmpty()) {
                lines.add("no source yet: tern sync adds one, at the end of its first run");
            }
            NamedSources named = named(configuration);
            for (SyncedSource source : sources) {
                add(lines, source);
                if (!named.hold(source)) {
                    lines.add(style().warning("  " + UnnamedSource.sentence(source, configuration)));
                }
            }
            print(lines);
        }
        return ExitCode.OK;
    }

    private void add(List<String> lines, SyncedSource source) {
        lines.add(style().bold(Printable.text(source.name())) + "  " + source.kind() + " "
                + Printable.text(source.address()) + ", "
                + Phrases.count(source.counts().documents(), "document"));
        String run = switch (source.state()) {
            case RUNNING -> "a run began " + source.started() + " and has not ended";
            case STOPPED -> "the run of " + source.started() + " broke off";
            case DONE -> "last run " + source.started() + ": " + SyncText.counts(source.counts(), "");
        };
        lines.add(style().faint("  " + run));
        if (!source.exclude().isEmpty()) {
            lines.add(style().faint("  leaves out " + Printable.text(String.join(", ", source.exclude()))));
        }
        if (!source.remark().isEmpty()) {
            lines.add(style().warning("  " + Printable.text(source.remark())));
        }
        source.failures().forEach(failure -> lines.add(style().faint("  failed: " + Printable.text(failure))));
    }
}
