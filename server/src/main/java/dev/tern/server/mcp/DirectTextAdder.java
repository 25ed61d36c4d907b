package dev.tern.server.mcp;

import dev.tern.ingest.IngestReport;
import dev.tern.server.api.CountedIntake;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.job.DocumentsBody;
import dev.tern.server.metrics.Metrics;
import java.util.concurrent.locks.ReentrantLock;

/** Adds documents within the call, one call at a time, because there are no jobs. Thread-safe. */
final class DirectTextAdder implements TextAdder {
    private final Graphs graphs;
    private final Quotas quotas;
    private final Metrics metrics;
    private final ReentrantLock turn = new ReentrantLock();

    DirectTextAdder(Graphs graphs, Quotas quotas, Metrics metrics) {
        this.graphs = graphs;
        this.quotas = quotas;
        this.metrics = metrics;
    }

    @Override
    public AddResult add(Caller caller, String graph, DocumentsBody documents, Runnable taken) {
        quotas.requireTokens(caller);
        turn.lock();
        try (ServedGraph opened = graphs.create(graph)) {
            IngestReport report =
                    opened.intake().add(documents.sources(), new CountedIntake(quotas, metrics, "job", caller));
            return report.stoppedByBudget()
                    ? new AddResult("failed", report.passages(), null, "maxCost or tokensPerDay was reached")
                    : new AddResult("done", report.passages(), null, null);
        } finally {
            turn.unlock();
        }
    }
}
