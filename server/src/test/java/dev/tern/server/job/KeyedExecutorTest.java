package dev.tern.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class KeyedExecutorTest {
    private final KeyedExecutor keyedExecutor = new KeyedExecutor(3, Duration.ofSeconds(5));

    @Test
    void soManyRunAtOnceOfHoweverManyLanesAndLanesThatAreEmptyAreForgotten() throws InterruptedException {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch full = new CountDownLatch(3);
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(300);
        for (int i = 0; i < 300; i++) {
            keyedExecutor.add("graph " + i, "job " + i, false, () -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                full.countDown();
                TakenJobs.waitFor(gate);
                running.decrementAndGet();
                done.countDown();
                return Optional.empty();
            });
        }
        full.await();
        Thread.sleep(100);
        gate.countDown();
        done.await();
        keyedExecutor.close();
        assertThat(most.get()).isEqualTo(3);
        assertThat(keyedExecutor.queueCount()).isZero();
    }

    @Test
    void inOneLaneTheOrderIsKept() throws InterruptedException {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            int number = i;
            keyedExecutor.add("graph", "job " + i, false, () -> {
                order.add(number);
                done.countDown();
                return Optional.empty();
            });
        }
        done.await();
        keyedExecutor.close();
        assertThat(order).isSorted().hasSize(100);
    }

    @Test
    void laneThatRestsTakesNoPlaceAndComesAgain() throws InterruptedException {
        CountDownLatch again = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            AtomicBoolean first = new AtomicBoolean(true);
            keyedExecutor.add("tired " + i, "job " + i, false, () -> {
                if (first.getAndSet(false)) {
                    return Optional.of(Duration.ofMillis(500));
                }
                again.countDown();
                return Optional.empty();
            });
        }
        CountDownLatch other = new CountDownLatch(1);
        keyedExecutor.add("awake", "other", false, () -> {
            other.countDown();
            return Optional.empty();
        });
        assertThat(other.await(50, TimeUnit.SECONDS)).isTrue();
        assertThat(again.await(50, TimeUnit.SECONDS)).isTrue();
        keyedExecutor.close();
    }

    @Test
    void whatIsTakenOutWhileItRestsMakesRoomForTheNextOfItsLane() throws InterruptedException {
        CountDownLatch rests = new CountDownLatch(1);
        keyedExecutor.add("graph", "first", false, () -> {
            rests.countDown();
            return Optional.of(Duration.ofHours(1));
        });
        CountDownLatch next = new CountDownLatch(1);
        keyedExecutor.add("graph", "second", false, () -> {
            next.countDown();
            return Optional.empty();
        });
        rests.await();
        keyedExecutor.remove("first");
        assertThat(next.await(50, TimeUnit.SECONDS)).isTrue();
        keyedExecutor.close();
    }

    @Test
    void whatIsTakenOutWhileItRunsIsInterruptedAndItsLaneGoesOn() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        keyedExecutor.add("graph", "first", false, () -> {
            runs.countDown();
            try {
                Thread.sleep(Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
            return Optional.of(Duration.ofHours(1));
        });
        CountDownLatch next = new CountDownLatch(1);
        keyedExecutor.add("graph", "second", false, () -> {
            next.countDown();
            return Optional.empty();
        });
        runs.await();
        keyedExecutor.remove("first");
        assertThat(next.await(50, TimeUnit.SECONDS)).isTrue();
        assertThat(interrupted).isTrue();
        keyedExecutor.close();
    }

    @Test
    void whatIsToRunAloneRunsBesideNothing() throws InterruptedException {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger beside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(90);
        for (int i = 0; i < 90; i++) {
            boolean alone = i % 9 == 5;
            keyedExecutor.add("graph " + i, "job " + i, alone, () -> {
                int now = running.incrementAndGet();
                (alone ? beside : most).accumulateAndGet(now, Math::max);
                TakenJobs.pause();
                (alone ? beside : most).accumulateAndGet(running.getAndDecrement(), Math::max);
                done.countDown();
                return Optional.empty();
            });
        }
        done.await();
        keyedExecutor.close();
        assertThat(beside.get()).isOne();
        assertThat(most.get()).isBetween(2, 3);
    }
}
