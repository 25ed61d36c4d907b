package dev.tern.store;

/**
 * A search that asks for more and more rows until those that came are enough. A store searches this way wherever some of the
 * rows that come may not count: they do not pass a filter, they state a relation that another row stated before, or the last
 * of them ties with rows that were cut off.
 *
 * @param <R> what one request brings
 * @param <X> what a request throws; {@link RuntimeException} if nothing checked
 */
@FunctionalInterface
public interface WideningSearch<R, X extends Exception> {
    /** Asks for at most {@code rows} rows. */
    R ask(int rows) throws X;

    /** Whether the reply to a request for at most {@code rows} rows is enough. */
    @FunctionalInterface
    interface Enough<R> {
        /** Looks at a reply. */
        boolean test(R reply, int rows);
    }

    /**
     * The first reply that is enough, or that to a request for the most rows.
     *
     * @param first how many rows the first request asks for
     * @param most how many rows no request goes beyond
     * @param growth how many times as many rows each request asks for as the one before, at least 2
     */
    default R widen(int first, int most, int growth, Enough<R> enough) throws X {
        int rows = Math.min(first, most);
        R reply = ask(rows);
        while (rows < most && !enough.test(reply, rows)) {
            rows = (int) Math.min(most, (long) rows * growth);
            reply = ask(rows);
        }
        return reply;
    }
}
