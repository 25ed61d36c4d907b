package dev.tern.curation.command;

import dev.tern.note.Note;
import picocli.CommandLine.Option;

/** The option with the reason of an edit. */
final class ReasonFlag {
    @Option(names = "--why", paramLabel = "TEXT", defaultValue = "", description = "The reason, kept with the edit.")
    private String why = "";

    Note.Act act() {
        return EditsCommand.act(why);
    }
}
