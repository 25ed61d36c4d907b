package dev.tern.spark;

import dev.tern.models.money.Budget;
import dev.tern.models.money.Money;
import dev.tern.models.money.Purse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The money of a run, of which its executors have shares. Thread-safe.
 *
 * <p>An executor tells with each draw all that it has spent so far and has set aside, and so gives back the rest of its share. What is
 * told is never what a share was more than once, and messages may be lost or come late: the latest one counts. What is spent and what
 * executors hold are together never more than the limit; the share of a lost executor counts as spent.
 */
final class SharedBudget {
    /** Draws that a share does for, as far as there is money: else every call of a model would ask the driver. */
    private static final int DRAWS = 16;

    private final Money limit;
    private final Map<String, Share> shares = new HashMap<>();

    /**
     * What an executor has.
     *
     * @param sequence the number of the message that told it
     * @param spent what it spent
     * @param held what it may spend beyond that
     * @param lost whether nothing is given to it any more
     */
    private record Share(long sequence, Money spent, Money held, boolean lost) {}

    SharedBudget(Money limit) {
        this.limit = limit;
    }

    /**
     * Gives an executor a share.
     *
     * @param sequence greater with each message of the executor
     * @param spent what it has spent in all
     * @param reserved what it has set aside
     * @param wanted the least that it can make use of
     */
    synchronized Purse.Grant draw(String executor, long sequence, Money spent, Money reserved, Money wanted) {
        Share before = shares.get(executor);
        if (before != null && (before.lost || before.sequence >= sequence)) {
            // Nothing is held for it either: it does not wait.
            return new Purse.Grant(Money.ZERO, limit, standing().spent(), Money.ZERO);
        }
        shares.put(executor, new Share(sequence, spent, reserved, false));
        Budget.Standing now = standing();
        long left = now.left().nanos();
        if (wanted.equals(Money.ZERO) || left < wanted.nanos()) {
            return grant(Money.ZERO);
        }
        long several = Math.min(left / (2L * shares.size()), DRAWS * wanted.nanos());
        Money amount = new Money(Math.max(wanted.nanos(), several));
        shares.put(executor, new Share(sequence, spent, reserved.plus(amount), false));
        return grant(amount);
    }

    private Purse.Grant grant(Money amount) {
        Budget.Standing now = standing();
        return new Purse.Grant(amount, now.limit(), now.spent(), now.reserved());
    }

    /** An executor is gone; how much of its share it spent is unknown. */
    synchronized void lost(String executor) {
        shares.computeIfPresent(
                executor,
                (name, share) ->
                        share.lost ? share : new Share(share.sequence, share.spent.plus(share.held), Money.ZERO, true));
    }

    /** Of executors that are gone without a word, what they hold is lost as well. */
    void lostBut(Set<String> alive) {
        List<String> gone;
        synchronized (this) {
            gone = shares.keySet().stream()
                    .filter(executor -> !alive.contains(executor))
                    .toList();
        }
        gone.forEach(this::lost);
    }

    /** Limit, spent, and what executors hold. */
    synchronized Budget.Standing standing() {
        Money spent = Money.ZERO;
        Money held = Money.ZERO;
        for (Share share : shares.values()) {
            spent = spent.plus(share.spent);
            held = held.plus(share.held);
        }
        return new Budget.Standing(limit, spent, held);
    }
}
