package dev.tern.server.front;

import dev.tern.app.limits.ServerLimits;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the bodies of all requests take up. A body counts as it comes, so that one of which nothing is sent takes no
 * room from others; and where there are several keys, those of one caller take up half of it at most. Thread-safe.
 */
final class Bodies {
    private static final int RETRY_SECONDS = 2;

    private final long most;
    private final long mostOfOne;
    private final AtomicLong taken = new AtomicLong();
    private final Map<String, AtomicLong> takenByCaller = new ConcurrentHashMap<>();

    /**
     * Bodies of which none has come.
     *
     * @param keys how many keys there are; with one, or none, a caller may take up all
     */
    Bodies(ServerLimits limits, int keys) {
        this.most = limits.bodiesBytes();
        this.mostOfOne = keys > 1 ? most / 2 : most;
    }

    /** What one request takes up, until it is closed; for one thread. */
    final class Share implements AutoCloseable {
        private long bytes;
        private String caller = Caller.ANYONE;
        private AtomicLong takenByThis = new AtomicLong();
        private volatile boolean whole;

        /** Says whose body it is; before any of it has come. */
        void of(String name) {
            caller = name;
            takenByThis = takenByCaller.computeIfAbsent(name, unused -> new AtomicLong());
        }

        /**
         * Takes up more, or less; one body alone may be as large as it may be, whatever is made of it.
         *
         * @throws Problem if all requests together, or those of the caller, would take up too much
         */
        void add(long more) {
            long wanted = Math.max(-bytes, Math.min(more, mostOfOne - bytes));
            bytes += wanted;
            long byAll = taken.addAndGet(wanted);
            long byCaller = takenByThis.addAndGet(wanted);
            if (wanted > 0 && byAll > most) {
                throw Problem.unavailable(
                        "the bodies of all requests take up more than " + most + " bytes, which is the limit",
                        RETRY_SECONDS);
            }
            if (wanted > 0 && byCaller > mostOfOne) {
                throw Problem.unavailable(
                        "the bodies of the requests of \"" + caller + "\" take up more than " + mostOfOne
                                + " bytes, which is the share of one caller in the limit on those of all, " + most
                                + " bytes",
                        RETRY_SECONDS);
            }
        }

        /** Takes up no more than this from now on. */
        void keep(long kept) {
            add(Math.min(0, kept - bytes));
        }

        /** The body has been read to its end. */
        void whole() {
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

    Share share() {
        return new Share();
    }
}
