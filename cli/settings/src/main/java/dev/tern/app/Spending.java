package dev.tern.app;

import dev.tern.error.TernException;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.model.Ledger;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.CostFilter;
import dev.tern.models.kept.GroupCost;
import dev.tern.models.kept.ModelCache;
import dev.tern.models.kept.Run;
import dev.tern.models.kept.RunCounts;
import dev.tern.models.kept.RunStart;
import dev.tern.models.kept.RunState;
import dev.tern.models.kept.VectorCache;
import dev.tern.models.money.Budget;
import dev.tern.models.money.Money;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** The spending of one run: its caches, limits and records. Thread-safe; the caller closes it. */
public final class Spending extends SpendingLimit implements AutoCloseable {
    private static final int ID_LENGTH = 8;

    private final ModelCache cache;
    private final AccountBook accountBook;
    private final Run run;

    /** Receives every call to a model outside this process, and can veto it. Thread-safe. */
    public interface CallGuard {
        /**
         * Called before a model call, even if a cache of vectors then answers it.
         *
         * @throws TernException to veto the call; the fault {@code BUDGET} ends an ingestion early
         */
        void callStarting();

        /**
         * Receives the cost of a model call, which is paid even if its reply is useless.
         *
         * @param cost the cost; empty if the price is unknown
         */
        void callEnded(Ledger.Expense expense, Optional<Money> cost);
    }

    /**
     * Starts a run of a command.
     *
     * @param command the command, as recorded
     * @param budget the budget, which runs without {@code calls} can share
     * @param calls receives calls; empty for none
     */
    public Spending(
            SpendingSettings settings,
            StoreSettings store,
            String graph,
            String command,
            Budget budget,
            Optional<CallGuard> calls) {
        this(
                settings,
                calls.map(heard -> budget.withHook(heard::callStarting)).orElse(budget),
                calls,
                settings.book(),
                new RunStart(UUID.randomUUID().toString().substring(0, ID_LENGTH), command, store.recordName(), graph));
    }

    private Spending(
            SpendingSettings settings, Budget budget, Optional<CallGuard> calls, AccountBook book, RunStart start) {
        this(settings, budget, calls, book, book.begin(start), settings.cache());
    }

    private Spending(
            SpendingSettings settings,
            Budget budget,
            Optional<CallGuard> calls,
            AccountBook book,
            Run run,
            ModelCache cache) {
        super(settings, budget, calls.isPresent(), ledger(settings, calls, run), cache.replies());
        this.accountBook = book;
        this.run = run;
        this.cache = cache;
    }

    private static Ledger ledger(SpendingSettings settings, Optional<CallGuard> calls, Run run) {
        Ledger written = run.ledger(settings.prices());
        return expense -> {
            written.record(expense);
            calls.ifPresent(heard -> heard.callEnded(expense, settings.prices().cost(expense)));
        };
    }

    /** Returns the cache of vectors on this machine. */
    public VectorCache vectors() {
        return cache.vectors();
    }

    /** Returns the totals of this run so far. */
    public GroupCost totals() {
        return accountBook.costs().total(CostFilter.ofRun(runId()));
    }

    /** Records the successful end of a run that adds nothing to a graph. */
    public void endRun() {
        run.end(RunState.DONE, "", RunCounts.NONE);
    }

    public String runId() {
        return run.start().id();
    }

    /**
     * Runs an ingestion and records its progress and end. An exception is recorded and rethrown;
     * after an interrupt or a cancellation, the thread is interrupted.
     *
     * @param listener receives the progress
     * @param ingestion the ingestion, which reports progress to its argument
     */
    public IngestReport record(IngestListener listener, Function<IngestListener, IngestReport> ingestion) {
        AtomicReference<IngestReport> last = new AtomicReference<>(IngestReport.EMPTY);
        try {
            IngestReport report = ingestion.apply(soFar -> {
                last.set(soFar);
                run.progress(counts(soFar));
                listener.progress(soFar);
            });
            run.end(
                    report.stoppedByBudget() ? RunState.INTERRUPTED : RunState.DONE,
                    report.stoppedByBudget() ? "maxCost was reached" : "",
                    counts(report));
            return report;
        } catch (RuntimeException e) {
            boolean interrupted = FailureCause.isInterruption(e);
            // A pending interrupt would break the following writes.
            boolean marked = Thread.interrupted();
            String message = e instanceof TernException ? String.valueOf(e.getMessage()) : e.toString();
            run.end(interrupted ? RunState.INTERRUPTED : RunState.FAILED, message, counts(last.get()));
            if (interrupted || marked) {
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }

    private static RunCounts counts(IngestReport report) {
        long whole = report.passages() - report.waiting() - report.failed();
        return new RunCounts(
                report.documents(),
                report.passages(),
                report.extracted(),
                Math.max(0, whole),
                report.failed(),
                Math.max(0, report.waiting()));
    }

    @Override
    public void close() {
        try (cache) {
            accountBook.close();
        }
    }
}
