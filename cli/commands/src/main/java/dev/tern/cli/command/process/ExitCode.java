package dev.tern.cli.command.process;

/** What a command's process ends with. */
public final class ExitCode {
    public static final int OK = 0;

    public static final int FAILURE = 1;

    /** The command line or the configuration is wrong. */
    public static final int USAGE = 2;

    /** Not all of it could be done. */
    public static final int INCOMPLETE = 3;

    /** The command stopped before passing {@code --max-cost}. */
    public static final int BUDGET = 4;

    /** More would have been removed than is removed without being asked. */
    public static final int REFUSED = 5;

    /** The command was interrupted. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
