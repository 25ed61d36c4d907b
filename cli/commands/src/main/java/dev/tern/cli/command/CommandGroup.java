package dev.tern.cli.command;

import java.util.List;

/** A command with subcommands, created only for this command to keep startup fast. */
public interface CommandGroup {
    /** Returns the subcommands, in the order of the help. */
    List<Object> commands();
}
