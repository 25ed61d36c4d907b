package dev.tern.server.job;

import dev.tern.error.TernException;
import dev.tern.ingest.IngestReport;
import dev.tern.server.front.Problem;
import dev.tern.server.front.ProblemConverter;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Intake;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.traces.Traces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs attempts of jobs and decides about retries. A fault of the caller and the cost limit end a
 * job. Faults of the store, a model or the settings are retried indefinitely. A rejection by a
 * model ends the job from attempt {@value Job#MAX_REJECTIONS} on. A job also ends after {@value
 * Job#MAX_CRASHES} attempts with a crash or a bug in Tern. A job other than a removal waits while
 * its caller has no tokens left for the day.
 *
 * <p>The start of each attempt is written to disk before the attempt begins, so that the next
 * process can tell if an attempt has ended this process. Thread-safe.
 */
final class JobRetries {
    private static final Logger LOG = LoggerFactory.getLogger(JobRetries.class);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(5);

    /** The pause before tokens are checked again; waiting for midnight would trust the clock. */
    private static final Duration PAUSE_WITHOUT_TOKENS = Duration.ofMinutes(1);

    private final JobTable jobTable;
    private final JobSpool spool;
    private final AttemptWork work;
    private final Quotas quotas;
    private final Metrics metrics;
    private final Traces traces;

    @FunctionalInterface
    interface AttemptWork {
        /** Runs the work of a job on its payload file. */
        IngestReport run(Job job, Path payload, Intake.IntakeListener listener) throws IOException;
    }

    JobRetries(JobTable jobTable, JobSpool spool, AttemptWork work, Quotas quotas, Metrics metrics, Traces traces) {
        this.jobTable = jobTable;
        this.spool = spool;
        this.work = work;
        this.quotas = quotas;
        this.metrics = metrics;
        this.traces = traces;
    }

    /**
     * Runs one attempt of a job.
     *
     * @param closing returns true during shutdown; a job that fails then waits for the next start
     * @return the pause before the next attempt; empty if there is none
     */
    Optional<Duration> runAttempt(String id, BooleanSupplier closing) {
        Optional<Job> waiting = jobTable.find(id).filter(job -> !job.hasEnded());
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (waiting.get().kind() != Job.Kind.REMOVE
                    && !quotas.hasTokens(waiting.get().caller())) {
                return withoutTokens(id);
            }
            Job job = jobTable.changeState(id, now -> now.hasEnded() ? now : now.running());
            return job.hasEnded() ? Optional.empty() : attempt(job, closing);
        } catch (TernException e) {
            LOG.warn("job {} cannot be stored: {}", id, e.getMessage(), e);
            return Optional.of(pause(waiting.get().attempts()));
        }
    }

    private Optional<Duration> attempt(Job job, BooleanSupplier closing) {
        Traces.JobSpan trace = traces.job(JobTable.lower(job.kind()), job.id(), job.attempts() - 1);
        ProgressRecorder progressRecorder = new ProgressRecorder(job);
        Optional<IngestReport> report = Optional.empty();
        try {
            report = Optional.of(work.run(job, spool.payload(job), progressRecorder));
            return complete(job, report.get());
        } catch (Throwable e) {
            // A pending interrupt would break the following writes.
            Thread.interrupted();
            return failed(job, e, closing);
        } finally {
            trace.end(report, jobTable.find(job.id()).map(Job::usage).orElse(Intake.CallTotals.NOTHING));
        }
    }

    private Optional<Duration> complete(Job job, IngestReport report) {
        jobTable.recordProgress(job.id(), now -> now.with(report));
        if (!report.stoppedByBudget()) {
            return end(job.id(), Job::done);
        }
        return quotas.hasTokens(job.caller())
                ? end(
                        job.id(),
                        now -> now.failed("maxCost was reached; the rest waits, and a retry continues with it", true))
                : withoutTokens(job.id());
    }

    private Optional<Duration> failed(Job job, Throwable failure, BooleanSupplier closing) {
        String id = job.id();
        if (closing.getAsBoolean()
                || jobTable.find(id).filter(now -> !now.hasEnded()).isEmpty()) {
            jobTable.changeState(id, now -> now.hasEnded() ? now : now.waitingAgain(null));
            return Optional.empty();
        }
        Problem told = ProblemConverter.problemOf(failure, "job", id);
        if (failure instanceof TernException known) {
            jobTable.explain(
                    id,
                    String.valueOf(told.getMessage()),
                    String.valueOf(told.toOperator(known).getMessage()));
        }
        if (!spool.hasPayload(job)) {
            return end(id, now -> now.failed("its upload is no longer in the server's folder", false));
        }
        return switch (FailureBlame.of(failure)) {
            case ASKER -> end(id, now -> now.failed(String.valueOf(told.getMessage()), true));
            case WORLD -> retryOrFail(job, told, UnaryOperator.identity());
            case REFUSAL ->
                job.attempts() < Job.MAX_REJECTIONS
                        ? retryOrFail(job, told, UnaryOperator.identity())
                        : end(
                                id,
                                now -> now.failed(
                                        told.getMessage() + "; it was tried " + job.attempts()
                                                + " times, and a retry starts it again",
                                        true));
            case BUDGET ->
                quotas.hasTokens(job.caller())
                        ? end(id, now -> now.failed(String.valueOf(told.getMessage()), true))
                        : withoutTokens(id);
            case TERN ->
                job.crashes() + 1 < Job.MAX_CRASHES
                        ? retryOrFail(job, told, Job::struck)
                        : end(
                                id,
                                now -> now.struck()
                                        .failed(
                                                told.getMessage() + "; it was tried " + Job.MAX_CRASHES + " times",
                                                true));
        };
    }

    /** The party at fault for a failed attempt. */
    private enum FailureBlame {
        ASKER,
        WORLD,
        REFUSAL,
        BUDGET,
        TERN;

        static FailureBlame of(Throwable failure) {
            return switch (failure) {
                case Problem refused -> ASKER;
                case TernException known ->
                    switch (known.fault()) {
                        case USER -> ASKER;
                        case OPERATOR, STORE -> WORLD;
                        case MODEL -> known.isRefusal() ? REFUSAL : WORLD;
                        case BUDGET -> BUDGET;
                    };
                case IOException disk -> WORLD;
                case UncheckedIOException disk -> WORLD;
                default -> TERN;
            };
        }
    }

    private Optional<Duration> retryOrFail(Job job, Problem told, UnaryOperator<Job> how) {
        jobTable.changeState(
                job.id(),
                now -> now.hasEnded() ? now : how.apply(now).waitingAgain(told.getMessage() + "; it is retried"));
        return Optional.of(pause(job.attempts()));
    }

    private Optional<Duration> withoutTokens(String id) {
        jobTable.changeState(
                id, now -> now.hasEnded() ? now : now.waitingAgain(quotas.usedUp() + "; it continues on the next day"));
        return Optional.of(PAUSE_WITHOUT_TOKENS);
    }

    private static Duration pause(int tries) {
        return Duration.ofSeconds(Math.min(MAX_PAUSE.toSeconds(), 1L << Math.min(tries, 10)));
    }

    private Optional<Duration> end(String id, UnaryOperator<Job> how) {
        Job job = jobTable.changeState(id, now -> now.hasEnded() ? now : how.apply(now));
        jobTable.trim();
        if (job.problem() == null) {
            LOG.info("job {} of graph {} is {}", id, job.graph(), JobTable.lower(job.state()));
        } else {
            LOG.warn("job {} of graph {} is {}: {}", id, job.graph(), JobTable.lower(job.state()), job.problem());
        }
        return Optional.empty();
    }

    /** Records the progress of a job, and checks the caller's tokens before each model call. */
    private final class ProgressRecorder implements Intake.IntakeListener {
        private final Job job;

        private ProgressRecorder(Job job) {
            this.job = job;
        }

        @Override
        public void progress(IngestReport soFar) {
            jobTable.recordProgress(job.id(), now -> now.with(soFar));
        }

        @Override
        public void skipped(String source, String reason) {
            jobTable.recordProgress(job.id(), now -> now.withSkipped(new Job.SkippedSource(source, reason)));
        }

        @Override
        public void documentChanged(String source, String remark) {
            jobTable.recordProgress(job.id(), now -> now.withRemark(new Job.LoadRemark(source, remark)));
        }

        @Override
        public void callStarting() {
            quotas.requireTokens(job.caller());
        }

        @Override
        public void callEnded(String task, Intake.CallTotals call) {
            quotas.countTokens(job.caller(), call.inputTokens() + call.outputTokens());
            metrics.model("job", task, call.inputTokens(), call.outputTokens());
            jobTable.recordProgress(job.id(), now -> now.with(call));
        }
    }
}
