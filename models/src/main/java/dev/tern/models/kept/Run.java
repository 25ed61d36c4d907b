package dev.tern.models.kept;

import dev.tern.model.Ledger;
import dev.tern.model.Ledger.Expense;
import dev.tern.models.money.Money;
import dev.tern.models.money.PriceTable;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A run of this process; records its progress and expenses in the account book. Thread-safe. */
public final class Run {
    private static final Logger LOG = LoggerFactory.getLogger(Run.class);
    private static final Duration PROGRESS_GRAIN = Duration.ofMillis(500);
    private static final int MAX_UNWRITTEN_LINES = 100_000;

    private final RunStart start;
    private final SqliteFile file;
    private final FileFailureLog failureLog;
    private final InstantSource clock;
    private final long began;
    private final long processBegan = ProcessCheck.began();
    private final ReentrantLock lock = new ReentrantLock();
    private List<PricedExpense> unwritten = new ArrayList<>();
    private RunCounts counts = RunCounts.NONE;
    private long updated;

    Run(RunStart start, SqliteFile file, FileFailureLog trouble, InstantSource clock) {
        this.start = start;
        this.file = file;
        this.failureLog = trouble;
        this.clock = clock;
        this.began = clock.millis();
        this.updated = began;
        write(List.of(), null, "");
    }

    /** An expense, its time in milliseconds, and its cost in billionths (null if unpriced). */
    private record PricedExpense(
            long at, Expense expense, @Nullable Long cost) {}

    /** Returns the start data of the run. */
    public RunStart start() {
        return start;
    }

    /**
     * Returns a ledger that writes each expense with its cost. The expense is committed when the
     * ledger returns, unless the file has a problem.
     *
     * @param prices the prices of all expenses of the ledger
     */
    public Ledger ledger(PriceTable prices) {
        return expense -> {
            PricedExpense line = new PricedExpense(
                    clock.millis(),
                    expense,
                    prices.cost(expense).map(Money::nanos).orElse(null));
            write(List.of(line), null, "");
        };
    }

    /** Sets the progress, and writes it if half a second has passed since the last write. */
    public void progress(RunCounts now) {
        lock.lock();
        try {
            counts = now;
            if (clock.millis() - updated < PROGRESS_GRAIN.toMillis()) {
                return;
            }
        } finally {
            lock.unlock();
        }
        write(List.of(), null, "");
    }

    /**
     * Ends the run, and flushes pending entries.
     *
     * @param outcome not {@link RunState#RUNNING}
     * @param remark the reason, a sentence or empty
     * @return the number of expenses in memory that could not be written and are lost, without
     *     the dropped ones
     */
    public int end(RunState outcome, String remark, RunCounts last) {
        if (outcome == RunState.RUNNING) {
            throw new IllegalArgumentException("a run cannot end as running");
        }
        lock.lock();
        try {
            counts = last;
        } finally {
            lock.unlock();
        }
        failureLog.forget();
        write(List.of(), outcome, remark);
        int lost = unwritten();
        if (lost > 0) {
            LOG.warn("{} model calls could not be written to {}", lost, file.path());
        }
        return lost;
    }

    private int unwritten() {
        lock.lock();
        try {
            return unwritten.size();
        } finally {
            lock.unlock();
        }
    }

    private void write(List<PricedExpense> more, @Nullable RunState outcome, String remark) {
        List<PricedExpense> lines;
        RunCounts now;
        lock.lock();
        try {
            if (unwritten.size() < MAX_UNWRITTEN_LINES) {
                unwritten.addAll(more);
            }
            if (failureLog.resting()) {
                return;
            }
            lines = unwritten;
            unwritten = new ArrayList<>();
            now = counts;
            updated = clock.millis();
        } finally {
            lock.unlock();
        }
        try {
            file.write(statements -> {
                long number = writeRun(statements, now, outcome, remark);
                for (PricedExpense line : lines) {
                    write(statements, number, line);
                }
                return number;
            });
        } catch (SQLException failure) {
            failureLog.log(file, failure);
            lock.lock();
            try {
                unwritten.addAll(0, lines);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Updates the run's row, or inserts it if new or lost by damage; returns its number. */
    private long writeRun(PreparedStatements statements, RunCounts now, @Nullable RunState outcome, String remark)
            throws SQLException {
        long time = clock.millis();
        statements.run(
                "INSERT INTO runs(id, command, store, graph, pid, process_began, began, updated, ended, outcome, note,"
                        + " documents, passages, extracted, indexed, failed, waiting)"
                        + " VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(id) DO UPDATE SET"
                        + " updated=excluded.updated, ended=COALESCE(excluded.ended, ended),"
                        + " outcome=COALESCE(excluded.outcome, outcome), note=max(note, excluded.note),"
                        + " documents=excluded.documents, passages=excluded.passages, extracted=excluded.extracted,"
                        + " indexed=excluded.indexed, failed=excluded.failed, waiting=excluded.waiting",
                start.id(),
                start.command(),
                start.store(),
                start.graph(),
                ProcessCheck.id(),
                processBegan,
                began,
                time,
                outcome == null ? null : time,
                outcome == null ? null : outcome.name(),
                remark,
                now.documents(),
                now.passages(),
                now.extracted(),
                now.indexed(),
                now.failed(),
                now.waiting());
        return statements.number("SELECT number FROM runs WHERE id=?1", start.id());
    }

    private static void write(PreparedStatements statements, long run, PricedExpense line) throws SQLException {
        Expense expense = line.expense();
        statements.run(
                "INSERT INTO expenses(run, at, step, document, model, input, output, cost) VALUES(?,?,?,?,?,?,?,?)",
                run,
                line.at(),
                expense.step(),
                expense.documentId(),
                expense.model(),
                expense.inputTokens(),
                expense.outputTokens(),
                line.cost());
    }
}
