package dev.tern.cli.graphs;

import dev.tern.cli.output.TerminalBar;
import dev.tern.cli.process.Environment;
import dev.tern.transfer.verify.VerificationListener;
import org.jspecify.annotations.Nullable;

/** Shows how a verification goes on. For one thread. */
final class VerifyProgress implements VerificationListener, AutoCloseable {
    private final boolean shown;
    private final Environment environment;
    private @Nullable Step step;
    private @Nullable TerminalBar bar;

    VerifyProgress(boolean shown, Environment environment) {
        this.shown = shown;
        this.environment = environment;
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
            current = new TerminalBar(environment, now == Step.CHECKING ? "Checking" : "Mending", -1);
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
