package dev.tern.models.money;

/** Money that several budgets share; each budget draws on one thread at a time. */
@FunctionalInterface
public interface MoneySource {
    /**
     * A grant, with the standing of the purse.
     *
     * @param amount the amount that may be spent beyond spent and reserved; may be zero
     * @param limit the shared limit
     * @param spent the total spent by all
     * @param held the total granted and not spent
     */
    record MoneyGrant(Money amount, Money limit, Money spent, Money held) {}

    /**
     * Reports spending and requests more. Money granted before, beyond spent and reserved, is
     * returned in the same step, so that no process waits for money that is idle. After a failure,
     * nothing is left to spend.
     *
     * @param spent the total spent
     * @param reserved the amount reserved for calls in flight
     * @param wanted the amount to reserve next; 0 only to return money
     */
    MoneyGrant draw(Money spent, Money reserved, Money wanted);
}
