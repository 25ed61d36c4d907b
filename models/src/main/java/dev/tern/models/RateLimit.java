package dev.tern.models;

import dev.tern.model.TokenEstimator;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.TokensInheritanceStrategy;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits requests and tokens to a server's rate per minute, and pauses when the server asks for it.
 * Without a {@link SharedRateLimit}, requests start in the order of arrival. Thread-safe.
 *
 * <p>Both limits are token buckets. A bucket of capacity b that refills r per minute admits at most
 * b + r - 1 in any sixty seconds, because the last token of a minute comes at its very end. So r is
 * the limit minus b plus 1.
 *
 * <p>Tokens are estimated when a request starts, from its length and the usage of earlier requests,
 * and corrected by the reported usage. Unused tokens are returned, but never more than fit into the
 * bucket at its fullest since the request began: the others would have overflowed, and would be
 * granted twice. If a request used more tokens than estimated, the difference is taken at once,
 * which delays the next requests.
 *
 * <p>If several processes share a limit, it is a {@link SharedRateLimit} that admits requests, and
 * unused tokens are not returned.
 */
final class RateLimit {
    private static final Logger LOG = LoggerFactory.getLogger(RateLimit.class);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    /** The smoothing factor while the ratio of used to estimated tokens falls; it rises at once. */
    private static final double LEARNING = 1.0 / 16;

