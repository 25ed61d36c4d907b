package dev.tern.models.kept;

import dev.tern.error.TernException;
import dev.tern.files.Sha256;
import dev.tern.model.ReplyCache;
import dev.tern.models.kept.CacheEntries.CacheEntry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A disk cache of model replies and vectors, in the file {@value #FILE} of a directory. Several
 * processes may share it. Thread-safe.
 *
 * <p>The least recently used entries of a full file are evicted. Requests are stored as hashes
 * only, replies in clear. Only the owner can read the file, if the file system supports that.
 *
 * <p>File problems never fail a run: each kind is logged once as a warning, and the models are
 * called as if there were no cache. The file is opened on first use.
 */
public final class ModelCache implements AutoCloseable {
    /** The name of the cache's file in its directory. */
    public static final String FILE = "cache.db";

    private static final Logger LOG = LoggerFactory.getLogger(ModelCache.class);
    private static final long MIN_BYTES = 1L << 20;
    private static final long MAX_BYTES = 1L << 40;
    private static final Duration LOCK_WAIT = Duration.ofSeconds(2);

    private final SqliteFile file;
    private final CacheEntries entries;
    /** Reading has a log of its own, because a read-only file can still be read. */
    private final FileFailureLog reading;

    private final FileFailureLog writing;
    private final ReplyCache replies = new Replies();
    private final VectorCache vectors = new Vectors();

    private ModelCache(Path directory, long maxBytes, InstantSource clock, Duration lockWait) {
        if (maxBytes < MIN_BYTES || maxBytes > MAX_BYTES) {
            throw TernException.user("the cache's maximum size is " + maxBytes + " bytes and must be from " + MIN_BYTES
                    + " to " + MAX_BYTES);
        }
        this.file = new SqliteFile(directory.resolve(FILE), CacheEntries.SCHEMA, lockWait);
        this.entries = new CacheEntries(maxBytes, clock);
        this.reading = new FileFailureLog(LOG, clock, "cached replies are requested again");
        this.writing = new FileFailureLog(LOG, clock, "replies are not cached for now");
    }

    /**
     * Returns a new cache, for the caller to close, in a directory that is created on first use.
     *
     * @param maxBytes the size to which writes trim the file, 1 MiB to 1 TiB; a log comes on top
     * @throws TernException if maxBytes is out of its range
     */
    public static ModelCache in(Path directory, long maxBytes) {
        return in(directory, maxBytes, InstantSource.system(), LOCK_WAIT);
    }

    static ModelCache in(Path directory, long maxBytes, InstantSource clock, Duration lockWait) {
        return new ModelCache(directory, maxBytes, clock, lockWait);
    }

    /** Returns the hash under which caches store a reply: 64 hexadecimal digits. */
    public static String replyKey(String key) {
        return HexFormat.of().formatHex(hash("reply", key));
    }

    /** Returns the cache of chat models' replies. */
    public ReplyCache replies() {
        return replies;
    }

    /** Returns the cache of embedding models' vectors. */
    public VectorCache vectors() {
        return vectors;
    }

    /** Flushes and closes the file; later lookups miss, and later entries are dropped. */
    @Override
    public void close() {
        if (entries.unwrittenUses() > 0) {
            writeUses();
        }
        file.close();
    }

    SqliteFile file() {
        return file;
    }

    private void writeUses() {
        attempt(
                writing,
                () -> file.write(statements -> {
                    entries.writeUses(statements);
                    return true;
                }));
    }

    @FunctionalInterface
    private interface CacheAccess<T> {
        T run() throws SQLException;
    }

    private <T> Optional<T> attempt(FileFailureLog trouble, CacheAccess<T> attempt) {
        if (trouble.resting()) {
            return Optional.empty();
        }
        try {
            return Optional.of(attempt.run());
        } catch (SQLException failure) {
            trouble.log(file, failure);
            return Optional.empty();
        }
    }

    private Map<String, CacheEntry> find(Map<String, byte[]> keys) {
        Optional<Map<String, CacheEntry>> found = attempt(
                reading,
                () -> file.read(statements -> {
                    Map<String, CacheEntry> all = new HashMap<>();
                    for (Map.Entry<String, byte[]> key : keys.entrySet()) {
                        CacheEntry entry = entries.find(statements, key.getValue());
                        if (entry != null) {
                            all.put(key.getKey(), entry);
                        }
                    }
                    return all;
                }));
        if (entries.unwrittenUses() >= CacheEntries.MANY_USES) {
            writeUses();
        }
        return found.orElse(Map.of());
    }

    private void keep(Map<String, byte[]> keys, Map<String, CacheEntry> kept) {
        attempt(
                writing,
                () -> file.write(statements -> {
                    for (Map.Entry<String, CacheEntry> entry : kept.entrySet()) {
                        byte[] key = keys.get(entry.getKey());
                        if (key != null) {
                            entries.keep(statements, key, entry.getValue());
                        }
                    }
                    entries.writeUses(statements);
                    entries.trim(statements);
                    return true;
                }));
    }

    /** Returns a hash of the kind's first letter, and of each part and its length in bytes. */
    private static byte[] hash(String kind, String... parts) {
        MessageDigest digest = Sha256.digest();
        digest.update((byte) kind.charAt(0));
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
            digest.update(bytes);
        }
        return digest.digest();
    }

    private final class Replies implements ReplyCache {
        @Override
        public Optional<CachedReply> find(String key) {
            CacheEntry entry =
                    ModelCache.this.find(Map.of(key, hash("reply", key))).get(key);
            return entry == null
                    ? Optional.empty()
                    : Optional.of(new CachedReply(
                            new String(entry.value(), StandardCharsets.UTF_8), entry.input(), entry.output()));
        }

        @Override
        public void keep(String key, CachedReply reply) {
            CacheEntry entry = new CacheEntry(
                    reply.text().getBytes(StandardCharsets.UTF_8), reply.inputTokens(), reply.outputTokens());
            ModelCache.this.keep(Map.of(key, hash("reply", key)), Map.of(key, entry));
        }
    }

    private final class Vectors implements VectorCache {
        @Override
        public Map<String, float[]> find(String model, Collection<String> texts) {
            Map<String, float[]> found = new HashMap<>();
            ModelCache.this.find(keys(model, texts)).forEach((text, entry) -> {
                if (entry.value().length == entry.input() * Float.BYTES) {
                    float[] vector = new float[(int) entry.input()];
                    floats(entry.value()).asFloatBuffer().get(vector);
                    found.put(text, vector);
                }
            });
            return found;
        }

        @Override
        public void keep(String model, Map<String, float[]> vectors) {
            Map<String, CacheEntry> kept = new HashMap<>();
            vectors.forEach((text, vector) -> {
                byte[] value = new byte[vector.length * Float.BYTES];
                floats(value).asFloatBuffer().put(vector);
                kept.put(text, new CacheEntry(value, vector.length, 0));
            });
            ModelCache.this.keep(keys(model, vectors.keySet()), kept);
        }

        private Map<String, byte[]> keys(String model, Collection<String> texts) {
            Map<String, byte[]> keys = new HashMap<>();
            texts.forEach(text -> keys.put(text, hash("vector", model, text)));
            return keys;
        }

        private static ByteBuffer floats(byte[] bytes) {
            return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
