package dev.tern.server.front;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the bodies of all requests take up. A body counts as it comes, so that one of which nothing is sent takes no
 * room from others. Thread-safe.
 */
final class Bodies {
    private static final int RETRY_SECONDS = 2;

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    Bodies(ServerLimits limits) {
        this.most = limits.bodiesBytes();
    }

    /** What one request takes up, until it is closed; for one thread. */
    final class Share implements AutoCloseable {
        private long bytes;
        private volatile boolean whole;

        /**
         * Takes up more, or less; one body alone may be as large as it may be, whatever is made of it.
         *
         * @throws Problem if all requests together would take up too much
         */
        void add(long more) {
            long wanted = Math.max(-bytes, Math.min(more, most - bytes));
            bytes += wanted;
            if (taken.addAndGet(wanted) > most && wanted > 0) {
                throw Problem.unavailable(
                        "the bodies of all requests take up more than " + most + " bytes, which is the limit ("
                                + ServerLimit.BODIES_BYTES.key() + ")",
                        RETRY_SECONDS);
            }
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
            taken.addAndGet(-bytes);
            bytes = 0;
        }
    }

    Share share() {
        return new Share();
    }
}
