package dev.tern.models.money;

/**
 * Where money comes from that several spend together, such as the processes of one run. Each of them calls it by one thread at a time.
 */
@FunctionalInterface
public interface Purse {
    /**
     * What was given, and how the money of all stands.
     *
     * @param amount what may be spent beyond what is spent and reserved: what was wanted, or more, or nothing
     * @param limit the most that all may spend
     * @param spent what all have spent
     * @param held what they were given and have not spent
     */
    record Grant(Money amount, Money limit, Money spent, Money held) {}

    /**
     * Reports what was spent, and asks for more. Money that was granted and not spent goes back in the same step, so that no process
     * waits for money that another only holds; if this fails, nothing is left.
     *
     * @param spent what was spent in all
     * @param reserved what is set aside for what is under way
     * @param wanted what is to be set aside next; 0 where money is only given back
     */
    Grant draw(Money spent, Money reserved, Money wanted);
}
