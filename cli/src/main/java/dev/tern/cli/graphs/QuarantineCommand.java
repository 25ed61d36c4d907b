package dev.tern.cli.graphs;

import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.Session;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.output.Phrases;
import dev.tern.cli.output.Printable;
import dev.tern.cli.process.ExitCode;
import dev.tern.settings.SourcePattern;
import dev.tern.store.Quarantine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "quarantine",
        description = {
            "Keeps sources out of every answer, without removing them; without a source, lists those in quarantine.",
            "What is added later under a source in quarantine is in it from the start."
        })
final class QuarantineCommand extends ConfiguredCommand {
    private static final Logger LOG = LoggerFactory.getLogger(QuarantineCommand.class);

    @Parameters(
            arity = "0..*",
            paramLabel = "SOURCE",
            description =
                    "Addresses of pages, paths of files or ids of documents, as answers show them; * at the end means"
                            + " all that begin so, as in 'https://example.org/*'.")
    private List<String> sources = List.of();

    @Option(names = "--release", description = "Lets the sources, as they were put in, into answers again.")
    private boolean release;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    /**
     * The quarantine, as programs see it.
     *
     * @param sources what is in it
     */
    record QuarantineJson(List<String> sources) {}

    QuarantineCommand(Context context) {
        super(context);
    }

    @Override
    public Integer call() {
        List<SourcePattern> named = sources.stream().map(SourcePattern::new).toList();
        if (release && named.isEmpty()) {
            throw new ConfigurationException(
                    List.of("no source to release is given, as in: tern quarantine --release 'https://example.org/*'"));
        }
        return Session.inGraph(configuration(store), backend(), (graph, configuration) -> {
            SortedSet<SourcePattern> before = graph.quarantine().sources();
            if (!named.isEmpty()) {
                graph.quarantine(present -> release ? present.without(named) : present.with(named));
                LOG.info(
                        "quarantine of the graph {}: {} {}",
                        configuration.graph(),
                        release ? "released" : "put in",
                        named);
            }
            show(graph.quarantine());
            List<SourcePattern> unknown = release
                    ? named.stream().filter(source -> !before.contains(source)).toList()
                    : List.of();
            unknown.forEach(source -> warn("\"" + source + "\" was not in quarantine"));
            return unknown.isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
        });
    }

    /** What is in quarantine, on a line of a report about a graph; empty if nothing is. */
    static Optional<String> shown(List<String> sources) {
        return sources.isEmpty()
                ? Optional.empty()
                : Optional.of("in quarantine: " + Phrases.count(sources.size(), "source") + ", "
                        + Session.named(sources.stream().map(Printable::text).toList()));
    }

    private void show(Quarantine quarantine) {
        if (json()) {
            printJson(new QuarantineJson(quarantine.texts()));
        } else if (!output().quiet) {
            List<String> lines = new ArrayList<>();
            lines.add(
                    quarantine.sources().isEmpty()
                            ? "nothing is in quarantine"
                            : Phrases.count(quarantine.sources().size(), "source") + " in quarantine");
            quarantine.texts().forEach(source -> lines.add("  " + Printable.text(source)));
            print(lines);
        }
    }
}
