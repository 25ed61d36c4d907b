package dev.tern.cli.edits;

import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.edit.Edits;
import dev.tern.settings.SourcePattern;
import dev.tern.settings.Trust;
import dev.tern.store.GraphStore;
import dev.tern.store.Quarantine;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "trust",
        description = {
            "Puts sources in quarantine, and releases them: tern edit trust 'https://example.org/*=0'; without a rule,"
                    + " lists the sources in quarantine.",
            "At 0 a source is in no answer and no look-up, as is what is added of it later, until it has 1. A weight"
                    + " between is for one question: --trust."
        })
final class EditsTrustCommand extends EditsCommand {
    private static final Logger LOG = LoggerFactory.getLogger(EditsTrustCommand.class);

    @Parameters(
            arity = "0..*",
            paramLabel = "SOURCE=0|1",
            description =
                    "An address of a page, a path of a file or an id of a document, as answers show it, and 0 or 1; *"
                            + " at the end of a source means all that begin so.")
    private List<String> rules = List.of();

    /**
     * The trust in sources, as programs see it.
     *
     * @param quarantine the sources that are in quarantine now
     */
    record Json(List<String> quarantine) {}

    EditsTrustCommand(Context context) {
        super(context);
    }

    @Override
    boolean writes() {
        return false;
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        List<Trust> given = rules.stream().map(Trust::parse).toList();
        given.stream()
                .filter(rule -> rule.weight() > 0 && rule.weight() < 1)
                .findFirst()
                .ifPresent(rule -> {
                    throw new ConfigurationException(
                            List.of("the weight of \"" + rule.source() + "\" is " + rule.weight()
                                    + "; a graph keeps 0 or 1, and a weight between is for one question (tern"
                                    + " ask --trust)"));
                });
        List<SourcePattern> hidden = sources(given, true);
        List<SourcePattern> shown = sources(given, false);
        Set<SourcePattern> before = graph.quarantine().sources();
        boolean changes = !hidden.isEmpty() || shown.stream().anyMatch(before::contains);
        if (changes) {
            graph.quarantine(present -> present.with(hidden).without(shown));
            LOG.info("quarantine of the graph {}: put in {}, released {}", wanted().graph(), hidden, shown);
        }
        Quarantine quarantine = graph.quarantine();
        if (json()) {
            printJson(new Json(quarantine.texts()));
        } else if (!output().quiet) {
            print(lines(quarantine));
        }
        return isShown(shown, quarantine) ? ExitCode.OK : ExitCode.FAILURE;
    }

    private static List<SourcePattern> sources(List<Trust> given, boolean hidden) {
        return given.stream()
                .filter(rule -> hidden == (rule.weight() == 0))
                .map(Trust::source)
                .toList();
    }

    /** Warns of sources that a wider rule keeps in quarantine. */
    private boolean isShown(List<SourcePattern> shown, Quarantine quarantine) {
        boolean all = true;
        for (SourcePattern source : shown) {
            for (SourcePattern wider : quarantine.sources()) {
                if (wider.holds(source)) {
                    warn("\"" + source + "\" stays in quarantine, by the rule about \"" + wider + "\"");
                    all = false;
                }
            }
        }
        return all;
    }

    private static List<String> lines(Quarantine quarantine) {
        List<String> lines = new ArrayList<>();
        lines.add(
                quarantine.sources().isEmpty()
                        ? "nothing is in quarantine"
                        : Phrases.count(quarantine.sources().size(), "source") + " in quarantine");
        quarantine.texts().forEach(source -> lines.add("  " + Printable.text(source)));
        return lines;
    }
}
