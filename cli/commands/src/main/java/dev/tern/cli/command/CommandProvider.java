package dev.tern.cli.command;

import java.util.List;

/** Provides the commands of a plug-in jar; found by the {@link java.util.ServiceLoader}. */
public interface CommandProvider {
    List<Object> commands(CommandContext context);
}
