package dev.tern.cli.ask;

import org.jspecify.annotations.Nullable;

/** Reads the lines of a chat. Not thread-safe. */
interface ChatLines extends AutoCloseable {
    /** Returns the next line, after a prompt if interactive; null at the end. */
    @Nullable
    String readLine(String prompt);

    /** Returns true if the lines are typed in a terminal. */
    boolean interactive();

    /** Runs work; if interactive, Ctrl-C interrupts this work without ending the program. */
    void interruptible(Runnable work);

    @Override
    void close();
}
