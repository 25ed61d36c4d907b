package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.models.SharedRateLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class SharedPaceTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private long now = -77;

    /** The start time of a request, and its tokens. */
    private record Sent(long at, long tokens) {}

    @RepeatedTest(40)
    void noMinuteHoldsMoreThanTheLimitsHoweverLateTurnsAreUsed() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int requests = 1 + random.nextInt(random.nextBoolean() ? 10 : 1_000);
        int tokens = 40 + random.nextInt(random.nextBoolean() ? 1_000 : 1_000_000);
        int largest = 1 + random.nextInt(tokens / 2);
        DriverRateLimits pace =
                new DriverRateLimits(requests, tokens, Duration.ofSeconds(1 + random.nextInt(30)), () -> now);
        List<Sent> sent = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            now += random.nextInt(10) == 0 ? random.nextLong(2L * MINUTE) : random.nextLong(MINUTE / requests);
            if (random.nextInt(50) == 0) {
                pace.pause(Duration.ofSeconds(random.nextLong(90)));
            }
            long wanted = 1L + random.nextInt(largest);
            long due = now + pace.takeTurn(wanted).toNanos();
            sent.add(new Sent(due + random.nextLong(SharedRateLimit.LATEST.toNanos() + 1), wanted));
        }
        sent.sort(Comparator.comparingLong(Sent::at));
        int start = 0;
        long sum = 0;
        for (int i = 0; i < sent.size(); i++) {
            sum += sent.get(i).tokens();
            while (sent.get(i).at() - sent.get(start).at() >= MINUTE) {
                sum -= sent.get(start).tokens();
                start++;
            }
            assertThat(i - start + 1).as("requests").isLessThanOrEqualTo(requests);
            assertThat(sum).as("tokens").isLessThanOrEqualTo(tokens);
        }
    }

    @Test
    void oneLargeRequestDoesNotSlowTheOthersForEver() {
        DriverRateLimits pace = new DriverRateLimits(null, 60_000, Duration.ofSeconds(6), () -> now);
        pace.takeTurn(30_000);
        Duration start = Duration.ZERO;
        Duration last = Duration.ZERO;
        for (int i = 0; i < 6_000; i++) {
            last = pace.takeTurn(80);
            start = i == 3_000 ? last : start;
        }
        assertThat(last.minus(start).toSeconds())
                .as("3,000 requests, 240,000 tokens")
                .isBetween(240L, 290L);
    }

    @Test
    void manyRequestsGoNearlyAsFastAsTheyMay() {
        DriverRateLimits pace = new DriverRateLimits(600, 60_000, Duration.ofSeconds(6), () -> now);
        Duration last = Duration.ZERO;
        for (int i = 0; i < 6_000; i++) {
            last = pace.takeTurn(80);
        }
        assertThat(last.toSeconds()).isBetween(600L, 710L);
        pace.reportExcess(10_000);
        assertThat(pace.takeTurn(80).minus(last).toSeconds()).isBetween(3L, 7L);
    }
}
