package dev.tern.store.shared;

/**
 * A search that requests more and more rows until a condition accepts the reply. Stores use it if
 * some rows do not count, since a filter excludes them or they repeat a relation, or if the last
 * row may tie with rows that were cut off.
 *
 * @param <R> the reply to a request
 * @param <X> the checked exception of a request; {@link RuntimeException} for none
 */
@FunctionalInterface
public interface WideningSearch<R, X extends Exception> {
    /** Requests at most {@code rows} rows. */
    R ask(int rows) throws X;

    /** A condition that accepts the reply to a request for at most {@code rows} rows. */
    @FunctionalInterface
    interface StopCondition<R> {
        boolean test(R reply, int rows);
    }

    /**
     * Returns the first reply that the condition accepts, or else the reply to the largest request.
     *
     * @param first number of rows of the first request, at least 1
     * @param max maximum number of rows of a request
     * @param growth factor from one request to the next, at least 2
     */
    default R widen(int first, int max, int growth, StopCondition<R> enough) throws X {
        int rows = Math.min(first, max);
        R reply = ask(rows);
        while (rows < max && !enough.test(reply, rows)) {
            rows = (int) Math.min(max, (long) rows * growth);
            reply = ask(rows);
        }
        return reply;
    }
}
