package dev.tern.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RoundTest {
    private final GraphView view = new InMemoryGraphStore();

    /** Waits for another thread, with a timeout. */
    private static boolean met(CyclicBarrier barrier) {
        try {
            barrier.await(1, TimeUnit.MINUTES);
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    private static boolean opened(CountDownLatch latch) {
        try {
            return latch.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            return false;
        }
    }

    @Test
    void lookUpsAreUnderWayAtTheSameTime() {
        CyclicBarrier both = new CyclicBarrier(2);
        Round round = view.round();

        Round.Reply<Boolean> one = round.ask(graph -> met(both));
        Round.Reply<Boolean> other = round.ask(graph -> met(both));
        round.await();

        assertThat(one.get()).isTrue();
        assertThat(other.get()).isTrue();
    }

    @Test
    void aLookUpReadsFromTheViewOfTheRound() {
        Round round = view.round();

        Round.Reply<GraphStatistics> reply = round.ask(GraphView::statistics);
        round.await();

        assertThat(reply.get()).isEqualTo(new GraphStatistics(0, 0, 0, 0));
    }

    @Test
    void theLastLookUpIsMadeByTheThreadThatAwaits() {
        Round round = view.round();

        Round.Reply<Thread> first = round.ask(graph -> Thread.currentThread());
        Round.Reply<Thread> last = round.ask(graph -> Thread.currentThread());
        round.await();

        assertThat(first.get()).isNotSameAs(Thread.currentThread());
        assertThat(last.get()).isSameAs(Thread.currentThread());
    }

    @Test
    void aRoundOfNothingEndsAtOnce() {
        view.round().await();
    }

    @Test
    void aReplyIsNotThereBeforeTheRoundWasAwaited() {
        CountDownLatch latch = new CountDownLatch(1);
        Round round = view.round();
        Round.Reply<Boolean> reply = round.ask(graph -> opened(latch));

        assertThatThrownBy(reply::get).isInstanceOf(IllegalStateException.class);

        latch.countDown();
        round.await();
        assertThat(reply.get()).isTrue();
    }

    @Test
    void theFirstFailureIsThrownAfterTheOthersEnded() {
        CountDownLatch failed = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        Round round = view.round();
        TernException first = TernException.user("first");
        round.ask(graph -> {
            ended.set(opened(failed));
            return 0;
        });
        Round.Reply<Object> reply = round.ask(graph -> {
            failed.countDown();
            throw first;
        });
        round.ask(graph -> {
            throw new IllegalArgumentException("second");
        });

        assertThatThrownBy(round::await).isSameAs(first);
        assertThat(ended).isTrue();
        assertThatThrownBy(reply::get).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anErrorStaysAnError() {
        Round round = view.round();
        round.ask(graph -> {
            throw new StackOverflowError("deep");
        });

        assertThatThrownBy(round::await).isInstanceOf(StackOverflowError.class).hasMessage("deep");
    }

    @Test
    void anInterruptReachesTheLookUpsAndEndsTheWaiting() throws InterruptedException {
        CountDownLatch underWay = new CountDownLatch(1);
        AtomicBoolean lookUpInterrupted = new AtomicBoolean();
        AtomicBoolean stillMarked = new AtomicBoolean();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiting = Thread.ofVirtual().start(() -> {
            Round round = view.round();
            round.ask(graph -> {
                underWay.countDown();
                try {
                    Thread.sleep(TimeUnit.SECONDS.toMillis(10));
                } catch (InterruptedException e) {
                    lookUpInterrupted.set(true);
                }
                return 0;
            });
            round.ask(GraphView::statistics);
            try {
                round.await();
            } catch (CancellationException e) {
                thrown.set(e);
                stillMarked.set(Thread.currentThread().isInterrupted());
            }
        });
        assertThat(opened(underWay)).isTrue();

        waiting.interrupt();
        waiting.join();

        assertThat(lookUpInterrupted).isTrue();
        assertThat(thrown.get()).hasMessage("interrupted while waiting for the store");
        assertThat(stillMarked).isTrue();
    }

    @Test
    void anInterruptThatTheLastLookUpNoticesReachesTheOthers() throws InterruptedException {
        CountDownLatch underWay = new CountDownLatch(1);
        CountDownLatch otherInterrupted = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiting = Thread.ofVirtual().start(() -> {
            Round round = view.round();
            round.ask(graph -> sleepUntilInterrupted(otherInterrupted));
            round.ask(graph -> {
                underWay.countDown();
                sleepUntilInterrupted(new CountDownLatch(1));
                throw TernException.user("the store was interrupted");
            });
            try {
                round.await();
            } catch (CancellationException e) {
                thrown.set(e);
            }
        });
        assertThat(opened(underWay)).isTrue();

        waiting.interrupt();
        waiting.join();

        assertThat(opened(otherInterrupted)).isTrue();
        assertThat(thrown.get()).hasMessage("interrupted while waiting for the store");
    }

    private static int sleepUntilInterrupted(CountDownLatch interrupted) {
        try {
            Thread.sleep(TimeUnit.MINUTES.toMillis(1));
        } catch (InterruptedException e) {
            interrupted.countDown();
            Thread.currentThread().interrupt();
        }
        return 0;
    }
}
