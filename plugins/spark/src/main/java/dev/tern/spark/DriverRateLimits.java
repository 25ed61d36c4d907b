package dev.tern.spark;

import dev.tern.models.SharedRateLimit;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rate limits of one model, shared by a run's executors: each request gets a turn. Thread-safe.
 *
 * <p>Each limit is a token bucket. Turns are scheduled in advance, with both buckets advanced to
 * the turn's time. Since a turn may be used up to {@link SharedRateLimit#LATEST} late, refill rates
 * are set so that no interval of one minute plus {@code LATEST} yields more than the limit. This
 * holds for requests of up to half the tokens of a minute; a larger one starts when its bucket is
 * full.
 */
final class DriverRateLimits implements SharedRateLimit {
    private static final long WINDOW =
            Duration.ofMinutes(1).plus(LATEST).plusNanos(1).toNanos();

    private final LongSupplier nanos;
    private final @Nullable TokenBucket requests;
    private final @Nullable TokenBucket tokens;
    private long at;

    /**
     * Creates limits for all executors together, with full buckets.
     *
     * @param requestsPerMinute the maximum number of requests of a minute; null for no limit
     * @param tokensPerMinute the maximum number of tokens of a minute; null for no limit
     * @param burst the part of a minute whose requests and tokens may be used at once
     * @param nanos the clock, in nanoseconds
     */
    DriverRateLimits(
            @Nullable Integer requestsPerMinute,
            @Nullable Integer tokensPerMinute,
            Duration burst,
            LongSupplier nanos) {
        this.nanos = nanos;
        this.at = nanos.getAsLong();
        this.requests = TokenBucket.of(requestsPerMinute, burst);
        this.tokens = TokenBucket.of(tokensPerMinute, burst);
    }

    @Override
    public synchronized Duration takeTurn(long needed) {
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
    public synchronized void reportExcess(long taken) {
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

    private static final class TokenBucket {
        private final long limit;
        private final long usual;
        private long capacity;
        private double level;
        private long below;

        private TokenBucket(long limit, long capacity) {
            this.limit = limit;
            this.usual = capacity;
            this.capacity = capacity;
            this.level = capacity;
        }

        static @Nullable TokenBucket of(@Nullable Integer perMinute, Duration burst) {
            return perMinute == null
                    ? null
                    : new TokenBucket(
                            perMinute,
                            Math.max(
                                    1,
                                    Math.min(perMinute, Math.round(perMinute * (double) burst.toMillis() / 60_000))));
        }

        /**
         * Returns the tokens that the bucket gains in a nanosecond. A bucket of capacity b that
         * gains r in an interval yields at most b + r - 1 in it.
         */
        private double perNano() {
            return (limit - capacity + 1) / (double) WINDOW;
        }

        void goOn(long time) {
            level = Math.min((double) capacity, level + (double) time * perNano());
            below = level > usual ? 0 : below + time;
            if (below > WINDOW) {
                // Every interval that ends later begins after the larger bucket's burst.
                capacity = usual;
            }
        }

        /**
         * Returns the nanoseconds until {@code needed} tokens are available, or until the bucket is
         * full if it cannot hold as many.
         */
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
