package dev.tern.cli.ask;

import org.jspecify.annotations.Nullable;

/** Where the lines of a chat come from; for one thread. */
interface ChatLines extends AutoCloseable {
    /** The next line, in an interactive chat behind a prompt; null at the end. */
    @Nullable
    String next(String prompt);

    /** Whether the lines are typed in a terminal. */
    boolean interactive();

    /** Does work that Ctrl-C interrupts without ending the program, where the lines are typed. */
    void interruptible(Runnable work);

    @Override
    void close();
}
