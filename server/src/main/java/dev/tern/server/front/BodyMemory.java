package dev.tern.server.front;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the memory of all request bodies. Bytes count as they arrive, so a body that is announced
 * but not sent takes none; with several keys, one caller gets at most half. Thread-safe.
 */
final class BodyMemory {
    private static final int RETRY_SECONDS = 2;

    private final long maxBytes;
    private final long maxBytesOfOneCaller;
    private final AtomicLong taken = new AtomicLong();
    private final Map<String, AtomicLong> takenByCaller = new ConcurrentHashMap<>();

    /** Creates the limit of a server; with at most one API key, a caller may use all memory. */
    BodyMemory(ServerLimits limits, int keys) {
        this.maxBytes = limits.of(ServerLimit.TOTAL_BODY_BYTES);
        this.maxBytesOfOneCaller = keys > 1 ? maxBytes / 2 : maxBytes;
    }

    /** The memory of one request's body, until the share is closed. Not thread-safe. */
    final class MemoryShare implements AutoCloseable {
        private long bytes;
        private String caller = Caller.ANYONE;
        private AtomicLong takenByThis = new AtomicLong();
        private volatile boolean whole;

        /** Sets the caller; has to be called before bytes are added. */
        void of(String name) {
            caller = name;
            takenByThis = takenByCaller.computeIfAbsent(name, unused -> new AtomicLong());
        }

        /**
         * Adds bytes, or subtracts them if negative. Counts at most a caller's share for one
         * request, so that any single body fits.
         *
         * @throws Problem if all requests together, or all requests of the caller, now take up too
         *     much; the bytes stay counted until the share is closed
         */
        void add(long more) {
            long wanted = Math.max(-bytes, Math.min(more, maxBytesOfOneCaller - bytes));
            bytes += wanted;
            long byAll = taken.addAndGet(wanted);
            long byCaller = takenByThis.addAndGet(wanted);
            if (wanted > 0 && byAll > maxBytes) {
                throw Problem.unavailable(
                        "the bodies of all requests take up more than " + maxBytes + " bytes, which is the limit",
                        RETRY_SECONDS);
            }
            if (wanted > 0 && byCaller > maxBytesOfOneCaller) {
                throw Problem.unavailable(
                        "the bodies of the requests of \"" + caller + "\" take up more than " + maxBytesOfOneCaller
                                + " bytes, the share of one caller in the limit of " + maxBytes
                                + " bytes for all",
                        RETRY_SECONDS);
            }
        }

        /** Reduces the share to at most the given bytes. */
        void keep(long kept) {
            add(Math.min(0, kept - bytes));
        }

        /** Records that the body has arrived as a whole. */
        void complete() {
            whole = true;
        }

        boolean isWhole() {
            return whole;
        }

        @Override
        public void close() {
            keep(0);
        }
    }

    MemoryShare share() {
        return new MemoryShare();
    }
}
