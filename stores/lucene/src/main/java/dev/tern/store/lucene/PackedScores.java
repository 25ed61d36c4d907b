package dev.tern.store.lucene;

import java.util.Arrays;
import org.apache.lucene.util.LongHeap;
import org.apache.lucene.util.NumericUtils;

/** Scored rows of an index, packed into longs: the score in the upper half, to sort by score. */
final class PackedScores {
    private static final long DOC_MASK = 0xffff_ffffL;

    private long[] packed = new long[1_024];
    private int size;
    private boolean complete = true;
    private float from = Float.NEGATIVE_INFINITY;

    void add(int doc, float score) {
        if (size == packed.length) {
            packed = Arrays.copyOf(packed, 2 * size);
        }
        packed[size++] = pack(doc, score);
    }

    /** Records that rows may have been left unscored. */
    void leaveOut() {
        complete = false;
    }

    /** Records that rows below a score may have been left unscored. */
    void leaveOutBelow(float score) {
        complete = false;
        from = Math.max(from, score);
    }

    boolean complete() {
        return complete;
    }

    /**
     * Returns the score from which on all rows are included, except rows that a vector graph
     * missed.
     */
    float from() {
        return from;
    }

    int size() {
        return size;
    }

    /**
     * Returns the score of the n-th best row, or of the worst row if there are fewer than n. There
     * must be at least one row.
     */
    float nth(int n) {
        LongHeap best = new LongHeap(Math.min(n, size));
        for (int i = 0; i < size; i++) {
            best.insertWithOverflow(packed[i]);
        }
        return score(best.top());
    }

    /** Returns the rows with scores from {@code least} to below {@code most}, by row number. */
    long[] between(float least, float most) {
        int bound = NumericUtils.floatToSortableInt(least);
        int end = NumericUtils.floatToSortableInt(most);
        long[] rows = new long[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            int score = (int) (packed[i] >> 32);
            if (score >= bound && score < end) {
                // The rotation moves the row into the upper half, to sort by row.
                rows[count++] = Long.rotateLeft(packed[i], 32);
            }
        }
        rows = Arrays.copyOf(rows, count);
        Arrays.sort(rows);
        for (int i = 0; i < count; i++) {
            rows[i] = Long.rotateLeft(rows[i], 32);
        }
        return rows;
    }

    static long pack(int doc, float score) {
        return ((long) NumericUtils.floatToSortableInt(score) << 32) | doc;
    }

    static float score(long row) {
        return NumericUtils.sortableIntToFloat((int) (row >> 32));
    }

    static int doc(long row) {
        return (int) (row & DOC_MASK);
    }
}
