package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long MINUTE = 60 * SECOND;

    /** A clock that advances on sleep, and ends requests on the way. */
    private static final class FakeTimer implements RateLimit.Timer {
        private long now = -123 * SECOND;
        private final PriorityQueue<Ending> endings = new PriorityQueue<>(Comparator.comparingLong(Ending::at));

        /** An event at a time. */
        private record Ending(long at, Runnable what) {}

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void sleep(long nanos) {
            goTo(now + nanos);
        }

        void goTo(long time) {
            while (!endings.isEmpty() && endings.peek().at() <= time) {
                Ending next = endings.remove();
                now = Math.max(now, next.at());
                next.what().run();
            }
            now = Math.max(now, time);
        }

        void at(long time, Runnable what) {
            endings.add(new Ending(time, what));
        }
    }

    /** The start time of a request, and its tokens. */
    private record Sent(long at, long tokens) {}

    private static ModelEndpoint endpoint(@Nullable Integer requests, @Nullable Integer tokens, Duration burst) {
        return ModelEndpoint.builder()
                .requestsPerMinute(requests)
                .tokensPerMinute(tokens)
                .burst(burst)
                .build();
    }

    private static String text(long tokens) {
        return "abcd".repeat((int) tokens);
    }

    /** Sends a request of some estimated tokens as soon as it is admitted. */
    private static Sent send(RateLimit limit, FakeTimer timer, long estimate, long duration, LongUnaryOperator used)
            throws InterruptedException {
        RateLimit.RatePermit permit = limit.acquire(text(estimate));
        long actual = used.applyAsLong(permit.tokens());
        timer.at(timer.nanos() + duration, () -> limit.settle(permit, actual));
        return new Sent(timer.nanos(), actual);
    }

    private static void assertNoMinutePasses(List<Sent> sent, long requests, long tokens) {
        int start = 0;
        long sum = 0;
        for (int i = 0; i < sent.size(); i++) {
            sum += sent.get(i).tokens();
            while (sent.get(i).at() - sent.get(start).at() >= MINUTE) {
                sum -= sent.get(start).tokens();
                start++;
            }
            assertThat(i - start + 1).as("requests in a minute").isLessThanOrEqualTo((int) requests);
            assertThat(sum).as("tokens in a minute").isLessThanOrEqualTo(tokens);
        }
    }

    @RepeatedTest(40)
    void noSixtySecondsHoldMoreThanTheLimits() throws InterruptedException {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int requests = 1 + random.nextInt(random.nextBoolean() ? 10 : 2_000);
        int tokens = 40 + random.nextInt(random.nextBoolean() ? 1_000 : 1_000_000);
        FakeTimer timer = new FakeTimer();
        RateLimit limit =
                new RateLimit(endpoint(requests, tokens, Duration.ofSeconds(1 + random.nextInt(30))), 2.0, timer, null);
        List<Sent> sent = new ArrayList<>();
        int largest = Math.max(1, Math.min(tokens / 5, 1 << random.nextInt(14)));
        long slowest = 1 + random.nextLong(random.nextBoolean() ? SECOND : 2 * MINUTE);
        for (int i = 0; i < 1_500; i++) {
            if (random.nextInt(20) == 0) {
                timer.goTo(timer.nanos() + random.nextLong(MINUTE));
            }
            sent.add(send(
                    limit,
                    timer,
                    1 + random.nextInt(largest),
                    random.nextLong(slowest),
                    expected -> random.nextLong(expected / 4, expected + 1)));
        }
        assertNoMinutePasses(sent, requests, tokens);
    }

    @Test
    void afterAPauseAMinuteHoldsTheLimitAndNotOneMore() throws InterruptedException {
        for (int requests = 1; requests <= 100; requests++) {
            FakeTimer timer = new FakeTimer();
            RateLimit limit = new RateLimit(endpoint(requests, null, Duration.ofSeconds(6)), 2.0, timer, null);
            long start = timer.nanos();
            List<Sent> sent = new ArrayList<>();
            while (timer.nanos() - start < 3 * MINUTE) {
                sent.add(send(limit, timer, 1, 0, expected -> 1));
            }
            assertNoMinutePasses(sent, requests, Long.MAX_VALUE);
            assertThat(sent.stream().filter(one -> one.at() - start < MINUTE))
                    .as("the limit is %d", requests)
                    .hasSize(requests);
        }
    }

    @Test
    void mostOfTheLimitIsUsedWhenThereIsEnoughToSend() throws InterruptedException {
        FakeTimer timer = new FakeTimer();
        RateLimit limit = new RateLimit(endpoint(500, 200_000, Duration.ofSeconds(6)), 2.0, timer, null);
        long start = timer.nanos();
        Random random = new Random(5);
        long tokens = 0;
        List<Sent> sent = new ArrayList<>();
        while (timer.nanos() - start < 10 * MINUTE) {
            // As in extraction: a prompt of a thousand tokens, and an answer.
            sent.add(send(limit, timer, 1_000, 3 * SECOND, expected -> 1_000 + random.nextInt(300)));
            tokens += sent.getLast().tokens();
        }
        assertThat(tokens).isGreaterThan(10 * 200_000 * 75 / 100);
        assertNoMinutePasses(sent, 500, 200_000);
    }

    @Test
    void requestsGoAtNineTenthsOfTheLimitWhereATenthMayGoAtOnce() throws InterruptedException {
        FakeTimer timer = new FakeTimer();
        RateLimit limit = new RateLimit(endpoint(600, null, Duration.ofSeconds(6)), 2.0, timer, null);
        long start = timer.nanos();
        int sent = 0;
        while (timer.nanos() - start < 10 * MINUTE) {
            limit.settle(limit.acquire("text"), 5);
            sent++;
        }
        assertThat(sent).isBetween(5_400, 6_000);
    }

    @Test
    void whatTookMoreThanExpectedIsWaitedFor() throws InterruptedException {
        FakeTimer timer = new FakeTimer();
        RateLimit limit = new RateLimit(endpoint(null, 600, Duration.ofSeconds(6)), 1.0, timer, null);
        limit.settle(limit.acquire(text(10)), 610);
        long before = timer.nanos();
        RateLimit.RatePermit next = limit.acquire(text(1));
        assertThat(timer.nanos() - before)
                .as("the tokens of a minute and a bit")
                .isGreaterThan(50 * SECOND);
        assertThat(next.tokens()).as("learnt from the request before").isEqualTo(61);
    }

    @Test
    void aRequestOfMoreThanTheLimitGoesAllTheSameAndTheNextOnesWait() throws InterruptedException {
        FakeTimer timer = new FakeTimer();
        RateLimit limit = new RateLimit(endpoint(null, 1_000, Duration.ofSeconds(6)), 1.0, timer, null);
        RateLimit.RatePermit large = limit.acquire(text(5_000));
        limit.settle(large, 5_000);
        long before = timer.nanos();
        limit.settle(limit.acquire(text(10)), 10);
        assertThat(timer.nanos() - before).isGreaterThan(4 * MINUTE);
    }

    @Test
    void aPauseIsEverybodys() throws InterruptedException {
        FakeTimer timer = new FakeTimer();
        RateLimit limit = new RateLimit(endpoint(null, null, Duration.ofSeconds(6)), 1.0, timer, null);
        long start = timer.nanos();
        limit.pause(Duration.ofSeconds(20));
        limit.pause(Duration.ofSeconds(5));
        limit.acquire("one");
        assertThat(timer.nanos() - start).isEqualTo(20 * SECOND);
        limit.acquire("other");
        assertThat(timer.nanos() - start).isEqualTo(20 * SECOND);
    }

    @Test
    void anInterruptEndsTheWait() throws InterruptedException {
        RateLimit limit = new RateLimit(endpoint(1, null, Duration.ofSeconds(6)), 1.0, RateLimit.Timer.SYSTEM, null);
        limit.acquire("one");
        List<Thread> waiting = new ArrayList<>();
        List<AtomicBoolean> interrupted = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            AtomicBoolean mine = new AtomicBoolean();
            interrupted.add(mine);
            waiting.add(Thread.ofVirtual().start(() -> {
                try {
                    limit.acquire("other");
                } catch (InterruptedException e) {
                    mine.set(true);
                }
            }));
        }
        // Last in the queue first: it waits for its turn, the first for the minute.
        for (int i = 2; i >= 0; i--) {
            waiting.get(i).interrupt();
            assertThat(waiting.get(i).join(Duration.ofMinutes(1))).isTrue();
            assertThat(interrupted.get(i)).isTrue();
        }
    }

    @Test
    void aTurnOfSeveralProcessesIsUsedInTimeOrNotAtAll() throws InterruptedException {
        FakeTimer timer = new FakeTimer();
        List<Long> turns = new ArrayList<>();
        List<String> told = new ArrayList<>();
        SharedRateLimit pace = new SharedRateLimit() {
            @Override
            public Duration takeTurn(long tokens) {
                turns.add(tokens);
                // The first answer takes longer than the maximum delay of a turn.
                timer.goTo(timer.nanos() + (turns.size() == 1 ? 4 : 1) * SECOND);
                return Duration.ofSeconds(20);
            }

            @Override
            public void reportExcess(long tokens) {
                told.add("more " + tokens);
            }

            @Override
            public void pause(Duration time) {
                told.add("pause " + time);
            }
        };
        RateLimit limit = new RateLimit(endpoint(1, 1, Duration.ofSeconds(6)), 2.0, timer, pace);
        assertThat(limit.countsTokens()).isTrue();
        long before = timer.nanos();
        RateLimit.RatePermit permit = limit.acquire(text(100));
        assertThat(turns).containsExactly(200L, 200L);
        assertThat(timer.nanos() - before).isEqualTo(45 * SECOND);
        limit.settle(permit, 250);
        limit.pause(Duration.ofSeconds(5));
        assertThat(told).containsExactly("more 50", "pause PT5S");
        limit.acquire(text(100));
        assertThat(turns.getLast()).as("more is expected of the next").isEqualTo(250);
    }
}
