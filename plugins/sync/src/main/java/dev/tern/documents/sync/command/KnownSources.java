package dev.tern.documents.sync.command;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.documents.sync.NamedSources;
import dev.tern.documents.sync.SourceSync;
import dev.tern.documents.sync.SyncLock;
import dev.tern.documents.sync.SyncedSource;
import dev.tern.note.Note;
import dev.tern.store.GraphStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists and forgets the sources of a graph. */
final class KnownSources {
    private final TernCommand command;
    private final Configuration configuration;

    KnownSources(TernCommand command, Configuration configuration) {
        this.command = command;
        this.configuration = configuration;
    }

    /** The JSON form of the sources, by name. */
    record SourcesJson(List<SourceJson> sources) {}

    /**
     * The JSON form of a removal.
     *
     * @param removed the name of the source
     * @param documents the number of removed documents
     */
    record RemovedSourceJson(String removed, int documents) {}

    /** Lists the sources with the results of their last runs. */
    int list() {
        return GraphSession.inGraph(configuration, command.backend(), (graph, named) -> list(sync(graph), named));
    }

    /** Forgets a source, and optionally removes its documents. */
    int forget(String name, boolean documents) {
        return GraphSession.inGraph(configuration, command.backend(), (graph, named) -> {
            SyncLock lock = lock(named, name);
            try (lock) {
                Optional<Integer> count = sync(graph).remove(name, documents);
                namedSources(named).forget(name);
                return removed(count, name);
            }
        });
    }

    private static SourceSync sync(GraphStore graph) {
        return new SourceSync(graph, user(), Clock.systemUTC());
    }

    /** Returns the name of the operating system's user, to be recorded. */
    static String user() {
        String user = System.getProperty("user.name", "");
        return user.isBlank() ? "command line" : user.substring(0, Math.min(user.length(), Note.Act.MAX_BY));
    }

    /** Takes the lock that excludes concurrent runs of a source. */
    static SyncLock lock(Configuration configuration, String source) {
        return SyncLock.acquire(configuration.spending().directory(), graph(configuration), source);
    }

    /** Returns the sources of the graph that this machine's user named. */
    static NamedSources namedSources(Configuration configuration) {
        return new NamedSources(configuration.spending().directory(), graph(configuration));
    }

    private static String graph(Configuration configuration) {
        return configuration.store().recordName() + " " + configuration.graph();
    }

    private int removed(Optional<Integer> count, String name) {
        if (count.isEmpty()) {
            command.warn("the graph has no source \"" + name + "\"");
            return ExitCode.FAILURE;
        }
        if (command.json()) {
            command.printJson(new RemovedSourceJson(name, count.get()));
        } else if (!command.output().quiet) {
            command.print(List.of("forgot the source " + command.style().bold(Printable.text(name)) + ", removed "
                    + Phrases.count(count.get(), "document")));
        }
        return ExitCode.OK;
    }

    private int list(SourceSync sync, Configuration configuration) {
        List<SyncedSource> sources = sync.sources();
        if (command.json()) {
            command.printJson(
                    new SourcesJson(sources.stream().map(SourceJson::of).toList()));
        } else if (!command.output().quiet) {
            List<String> lines = new ArrayList<>();
            if (sources.isEmpty()) {
                lines.add(
                        command.environment().called("no source yet: tern sync adds one, at the end of its first run"));
            }
            NamedSources named = namedSources(configuration);
            for (SyncedSource source : sources) {
                add(lines, source);
                if (!named.hold(source)) {
                    lines.add(command.style().warning("  " + UnnamedSource.sentence(source, configuration)));
                }
            }
            command.print(lines);
        }
        return ExitCode.OK;
    }

    private void add(List<String> lines, SyncedSource source) {
        lines.add(command.style().bold(Printable.text(source.name())) + "  " + source.kind() + " "
                + Printable.text(source.address()) + ", "
                + Phrases.count(source.counts().documents(), "document"));
        String run = switch (source.state()) {
            case RUNNING -> "a run started " + source.started() + " and has not ended";
            case STOPPED -> "the run of " + source.started() + " was aborted";
            case DONE -> "last run " + source.started() + ": " + SyncText.counts(source.counts(), "");
        };
        lines.add(command.style().faint("  " + run));
        if (!source.exclude().isEmpty()) {
            lines.add(command.style().faint("  leaves out " + Printable.text(String.join(", ", source.exclude()))));
        }
        if (!source.remark().isEmpty()) {
            lines.add(command.style().warning("  " + Printable.text(source.remark())));
        }
        source.failures().forEach(failure -> lines.add(command.style().faint("  failed: " + Printable.text(failure))));
    }
}
