package dev.tern.store.lucene;

import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.LongHeap;
import org.apache.lucene.util.NumericUtils;

/** Scored rows of a whole index, each packed into a long: the score in the upper half, so that longs order as scores do. */
final class Scores {
    private static final long DOC_MASK = 0xffff_ffffL;

    private long[] packed = new long[1_024];
    private int size;
    private boolean complete = true;
    private float from = Float.NEGATIVE_INFINITY;

    void add(int doc, float score) {
        packed = ArrayUtil.grow(packed, size + 1);
        packed[size++] = ((long) NumericUtils.floatToSortableInt(score) << 32) | doc;
    }

    /** Says that there may be rows which were not scored. */
    void leaveOut() {
        complete = false;
    }

    /** Says that there may be rows which were not scored, none of which scores so much. */
    void leaveOutBelow(float score) {
        complete = false;
        from = Math.max(from, score);
    }

    /** Whether every row was scored. */
    boolean complete() {
        return complete;
    }

    /** From which score on all rows are here, but for those that the walk of a vector graph missed. */
    float from() {
        return from;
    }

    int size() {
        return size;
    }

    /** The score of the n-th best row, or of the worst if there are fewer; not for no rows at all. */
    float nth(int n) {
        LongHeap best = new LongHeap(Math.min(n, size));
        for (int i = 0; i < size; i++) {
            best.insertWithOverflow(packed[i]);
        }
        return score(best.top());
    }

    /** The rows that score at least this much, and less than another score, in the order of the index. */
    long[] between(float least, float most) {
        int bound = NumericUtils.floatToSortableInt(least);
        int end = NumericUtils.floatToSortableInt(most);
        long[] rows = new long[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            int score = (int) (packed[i] >> 32);
            if (score >= bound && score < end) {
                // Turned round, the row in the upper half, to be sorted by it.
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

    static float score(long row) {
        return NumericUtils.sortableIntToFloat((int) (row >> 32));
    }

    static int doc(long row) {
        return (int) (row & DOC_MASK);
    }
}
