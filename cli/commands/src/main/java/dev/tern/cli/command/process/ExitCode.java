package dev.tern.cli.command.process;

/** Exit codes that commands return to the shell. */
public final class ExitCode {
    public static final int OK = 0;

    public static final int FAILURE = 1;

    /** The command line or the configuration is wrong. */
    public static final int USAGE = 2;

    /** Some of the work could not be done. */
    public static final int INCOMPLETE = 3;

    /** The command stopped before passing {@code --max-cost}. */
    public static final int BUDGET = 4;

    /** A removal above the limit was refused without confirmation. */
    public static final int REFUSED = 5;

    /** The command was interrupted. */
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
