package dev.tern.cli.command;

import dev.tern.app.Spending;
import dev.tern.model.Ledger;
import dev.tern.models.money.Money;
import java.util.Optional;

/** Adds up what calls of models took; for one thread at a time. */
public final class Expenses implements Spending.Calls {
    private Optional<Money> all = Optional.of(Money.ZERO);
    private Sum sum = Sum.NONE;

    /**
     * What some calls took.
     *
     * @param calls how many
     * @param inputTokens tokens sent
     * @param outputTokens tokens received
     * @param cost what they cost; empty if a price is not known
     */
    public record Sum(int calls, long inputTokens, long outputTokens, Optional<Money> cost) {
        static final Sum NONE = new Sum(0, 0, 0, Optional.of(Money.ZERO));
    }

    @Override
    public void asking() {}

    @Override
    public synchronized void asked(Ledger.Expense expense, Optional<Money> cost) {
        sum = new Sum(
                sum.calls() + 1,
                sum.inputTokens() + expense.inputTokens(),
                sum.outputTokens() + expense.outputTokens(),
                plus(sum.cost(), cost));
        all = plus(all, cost);
    }

    private static Optional<Money> plus(Optional<Money> one, Optional<Money> other) {
        return one.flatMap(money -> other.map(money::plus));
    }

    /** How many calls there were since {@link #take}. */
    public synchronized int calls() {
        return sum.calls();
    }

    /** What the calls since the last time took. */
    public synchronized Sum take() {
        Sum taken = sum;
        sum = Sum.NONE;
        return taken;
    }

    /** What all calls cost; empty if a price is not known. */
    public synchronized Optional<Money> all() {
        return all;
    }
}
