package dev.tern.curation.command;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.curation.Edits;
import dev.tern.settings.SourceRule;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "trust",
        description = {
            "Says how far sources are trusted, as in: tern edit trust 'https://example.org/*=0'; without a rule, lists"
                    + " the rules of the graph.",
            "The most special rule that matches a source decides. At 0 it is hidden: in no answer and no"
                    + " look-up, as is what is added of it later. So '*=0' 'handbook.txt=1' leaves the handbook alone."
        })
final class EditsTrustCommand extends EditsCommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "SOURCE=WEIGHT[:PASSAGES]",
            description =
                    "An address of a page, a path of a file or an id of a document, as answers show it, with * at the"
                            + " end for all that begin so; how far it is trusted, 0 to 1; and how many passages of an"
                            + " answer it may fill at most.")
    private List<String> rules = List.of();

    @Mixin
    private final ReasonFlag why = new ReasonFlag();

    /** The rules about sources as JSON, the most specific first, each as written. */
    record TrustJson(List<String> rules) {}

    EditsTrustCommand(CommandContext context) {
        super(context);
    }

    @Override
    boolean writes() {
        return false;
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        if (!rules.isEmpty()) {
            edits.trust(rules.stream().map(SourceRule::parse).toList(), why.act());
        }
        List<String> kept = graph.latest().notes().sources().rules().stream()
                .map(SourceRule::toString)
                .toList();
        if (json()) {
            printJson(new TrustJson(kept));
        } else if (!output().quiet) {
            List<String> lines = new ArrayList<>();
            lines.add(
                    kept.isEmpty()
                            ? "all sources are trusted alike"
                            : Phrases.count(kept.size(), "rule") + " of trust");
            kept.forEach(rule -> lines.add("  " + Printable.text(rule)));
            print(lines);
        }
        return ExitCode.OK;
    }
}
