package dev.tern.cli;

import dev.tern.cli.output.Printable;
import dev.tern.cli.output.Style;
import dev.tern.error.Redaction;
import dev.tern.server.json.Json;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** What the commands have in common: the options of output, and printing. */
abstract class TernCommand implements Callable<Integer> {
    static final int OK = 0;
    static final int FAILURE = 1;
    static final int USAGE = 2;
    static final int INCOMPLETE = 3;
    static final int BUDGET = 4;
    static final int INTERRUPTED = 130;

    private final Context context;

    @Mixin
    private final OutputFlags output = new OutputFlags();

    TernCommand(Context context) {
        this.context = context;
    }

    final Surroundings surroundings() {
        return context.surroundings();
    }

    final Backend backend() {
        return context.backend();
    }

    final Redaction redaction() {
        return context.redaction();
    }

    final OutputFlags output() {
        return output;
    }

    final boolean json() {
        return output.json;
    }

    /** Whether somebody looks on who wants to see how a long step goes. */
    final boolean barsAreShown() {
        return surroundings().errIsTerminal() && !output.quiet && !output.json;
    }

    /** The style of data on stdout. */
    final Style style() {
        return style(surroundings().outIsTerminal());
    }

    /** The style of remarks on stderr. */
    final Style remarkStyle() {
        return style(surroundings().errIsTerminal());
    }

    private Style style(boolean terminal) {
        return Colours.wanted(terminal, output.noColor, surroundings()) ? Style.COLOUR : Style.PLAIN;
    }

    final void print(List<String> lines) {
        PrintStream out = surroundings().out();
        for (String line : lines) {
            out.println(line);
        }
    }

    final void printJson(Object record) {
        surroundings().out().println(Json.of(record));
    }

    /** Says something on stderr that is no error, unless it is to be quiet or a program reads. */
    final void remark(String text) {
        if (!output.quiet && !output.json) {
            surroundings().err().println(Printable.text(redaction().of(text)));
        }
    }

    /** Says something on stderr that the user must see, even where a program reads stdout. */
    final void warn(String text) {
        if (!output.quiet) {
            surroundings()
                    .err()
                    .println(remarkStyle().warning("warning: ")
                            + Printable.text(redaction().of(text)));
        }
    }
}
