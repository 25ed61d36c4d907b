package dev.tern.store.lucene;

import dev.tern.error.TernException;

/** Counts the rows that a filter reads, and throws if they exceed a limit. Not thread-safe. */
final class FilterReads {
    /** The cost of looking up, decoding and comparing one distinct value, in rows. */
    private static final int ROWS_PER_VALUE = 32;

    private static final int ROWS_PER_WORD = 64;

    private final long maxReads;
    private final InterruptPoint pause = new InterruptPoint();
    private long rows;

    FilterReads(long max) {
        this.maxReads = max;
    }

    /**
     * Counts the rows of a term or a range.
     *
     * @throws TernException the user's fault, if the filter has read more rows than allowed
     */
    void rows(long count) {
        rows += count;
        if (rows > maxReads) {
            throw TernException.user("the filter asks this graph for more than " + maxReads
                    + " rows and values of metadata (filterReads): leave conditions out, or ask with = and in where"
                    + " contains, != or a range reads every value");
        }
        pause.after(count / ROWS_PER_VALUE + 1);
    }

    void value() {
        rows(ROWS_PER_VALUE);
    }

    /** Counts one pass over a bit set of a segment's rows. */
    void countBitSet(int maxDoc) {
        rows(maxDoc / ROWS_PER_WORD + 1);
    }
}
