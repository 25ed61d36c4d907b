package dev.tern.models.money;

/** Money that several budgets draw concurrently; implementations must be thread-safe. */
@FunctionalInterface
public interface MoneySource {
    /**
     * A grant, with the state of the money source.
     *
     * @param amount the amount that the budget may spend beyond its spent and reserved amounts; may
     *     be zero
     * @param spent the total spent by all budgets
     * @param held the total granted to all budgets and not spent
     */
    record MoneyGrant(Money amount, Money limit, Money spent, Money held) {}

    /**
     * Reports spending and requests money. Earlier grants, beyond the spent and reserved amounts,
     * are returned in the same step, so that no process waits for idle money. If the call throws,
     * the budget has nothing left until its next draw.
     *
     * @param spent the amount that the budget has spent so far
     * @param reserved the amount reserved for calls in flight
     * @param wanted the amount to reserve next; 0 only to return money
     */
    MoneyGrant draw(Money spent, Money reserved, Money wanted);
}
