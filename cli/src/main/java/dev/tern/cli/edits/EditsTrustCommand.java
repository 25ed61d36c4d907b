package dev.tern.cli.edits;

import dev.tern.app.config.ConfigurationException;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.edit.Edits;
import dev.tern.edit.Edits.Edited;
import dev.tern.note.Edit.Weight;
import dev.tern.note.Note;
import dev.tern.server.json.EditJson;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "trust",
        description = {
            "Keeps with the graph how far sources are trusted, as --trust says for one question: tern edits trust"
                    + " 'https://example.org/*=0.2'; without a rule, lists the sources in quarantine.",
            "At 0 a source is in quarantine: in no answer and no look-up, as is what is added of it later, until it has"
                    + " another weight."
        })
final class EditsTrustCommand extends EditsCommand {
    private static final Logger LOG = LoggerFactory.getLogger(EditsTrustCommand.class);

    @Parameters(
            arity = "0..*",
            paramLabel = "SOURCE=WEIGHT",
            description =
                    "An address of a page, a path of a file or an id of a document, as answers show it, and 0 to 1; *"
                            + " at the end of a source means all that begin so.")
    private List<String> rules = List.of();

    @Mixin
    private final WhyFlag why = new WhyFlag();

    /**
     * The trust in sources, as programs see it.
     *
     * @param quarantine the sources that are in quarantine now
     * @param edits the weights that were given
     */
    record Json(List<String> quarantine, List<EditJson> edits) {}

    EditsTrustCommand(Context context) {
        super(context);
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        List<Trust> given = rules.stream().map(Trust::parse).toList();
        Note.Act act = why.act();
        List<SourcePattern> hidden = sources(given, true);
        List<SourcePattern> shown = sources(given, false);
        if (!hidden.isEmpty() && !act.why().isEmpty()) {
            throw new ConfigurationException(
                    List.of("--why is kept with a weight above 0; a source in quarantine has no reason beside it"));
        }
        Set<SourcePattern> before = graph.quarantine().sources();
        boolean changes = !hidden.isEmpty() || shown.stream().anyMatch(before::contains);
        if (changes) {
            graph.quarantine(present -> present.with(hidden).without(shown));
            LOG.info("quarantine of the graph {}: put in {}, released {}", wanted().graph(), hidden, shown);
        }
        Quarantine quarantine = graph.quarantine();
        List<Edited> edited = weighed(graph, edits, given, before, act);
        if (json()) {
            printJson(new Json(
                    quarantine.texts(),
                    edited.stream().map(each -> EditJson.of(each.edit())).toList()));
            edited.forEach(this::warnOf);
        } else {
            edited.forEach(this::show);
            if ((changes || given.isEmpty()) && !output().quiet) {
                print(lines(quarantine));
            }
        }
        return isShown(shown, quarantine) ? ExitCode.OK : ExitCode.FAILURE;
    }

    private static List<SourcePattern> sources(List<Trust> given, boolean hidden) {
        return given.stream()
                .filter(rule -> hidden == (rule.weight() == 0))
                .map(Trust::source)
                .toList();
    }

    /** Keeps the weights above 0. A source that is only released, and that no weight says anything of, needs none. */
    private List<Edited> weighed(
            GraphStore graph, Edits edits, List<Trust> given, Set<SourcePattern> before, Note.Act act) {
        List<Trust> weights = graph.notes().corrections().weights();
        return given.stream()
                .filter(rule -> rule.weight() > 0)
                .filter(rule -> rule.weight() < 1
                        || !before.contains(rule.source())
                        || weights.stream().anyMatch(weight -> weight.source().holds(rule.source())))
                .map(rule -> edits.make(new Weight(rule), act))
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
