package dev.tern.store.milvus.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class IdleFlushTest {
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int MANY = 40;

    private final Semaphore flushes = new Semaphore(0);
    private final AtomicBoolean possible = new AtomicBoolean(true);

    private boolean flush() {
        flushes.release();
        return possible.get();
    }

    private static void sleep() throws InterruptedException {
        Thread.sleep(PAUSE.multipliedBy(2));
    }

    @Test
    void many_writes_are_flushed_together_once_they_have_ended() throws InterruptedException {
        try (IdleFlush idle = new IdleFlush(PAUSE, this::flush)) {
            long start = System.nanoTime();
            for (int i = 0; i < MANY; i++) {
                idle.afterWrite();
                Thread.sleep(1);
            }
            flushes.acquire();
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(PAUSE.toNanos());
            sleep();
            // None, unless the machine stalled for a pause during the writes.
            assertThat(flushes.availablePermits()).isLessThan(3);
        }
    }

    @Test
    void a_later_write_is_flushed_too() throws InterruptedException {
        try (IdleFlush idle = new IdleFlush(PAUSE, this::flush)) {
            for (int i = 0; i < 3; i++) {
                idle.afterWrite();
                flushes.acquire();
            }
        }
    }

    @Test
    void what_fails_is_tried_again_but_not_for_ever() throws InterruptedException {
        possible.set(false);
        try (IdleFlush idle = new IdleFlush(Duration.ofMillis(5), this::flush)) {
            idle.afterWrite();
            flushes.acquire(6);
            sleep();
            assertThat(flushes.availablePermits()).isZero();
            possible.set(true);
            idle.afterWrite();
            flushes.acquire();
            sleep();
            assertThat(flushes.availablePermits()).isZero();
        }
    }

    @Test
    void nothing_is_flushed_after_closing() throws InterruptedException {
        boolean inTime;
        boolean flushed;
        do {
            flushes.drainPermits();
            IdleFlush idle = new IdleFlush(PAUSE, this::flush);
            long start = System.nanoTime();
            idle.afterWrite();
            idle.close();
            inTime = System.nanoTime() - start < PAUSE.toNanos();
            idle.afterWrite();
            flushed = flushes.tryAcquire(PAUSE.toMillis() * 2, TimeUnit.MILLISECONDS);
        } while (!inTime);
        assertThat(flushed).isFalse();
    }
}
