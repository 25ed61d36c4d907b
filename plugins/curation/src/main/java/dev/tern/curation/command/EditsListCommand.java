package dev.tern.curation.command;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.output.Phrases;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.process.ExitCode;
import dev.tern.curation.EditConflict;
import dev.tern.curation.Edits;
import dev.tern.note.Edit;
import dev.tern.store.GraphStore;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "list",
        description = "Lists the edits of a graph, aliases included: id, act, content, author, time and reason.")
class EditsListCommand extends EditsCommand {
    private static final String INDENT = "                ";

    @Option(names = "--all", description = "Also list undone edits.")
    private boolean all;

    @Option(
            names = "--conflicts",
            description = "Only list edits without effect, wholly or in part, because their target is gone or a "
                    + "later edit overrides them. Exit code 1 if there are any.")
    private boolean conflicts;

    EditsListCommand(CommandContext context) {
        super(context);
    }

    @Override
    boolean writes() {
        return false;
    }

    @Override
    int run(GraphStore graph, Edits edits) {
        return conflicts
                ? conflicts(edits.conflicts())
                : listed(
                        all ? edits.history() : edits.list(),
                        graph.latest().notes().pending());
    }

    private int listed(List<Edit> listed, List<Edit> waiting) {
        if (json()) {
            printJson(new EditJson.Listed(EditJson.of(listed, waiting)));
        } else if (!output().quiet) {
            List<String> lines = new ArrayList<>();
            lines.add(listed.isEmpty() ? "no edit" : Phrases.count(listed.size(), "edit"));
            for (Edit edit : listed) {
                lines.add("  " + line(edit));
                lines.add(style().faint(INDENT + by(edit.made())));
                edit.undone().ifPresent(act -> lines.add(style().faint(INDENT + "taken back " + by(act))));
                if (waiting.contains(edit)) {
                    lines.add(INDENT + "waits: the next edit or addition, a server or tern reindex completes it");
                }
            }
            print(lines);
        }
        return ExitCode.OK;
    }

    private int conflicts(List<EditConflict> found) {
        if (json()) {
            printJson(new EditJson.Listed(found.stream().map(EditJson::of).toList()));
        } else if (!output().quiet) {
            List<String> lines = new ArrayList<>();
            lines.add(found.isEmpty() ? "no conflict" : Phrases.count(found.size(), "conflict"));
            for (EditConflict conflict : found) {
                lines.add("  " + line(conflict.edit()));
                lines.add(INDENT + Printable.text(conflict.reason()));
                lines.add(style().faint(INDENT + by(conflict.edit().made())));
            }
            print(lines);
        }
        return found.isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
    }
}
