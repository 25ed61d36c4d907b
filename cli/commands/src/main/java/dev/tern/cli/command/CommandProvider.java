package dev.tern.cli.command;

import java.util.List;

/** Commands of a jar beside the command line, which finds them as a {@link java.util.ServiceLoader} does. */
public interface CommandProvider {
    /** The commands over a context, in the order of the help. */
    List<Object> commands(Context context);
}
