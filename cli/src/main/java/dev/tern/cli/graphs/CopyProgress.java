package dev.tern.cli.graphs;

import dev.tern.cli.output.TerminalBar;
import dev.tern.cli.process.Environment;
import dev.tern.transfer.CopyListener;
import org.jspecify.annotations.Nullable;

/** Shows how a copy goes on, and remembers how far it was. For one thread. */
final class CopyProgress implements CopyListener, AutoCloseable {
    private final boolean shown;
    private final Environment environment;
    private @Nullable TerminalBar copying;
    private @Nullable TerminalBar comparing;
    private long passages;
    private long total;

    CopyProgress(boolean shown, Environment environment) {
        this.shown = shown;
        this.environment = environment;
    }

    @Override
    public void copied(long nowCopied, long ofAll) {
        passages = nowCopied;
        total = ofAll;
        if (shown) {
            if (copying == null) {
                copying = new TerminalBar(environment, "Copying", ofAll);
            }
            copying.stepTo(nowCopied);
        }
    }

    @Override
    public void compared(long rows) {
        if (shown) {
            if (comparing == null) {
                close();
                comparing = new TerminalBar(environment, "Comparing", -1);
            }
            comparing.stepTo(rows);
        }
    }

    /** How many passages are in the target. */
    long passages() {
        return passages;
    }

    /** How many there are to copy; 0 if none has been. */
    long total() {
        return total;
    }

    @Override
    public void close() {
        if (copying != null) {
            copying.close();
            copying = null;
        }
        if (comparing != null) {
            comparing.close();
        }
    }
}
