package dev.tern.models.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static Money nanos(long nanos) {
        return new Money(nanos);
    }

    @Test
    void grantsUpToTheLimitAndNoMore() {
        Budget budget = Budget.of(nanos(10));
        assertThat(budget.tryReserve(nanos(7))).isTrue();
        assertThat(budget.tryReserve(nanos(4))).isFalse();
        assertThat(budget.tryReserve(nanos(3))).isTrue();
        budget.settle(nanos(7), nanos(2));
        assertThat(budget.sharedState()).isEqualTo(new Budget.BudgetState(nanos(10), nanos(2), nanos(3)));
        assertThat(budget.sharedState().remaining()).isEqualTo(nanos(5));
        budget.settle(nanos(3), Money.ZERO);
        assertThat(budget.sharedState().spent()).isEqualTo(nanos(2));
        assertThat(budget.sharedState().reserved()).isEqualTo(Money.ZERO);
    }

    @Test
    void whatCostMoreThanWasReservedIsCountedAndEndsTheSpending() {
        Budget budget = Budget.of(nanos(10));
        assertThat(budget.tryReserve(nanos(9))).isTrue();
        budget.settle(nanos(9), nanos(12));
        assertThat(budget.sharedState().remaining()).isEqualTo(nanos(-2));
        assertThat(budget.tryReserve(nanos(1))).isFalse();
        assertThat(budget.tryReserve(Money.ZERO)).isFalse();
    }

    @Test
    void anUnlimitedBudgetGrantsEverything() {
        Budget budget = Budget.unlimited();
        assertThat(budget.tryReserve(Money.of("9000000000"))).isTrue();
        budget.settle(Money.of("9000000000"), Money.of("1"));
        assertThat(budget.sharedState().spent()).isEqualTo(Money.of("1"));
    }

    @Test
    void refusesWhatMakesNoSense() {
        assertThatThrownBy(() -> Budget.of(nanos(-1)))
                .isInstanceOf(TernException.class)
                .hasMessage("the budget is -0.000000001 and must be at least 0");
        Budget budget = Budget.of(nanos(10));
        assertThatThrownBy(() -> budget.tryReserve(nanos(-1)))
                .hasMessage("an amount of the budget is negative: -0.000000001");
        assertThatThrownBy(() -> budget.settle(nanos(1), nanos(1)))
                .hasMessage("0.000000001 is returned to the budget, and only 0.00 is reserved");
    }

    @Test
    void waitsForWhatOthersHaveUnderWay() throws Exception {
        Budget budget = Budget.of(nanos(10));
        assertThat(budget.reserve(nanos(8))).isTrue();
        AtomicReference<Boolean> granted = new AtomicReference<>();
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                granted.set(budget.reserve(nanos(6)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        while (waiting.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        budget.settle(nanos(8), nanos(4));
        assertThat(waiting.join(Duration.ofMinutes(1))).isTrue();
        assertThat(granted.get()).isTrue();
        assertThat(budget.reserve(nanos(7)))
                .as("does not fit even if what is under way costs nothing")
                .isFalse();
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        Budget budget = Budget.of(nanos(10));
        assertThat(budget.reserve(nanos(8))).isTrue();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                budget.reserve(nanos(6));
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
        });
        waiting.interrupt();
        assertThat(waiting.join(Duration.ofMinutes(1))).isTrue();
        assertThat(interrupted).isTrue();
        assertThat(budget.sharedState().reserved()).isEqualTo(nanos(8));
    }

    @Test
    void manySpendersNeverPassTheLimitAtAnyMoment() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Budget budget = Budget.of(nanos(1_000_000));
        AtomicLong settled = new AtomicLong();
        AtomicBoolean over = new AtomicBoolean();
        AtomicBoolean done = new AtomicBoolean();
        Thread watcher = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                Budget.BudgetState now = budget.sharedState();
                over.compareAndSet(
                        false, now.remaining().nanos() < 0 || now.reserved().nanos() < 0);
            }
        });
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> spenders = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                Random random = new Random(seed + i);
                spenders.add(threads.submit(() -> {
                    while (true) {
                        Money most = nanos(1 + random.nextInt(5_000));
                        boolean granted = random.nextBoolean() ? budget.tryReserve(most) : budget.reserve(most);
                        if (!granted) {
                            return null;
                        }
                        Money actual = nanos(random.nextLong(most.nanos() + 1));
                        LockSupport.parkNanos(1_000);
                        budget.settle(most, actual);
                        settled.addAndGet(actual.nanos());
                    }
                }));
            }
            for (Future<?> spender : spenders) {
                spender.get();
            }
        }
        done.set(true);
        watcher.join();
        assertThat(over).isFalse();
        assertThat(budget.sharedState().spent()).isEqualTo(nanos(settled.get()));
        assertThat(budget.sharedState().reserved()).isEqualTo(Money.ZERO);
        assertThat(budget.sharedState().spent().nanos()).isBetween(900_000L, 1_000_000L);
    }

    @Test
    void whatIsDrawnIsGivenBackAtTheNextDraw() throws Exception {
        List<String> said = new ArrayList<>();
        Budget budget = Budget.from((spent, reserved, wanted) -> {
            said.add(spent.nanos() + " " + reserved.nanos() + " " + wanted.nanos());
            return new MoneySource.MoneyGrant(
                    wanted.equals(Money.ZERO) ? Money.ZERO : nanos(10), nanos(100), spent, reserved);
        });
        assertThat(budget.reserve(nanos(4))).isTrue();
        assertThat(budget.reserve(nanos(6))).isTrue();
        assertThat(said).as("one draw does for both").containsExactly("0 0 4");
        budget.settle(nanos(4), nanos(3));
        assertThat(budget.reserve(nanos(2))).isTrue();
        budget.giveBack();
        assertThat(said).containsExactly("0 0 4", "3 6 2", "3 8 0");
        assertThat(budget.reserve(nanos(1))).isTrue();
        assertThat(said).as("nothing was left").endsWith("3 8 1");
        assertThat(budget.sharedState().limit()).isEqualTo(nanos(100));
    }

    @Test
    void nothingIsLeftOfABudgetWhosePurseIsOutOfReach() {
        AtomicBoolean reached = new AtomicBoolean(true);
        Budget budget = Budget.from((spent, reserved, wanted) -> {
            if (!reached.get()) {
                throw new IllegalStateException("no answer");
            }
            return new MoneySource.MoneyGrant(nanos(10), nanos(10), spent, reserved);
        });
        assertThat(budget.tryReserve(nanos(4))).isTrue();
        reached.set(false);
        assertThatThrownBy(() -> budget.tryReserve(nanos(7))).hasMessage("no answer");
        assertThatThrownBy(() -> budget.tryReserve(nanos(1))).hasMessage("no answer");
    }
}
