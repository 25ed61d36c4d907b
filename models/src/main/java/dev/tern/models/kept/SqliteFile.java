package dev.tern.models.kept;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * A SQLite file and its worker thread. Thread-safe.
 *
 * <p>Callers submit work and wait. The thread runs up to 256 queued pieces of work in one
 * transaction, which is faster than a transaction for each, and no virtual thread is pinned in the
 * native library. The file is in WAL mode and synchronised at checkpoints, so commits survive the
 * end of the process. A power failure may lose the last commits, but does not damage the file.
 *
 * <p>The file is opened on first use. If it is damaged, it is moved aside and replaced.
 */
final class SqliteFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteFile.class);
    private static final int MAX_JOBS_PER_TRANSACTION = 256;
    private static final int PRIMARY_CODE = 0xff;
    private static final Set<Integer> DAMAGE = Set.of(
            SQLiteErrorCode.SQLITE_CORRUPT.code,
            SQLiteErrorCode.SQLITE_NOTADB.code,
            SQLiteErrorCode.SQLITE_TOOBIG.code,
            SQLiteErrorCode.SQLITE_FORMAT.code,
            SQLiteErrorCode.SQLITE_CONSTRAINT.code,
            SQLiteErrorCode.SQLITE_ERROR.code);

    /** Work on the file; may run again after damage, or after another caller's failed write. */
    @FunctionalInterface
    interface FileWork<T extends @Nullable Object> {
        T on(PreparedStatements statements) throws SQLException;
    }

    private final SqliteOpener opener;
    private final BlockingQueue<PendingWork<?>> waiting = new LinkedBlockingQueue<>();
    private final ReentrantLock door = new ReentrantLock();
    private final Thread thread;
    private boolean closed;
    /** The statements of the open file, confined to the worker thread. */
    private @Nullable PreparedStatements statements;

    SqliteFile(Path file, SqliteSchema schema, Duration lockWait) {
        this.opener = new SqliteOpener(file, schema, lockWait);
        this.thread =
                Thread.ofPlatform().daemon().name("tern-" + file.getFileName()).unstarted(this::serve);
    }

    private record PendingWork<T extends @Nullable Object>(
            boolean writes, FileWork<T> work, CompletableFuture<T> done) {
        Runnable doneWith(PreparedStatements statements) throws SQLException {
            T result = work.on(statements);
            return () -> done.complete(result);
        }
    }

    Path path() {
        return opener.file();
    }

    /** Runs work that only reads; it sees all earlier commits of any process. */
    <T extends @Nullable Object> T read(FileWork<T> work) throws SQLException {
        return await(new PendingWork<>(false, work, new CompletableFuture<>()));
    }

    /** Runs work that writes; it is committed on return. */
    <T extends @Nullable Object> T write(FileWork<T> work) throws SQLException {
        return await(new PendingWork<>(true, work, new CompletableFuture<>()));
    }

    /** Finishes pending work and closes the file. The wait cannot be interrupted. */
    @Override
    public void close() {
        door.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            if (thread.getState() == Thread.State.NEW) {
                return;
            }
            waiting.add(new PendingWork<>(false, open -> true, new CompletableFuture<>()));
        } finally {
            door.unlock();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Submits a job and waits uninterruptibly: it is short, and may store a paid reply. */
    private <T extends @Nullable Object> T await(PendingWork<T> job) throws SQLException {
        door.lock();
        try {
            if (closed) {
                throw new SQLException(opener.file() + " is closed");
            }
            if (thread.getState() == Thread.State.NEW) {
                thread.start();
            }
            waiting.add(job);
        } finally {
            door.unlock();
        }
        try {
            return job.done().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof SQLException failure ? failure : new SQLException(e.getCause());
        }
    }

    private void serve() {
        List<PendingWork<?>> jobs = new ArrayList<>();
        boolean last = false;
        while (!last) {
            jobs.clear();
            try {
                jobs.add(waiting.take());
            } catch (InterruptedException unexpected) {
                continue;
            }
            waiting.drainTo(jobs, MAX_JOBS_PER_TRANSACTION - 1);
            last = isLast();
            serve(jobs);
        }
        closeConnection();
    }

    private boolean isLast() {
        door.lock();
        try {
            return closed && waiting.isEmpty();
        } finally {
            door.unlock();
        }
    }

    private void serve(List<PendingWork<?>> jobs) {
        try {
            List<Runnable> answers;
            try {
                answers = attempt(jobs);
            } catch (SQLException failure) {
                if (!isDamage(failure)) {
                    throw failure;
                }
                closeConnection();
                opener.putAside(failure);
                answers = attempt(jobs);
            }
            answers.forEach(Runnable::run);
        } catch (Exception | Error failure) {
            // Every job is completed, or its caller would wait forever.
            closeConnection();
            SQLException said =
                    failure instanceof SQLException sql ? sql : new SQLException(failure.getMessage(), failure);
            List<PendingWork<?>> reads = readsToRepeat(jobs, said);
            jobs.stream()
                    .filter(job -> !reads.contains(job))
                    .forEach(job -> job.done().completeExceptionally(said));
            if (!reads.isEmpty()) {
                serve(reads);
            }
        }
    }

    /** Returns the reads to repeat after a failed write; a locked or full file can be read. */
    private static List<PendingWork<?>> readsToRepeat(List<PendingWork<?>> jobs, SQLException failure) {
        boolean together =
                code(failure) >= 0 && !isDamage(failure) && jobs.stream().anyMatch(PendingWork::writes);
        return together ? jobs.stream().filter(job -> !job.writes()).toList() : List.of();
    }

    /** Runs the jobs and returns the actions that complete them. */
    private List<Runnable> attempt(List<PendingWork<?>> jobs) throws SQLException, IOException {
        if (statements == null) {
            statements = opener.open();
        }
        PreparedStatements open = statements;
        List<Runnable> answers = new ArrayList<>(jobs.size());
        boolean writes = jobs.stream().anyMatch(PendingWork::writes);
        if (writes) {
            open.execute("BEGIN IMMEDIATE");
        }
        for (PendingWork<?> job : jobs) {
            answers.add(job.doneWith(open));
        }
        if (writes) {
            open.execute("COMMIT");
        }
        return answers;
    }

    private void closeConnection() {
        PreparedStatements open = statements;
        statements = null;
        if (open != null) {
            try {
                // Rolls back an unfinished transaction.
                open.close();
            } catch (SQLException e) {
                LOG.debug("closing {}", opener.file(), e);
            }
        }
    }

    /** Returns true if a failure shows a damaged file, such as a bad page or a missing table. */
    private static boolean isDamage(SQLException failure) {
        return DAMAGE.contains(code(failure));
    }

    /** Returns SQLite's primary result code; -1 if the failure is not SQLite's. */
    static int code(SQLException failure) {
        return failure instanceof SQLiteException sqlite ? sqlite.getResultCode().code & PRIMARY_CODE : -1;
    }
}
