package dev.tern.model;

import dev.tern.error.TernException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Money that may be spent, and how much of it is gone. Thread-safe.
 *
 * <p>Whoever is about to spend reserves the most that it can cost, and settles what it did cost afterwards. What is spent
 * and what is reserved are together never more than the limit, as long as nothing costs more than was reserved for it; what
 * does is counted all the same, and then nothing more is granted.
 */
public final class Budget {
    private final Money limit;
    private final Runnable gate;
    /** Fair, so that a large reservation is not passed by small ones for ever. */
    private final ReentrantLock lock = new ReentrantLock(true);

    private final Condition settled = lock.newCondition();
    private Money spent = Money.ZERO;
    private Money reserved = Money.ZERO;

    /**
     * How a budget stands at one moment.
     *
     * @param limit the most that may be spent
     * @param spent what was spent
     * @param reserved what is set aside for what is under way
     */
    public record Standing(Money limit, Money spent, Money reserved) {
        /** What could still be reserved; negative if something cost more than was reserved for it. */
        public Money left() {
            return limit.minus(spent).minus(reserved);
        }
    }

    private Budget(Money limit, Runnable gate) {
        this.limit = limit;
        this.gate = gate;
    }

    /**
     * A budget of which nothing is spent.
     *
     * @throws TernException if the limit is negative
     */
    public static Budget of(Money limit) {
        if (limit.compareTo(Money.ZERO) < 0) {
            throw TernException.user("the most that may be spent is " + limit + " and must be at least 0");
        }
        return new Budget(limit, () -> {});
    }

    /** A budget that nobody can spend. */
    public static Budget unlimited() {
        return new Budget(new Money(Long.MAX_VALUE), () -> {});
    }

    /**
     * A budget of which nothing is spent, with the same limit, that somebody else watches over too.
     *
     * @param asked runs before an amount is set aside, on whichever thread wants it; what it throws is thrown there
     */
    public Budget watchedBy(Runnable asked) {
        return new Budget(limit, asked);
    }

    /** Sets an amount aside; false, and nothing is set aside, if it does not fit at this moment. */
    public boolean tryReserve(Money amount) {
        gate.run();
        lock.lock();
        try {
            return reserveIfItFits(amount);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sets an amount aside, and waits as long as it does not fit only because of what others have under way, which may
     * turn out cheaper.
     *
     * @return false, and nothing is set aside, if it does not fit into what is left
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean reserve(Money amount) throws InterruptedException {
        gate.run();
        lock.lockInterruptibly();
        try {
            while (!reserveIfItFits(amount)) {
                if (reserved.equals(Money.ZERO) || limit.minus(spent).compareTo(amount) < 0) {
                    return false;
                }
                settled.await();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives back what was reserved and counts what was spent of it: nothing if the call failed before it cost anything.
     *
     * @throws IllegalArgumentException if an amount is negative, or more is given back than is reserved
     */
    public void settle(Money amountReserved, Money actual) {
        requireAmount(amountReserved);
        requireAmount(actual);
        lock.lock();
        try {
            if (amountReserved.compareTo(reserved) > 0) {
                throw new IllegalArgumentException(
                        amountReserved + " is given back to the budget, and only " + reserved + " is reserved");
            }
            reserved = reserved.minus(amountReserved);
            spent = spent.plus(actual);
            settled.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The most that may be spent. */
    public Money limit() {
        return limit;
    }

    /** What was spent so far. */
    public Money spent() {
        return standing().spent();
    }

    /** What is set aside for what is under way. */
    public Money reserved() {
        return standing().reserved();
    }

    /** Limit, spent and reserved at one moment. */
    public Standing standing() {
        lock.lock();
        try {
            return new Standing(limit, spent, reserved);
        } finally {
            lock.unlock();
        }
    }

    private boolean reserveIfItFits(Money amount) {
        requireAmount(amount);
        boolean fits = limit.minus(spent).minus(reserved).compareTo(amount) >= 0;
        if (fits) {
            reserved = reserved.plus(amount);
        }
        return fits;
    }

    private static void requireAmount(Money amount) {
        if (amount.compareTo(Money.ZERO) < 0) {
            throw new IllegalArgumentException("an amount of the budget is negative: " + amount);
        }
    }
}
