package dev.tern.cli.edits;

import dev.tern.app.config.Configuration;
import dev.tern.cli.command.ConfiguredCommand;
import dev.tern.cli.command.Context;
import dev.tern.cli.command.Session;
import dev.tern.cli.command.StoreFlags;
import dev.tern.cli.command.output.Printable;
import dev.tern.edit.Edits;
import dev.tern.edit.Edits.Edited;
import dev.tern.note.Edit;
import dev.tern.note.Note;
import dev.tern.server.json.EditJson;
import dev.tern.store.GraphStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Mixin;

/** A command about the edits of one graph, which has something in it; no model is needed. */
abstract class EditsCommand extends ConfiguredCommand {
    @Mixin
    private final StoreFlags store = new StoreFlags();

    EditsCommand(Context context) {
        super(context);
    }

    abstract int run(GraphStore graph, Edits edits);

    @Override
    public Integer call() {
        return Session.inGraph(configuration(store), backend(), (graph, named) -> run(graph, new Edits(graph)));
    }

    /** The graph that is meant. */
    final Configuration wanted() {
        return configuration(store);
    }

    /** What the user of this machine does now. */
    static Note.Act act(String why) {
        String user = System.getProperty("user.name", "");
        return new Note.Act(
                user.isBlank() ? "command line" : user.substring(0, Math.min(user.length(), Note.Act.MAX_BY)),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                why);
    }

    /** Shows what came of an edit. */
    final void show(Edited edited) {
        if (json()) {
            printJson(EditJson.of(edited.edit()));
        } else if (!output().quiet) {
            print(List.of((edited.isNew() ? "" : "said before  ") + line(edited.edit())));
        }
        warnOf(edited);
    }

    /** Warns of what the editor should know. */
    final void warnOf(Edited edited) {
        edited.remarks().forEach(remark -> warn(Printable.text(remark)));
    }

    /** An edit on one line: its id and what it says. */
    static String line(Edit edit) {
        return edit.id() + "  " + edit.change().act() + "  "
                + Printable.text(edit.change().words());
    }

    /** Who did something, when and why, to follow a line. */
    static String by(Note.Act act) {
        return "by " + Printable.text(act.by()) + ", " + act.at()
                + (act.why().isEmpty() ? "" : ": " + Printable.text(act.why()));
    }
}
