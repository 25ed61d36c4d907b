package dev.tern.cli.graphs;

import dev.tern.app.FailureCause;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.error.TernException;
import dev.tern.transfer.TransferListener;
import java.util.Locale;

/** Shows the progress of an export, an import or a copy. */
final class TransferProgress {
    static final String IMPORTING = "Importing";

    private TransferProgress() {}

    static TransferListener shownBy(ProgressBars progress) {
        return (step, done, total) -> progress.show(title(step), done, total);
    }

    private static String title(TransferListener.TransferStep step) {
        return switch (step) {
            case WRITING_FILE -> "Exporting";
            case CHECKING_FILE -> "Checking";
            case WRITING_GRAPH -> IMPORTING;
            case COMPARING -> "Comparing";
        };
    }

    /** Prints how many passages a failed transfer has written, unless it was interrupted. */
    static void printPart(
            TernCommand command, ProgressBars progress, String step, String state, TernException failure) {
        ProgressBars.StepProgress part = progress.reached(step);
        if (!FailureCause.isInterruption(failure) && part.done() > 0) {
            command.printRemark(String.format(
                    Locale.ROOT, "%,d of %,d passages are %s again to go on", part.done(), part.end(), state));
        }
    }
}
