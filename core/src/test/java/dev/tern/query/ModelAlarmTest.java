package dev.tern.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ModelAlarmTest {
    private final List<String> heard = new ArrayList<>();

    @Test
    void callIsInterruptedAndNothingAfterIt() {
        assertThatThrownBy(() -> alarm(1).call(words -> waitForever(), heard::add))
                .isInstanceOf(TernException.class)
                .hasMessage("late")
                .hasCauseInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void consumerIsNotInterruptedAndGetsNoWordAfterTheTime() {
        assertThatThrownBy(() -> alarm(1).call(
                                words -> {
                                    words.accept("Rye");
                                    return "Rye.";
                                },
                                part -> {
                                    heard.add(part);
                                    sleep(Duration.ofMillis(100));
                                }))
                .isInstanceOf(TernException.class)
                .hasMessage("late");
        assertThat(heard).containsExactly("Rye");
    }

    @Test
    void callWithoutTimeIsNotMade() {
        assertThatThrownBy(() -> alarm(0).call(words -> heard.add("called"), heard::add))
                .isInstanceOf(TernException.class)
                .hasMessage("late");
        assertThat(heard).isEmpty();
    }

    @Test
    void callInTimeReturnsAndFailsByItself() {
        IllegalStateException failure = new IllegalStateException("by itself");

        String inTime = alarm(60_000).call(words -> "Rye.", heard::add);

        assertThat(inTime).isEqualTo("Rye.");
        assertThatThrownBy(() -> alarm(60_000)
                        .call(
                                words -> {
                                    throw failure;
                                },
                                heard::add))
                .isSameAs(failure);
    }

    @Test
    void aFifthOfTheLimitIsKeptButNoMoreThanTwoSeconds() {
        assertThatThrownBy(() -> passed(Duration.ofMillis(200)).call(words -> "", heard::add))
                .hasMessage("the time for the chat model ended 160 ms after the question, whose time limit is 200 ms");
        assertThatThrownBy(() -> passed(Duration.ofMinutes(1)).call(words -> "", heard::add))
                .hasMessage("the time for the chat model ended 58000 ms after the question, whose time limit is "
                        + "60000 ms");
    }

    private static ModelAlarm passed(Duration limit) {
        return new TimeLimitListener(limit, System.nanoTime() - limit.toNanos(), QueryListener.NONE).modelAlarm();
    }

    private static ModelAlarm alarm(long millis) {
        return new ModelAlarm(Duration.ofMillis(millis).toNanos(), "late");
    }

    private static String waitForever() {
        try {
            new CountDownLatch(1).await();
            throw new AssertionError("nobody counts down");
        } catch (InterruptedException e) {
            throw new CancellationException("interrupted");
        }
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            throw new AssertionError("the consumer was interrupted", e);
        }
    }
}
