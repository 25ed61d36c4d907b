package dev.tern.models.money;

/** A shared source of money, as for the processes of a run; each draws from one thread. */
@FunctionalInterface
public interface Purse {
    /**
     * A grant, with the shared standing.
     *
     * @param amount the amount that may be spent beyond spent and reserved; maybe zero
     * @param limit the shared limit
     * @param spent the total spent
     * @param held the total granted and not spent
     */
    record Grant(Money amount, Money limit, Money spent, Money held) {}

    /**
     * Reports spending and requests more. Granted money beyond it is returned in the same step, so
     * that no process waits for idle money; after a failure, nothing is left.
     *
     * @param spent the total spent
     * @param reserved the amount reserved for calls in flight
     * @param wanted the amount to reserve next; 0 only to return money
     */
    Grant draw(Money spent, Money reserved, Money wanted);
}
