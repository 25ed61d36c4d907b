package dev.tern.cli;

import dev.tern.cli.output.Words;
import dev.tern.query.Mode;
import java.io.PrintStream;

/** Shows in one line of a terminal how many questions were asked. */
final class QuestionCounter {
    private static final int EVERY_MILLIS = 200;

    private final boolean shown;
    private final PrintStream err;
    private long lastNanos;
    private boolean open;

    QuestionCounter(boolean shown, PrintStream err) {
        this.shown = shown;
        this.err = err;
    }

    void asked(Mode mode, int done, int total) {
        long now = System.nanoTime();
        if (shown && (done == total || now - lastNanos > EVERY_MILLIS * 1_000_000L)) {
            lastNanos = now;
            open = true;
            err.print("\r" + Words.name(mode) + ": question " + done + " of " + total + "   ");
            err.flush();
        }
    }

    void close() {
        if (open) {
            err.print("\r" + " ".repeat(Surroundings.USUAL_COLUMNS / 2) + "\r");
            err.flush();
        }
    }
}
