package dev.tern.server.api;

import dev.tern.ingest.IngestReport;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Intake;
import dev.tern.server.metrics.Metrics;

/**
 * Counts the model calls of an intake, and stops them once the caller's tokens of the day are used
 * up. Thread-safe.
 *
 * @param use the label under which the metrics count the calls
 */
public record CountedIntake(Quotas quotas, Metrics metrics, String use, Caller caller)
        implements Intake.IntakeListener {
    @Override
    public void callStarting() {
        quotas.requireTokens(caller.name());
    }

    @Override
    public void callEnded(String task, Intake.CallTotals call) {
        quotas.countTokens(caller.name(), call.inputTokens() + call.outputTokens());
        metrics.model(use, task, call.inputTokens(), call.outputTokens());
    }

    @Override
    public void progress(IngestReport soFar) {}
}
