package dev.tern.store.lucene;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.LongHeap;
import org.apache.lucene.util.NumericUtils;

/**
 * The {@linkplain VectorSketch sketches} of all vectors of a segment: enough to tell that nearly all of them are far from another vector, at a
 * tenth of what comparing costs, and in a fourteenth of the room. Most rows are ruled out by their signs, and those that are left by both bits. They lie in a
 * file of the segment, which {@link SketchWriter} wrote. Thread-safe.
 */
final class Sketch {
    /** How many rows stand together, the first word of each, then the second of each: so the bits of many rows are counted at once. */
    static final int BLOCK = 256;

    private final IndexInput file;
    private final int words;
    private final int rows;
    private final double deviations;

    /**
     * The sketch of some vectors.
     *
     * @param file where they begin
     * @param deviations how many standard deviations an estimate may be too small
     */
    Sketch(IndexInput file, int dimension, int rows, double deviations) {
        this.file = file;
        this.words = VectorSketch.words(dimension);
        this.rows = rows;
        this.deviations = deviations;
    }

    /** How many bytes the sketches of some vectors take. */
    static long bytes(int rows, int words) {
        return (long) rows * (2 * words * Long.BYTES + 3 * Float.BYTES);
    }

    private int rowsOfBlock(int start) {
        return Math.min(BLOCK, rows - start);
    }

    /** How near the rows are to some vectors, by their signs, which are read once. */
    List<Estimates> estimates(List<float[]> targets) throws IOException {
        List<Estimates> estimates = targets.stream()
                .map(target -> new Estimates(new SketchTarget(target)))
                .toList();
        IndexInput in = file.clone();
        long[] signs = new long[BLOCK * words];
        float[] inverses = new float[BLOCK];
        float[] negatives = new float[BLOCK];
        int[] weighed = new int[BLOCK];
        for (int start = 0; start < rows; start += BLOCK) {
            int count = rowsOfBlock(start);
            in.seek(bytes(start, words));
            in.readLongs(signs, 0, count * words);
            in.readFloats(inverses, 0, count);
            in.readFloats(negatives, 0, count);
            for (Estimates each : estimates) {
                Arrays.fill(weighed, 0);
                for (int word = 0; word < words; word++) {
                    each.target.weigh(signs, word * count, count, word, weighed);
                }
                for (int i = 0; i < count; i++) {
                    each.nearness[start + i] = each.target.bySigns(negatives[i], weighed[i], inverses[i]);
                }
            }
        }
        return estimates;
    }

    /** How near each row is to one vector, as far as the sketch tells. */
    final class Estimates {
        private final SketchTarget target;
        private final float[] nearness = new float[rows];

        private Estimates(SketchTarget target) {
            this.target = target;
        }

        /** Those of some rows that are nearest by estimate, at most {@code count}, in no order. */
        int[] nearest(int count, IntPredicate wanted) {
            LongHeap best = new LongHeap(Math.min(count, rows));
            float last = Float.NEGATIVE_INFINITY;
            for (int row = 0; row < rows; row++) {
                if (nearness[row] > last && wanted.test(row)) {
                    best.insertWithOverflow((long) NumericUtils.floatToSortableInt(nearness[row]) << 32 | row);
                    last = best.size() < count ? last : Scores.score(best.top());
                }
            }
            int[] nearest = new int[best.size()];
            for (int i = 0; i < nearest.length; i++) {
                nearest[i] = (int) best.get(i + 1);
            }
            return nearest;
        }

        /** The rows that may be this near, in their order. */
        int[] atLeast(double cosine) throws IOException {
            int[] near = new int[rows];
            int left = 0;
            SketchTarget.WithinErrorBound bound = target.atLeast(cosine, deviations);
            IndexInput in = file.clone();
            RandomAccessInput bits = in.randomAccessSlice(0, in.length());
            float[] inverses = new float[BLOCK];
            VectorSketch row = new VectorSketch(words);
            for (int start = 0; start < rows; start += BLOCK) {
                int count = rowsOfBlock(start);
                in.seek(bytes(start, words) + (long) count * words * Long.BYTES);
                in.readFloats(inverses, 0, count);
                int end = left;
                // No branch that depends on a row: half of them would be foretold wrongly.
                for (int i = 0; i < count; i++) {
                    near[end] = start + i;
                    end += bound.test(nearness[start + i], inverses[i]) ? 1 : 0;
                }
                int from = left;
                for (int i = from; i < end; i++) {
                    int one = near[i];
                    read(bits, start, count, one - start, row);
                    row.inverse = inverses[one - start];
                    near[left] = one;
                    left += target.errorOfBothInDeviations(row, nearness[one], cosine) <= deviations ? 1 : 0;
                }
            }
            return Arrays.copyOf(near, left);
        }

        /** Reads the bits of one row of a block. */
        private void read(RandomAccessInput bits, int start, int count, int place, VectorSketch row)
                throws IOException {
            long block = bytes(start, words);
            for (int word = 0; word < words; word++) {
                row.negative[word] = bits.readLong(block + ((long) word * count + place) * Long.BYTES);
            }
            long rest = block + (long) count * (words * Long.BYTES + 2 * Float.BYTES);
            for (int word = 0; word < words; word++) {
                row.large[word] = bits.readLong(rest + ((long) place * words + word) * Long.BYTES);
            }
            row.inverseOfBoth = Float.intBitsToFloat(
                    bits.readInt(rest + (long) count * words * Long.BYTES + (long) place * Float.BYTES));
        }
    }
}
