package dev.tern.cli.command;

import java.util.List;

/** A command whose subcommands are created only when it is called, to keep startup fast. */
public interface CommandGroup {
    /** Returns the subcommands, in the order of the help. */
    List<Object> commands();
}
