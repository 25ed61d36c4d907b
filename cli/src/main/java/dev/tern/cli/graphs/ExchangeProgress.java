package dev.tern.cli.graphs;

import dev.tern.cli.command.TernCommand;
import dev.tern.cli.output.TerminalBar;
import dev.tern.cli.process.Environment;
import dev.tern.cli.process.Interruption;
import dev.tern.error.TernException;
import dev.tern.transfer.ExchangeListener;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows how an export or an import goes on, a bar for each step, and remembers how far it was. For one thread. */
final class ExchangeProgress implements ExchangeListener, AutoCloseable {
    private final boolean shown;
    private final Environment environment;
    private @Nullable Step step;
    private @Nullable TerminalBar bar;
    private long imported;
    private long total;

    ExchangeProgress(boolean shown, Environment environment) {
        this.shown = shown;
        this.environment = environment;
    }

    @Override
    public void progress(Step now, long done, long ofAll) {
        if (now == Step.WRITING_GRAPH) {
            imported = done;
            total = ofAll;
        }
        if (!shown) {
            return;
        }
        TerminalBar current = bar;
        if (current == null || now != step) {
            close();
            step = now;
            current = new TerminalBar(environment, title(now), ofAll);
            bar = current;
        }
        current.stepTo(done);
    }

    private static String title(Step step) {
        return switch (step) {
            case WRITING_FILE -> "Exporting";
            case CHECKING_FILE -> "Checking";
            case WRITING_GRAPH -> "Importing";
            case COMPARING -> "Comparing";
        };
    }

    /** After a failure: how much of the file is in the graph all the same. */
    void remark(TernCommand command, TernException failure) {
        if (!Interruption.caused(failure) && imported > 0) {
            command.remark(String.format(
                    Locale.ROOT,
                    "%,d of %,d passages are in the graph; the same again goes on from there",
                    imported,
                    total));
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
