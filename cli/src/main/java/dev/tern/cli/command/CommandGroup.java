package dev.tern.cli.command;

import java.util.List;

/** A command with others below it, which are made where it is wanted: most starts of Tern want another. */
public interface CommandGroup {
    /** Those below it, in the order of the help. */
    List<Object> commands();
}
