package dev.tern.models.kept;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The rows of an LRU cache in a SQLite file, confined to the file's worker thread. */
final class CacheEntries {
    static final SqliteSchema SCHEMA = new SqliteSchema(
            1,
            false,
            List.of(
                    "CREATE TABLE entries(id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, value BLOB NOT NULL,"
                            + " input INTEGER NOT NULL, output INTEGER NOT NULL, checksum INTEGER NOT NULL,"
                            + " created INTEGER NOT NULL, used INTEGER NOT NULL)",
                    "CREATE INDEX entries_by_use ON entries(used)"));

    /** Uses of an entry within an hour count as one, so that reads seldom write. */
    private static final long USE_GRAIN_SECONDS = Duration.ofHours(1).toSeconds();

    /** The number of unwritten uses at which a write is due; at most twice as many are recorded. */
    static final int MANY_USES = 1_000;

    private static final int TRIM_STEP = 32;
    private static final int MAX_TRIM_STEPS = 64;
    private static final int VACUUM_STEP_PAGES = 1_024;

    private final long maxBytes;
    private final InstantSource clock;
    private final List<Long> unwrittenUses = new ArrayList<>();
    /** The size of {@code unwrittenUses}, for other threads. */
    private volatile int uses;

    CacheEntries(long maxBytes, InstantSource clock) {
        this.maxBytes = maxBytes;
        this.clock = clock;
    }

    /** A reply with its input and output tokens, or a vector with its length as {@code input}. */
    static final class CacheEntry {
        private final byte[] value;
        private final long input;
        private final long output;

        CacheEntry(byte[] value, long input, long output) {
            this.value = value;
            this.input = input;
            this.output = output;
        }

        byte[] value() {
            return value;
        }

        long input() {
            return input;
        }

        long output() {
            return output;
        }

        /** Returns a checksum to detect corrupt values; SQLite's pages have none. */
        long checksum(byte[] key) {
            CRC32C sum = new CRC32C();
            sum.update(key);
            sum.update(value);
            sum.update((input + " " + output).getBytes(StandardCharsets.UTF_8));
            return sum.getValue();
        }
    }

    @Nullable
    CacheEntry find(PreparedStatements statements, byte[] key) throws SQLException {
        try (ResultSet row = statements
                .of("SELECT id, value, input, output, checksum, used FROM entries WHERE key=?", (Object) key)
                .executeQuery()) {
            if (!row.next()) {
                return null;
            }
            CacheEntry entry = new CacheEntry(row.getBytes(2), row.getLong(3), row.getLong(4));
            if (entry.value() == null || entry.checksum(key) != row.getLong(5)) {
                return null;
            }
            if (row.getLong(6) < seconds() - USE_GRAIN_SECONDS && unwrittenUses.size() < 2 * MANY_USES) {
                unwrittenUses.add(row.getLong(1));
                uses = unwrittenUses.size();
            }
            return entry;
        }
    }

    void keep(PreparedStatements statements, byte[] key, CacheEntry entry) throws SQLException {
        // A single value must not evict everything else.
        if (entry.value().length > maxBytes / 8) {
            return;
        }
        long now = seconds();
        statements.run(
                "INSERT INTO entries(key, value, input, output, checksum, created, used) VALUES(?,?,?,?,?,?,?)"
                        + " ON CONFLICT(key) DO UPDATE SET value=excluded.value, input=excluded.input,"
                        + " output=excluded.output, checksum=excluded.checksum, used=excluded.used",
                key,
                entry.value(),
                entry.input(),
                entry.output(),
                entry.checksum(key),
                now,
                now);
    }

    /** Returns the number of unwritten uses; callable from any thread. */
    int unwrittenUses() {
        return uses;
    }

    void writeUses(PreparedStatements statements) throws SQLException {
        long now = seconds();
        for (long id : unwrittenUses) {
            statements.run("UPDATE entries SET used=? WHERE id=?", now, id);
        }
        unwrittenUses.clear();
        uses = 0;
    }

    /** Evicts up to 2,048 least recently used entries until the rest fits; shrinks the file. */
    void trim(PreparedStatements statements) throws SQLException {
        long pageSize = statements.number("PRAGMA page_size");
        for (int step = 0; step < MAX_TRIM_STEPS && usedPages(statements) * pageSize > maxBytes; step++) {
            int removed =
                    statements.run("DELETE FROM entries WHERE id IN (SELECT id FROM entries ORDER BY used, id LIMIT "
                            + TRIM_STEP + ")");
            if (removed == 0) {
                break;
            }
        }
        if (statements.number("PRAGMA page_count") * pageSize > maxBytes) {
            statements.exhaust("PRAGMA incremental_vacuum(" + VACUUM_STEP_PAGES + ")");
        }
    }

    private static long usedPages(PreparedStatements statements) throws SQLException {
        return statements.number("PRAGMA page_count") - statements.number("PRAGMA freelist_count");
    }

    private long seconds() {
        return clock.millis() / 1000;
    }
}
