package dev.tern.models;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * Decides which failures are retried, and when. Thread-safe if its source of randomness is.
 *
 * <p>The maximum delay doubles from the base up to the cap. The delay is random, at least half of
 * the maximum, so that clients that failed together do not retry together. Up to one base is added
 * to a delay that the server requests.
 *
 * @param base the maximum delay before the first retry, above 0 and at most the cap
 * @param cap the limit of the doubled delay; if the server asks for a longer delay, there is no
 *     retry
 * @param clock resolves dates in Retry-After headers
 * @param random spreads the delays
 */
record RetryPolicy(Duration base, Duration cap, Clock clock, RandomGenerator random) {
    private static final Set<Integer> PASSING_STATUS = Set.of(408, 429, 500, 502, 503, 504, 529);

    /** Returns true if the same request may succeed after a delay of at most the cap. */
    boolean mayPass(Throwable failure) {
        return mayPassWithin(cap, failure);
    }

    static boolean mayPassWithin(Duration cap, Throwable failure) {
        if (failure instanceof ErrorResponseException refused) {
            Duration asked = refused.retryAfter();
            return PASSING_STATUS.contains(refused.statusCode())
                    // An exhausted quota is a 429 too, and lasts until the account is topped up.
                    && !refused.body().contains("insufficient_quota")
                    && (asked == null || asked.compareTo(cap) <= 0);
        }
        return failure instanceof IOException
                && !(failure instanceof BoundedBody.TooLongException)
                && !(failure instanceof SSLHandshakeException)
                // Not retried if no server listens, or the host is unknown.
                && !(failure instanceof ConnectException && !(failure instanceof HttpConnectTimeoutException));
    }

    /** Returns the delay before the next attempt, given the number of attempts so far, from 1. */
    Duration delay(int tries, @Nullable Throwable failure) {
        if (failure instanceof ErrorResponseException refused && refused.retryAfter() != null) {
            return refused.retryAfter().plusNanos(random.nextLong(base.toNanos() + 1));
        }
        long nanos = Math.min(cap.toNanos(), base.toNanos() << Math.min(tries - 1, 20));
        return Duration.ofNanos(nanos / 2 + random.nextLong(nanos / 2 + 1));
    }

    /** Parses a Retry-After header, in seconds or a date; null if it is missing or invalid. */
    @Nullable
    Duration retryAfter(@Nullable String header) {
        if (header == null) {
            return null;
        }
        String text = header.strip();
        if (!text.isEmpty() && text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Duration.ofSeconds(Long.parseLong(text));
        }
        try {
            ZonedDateTime date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
            Duration left = Duration.between(clock.instant(), date.toInstant());
            return left.isNegative() ? Duration.ZERO : left;
        } catch (DateTimeException unreadable) {
            return null;
        }
    }
}
