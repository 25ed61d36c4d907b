package dev.tern.models.money;

import dev.tern.error.TernException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Money that may be spent, and how much of it is gone. Thread-safe.
 *
 * <p>A caller reserves the most that a call can cost, and settles what it did cost afterwards. Spent and reserved money together
 * never exceed the limit, as long as no call costs more than was reserved for it; a call that does is counted all the same, and
 * then nothing more is granted.
 *
 * <p>A budget that {@linkplain #from draws} its money has as its limit what it was granted so far, and asks for more when that does not do.
 */
public final class Budget {
    /** How long is waited for what others have under way before they are asked about it again, in milliseconds. */
    private static final long LOOK_AGAIN_MILLIS = 200;

    private final Runnable gate;
    private final @Nullable Purse purse;
    /** Fair, so that a large reservation is not passed by small ones for ever. */
    private final ReentrantLock lock = new ReentrantLock(true);

    private final Condition settled = lock.newCondition();
    private Money limit;
    private Money spent = Money.ZERO;
    private Money reserved = Money.ZERO;
    /** How the money of all stood when it was drawn from last. */
    private @Nullable Standing whole;

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

    private Budget(Money limit, Runnable gate, @Nullable Purse purse) {
        this.limit = limit;
        this.gate = gate;
        this.purse = purse;
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
        return new Budget(limit, () -> {}, null);
    }

    /** A budget that is never spent. */
    public static Budget unlimited() {
        return new Budget(new Money(Long.MAX_VALUE), () -> {}, null);
    }

    /** A budget that draws from a purse what it spends, shortly before. */
    public static Budget from(Purse purse) {
        return new Budget(Money.ZERO, () -> {}, purse);
    }

    /**
     * An unspent budget with the same limit, which a hook can refuse to spend from.
     *
     * @param asked runs before an amount is reserved, on the thread that reserves it; what it throws is thrown there
     */
    public Budget watchedBy(Runnable asked) {
        return new Budget(limit, asked, purse);
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
                Standing all = all();
                if (all.reserved().equals(Money.ZERO)
                        || all.limit().minus(all.spent()).compareTo(amount) < 0) {
                    return false;
                }
                if (purse == null) {
                    settled.await();
                } else {
                    // What other processes of the purse settle is not signalled here.
                    settled.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
                }
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

    /** Gives back to the purse, if there is one, what was drawn and is neither spent nor set aside. */
    public void giveBack() {
        lock.lock();
        try {
            draw(Money.ZERO);
        } finally {
            lock.unlock();
        }
    }

    /** The most that may be spent. */
    public Money limit() {
        return standing().limit();
    }

    /** What was spent so far. */
    public Money spent() {
        return standing().spent();
    }

    /** What is set aside for what is under way. */
    public Money reserved() {
        return standing().reserved();
    }

    /** How the money of all who draw from the purse stood when this budget drew last; without a purse, how this one stands. */
    public Standing whole() {
        lock.lock();
        try {
            return all();
        } finally {
            lock.unlock();
        }
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
        if (left().compareTo(amount) < 0) {
            draw(amount);
        }
        boolean fits = left().compareTo(amount) >= 0;
        if (fits) {
            reserved = reserved.plus(amount);
        }
        return fits;
    }

    private Money left() {
        return limit.minus(spent).minus(reserved);
    }

    private Standing all() {
        return whole == null ? new Standing(limit, spent, reserved) : whole;
    }

    private void draw(Money wanted) {
        if (purse == null) {
            return;
        }
        // Whether the purse heard of it is not known if this fails; so nothing is left then.
        limit = spent.plus(reserved);
        Purse.Grant grant = purse.draw(spent, reserved, wanted);
        limit = limit.plus(grant.amount());
        whole = new Standing(grant.limit(), grant.spent(), grant.held());
    }

    private static void requireAmount(Money amount) {
        if (amount.compareTo(Money.ZERO) < 0) {
            throw new IllegalArgumentException("an amount of the budget is negative: " + amount);
        }
    }
}
