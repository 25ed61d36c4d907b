package dev.tern.curation.command;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.curation.Edits;
import dev.tern.curation.alias.AliasFinder;
import dev.tern.curation.alias.AliasSuggestion;
import dev.tern.curation.alias.AliasSuggestion.Evidence;
import dev.tern.curation.alias.AliasSuggestions;
import dev.tern.curation.alias.AliasSuggestions.PossibleMeanings;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Note;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "suggest",
        description = {
            "Finds names that are probably one thing, by spelling and context, and shows why.",
            "Nothing is merged without --merge. Short names that may stand for others follow, for " + "review."
        })
final class EditsSuggestCommand extends EditsCommand {
    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "The maximum number of suggestions of each sort, 1 to 1000 (default: 50).")
    private int limit = 50;

    @Option(
            names = "--merge",
            description = "Merge names that are probably one thing; tern edit undo undoes each merge.")
    private boolean merge;

    EditsSuggestCommand(CommandContext context) {
        super(context);
    }

    @Override
    boolean writes() {
        return merge;
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        AliasSuggestions found = new AliasFinder(graph).suggest(limit);
        if (merge) {
            Note.Act act = act("");
            for (AliasSuggestion one : found.likely()) {
                warnOf(edits.make(new Merge(one.names()), new Note.Act(act.by(), act.at(), one.reason())));
            }
        }
        if (json()) {
            printJson(found);
        } else if (!output().quiet) {
            print(lines(found));
        }
        return ExitCode.OK;
    }

    private List<String> lines(AliasSuggestions found) {
        List<String> lines = new ArrayList<>();
        int likely = found.likely().size();
        lines.add(
                likely == 0
                        ? "no names that are probably one thing"
                        : Phrases.count(likely, "suggestion")
                                + (merge
                                        ? " merged"
                                        : environment()
                                                .called("; merge one with tern edit merge, or all with --merge")));
        for (AliasSuggestion one : found.likely()) {
            lines.add("  "
                    + String.join(
                            " = ", one.names().stream().map(Printable::text).toList()));
            one.evidence().forEach(why -> lines.add(style().faint("      " + line(why))));
        }
        if (!found.possible().isEmpty()) {
            lines.add(Phrases.count(found.possible().size(), "short name") + " that may stand for others, to look at");
            for (PossibleMeanings one : found.possible()) {
                lines.add("  " + Printable.text(one.name()) + ": "
                        + String.join(
                                ", ",
                                one.longerNames().stream().map(Printable::text).toList()));
            }
        }
        return lines;
    }

    private static String line(Evidence why) {
        return String.format(
                Locale.ROOT,
                "\"%s\": %s; similarity %.2f; %s",
                Printable.text(why.name()),
                why.rule().description(),
                why.similarity(),
                why.together() == 0
                        ? "no passage has both"
                        : Phrases.count(why.together(), "passage") + (why.together() == 1 ? " has" : " have")
                                + " both");
    }
}
