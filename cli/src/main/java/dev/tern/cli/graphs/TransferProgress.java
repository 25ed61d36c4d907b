package dev.tern.cli.graphs;

import dev.tern.app.FailureCause;
import dev.tern.cli.command.TernCommand;
import dev.tern.cli.command.output.ProgressBars;
import dev.tern.error.TernException;
import dev.tern.transfer.TransferListener;
import java.util.Locale;

/** Shows the progress of an export or an import. */
final class TransferProgress {
    private static final String IMPORTING = "Importing";

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

    /** Prints how many passages a failed import has written, unless it was interrupted. */
    static void printImportedPart(TernCommand command, ProgressBars progress, TernException failure) {
        ProgressBars.StepProgress imported = progress.reached(IMPORTING);
        if (!FailureCause.isInterruption(failure) && imported.done() > 0) {
            command.printRemark(String.format(
                    Locale.ROOT,
                    "%,d of %,d passages are in the graph; run the same command again to go on",
                    imported.done(),
                    imported.end()));
        }
    }
}
