package dev.tern.model;

/**
 * Where a budget's money comes from when it is one of several, such as those of the processes of one run. Called by one thread at a time.
 */
@FunctionalInterface
public interface Purse {
    /**
     * What was given.
     *
     * @param amount what may be spent beyond what is spent and reserved: what was wanted, or more, or nothing
     * @param whole how the money of all stands; what others were given and have not spent is reserved there
     */
    record Grant(Money amount, Budget.Standing whole) {}

    /**
     * Tells how a budget stands, and asks for more. All that it had left goes back at the same moment, so that nobody waits for money that
     * somebody else only keeps.
     *
     * @param own how the budget stands; nothing is left of it until this returns, nor if this fails
     * @param wanted what is to be set aside next; 0 where money is only given back
     */
    Grant draw(Budget.Standing own, Money wanted);
}
