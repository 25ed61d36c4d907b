package dev.tern.cli.command;

import java.util.List;

/** A command with subcommands. They are made only where this command is, since making them takes time at every start. */
public interface CommandGroup {
    /** The subcommands, in the order of the help. */
    List<Object> commands();
}