    /** A clock that can also sleep. */
    interface Timer {
        Timer SYSTEM = new Timer() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                Thread.sleep(Duration.ofNanos(nanos));
            }
        };

        /** Returns nanoseconds since an arbitrary origin. */
        long nanos();

        /** Sleeps for at least the given nanoseconds. */
        void sleep(long nanos) throws InterruptedException;
    }

    static final class RatePermit {
        private final long estimate;
        private final long tokens;
        private long fullestSince;

        private RatePermit(long estimate, long tokens) {
            this.estimate = estimate;
            this.tokens = tokens;
        }

        /** Returns the expected tokens of the request, sent and received. */
        long tokens() {
            return tokens;
        }
    }

    private final Timer timer;
    private final @Nullable SharedRateLimit pace;
    private final @Nullable Bucket requests;
    private final @Nullable Bucket tokens;
    private final long tokensPerMinute;
    /** The fair lock that a caller holds while waiting, so that later callers queue. */
    private final ReentrantLock turn = new ReentrantLock(true);
    /** The lock that guards the buckets; never held while waiting. */
    private final ReentrantLock state = new ReentrantLock();

    private final Set<RatePermit> underWay = new HashSet<>();
    private long capacity;
    private double tokensForEstimated;
    private long pausedUntil;
    private boolean paused;

    /**
     * Creates the limits of an endpoint.
     *
     * @param tokensForEstimated the tokens, sent and received, first assumed for each estimated
     *     token of a request
     * @param pace the shared limit, which replaces the limits per minute of the endpoint; null to
     *     use these
     */
    RateLimit(ModelEndpoint endpoint, double tokensForEstimated, Timer timer, @Nullable SharedRateLimit pace) {
        this.timer = timer;
        this.pace = pace;
        this.tokensForEstimated = tokensForEstimated;
        if (pace != null) {
            this.requests = null;
            this.tokens = null;
            this.tokensPerMinute = 0;
            return;
        }
        Integer requestsPerMinute = endpoint.requestsPerMinute();
        this.requests = requestsPerMinute == null
                ? null
                : bucket(requestsPerMinute, share(requestsPerMinute, endpoint.burst()), timer);
        this.tokensPerMinute = endpoint.tokensPerMinute() == null ? 0 : endpoint.tokensPerMinute();
        this.capacity = share(tokensPerMinute, endpoint.burst());
        this.tokens = tokensPerMinute == 0 ? null : bucket(tokensPerMinute, capacity, timer);
    }

    /** Returns how many requests or tokens a rate allows in the time of a burst; at least 1. */
    static long share(long perMinute, Duration burst) {
        return Math.max(1, Math.round(perMinute * (double) burst.toMillis() / MINUTE.toMillis()));
    }

    /** Returns true if callers must report the tokens of requests. */
    boolean countsTokens() {
        return tokens != null || pace != null;
    }

    /** Waits until a request may start, and returns its permit with an estimate of its tokens. */
    RatePermit acquire(String text) throws InterruptedException {
        long estimate = countsTokens() ? Math.max(1, TokenEstimator.estimate(text)) : 0;
        if (pace != null) {
            return awaitTurn(pace, estimate);
        }
        turn.lockInterruptibly();
        try {
            while (true) {
                RatePermit permit = new RatePermit(estimate, expected(estimate));
                long wait = tryGo(permit);
                if (wait <= 0) {
                    return permit;
                }
                timer.sleep(wait);
            }
        } finally {
            turn.unlock();
        }
    }

    private RatePermit awaitTurn(SharedRateLimit of, long estimate) throws InterruptedException {
        while (true) {
            RatePermit permit = new RatePermit(estimate, expected(estimate));
            long asked = timer.nanos();
            long wait = of.takeTurn(permit.tokens).toNanos();
            if (wait > 0) {
                timer.sleep(wait);
            }
            if (timer.nanos() - asked - wait <= SharedRateLimit.LATEST.toNanos()) {
                return permit;
            }
            LOG.debug("a request comes too late for its turn, and takes another");
        }
    }

    /** Settles a finished request with its tokens, or with the estimate if these are 0 or less. */
    void settle(RatePermit permit, long used) {
        if (pace != null && used > permit.tokens) {
            pace.reportExcess(used - permit.tokens);
        }
        if (!countsTokens()) {
            return;
        }
        state.lock();
        try {
            boolean taken = underWay.remove(permit);
            if (used <= 0 || (tokens != null && !taken)) {
                return;
            }
            double seen = (double) used / permit.estimate;
            tokensForEstimated = Math.max(seen, tokensForEstimated + (seen - tokensForEstimated) * LEARNING);
            if (tokens == null) {
                return;
            }
            long fullest = Math.max(permit.fullestSince, tokens.getAvailableTokens());
            long back = Math.min(permit.tokens - used, capacity - fullest);
            if (used > permit.tokens) {
                tokens.consumeIgnoringRateLimits(used - permit.tokens);
            } else if (back > 0) {
                tokens.addTokens(back);
                underWay.forEach(other -> other.fullestSince += back);
            }
        } finally {
            state.unlock();
        }
    }

    /** Pauses all requests for a time, as the server asked; never shortens a local pause. */
    void pause(Duration time) {
        if (pace != null) {
            pace.pause(time);
            return;
        }
        state.lock();
        try {
            long until = timer.nanos() + time.toNanos();
            if (!paused || until - pausedUntil > 0) {
                LOG.debug("the server asks for a pause of {} ms", time.toMillis());
                pausedUntil = until;
                paused = true;
            }
        } finally {
            state.unlock();
        }
    }

    /** Admits a request if it may start now; otherwise returns the nanoseconds to wait, above 0. */
    private long tryGo(RatePermit permit) {
        state.lock();
        try {
            long wait = paused ? pausedUntil - timer.nanos() : 0;
            paused = wait > 0;
            if (requests != null) {
                wait = Math.max(wait, requests.estimateAbilityToConsume(1).getNanosToWaitForRefill());
            }
            if (tokens != null) {
                widen(tokens, permit.tokens);
                long needed = Math.min(permit.tokens, capacity);
                wait = Math.max(wait, tokens.estimateAbilityToConsume(needed).getNanosToWaitForRefill());
            }
            if (wait <= 0) {
                consume(permit);
            }
            return wait;
        } finally {
            state.unlock();
        }
    }

    private void consume(RatePermit permit) {
        if (requests != null) {
            requests.consumeIgnoringRateLimits(1);
        }
        if (tokens != null) {
            long level = tokens.getAvailableTokens();
            underWay.forEach(other -> other.fullestSince = Math.max(other.fullestSince, level));
            tokens.consumeIgnoringRateLimits(permit.tokens);
            permit.fullestSince = level - permit.tokens;
            underWay.add(permit);
        }
    }

    /** Enlarges the bucket if needed, to half a minute's tokens at most, and slows its refill. */
    private void widen(Bucket bucket, long needed) {
        long wanted = Math.min(needed, Math.max(1, tokensPerMinute / 2));
        if (wanted > capacity) {
            capacity = wanted;
            bucket.replaceConfiguration(
                    BucketConfiguration.builder()
                            .addLimit(bandwidth(tokensPerMinute, capacity))
                            .build(),
                    TokensInheritanceStrategy.AS_IS);
        }
    }

    private long expected(long estimate) {
        state.lock();
        try {
            return Math.max(1, Math.round(estimate * tokensForEstimated));
        } finally {
            state.unlock();
        }
    }

    private static Bucket bucket(long perMinute, long capacity, Timer timer) {
        return Bucket.builder()
                .addLimit(bandwidth(perMinute, capacity))
                .withCustomTimePrecision(new TimeMeter() {
                    @Override
                    public long currentTimeNanos() {
                        return timer.nanos();
                    }

                    @Override
                    public boolean isWallClockBased() {
                        return false;
                    }
                })
                .build();
    }

    private static Bandwidth bandwidth(long perMinute, long capacity) {
        return Bandwidth.builder()
                .capacity(capacity)
                .refillGreedy(perMinute + 1 - capacity, MINUTE)
                .build();
    }
}
