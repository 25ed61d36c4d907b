package dev.tern.spark;

import dev.tern.models.Pace;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rate limits of a run's requests to one server, shared by all executors: each request gets a turn. Thread-safe.
 *
 * <p>Each limit is a token bucket. The time of the next turn is reckoned when it is asked for, however far ahead it lies, and both
 * buckets are taken on to that time: so turns are as far apart as if one process took one after the other. A turn may be used up to
 * {@link Pace#LATEST} after its time; what is used in any minute therefore has its time in a minute and {@code LATEST}, and that is the time
 * in which a bucket gives no more than its limit. That holds of requests of up to half the tokens of a minute; a larger one goes when its
 * bucket is full.
 */
final class SharedPace implements Pace {
    private static final long WINDOW =
            Duration.ofMinutes(1).plus(LATEST).plusNanos(1).toNanos();

    private final LongSupplier nanos;
    private final @Nullable Bucket requests;
    private final @Nullable Bucket tokens;
    private long at;

    /**
     * The pace of an endpoint whose limits are those of the whole run.
     *
     * @param requestsPerMinute the most requests of a minute; null for any number
     * @param tokensPerMinute the most tokens of a minute; null for any number
     * @param burst what of a minute may go at once
     * @param nanos the time
     */
    SharedPace(
            @Nullable Integer requestsPerMinute,
            @Nullable Integer tokensPerMinute,
            Duration burst,
            LongSupplier nanos) {
        this.nanos = nanos;
        this.at = nanos.getAsLong();
        this.requests = Bucket.of(requestsPerMinute, burst);
        this.tokens = Bucket.of(tokensPerMinute, burst);
    }

    @Override
    public synchronized Duration turn(long needed) {
        long now = nanos.getAsLong();
        goTo(Math.max(now, at));
        long wait = Math.max(requests == null ? 0 : requests.until(1), tokens == null ? 0 : tokens.until(needed));
        goTo(at + wait);
        if (requests != null) {
            requests.level--;
        }
        if (tokens != null) {
            tokens.level -= needed;
        }
        return Duration.ofNanos(at - now);
    }

    @Override
    public synchronized void more(long taken) {
        if (tokens != null) {
            tokens.level -= taken;
        }
    }

    @Override
    public synchronized void pause(Duration time) {
        goTo(Math.max(at, nanos.getAsLong() + time.toNanos()));
    }

    private void goTo(long time) {
        if (requests != null) {
            requests.goOn(time - at);
        }
        if (tokens != null) {
            tokens.goOn(time - at);
        }
        at = time;
    }

    /** What may go, and how fast more of it comes. */
    private static final class Bucket {
        private final long limit;
        private final long usual;
        private long capacity;
        private double level;
        private long below;

        private Bucket(long limit, long capacity) {
            this.limit = limit;
            this.usual = capacity;
            this.capacity = capacity;
            this.level = capacity;
        }

        static @Nullable Bucket of(@Nullable Integer perMinute, Duration burst) {
            return perMinute == null
                    ? null
                    : new Bucket(
                            perMinute,
                            Math.max(
                                    1,
                                    Math.min(perMinute, Math.round(perMinute * (double) burst.toMillis() / 60_000))));
        }

        /** A bucket that holds b and gives r in a time lets at most b + r - 1 go in it. */
        private double perNano() {
            return (limit - capacity + 1) / (double) WINDOW;
        }

        void goOn(long time) {
            level = Math.min((double) capacity, level + (double) time * perNano());
            below = level > usual ? 0 : below + time;
            if (below > WINDOW) {
                // No window holds any more of what the larger bucket let go at once.
                capacity = usual;
            }
        }

        /** How long until a number of tokens may go; more than the bucket holds go when it is full. */
        long until(long needed) {
            if (Math.min(needed, limit / 2) > capacity) {
                capacity = Math.min(needed, limit / 2);
                below = 0;
            }
            double lacking = Math.min(needed, capacity) - level;
            return lacking <= 0 ? 0 : (long) Math.ceil(lacking / perNano());
        }
    }
}
