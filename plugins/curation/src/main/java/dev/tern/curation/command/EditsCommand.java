package dev.tern.curation.command;

import dev.tern.cli.command.CommandContext;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.GraphSession;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.curation.Curation;
import dev.tern.curation.Edits;
import dev.tern.curation.Edits.EditResult;
import dev.tern.note.Edit;
import dev.tern.note.Note;
import dev.tern.store.GraphStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Mixin;

/** Base class of commands for edits of a graph. The graph must not be empty. */
abstract class EditsCommand extends ConfiguredCommand {
    private static final int SHOWN_FROM = 1000;

    @Mixin
    private final StoreFlags store = new StoreFlags();

    EditsCommand(CommandContext context) {
        super(context);
    }

    abstract int run(GraphStore graph, Edits edits);

    /** Returns true if this command may rewrite passages, which calls the embedding model. */
    boolean writes() {
        return true;
    }

    @Override
    public Integer call() {
        if (!writes()) {
            return GraphSession.inGraph(
                    configuration(store), backend(), (graph, named) -> run(graph, new Edits(graph)));
        }
        try (GraphSession session = GraphSession.openFilled(configuration(store), backend());
                ProgressBars progress = progress()) {
            return run(session.store(), Curation.of(session.rag()).edits().with((done, all) -> {
                if (all >= SHOWN_FROM) {
                    progress.show("Writing passages again", done, all);
                }
                return true;
            }));
        }
    }

    /** Returns an act by the system's user at this moment; the reason may be empty. */
    static Note.Act act(String why) {
        String user = System.getProperty("user.name", "");
        return new Note.Act(
                user.isBlank() ? "command line" : user.substring(0, Math.min(user.length(), Note.Act.MAX_BY)),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                why);
    }

    /** Prints the result of an edit as text or JSON, and its remarks as warnings. */
    final void show(EditResult edited) {
        if (json()) {
            printJson(EditJson.of(edited.edit()));
        } else if (!output().quiet) {
            print(List.of((edited.isNew() ? "" : "said before  ") + line(edited.edit())));
        }
        warnOf(edited);
    }

    /** Prints the remarks on an edit as warnings. */
    final void warnOf(EditResult edited) {
        edited.remarks().forEach(remark -> warn(Printable.text(remark)));
    }

    /** Returns an edit in one line: its id, kind and content. */
    static String line(Edit edit) {
        return edit.id() + "  " + edit.change().act() + "  "
                + Printable.text(edit.change().describe());
    }

    /** Returns the author, time and reason of an act as a phrase. */
    static String by(Note.Act act) {
        return "by " + Printable.text(act.by()) + ", " + act.at()
                + (act.why().isEmpty() ? "" : ": " + Printable.text(act.why()));
    }
}
