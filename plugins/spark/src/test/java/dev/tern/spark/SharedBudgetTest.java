package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.app.SpendingSettings;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.model.Ledger;
import dev.tern.models.money.Budget;
import dev.tern.models.money.Money;
import dev.tern.models.money.MoneySource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.util.SerializableConfiguration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedBudgetTest {
    @TempDir
    Path folder;

    private static Money nanos(long nanos) {
        return new Money(nanos);
    }

    /** An executor whose messages or replies may be lost. */
    private static final class Executor {
        private final Random random;
        private final List<Money> underWay = new ArrayList<>();
        private final Budget budget;
        private long sequence;
        private long paid;
        private boolean dead;

        Executor(String name, SharedBudget shared, Random random, boolean lossy) {
            this.random = random;
            this.budget = Budget.from((spent, reserved, wanted) -> {
                sequence++;
                if (lossy && random.nextInt(8) == 0) {
                    throw new IllegalStateException("the message is lost");
                }
                MoneySource.MoneyGrant grant = shared.draw(name, sequence, spent, reserved, wanted);
                if (random.nextInt(8) == 0) {
                    // An earlier message comes late.
                    shared.draw(name, sequence - 1, Money.ZERO, nanos(random.nextInt(1000)), wanted);
                }
                if (lossy && random.nextInt(8) == 0) {
                    throw new IllegalStateException("the answer is lost");
                }
                return grant;
            });
        }

        /** Makes one step; returns false at the end. */
        boolean step() {
            try {
                if (!underWay.isEmpty() && random.nextBoolean()) {
                    Money most = underWay.removeLast();
                    Money actual = nanos(random.nextLong(most.nanos() + 1));
                    paid += actual.nanos();
                    budget.settle(most, actual);
                    return true;
                }
                if (random.nextInt(20) == 0) {
                    budget.giveBack();
                }
                Money most = nanos(1L + random.nextInt(500));
                if (budget.tryReserve(most)) {
                    underWay.add(most);
                    return true;
                }
            } catch (IllegalStateException lost) {
                return true;
            }
            return !underWay.isEmpty();
        }
    }

    @RepeatedTest(40)
    void whateverIsLostNoMoreThanTheLimitIsPaid() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        boolean lossy = random.nextBoolean();
        SharedBudget shared = new SharedBudget(nanos(20_000));
        List<Executor> executors = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(6); i++) {
            executors.add(new Executor("executor " + i, shared, random, lossy));
        }
        int idle = 0;
        for (int step = 0; step < 20_000 && idle < 200; step++) {
            int chosen = random.nextInt(executors.size());
            Executor executor = executors.get(chosen);
            if (lossy && random.nextInt(500) == 0) {
                shared.lost("executor " + chosen);
                executor.dead = random.nextBoolean();
            }
            idle = !executor.dead && executor.step() ? 0 : idle + 1;
            assertThat(executors.stream().mapToLong(one -> one.paid).sum()).isLessThanOrEqualTo(20_000);
            assertThat(shared.state().remaining().nanos()).isNotNegative();
        }
        if (!lossy) {
            executors.forEach(executor -> executor.budget.giveBack());
            assertThat(shared.state().spent())
                    .isEqualTo(
                            nanos(executors.stream().mapToLong(one -> one.paid).sum()));
            assertThat(shared.state().reserved()).isEqualTo(Money.ZERO);
            assertThat(shared.state().remaining().nanos())
                    .as("nobody stops while there is money for any call")
                    .isLessThan(500);
        }
    }

    @Test
    void shareOfALostExecutorIsSpentAndItGetsNoMore() {
        SharedBudget shared = new SharedBudget(nanos(1_000));
        assertThat(shared.draw("1", 1, Money.ZERO, Money.ZERO, nanos(10)).amount())
                .as("enough for several calls")
                .isEqualTo(nanos(160));
        assertThat(shared.draw("2", 1, Money.ZERO, Money.ZERO, nanos(10)).amount())
                .isEqualTo(nanos(160));
        shared.lost("1");
        shared.lost("1");
        assertThat(shared.state()).isEqualTo(new Budget.BudgetState(nanos(1_000), nanos(160), nanos(160)));
        assertThat(shared.draw("1", 2, nanos(5), nanos(5), nanos(1)).amount()).isEqualTo(Money.ZERO);
        assertThat(shared.draw("2", 2, nanos(840), Money.ZERO, nanos(1)).amount())
                .as("the last is gone")
                .isEqualTo(Money.ZERO);
        assertThat(shared.state().remaining()).isEqualTo(Money.ZERO);
    }

    @Test
    void executorKeepsItsShareThoughSparkThrowsAwayWhatItBroadcast() {
        SpendingSettings spending =
                new ConfigurationReader(Map.of(), folder).read(List.of()).spending();
        ExecutorLimits before = shared("evicted").limits("1", spending);
        assertThat(shared("evicted").limits("1", spending)).isSameAs(before);
        assertThat(shared("another").limits("1", spending)).isNotSameAs(before);
    }

    private ExecutorModels.SharedModels shared(String run) {
        return new ExecutorModels.SharedModels(
                TaskSettings.of(new ConfigurationReader(Map.of(), folder).read(List.of())),
                run,
                null,
                new SerializableConfiguration(new Configuration(false)));
    }

    @Test
    void nobodyWaitsForWhatADeadExecutorHoldsThoughItsEndWasNotHeard() {
        Set<String> alive = new HashSet<>(Set.of("1", "2"));
        DriverLimits money = new DriverLimits(Optional.of(nanos(200)), Ledger.NONE, () -> alive);
        assertThat(money.answer(new DriverMessage.Draw("run", "1", 1, 0, 0, 150)))
                .containsExactly(150, 200, 0, 150);
        assertThat(money.answer(new DriverMessage.Draw("run", "2", 1, 0, 0, 60)))
                .as("waits for what 1 does not need")
                .containsExactly(0, 200, 0, 150);
        alive.remove("1");
        assertThat(money.answer(new DriverMessage.Draw("run", "2", 2, 0, 0, 60)))
                .as("nothing is held any more")
                .containsExactly(0, 200, 150, 0);
        assertThat(money.answer(new DriverMessage.Draw("run", "2", 3, 0, 0, 50))[0])
                .isEqualTo(50);
    }
}
