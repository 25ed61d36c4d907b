package dev.tern.server.json;

import dev.tern.ingest.IngestReport;

/** The counts of an {@link IngestReport} as JSON. */
public record ReportJson(
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
        double millis) {
    public static ReportJson of(IngestReport report) {
        return new ReportJson(
                report.documents(),
                report.unchanged(),
                report.passages(),
                report.removedPassages(),
                report.statements(),
                report.extracted(),
                report.failed(),
                report.waiting(),
                report.unstored(),
                report.embeddedTexts(),
                report.stoppedByBudget(),
                report.embeddingMillis(),
                report.millis());
    }
}
