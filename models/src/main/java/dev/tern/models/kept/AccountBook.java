package dev.tern.models.kept;

import dev.tern.error.TernException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the spending on models by call and run, in the file {@value #FILE} of a directory.
 * Several processes may share it. It is never trimmed; a call takes about 100 bytes. Thread-safe.
 *
 * <p>Writing never fails a run: each kind of failure is logged once as a warning. Entries that
 * cannot be written stay in memory (100,000 per run; more are dropped), and are written with later
 * entries or at the end of the run. The file is opened on first use.
 */
public final class AccountBook implements AutoCloseable {
    /** The name of the book's file in its directory. */
    public static final String FILE = "costs.db";

    private static final Logger LOG = LoggerFactory.getLogger(AccountBook.class);
    private static final Duration LOCK_WAIT = Duration.ofSeconds(4);
    private static final SqliteSchema SCHEMA = new SqliteSchema(
            1,
            true,
            List.of(
                    "CREATE TABLE runs(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, command TEXT NOT NULL,"
                            + " store TEXT NOT NULL, graph TEXT NOT NULL, pid INTEGER NOT NULL,"
                            + " process_began INTEGER NOT NULL, began INTEGER NOT NULL, updated INTEGER NOT NULL,"
                            + " ended INTEGER, outcome TEXT, note TEXT NOT NULL, documents INTEGER NOT NULL,"
                            + " passages INTEGER NOT NULL, extracted INTEGER NOT NULL, indexed INTEGER NOT NULL,"
                            + " failed INTEGER NOT NULL, waiting INTEGER NOT NULL)",
                    "CREATE TABLE expenses(number INTEGER PRIMARY KEY, run INTEGER NOT NULL, at INTEGER NOT NULL,"
                            + " step TEXT NOT NULL, document TEXT NOT NULL, model TEXT NOT NULL,"
                            + " input INTEGER NOT NULL, output INTEGER NOT NULL, cost INTEGER)",
                    "CREATE INDEX expenses_by_run ON expenses(run)"));

    private final SqliteFile file;
    private final InstantSource clock;
    private final FileFailureLog failureLog;
    private final CostSums costs;

    private AccountBook(Path directory, InstantSource clock, Duration lockWait) {
        this.file = new SqliteFile(directory.resolve(FILE), SCHEMA, lockWait);
        this.clock = clock;
        this.failureLog = new FileFailureLog(LOG, clock, "expenses are kept in memory until they can be written");
        this.costs = new CostSums(file);
    }

    /** Returns the book in a directory, which is created on first use. */
    public static AccountBook in(Path directory) {
        return in(directory, InstantSource.system(), LOCK_WAIT);
    }

    static AccountBook in(Path directory, InstantSource clock, Duration lockWait) {
        return new AccountBook(directory, clock, lockWait);
    }

    /**
     * Begins a run of this process.
     *
     * @param start the start data, with an id that no other run has
     */
    public Run begin(RunStart start) {
        return new Run(start, file, failureLog, clock);
    }

    /** Returns the costs of this book, to be summed by step, model, document, run or day. */
    public CostSums costs() {
        return costs;
    }

    /**
     * Returns the latest runs, the latest first.
     *
     * @param store the URI of their store; null for all stores
     * @param graph the name of their graph; null for all graphs
     * @param leftOut the commands of runs to leave out
     * @param limit the maximum number returned
     * @throws TernException if the book cannot be read
     */
    public List<RunRecord> runs(@Nullable String store, @Nullable String graph, Set<String> leftOut, int limit) {
        if (!Files.exists(file.path())) {
            return List.of();
        }
        // The third parameter has each left-out command on a line of its own.
        try {
            return file.read(statements -> {
                List<RunRecord> runs = new ArrayList<>();
                try (ResultSet row = statements
                        .of(
                                "SELECT r.id, r.command, r.store, r.graph, r.began, r.updated, r.ended, r.outcome,"
                                        + " r.note, r.pid, r.process_began, r.documents, r.passages, r.extracted,"
                                        + " r.indexed, r.failed, r.waiting, COUNT(e.run), COALESCE(SUM(e.input), 0),"
                                        + " COALESCE(SUM(e.output), 0), COALESCE(SUM(e.cost), 0),"
                                        + " COUNT(e.run) - COUNT(e.cost) FROM (SELECT * FROM runs WHERE (?1 IS NULL"
                                        + " OR store = ?1) AND (?2 IS NULL OR graph = ?2) AND instr(?3, char(10)"
                                        + " || command || char(10)) = 0 ORDER BY began DESC, number DESC"
                                        + " LIMIT ?4) r LEFT JOIN expenses e ON e.run = r.number"
                                        + " GROUP BY r.number ORDER BY r.began DESC, r.number DESC",
                                store,
                                graph,
                                "\n" + String.join("\n", leftOut) + "\n",
                                limit)
                        .executeQuery()) {
                    while (row.next()) {
                        runs.add(run(row));
                    }
                }
                return runs;
            });
        } catch (SQLException failure) {
            throw CostSums.unreadable(file, failure);
        }
    }

    /** Closes the file; later entries are lost. */
    @Override
    public void close() {
        file.close();
    }

    private static RunRecord run(ResultSet row) throws SQLException {
        long ended = row.getLong(7);
        boolean hasEnded = !row.wasNull();
        String outcome = row.getString(8);
        RunState state = hasEnded
                ? RunState.valueOf(outcome)
                : ProcessCheck.isAlive(row.getLong(10), row.getLong(11)) ? RunState.RUNNING : RunState.INTERRUPTED;
        return new RunRecord(
                new RunStart(row.getString(1), row.getString(2), row.getString(3), row.getString(4)),
                Instant.ofEpochMilli(row.getLong(5)),
                Instant.ofEpochMilli(row.getLong(6)),
                hasEnded ? Optional.of(Instant.ofEpochMilli(ended)) : Optional.empty(),
                state,
                row.getString(9),
                new RunCounts(
                        row.getLong(12),
                        row.getLong(13),
                        row.getLong(14),
                        row.getLong(15),
                        row.getLong(16),
                        row.getLong(17)),
                CostSums.line(row, "", 18));
    }
}
