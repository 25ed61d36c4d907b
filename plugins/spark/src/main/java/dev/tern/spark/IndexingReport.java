package dev.tern.spark;

import dev.tern.ingest.IngestReport;
import java.io.Serializable;

/**
 * The counts of a run. Of each task, only the attempt that Spark accepted counts.
 *
 * @param documents the number of documents read
 * @param unchanged the number of documents that the graph already had, unchanged
 * @param passages the number of passages written
 * @param removedPassages the number of passages removed, as their documents no longer have them
 * @param statements the number of statements of the written passages
 * @param failedPassages the number of passages whose extraction failed
 * @param waitingPassages the number of passages whose extraction is pending for lack of budget
 * @param stoppedByBudget true if the run ended early because the budget is spent
 * @param failedDocuments the number of documents that the graph lacks, or has in an older version
 */
public record IndexingReport(
        long documents,
        long unchanged,
        long passages,
        long removedPassages,
        long statements,
        long failedPassages,
        long waitingPassages,
        boolean stoppedByBudget,
        long failedDocuments)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The report of a run without documents. */
    static final IndexingReport NOTHING = new IndexingReport(0, 0, 0, 0, 0, 0, 0, false, 0);

    static IndexingReport of(IngestReport report) {
        return new IndexingReport(
                report.documents(),
                report.unchanged(),
                report.passages(),
                report.removedPassages(),
                report.statements(),
                report.failed(),
                report.waiting(),
                report.stoppedByBudget(),
                0);
    }

    IndexingReport plus(IndexingReport other) {
        return new IndexingReport(
                documents + other.documents,
                unchanged + other.unchanged,
                passages + other.passages,
                removedPassages + other.removedPassages,
                statements + other.statements,
                failedPassages + other.failedPassages,
                waitingPassages + other.waitingPassages,
                stoppedByBudget || other.stoppedByBudget,
                failedDocuments + other.failedDocuments);
    }

    IndexingReport withFailure() {
        return plus(new IndexingReport(0, 0, 0, 0, 0, 0, 0, false, 1));
    }
}
