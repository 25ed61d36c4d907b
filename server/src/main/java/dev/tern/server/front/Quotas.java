package dev.tern.server.front;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.error.TernException;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits each caller's requests per minute on average, with bursts of as many requests, and tokens
 * per day (UTC). The counts are kept in memory, so a restart resets them. Thread-safe.
 */
public final class Quotas {
    private final ServerLimits limits;
    private final InstantSource clock;
    private final Map<String, Bucket> requests = new ConcurrentHashMap<>();
    private final Map<String, DayUsage> tokens = new ConcurrentHashMap<>();

    private record DayUsage(LocalDate date, long tokens) {}

    /** Creates quotas that are still unused. */
    public Quotas(ServerLimits limits, InstantSource clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** Counts a request; throws a {@link Problem} above the caller's requests per minute. */
    void request(Caller caller) {
        ConsumptionProbe probe =
                requests.computeIfAbsent(caller.name(), name -> bucket()).tryConsumeAndReturnRemaining(1);
        if (!probe.isConsumed()) {
            long seconds = Duration.ofNanos(probe.getNanosToWaitForRefill()).toSeconds() + 1;
            throw Problem.tooMany(
                    "more than " + limits.count(ServerLimit.REQUESTS_PER_MINUTE) + " requests in a minute"
                            + ServerLimit.REQUESTS_PER_MINUTE.settingSuffix(),
                    seconds);
        }
    }

    private Bucket bucket() {
        int max = limits.count(ServerLimit.REQUESTS_PER_MINUTE);
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(max).refillGreedy(max, Duration.ofMinutes(1)))
                .build();
    }

    /**
     * Requires that a caller has tokens left.
     *
     * @throws Problem if the tokens of the day are used up
     */
    public void requireTokens(Caller caller) {
        requireTokens(caller, 0);
    }

    /**
     * Requires that a question may still call models.
     *
     * @param spent the tokens of the question so far, which are not counted for the day yet
     * @throws Problem if the tokens of the question or of the day are used up
     */
    public void requireTokens(Caller caller, long spent) {
        if (spent >= limits.of(ServerLimit.QUESTION_TOKENS)) {
            throw Problem.of(
                    429,
                    "Too many",
                    "the " + limits.of(ServerLimit.QUESTION_TOKENS) + " tokens of one question are used up"
                            + ServerLimit.QUESTION_TOKENS.settingSuffix());
        }
        if (tokensToday(caller.name()) + spent >= limits.of(ServerLimit.TOKENS_PER_DAY)) {
            LocalDate tomorrow = today().plusDays(1);
            long seconds = tomorrow.atStartOfDay(ZoneOffset.UTC).toEpochSecond()
                    - clock.instant().getEpochSecond();
            throw Problem.tooMany(usedUp(), seconds);
        }
    }

    /**
     * Requires that background work of a caller may call models.
     *
     * @throws TernException of the fault {@code BUDGET} if the tokens of the day are used up
     */
    public void requireTokens(String caller) {
        if (!hasTokens(caller)) {
            throw TernException.budget(usedUp());
        }
    }

    /** Returns true if a caller has tokens left for today. */
    public boolean hasTokens(String caller) {
        return tokensToday(caller) < limits.of(ServerLimit.TOKENS_PER_DAY);
    }

    /** Returns the message for used-up tokens. */
    public String usedUp() {
        return "the " + limits.of(ServerLimit.TOKENS_PER_DAY) + " tokens of a day (UTC) are used up"
                + ServerLimit.TOKENS_PER_DAY.settingSuffix();
    }

    /** Counts tokens that models read and wrote for a caller. */
    public void countTokens(String caller, long count) {
        LocalDate today = today();
        tokens.merge(
                caller,
                new DayUsage(today, count),
                (before, now) -> before.date().equals(today) ? new DayUsage(today, before.tokens() + count) : now);
    }

    private long tokensToday(String caller) {
        DayUsage day = tokens.get(caller);
        return day == null || !day.date().equals(today()) ? 0 : day.tokens();
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }
}
