package dev.tern.spark;

import dev.tern.ingest.IngestReport;
import java.io.Serializable;

/**
 * What a run did, of the attempts that Spark counts: work of tasks that were lost or run twice is not in it.
 *
 * @param documents documents seen
 * @param unchanged documents that the graph already had, as they are
 * @param passages passages written
 * @param removedPassages passages of these documents that are no longer in them
 * @param statements statements of the written passages, each of them a relation
 * @param failedPassages passages whose statements could not be found; they are in the graph, found by their words and names
 * @param waitingPassages passages that wait for their statements since no more may be spent
 * @param spent whether it ended early because what may be spent on models is spent
 * @param failedDocuments documents that are not in the graph; the table of failures says why
 */
public record IndexingReport(
        long documents,
        long unchanged,
        long passages,
        long removedPassages,
        long statements,
        long failedPassages,
        long waitingPassages,
        boolean spent,
        long failedDocuments)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Of a run that did nothing. */
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
                report.spent(),
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
                spent || other.spent,
                failedDocuments + other.failedDocuments);
    }

    IndexingReport withFailure() {
        return plus(new IndexingReport(0, 0, 0, 0, 0, 0, 0, false, 1));
    }
}
