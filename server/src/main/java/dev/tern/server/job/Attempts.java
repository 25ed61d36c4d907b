package dev.tern.server.job;

import dev.tern.error.TernException;
import dev.tern.ingest.IngestReport;
import dev.tern.server.front.Faults;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Intake;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.traces.Traces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs attempts of jobs and decides about retries. A fault of the caller ends a job; faults of the
 * store, a model or the settings are retried indefinitely; rejections by a model end it at attempt
 * {@value Job#MOST_REFUSED}, bugs in Tern at strike {@value Job#LAST_STRIKE}. Each attempt is on
 * disk before it starts, so that one that crashes the process is known afterwards. Thread-safe.
 */
final class Attempts {
    private static final Logger LOG = LoggerFactory.getLogger(Attempts.class);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    /** The pause before the next check of tokens; waiting for midnight would trust the clock. */
    private static final Duration PAUSE_WITHOUT_TOKENS = Duration.ofMinutes(1);

    private final Register register;
    private final JobSpool spool;
    private final Work work;
    private final Quotas quotas;
    private final Metrics metrics;
    private final Traces traces;

    /** The work of a job. */
    @FunctionalInterface
    interface Work {
        /**
         * Runs the work of a job.
         *
         * @param payload the file sent for it
         */
        IngestReport run(Job job, Path payload, Intake.Listener listener) throws IOException;
    }

    Attempts(Register register, JobSpool spool, Work work, Quotas quotas, Metrics metrics, Traces traces) {
        this.register = register;
        this.spool = spool;
        this.work = work;
        this.quotas = quotas;
        this.metrics = metrics;
        this.traces = traces;
    }

    /**
     * Runs one attempt of a job.
     *
     * @param closing returns true during shutdown, when an interrupt does not end the job
     * @return the pause before the next attempt; empty if there is none
     */
    Optional<Duration> next(String id, BooleanSupplier closing) {
        Optional<Job> waiting = register.find(id).filter(job -> !job.hasEnded());
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (waiting.get().kind() != Job.Kind.REMOVE
                    && !quotas.hasTokens(waiting.get().caller())) {
                return withoutTokens(id);
            }
            Job job = register.settle(id, now -> now.hasEnded() ? now : now.running());
            return job.hasEnded() ? Optional.empty() : attempt(job, closing);
        } catch (TernException e) {
            LOG.warn("job {} cannot be written down: {}", id, e.getMessage(), e);
            return Optional.of(pause(waiting.get().tries()));
        }
    }

    private Optional<Duration> attempt(Job job, BooleanSupplier closing) {
        Traces.Job trace = traces.job(lower(job.kind()), job.id(), job.tries() - 1);
        Heard heard = new Heard(job);
        Optional<IngestReport> report = Optional.empty();
        try {
            report = Optional.of(work.run(job, spool.payload(job), heard));
            return done(job, report.get());
        } catch (Throwable e) {
            // A pending interrupt would break the following writes.
            Thread.interrupted();
            return failed(job, e, closing);
        } finally {
            trace.ended(report, register.find(job.id()).map(Job::spent).orElse(Intake.Spent.NOTHING));
        }
    }

    private Optional<Duration> done(Job job, IngestReport report) {
        register.note(job.id(), now -> now.with(report));
        if (!report.spent()) {
            return end(job.id(), Job::done);
        }
        return quotas.hasTokens(job.caller())
                ? end(
                        job.id(),
                        now -> now.failed(
                                "maxCost was reached; what could not be paid waits, and a retry goes on with it", true))
                : withoutTokens(job.id());
    }

    private Optional<Duration> failed(Job job, Throwable failure, BooleanSupplier closing) {
        String id = job.id();
        if (closing.getAsBoolean()
                || register.find(id).filter(now -> !now.hasEnded()).isEmpty()) {
            register.settle(id, now -> now.hasEnded() ? now : now.waitingAgain(null));
            return Optional.empty();
        }
        Problem told = Faults.told(failure, "job", id);
        if (failure instanceof TernException known) {
            register.explain(
                    id,
                    String.valueOf(told.getMessage()),
                    String.valueOf(told.toOperator(known).getMessage()));
        }
        if (!spool.holds(job)) {
            return end(id, now -> now.failed("what was sent for it is not in the server's folder any more", false));
        }
        return switch (Blame.of(failure)) {
            case ASKER -> end(id, now -> now.failed(String.valueOf(told.getMessage()), true));
            case WORLD -> again(job, told, UnaryOperator.identity());
            case REFUSAL ->
                job.tries() < Job.MOST_REFUSED
                        ? again(job, told, UnaryOperator.identity())
                        : end(
                                id,
                                now -> now.failed(
                                        told.getMessage() + "; it was tried " + job.tries()
                                                + " times, and a retry begins it again",
                                        true));
            case BUDGET ->
                quotas.hasTokens(job.caller())
                        ? end(id, now -> now.failed(String.valueOf(told.getMessage()), true))
                        : withoutTokens(id);
            case TERN ->
                job.strikes() + 1 < Job.LAST_STRIKE
                        ? again(job, told, Job::struck)
                        : end(
                                id,
                                now -> now.struck()
                                        .failed(
                                                told.getMessage() + "; it was tried " + Job.LAST_STRIKE + " times",
                                                true));
        };
    }

    /** The fault for which a job failed. */
    private enum Blame {
        ASKER,
        WORLD,
        REFUSAL,
        BUDGET,
        TERN;

        static Blame of(Throwable failure) {
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

    private Optional<Duration> again(Job job, Problem told, UnaryOperator<Job> how) {
        register.settle(
                job.id(),
                now -> now.hasEnded() ? now : how.apply(now).waitingAgain(told.getMessage() + "; it is tried again"));
        return Optional.of(pause(job.tries()));
    }

    private Optional<Duration> withoutTokens(String id) {
        register.settle(
                id,
                now -> now.hasEnded()
                        ? now
                        : now.waitingAgain(quotas.usedUp() + "; it goes on when the next day begins"));
        return Optional.of(PAUSE_WITHOUT_TOKENS);
    }

    private static Duration pause(int tries) {
        return Duration.ofSeconds(Math.min(LONGEST_PAUSE.toSeconds(), 1L << Math.min(tries, 10)));
    }

    private Optional<Duration> end(String id, UnaryOperator<Job> how) {
        Job job = register.settle(id, now -> now.hasEnded() ? now : how.apply(now));
        register.trim();
        metrics.job(lower(job.kind()), lower(job.state()));
        if (job.problem() == null) {
            LOG.info("job {} of graph {} is {}", id, job.graph(), lower(job.state()));
        } else {
            LOG.warn("job {} of graph {} is {}: {}", id, job.graph(), lower(job.state()), job.problem());
        }
        return Optional.empty();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Records the progress of a job, and checks the caller's tokens before each model call. */
    private final class Heard implements Intake.Listener {
        private final Job job;

        private Heard(Job job) {
            this.job = job;
        }

        @Override
        public void progress(IngestReport soFar) {
            register.note(job.id(), now -> now.with(soFar));
        }

        @Override
        public void skipped(String source, String reason) {
            register.note(job.id(), now -> now.withSkipped(new Job.Skipped(source, reason)));
        }

        @Override
        public void noted(String source, String note) {
            register.note(job.id(), now -> now.withNote(new Job.Note(source, note)));
        }

        @Override
        public void asking() {
            quotas.requireTokens(job.caller());
        }

        @Override
        public void asked(String task, Intake.Spent call) {
            quotas.used(job.caller(), call.inputTokens() + call.outputTokens());
            metrics.model("job", task, call.inputTokens(), call.outputTokens());
            register.note(job.id(), now -> now.with(call));
        }
    }
}
