package dev.tern.spark;

import dev.tern.models.money.Budget;
import dev.tern.models.money.Money;
import dev.tern.models.money.MoneySource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The budget of a run, divided among its executors. Thread-safe.
 *
 * <p>With each draw an executor reports its total spending and reservations; the rest of its share
 * returns to the pool. A report never exceeds the share. Messages may be lost or late, so the
 * report with the highest number counts. The amounts spent and held together never exceed the
 * limit; a lost executor's share counts as spent.
 */
final class SharedBudget {
    /** The number of draws in a share, if the budget allows; most calls need not ask the driver. */
    private static final int DRAWS = 16;

    private final Money limit;
    private final Map<String, ExecutorShare> shares = new HashMap<>();

    /**
     * The share of an executor.
     *
     * @param sequence the number of the executor's last message
     * @param spent the amount spent
     * @param held the amount that the executor may spend in addition
     * @param lost true if the executor gets no more money
     */
    private record ExecutorShare(long sequence, Money spent, Money held, boolean lost) {}

    SharedBudget(Money limit) {
        this.limit = limit;
    }

    /**
     * Grants money to an executor; nothing if less than {@code wanted} is left, the message is
     * outdated, or the executor is lost.
     *
     * @param sequence greater with each message of the executor
     * @param spent the executor's total spending
     * @param reserved the executor's reservations
     * @param wanted the minimum amount that the executor can use; zero to only report
     */
    synchronized MoneySource.MoneyGrant draw(
            String executor, long sequence, Money spent, Money reserved, Money wanted) {
        ExecutorShare before = shares.get(executor);
        if (before != null && (before.lost || before.sequence >= sequence)) {
            // Reports that nothing is held, so that the executor does not wait.
            return new MoneySource.MoneyGrant(Money.ZERO, limit, state().spent(), Money.ZERO);
        }
        shares.put(executor, new ExecutorShare(sequence, spent, reserved, false));
        Budget.BudgetState now = state();
        long left = now.remaining().nanos();
        if (wanted.equals(Money.ZERO) || left < wanted.nanos()) {
            return grant(Money.ZERO);
        }
        long several = Math.min(left / (2L * shares.size()), DRAWS * wanted.nanos());
        Money amount = new Money(Math.max(wanted.nanos(), several));
        shares.put(executor, new ExecutorShare(sequence, spent, reserved.plus(amount), false));
        return grant(amount);
    }

    private MoneySource.MoneyGrant grant(Money amount) {
        Budget.BudgetState now = state();
        return new MoneySource.MoneyGrant(amount, now.limit(), now.spent(), now.reserved());
    }

    /** Marks an executor as lost; its whole share counts as spent, as its spending is unknown. */
    synchronized void lost(String executor) {
        shares.computeIfPresent(
                executor,
                (name, share) -> share.lost
                        ? share
                        : new ExecutorShare(share.sequence, share.spent.plus(share.held), Money.ZERO, true));
    }

    /** Marks all executors that are not alive as lost. */
    void lostBut(Set<String> alive) {
        List<String> gone;
        synchronized (this) {
            gone = shares.keySet().stream()
                    .filter(executor -> !alive.contains(executor))
                    .toList();
        }
        gone.forEach(this::lost);
    }

    /** Returns the limit, the amount spent, and the amount that executors hold. */
    synchronized Budget.BudgetState state() {
        Money spent = Money.ZERO;
        Money held = Money.ZERO;
        for (ExecutorShare share : shares.values()) {
            spent = spent.plus(share.spent);
            held = held.plus(share.held);
        }
        return new Budget.BudgetState(limit, spent, held);
    }
}
