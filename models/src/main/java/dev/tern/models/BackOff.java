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
 * Which failures are worth another try, and after how long. Thread-safe if its source of randomness is.
 *
 * <p>The wait doubles from the base up to the cap; half of it is random, so that many clients that failed together do
 * not come back together. Where the server says how long to wait, that long plus up to one base is waited.
 *
 * @param base the wait before the first retry
 * @param cap the longest wait, and the longest that a server may ask for
 * @param clock tells how far a date in a Retry-After header is
 * @param random spreads the waits
 */
record BackOff(Duration base, Duration cap, Clock clock, RandomGenerator random) {
    private static final Set<Integer> PASSING_STATUS = Set.of(408, 429, 500, 502, 503, 504, 529);

    /** Whether the same request may succeed later. */
    boolean mayPass(Throwable failure) {
        return mayPassWithin(cap, failure);
    }

    /** Whether the same request may succeed after a wait of at most the cap. */
    static boolean mayPassWithin(Duration cap, Throwable failure) {
        if (failure instanceof RefusedException refused) {
            Duration asked = refused.retryAfter();
            return PASSING_STATUS.contains(refused.statusCode())
                    // A used-up quota comes as 429 too, and lasts until the account is topped up.
                    && !refused.body().contains("insufficient_quota")
                    && (asked == null || asked.compareTo(cap) <= 0);
        }
        return failure instanceof IOException
                && !(failure instanceof BoundedBody.TooLongException)
                && !(failure instanceof SSLHandshakeException)
                // No server listens there, or there is no such host: reported at once.
                && !(failure instanceof ConnectException && !(failure instanceof HttpConnectTimeoutException));
    }

    /**
     * The wait after a failed try.
     *
     * @param tries how many tries have been made, from 1
     * @param failure what became of the last one
     */
    Duration wait(int tries, @Nullable Throwable failure) {
        if (failure instanceof RefusedException refused && refused.retryAfter() != null) {
            return refused.retryAfter().plusNanos(random.nextLong(base.toNanos() + 1));
        }
        long nanos = Math.min(cap.toNanos(), base.toNanos() << Math.min(tries - 1, 20));
        return Duration.ofNanos(nanos / 2 + random.nextLong(nanos / 2 + 1));
    }

    /** What a Retry-After header asks for, in seconds or as a date; null if it is absent or cannot be read. */
    @Nullable
    Duration asked(@Nullable String header) {
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
