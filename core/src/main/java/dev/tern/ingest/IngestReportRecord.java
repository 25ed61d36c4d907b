package dev.tern.ingest;

import java.util.Locale;

/** The values of an {@link IngestReport}. */
record IngestReportRecord(
        long documents,
        long unchanged,
        long passages,
        long removedPassages,
        long statements,
        long extracted,
        long failed,
        long waiting,
        long unstored,
        long embeddedTexts,
        boolean stoppedByBudget,
        double embeddingMillis,
        double millis)
        implements IngestReport {
    /** Returns the counts, as in "3 documents (1 unchanged), 12 passages, 30 statements". */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d documents (%,d unchanged), %,d passages, %,d statements%s%s%s",
                documents,
                unchanged,
                passages,
                statements,
                failed == 0 ? "" : String.format(Locale.ROOT, ", %,d failed", failed),
                waiting == 0 ? "" : String.format(Locale.ROOT, ", %,d waiting", waiting),
                stoppedByBudget ? ", budget spent" : "");
    }
}
