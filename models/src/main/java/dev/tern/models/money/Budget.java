package dev.tern.models.money;

import dev.tern.error.TernException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A limit on spending money. Thread-safe.
 *
 * <p>A caller reserves the maximum cost of a call, and settles its actual cost afterwards. Spent
 * and reserved money together never exceed the limit, unless a call costs more than was reserved
 * for it; the excess counts as spent, too.
 *
 * <p>The limit of a budget with a {@linkplain #from money source} is the amount that the source has
 * granted and the budget has not given back; the budget draws more on demand.
 */
public final class Budget {
    /** The interval in milliseconds at which money held by other processes is checked again. */
    private static final long LOOK_AGAIN_MILLIS = 200;

    private final Runnable beforeReserve;
    private final @Nullable MoneySource moneySource;
    /** A fair lock, so that waiting reservations are tried roughly in order of arrival. */
    private final ReentrantLock lock = new ReentrantLock(true);

    private final Condition settled = lock.newCondition();
    private Money limit;
    private Money spent = Money.ZERO;
    private Money reserved = Money.ZERO;
    /** The state of the money source at the last draw; null before it. */
    private @Nullable BudgetState sharedState;

    /**
     * A snapshot of a budget.
     *
     * @param limit the maximum to spend
     * @param reserved the amount reserved for calls in flight
     */
    public record BudgetState(Money limit, Money spent, Money reserved) {
        /** Returns the amount left; negative if calls above their reservations exceed the limit. */
        public Money remaining() {
            return limit.minus(spent).minus(reserved);
        }
    }

    private Budget(Money limit, Runnable beforeReserve, @Nullable MoneySource moneySource) {
        this.limit = limit;
        this.beforeReserve = beforeReserve;
        this.moneySource = moneySource;
    }

    /**
     * Returns an unspent budget.
     *
     * @throws TernException if the limit is negative
     */
    public static Budget of(Money limit) {
        if (limit.compareTo(Money.ZERO) < 0) {
            throw TernException.user("the budget is " + limit + " and must be at least 0");
        }
        return new Budget(limit, () -> {}, null);
    }

    /** Returns a budget without a limit. */
    public static Budget unlimited() {
        return new Budget(new Money(Long.MAX_VALUE), () -> {}, null);
    }

    /** Returns a budget that draws from a money source on demand. */
    public static Budget from(MoneySource moneySource) {
        return new Budget(Money.ZERO, () -> {}, moneySource);
    }

    /**
     * Returns an unspent budget with the limit or money source of this one, and with a hook that
     * can refuse spending. This budget must not be in use.
     *
     * @param hook runs before each reservation, on the same thread; an exception from it prevents
     *     the reservation and is rethrown
     */
    public Budget withHook(Runnable hook) {
        return new Budget(limit, hook, moneySource);
    }

    /**
     * Reserves an amount if possible. Returns false, without a reservation, if it is not available
     * at this moment.
     *
     * @throws IllegalArgumentException if the amount is negative
     */
    public boolean tryReserve(Money amount) {
        beforeReserve.run();
        lock.lock();
        try {
            return reserveIfItFits(amount);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Reserves an amount, and waits while other reservations, which may turn out cheaper, block it.
     *
     * @return false, without a reservation, if the amount is more than is left
     * @throws InterruptedException if the thread is interrupted
     * @throws IllegalArgumentException if the amount is negative
     */
    public boolean reserve(Money amount) throws InterruptedException {
        beforeReserve.run();
        lock.lockInterruptibly();
        try {
            while (!reserveIfItFits(amount)) {
                BudgetState all = all();
                if (all.reserved().equals(Money.ZERO)
                        || all.limit().minus(all.spent()).compareTo(amount) < 0) {
                    return false;
                }
                if (moneySource == null) {
                    settled.await();
                } else {
                    // Other processes' settlements are not signalled here.
                    settled.await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Releases a reservation and records the actual cost, which may be zero.
     *
     * @throws IllegalArgumentException if an amount is negative, or more is released than reserved
     */
    public void settle(Money amountReserved, Money actual) {
        requireAmount(amountReserved);
        requireAmount(actual);
        lock.lock();
        try {
            if (amountReserved.compareTo(reserved) > 0) {
                throw new IllegalArgumentException(
                        amountReserved + " is returned to the budget, and only " + reserved + " is reserved");
            }
            reserved = reserved.minus(amountReserved);
            spent = spent.plus(actual);
            settled.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Gives money that is neither spent nor reserved back to the money source, if there is one. */
    public void giveBack() {
        lock.lock();
        try {
            draw(Money.ZERO);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the money source's state at the last draw; this budget's state without a draw. */
    public BudgetState sharedState() {
        lock.lock();
        try {
            return all();
        } finally {
            lock.unlock();
        }
    }

    private boolean reserveIfItFits(Money amount) {
        requireAmount(amount);
        if (remaining().compareTo(amount) < 0) {
            draw(amount);
        }
        boolean fits = remaining().compareTo(amount) >= 0;
        if (fits) {
            reserved = reserved.plus(amount);
        }
        return fits;
    }

    private Money remaining() {
        return limit.minus(spent).minus(reserved);
    }

    private BudgetState all() {
        return sharedState == null ? new BudgetState(limit, spent, reserved) : sharedState;
    }

    private void draw(Money wanted) {
        if (moneySource == null) {
            return;
        }
        // After a failure it is unknown if the source has recorded the draw, so nothing is left.
        limit = spent.plus(reserved);
        MoneySource.MoneyGrant grant = moneySource.draw(spent, reserved, wanted);
        limit = limit.plus(grant.amount());
        sharedState = new BudgetState(grant.limit(), grant.spent(), grant.held());
    }

    private static void requireAmount(Money amount) {
        if (amount.compareTo(Money.ZERO) < 0) {
            throw new IllegalArgumentException("an amount of the budget is negative: " + amount);
        }
    }
}
