package dev.tern.spark;

import dev.tern.app.AppSettings;
import dev.tern.app.Spending;
import dev.tern.app.config.Configuration;
import dev.tern.error.TernException;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.model.ChatTask;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.spark.SparkContext;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Runs a job, records it in the account book of the driver's machine, and divides its budget among
 * the executors.
 */
final class PaidRun {
    private final SparkContext spark;
    private final Configuration configuration;

    PaidRun(SparkContext spark, Configuration configuration) {
        this.spark = spark;
        this.configuration = configuration;
    }

    /**
     * Checks that executors can enforce the limits.
     *
     * @throws TernException if there is a budget or rate limit, executors are other processes, and
     *     the plugin is missing
     */
    static void requirePlugin(SparkContext spark, Configuration configuration) {
        AppSettings settings = configuration.settings();
        boolean limited = settings.spending().maxCost().isPresent();
        boolean paced = ExecutorLimits.isLimited(settings.embedding().endpoint())
                || settings.chat()
                        .find(ChatTask.EXTRACT)
                        .filter(chat -> ExecutorLimits.isLimited(chat.endpoint()))
                        .isPresent();
        TernPlugin.lacking(spark.master(), spark.conf().get("spark.plugins", ""))
                .filter(how -> limited || paced)
                .ifPresent(how -> {
                    throw TernException.operator((limited ? "maxCost" : "a rate of requests or tokens")
                            + " is set, and the executors cannot share it: " + how);
                });
    }

    /**
     * Runs a job, and records its end.
     *
     * @param job receives the id of the run
     */
    IndexingReport run(Function<String, IndexingReport> job) {
        try (Spending spending = configuration.begin("spark")) {
            DriverLimits money = new DriverLimits(
                    configuration.spending().maxCost(),
                    spending.ledger(),
                    () -> Set.copyOf(CollectionConverters.asJava(spark.getExecutorIds())));
            spark.addSparkListener(money);
            DriverConnection.begin(spending.runId(), money);
            try {
                AtomicReference<IndexingReport> report = new AtomicReference<>(IndexingReport.NOTHING);
                spending.record(IngestListener.NONE, soFar -> {
                    report.set(job.apply(spending.runId()));
                    return toIngestReport(report.get());
                });
                return report.get();
            } finally {
                DriverConnection.end(spending.runId());
                spark.removeSparkListener(money);
            }
        }
    }

    private static IngestReport toIngestReport(IndexingReport report) {
        return IngestReport.of(
                report.documents(),
                report.passages(),
                report.removedPassages(),
                report.failedPassages(),
                report.waitingPassages(),
                0,
                report.stoppedByBudget(),
                0);
    }
}
