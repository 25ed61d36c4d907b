package dev.tern.cli.command;

import dev.tern.app.Spending;
import dev.tern.model.Ledger;
import dev.tern.models.money.Money;
import java.util.Optional;

/** Sums up the costs of model calls. Thread-safe. */
public final class CostCounter implements Spending.CallGuard {
    private Optional<Money> all = Optional.of(Money.ZERO);
    private CostSum sum = CostSum.NONE;

    /**
     * The totals of some calls.
     *
     * @param inputTokens tokens sent
     * @param outputTokens tokens received
     * @param cost the cost; empty if the price of any call is unknown
     */
    public record CostSum(int calls, long inputTokens, long outputTokens, Optional<Money> cost) {
        static final CostSum NONE = new CostSum(0, 0, 0, Optional.of(Money.ZERO));
    }

    @Override
    public void callStarting() {}

    @Override
    public synchronized void callEnded(Ledger.Expense expense, Optional<Money> cost) {
        sum = new CostSum(
                sum.calls() + 1,
                sum.inputTokens() + expense.inputTokens(),
                sum.outputTokens() + expense.outputTokens(),
                plus(sum.cost(), cost));
        all = plus(all, cost);
    }

    private static Optional<Money> plus(Optional<Money> one, Optional<Money> other) {
        return one.flatMap(money -> other.map(money::plus));
    }

    /** Returns the number of model calls since {@link #takeTotals} was last used. */
    public synchronized int calls() {
        return sum.calls();
    }

    /** Returns the totals of the model calls since this method was last used. */
    public synchronized CostSum takeTotals() {
        CostSum taken = sum;
        sum = CostSum.NONE;
        return taken;
    }

    /** Returns the cost of all model calls; empty if the price of any is unknown. */
    public synchronized Optional<Money> all() {
        return all;
    }
}
