package dev.tern.server.mcp;

import dev.tern.ingest.IngestReport;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.Intake;
import dev.tern.server.job.DocumentsBody;
import java.util.concurrent.locks.ReentrantLock;

/** Adds at once, one after the other, for a process that nobody comes back to. Thread-safe. */
final class DirectAdding implements Adding {
    private final Graphs graphs;
    private final Quotas quotas;
    private final ReentrantLock turn = new ReentrantLock();

    DirectAdding(Graphs graphs, Quotas quotas) {
        this.graphs = graphs;
        this.quotas = quotas;
    }

    @Override
    public Added add(Caller caller, String graph, DocumentsBody documents) {
        quotas.requireTokens(caller);
        turn.lock();
        try {
            Intake.Outcome outcome = graphs.create(graph).intake().add(documents.sources(), new Unheard());
            quotas.used(
                    caller.name(),
                    outcome.spent().inputTokens() + outcome.spent().outputTokens());
            return outcome.report().spent()
                    ? new Added("failed", outcome.report().passages(), null, "maxCost was reached")
                    : new Added("done", outcome.report().passages(), null, null);
        } finally {
            turn.unlock();
        }
    }

    /** Hears nothing. */
    private static final class Unheard implements Intake.Listener {
        @Override
        public void progress(IngestReport soFar) {}

        @Override
        public void skipped(String source, String reason) {}
    }
}
