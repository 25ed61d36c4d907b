package dev.tern.cli;

import dev.tern.transfer.verify.VerificationListener;
import org.jspecify.annotations.Nullable;

/** Shows how a verification goes on. For one thread. */
final class VerifyProgress implements VerificationListener, AutoCloseable {
    private final boolean shown;
    private final Surroundings surroundings;
    private @Nullable Step step;
    private @Nullable TerminalBar bar;

    VerifyProgress(boolean shown, Surroundings surroundings) {
        this.shown = shown;
        this.surroundings = surroundings;
    }

    @Override
    public void progress(Step now, long done) {
        if (!shown) {
            return;
        }
        TerminalBar current = bar;
        if (current == null || now != step) {
            end();
            step = now;
            current = new TerminalBar(surroundings, now == Step.CHECKING ? "Checking" : "Mending", -1);
            bar = current;
        }
        current.stepTo(done);
    }

    @Override
    public void close() {
        end();
    }

    /** Nothing more comes before something is printed; what is shown stays as it is. */
    void end() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
