package dev.tern.cli.command;

import dev.tern.app.Backend;
import dev.tern.cli.command.output.Printable;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.cli.command.output.TextStyle;
import dev.tern.cli.command.process.Environment;
import dev.tern.ingest.IngestListener;
import dev.tern.server.json.Json;
import dev.tern.text.Redaction;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** Base class of commands: the options of output, and printing. */
public abstract class TernCommand implements Callable<Integer> {
    private final CommandContext context;
    private @Nullable ProgressBars bars;

    @Mixin
    private final OutputFlags output = new OutputFlags();

    public TernCommand(CommandContext context) {
        this.context = context;
    }

    public final Environment environment() {
        return context.environment();
    }

    public final Backend backend() {
        return context.backend();
    }

    public final Redaction redaction() {
        return context.redaction();
    }

    /** Returns the name by which the user called Tern, if the launcher set it, else "./tern". */
    public final String commandLine() {
        return environment().variables().getOrDefault("TERN_CALLED", "./tern");
    }

    public final OutputFlags output() {
        return output;
    }

    public final boolean json() {
        return output.json;
    }

    /** Returns true if progress bars are shown: on a terminal, unless quiet or with JSON. */
    public final boolean barsAreShown() {
        return environment().errIsTerminal() && !output.quiet && !output.json;
    }

    /** Creates progress bars, which draw nothing unless {@link #barsAreShown}. */
    public final ProgressBars progress() {
        bars = new ProgressBars(barsAreShown(), environment());
        return bars;
    }

    /**
     * Returns a listener that shows the progress of indexing.
     *
     * @param documents the number of documents; negative if unknown
     */
    public final IngestListener indexing(ProgressBars progress, long documents) {
        progress.show("Indexing", 0, documents);
        return soFar -> {
            if (documents == 1) {
                progress.show("Indexing", soFar.passages(), Math.max(1, soFar.passages() + soFar.unstored()));
            } else {
                progress.show("Indexing", soFar.documents(), documents);
                progress.setRemark(String.format(Locale.ROOT, "%,d passages", soFar.passages()));
            }
            if (soFar.extracted() + soFar.failed() + soFar.waiting() > 0) {
                progress.setRemark(String.format(
                        Locale.ROOT,
                        "%,d passages: %,d extracted, %,d failed, %,d waiting",
                        soFar.passages(),
                        soFar.extracted(),
                        soFar.failed(),
                        soFar.waiting()));
            }
        };
    }

    /** Returns the style of data on stdout. */
    public final TextStyle style() {
        return style(environment().outIsTerminal());
    }

    /** Returns the style of remarks on stderr. */
    public final TextStyle remarkStyle() {
        return style(environment().errIsTerminal());
    }

    private TextStyle style(boolean terminal) {
        return environment().showsColours(terminal, output.noColor) ? TextStyle.COLOUR : TextStyle.PLAIN;
    }

    public final void print(List<String> lines) {
        PrintStream out = environment().out();
        for (String line : lines) {
            out.println(line);
        }
    }

    public final void printJson(Object record) {
        environment().out().println(Json.of(record));
    }

    /** Prints a remark to stderr, unless {@code --quiet} or {@code --json} is given. */
    public final void printRemark(String text) {
        if (!output.quiet && !output.json) {
            printError("", text, UnaryOperator.identity());
        }
    }

    /** Prints a remark in a faint style. */
    public final void printFaintRemark(String text) {
        if (!output.quiet && !output.json) {
            printError("", text, remarkStyle()::faint);
        }
    }

    /** Prints a warning to stderr, with {@code --json} too, but not with {@code --quiet}. */
    public final void warn(String text) {
        if (!output.quiet) {
            printError(remarkStyle().warning("warning: "), text, UnaryOperator.identity());
        }
    }

    private void printError(String start, String text, UnaryOperator<String> style) {
        if (bars != null) {
            bars.clear();
        }
        environment()
                .err()
                .println(start
                        + style.apply(
                                Printable.text(environment().called(redaction().of(text)))));
    }
}
