package dev.tern.store.lucene;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.LongHeap;

/**
 * The {@linkplain VectorSketch sketches} of all vectors of a segment. They exclude nearly all rows
 * that are far from a target, at a tenth of the cost of comparing vectors and in a fourteenth of
 * the space. Sketches are read from a file that {@link SketchWriter} wrote. Thread-safe.
 */
final class SegmentSketches {
    /**
     * The number of rows of a block; the last block may have fewer. A block stores the first words
     * of the sign bits of all its rows, then the second words, and so on, then the size bits in the
     * same way, and then the numbers of {@link VectorSketch} one after the other for all its rows.
     */
    static final int BLOCK = 256;

    private final IndexInput file;
    private final int words;
    private final int rows;
    private final double deviations;

    /**
     * Creates the sketches of a segment's vectors.
     *
     * @param file the bytes of the sketches, from their start
     * @param deviations the error allowed for an estimate, in standard deviations
     */
    SegmentSketches(IndexInput file, int dimension, int rows, double deviations) {
        this.file = file;
        this.words = VectorSketch.wordCount(dimension);
        this.rows = rows;
        this.deviations = deviations;
    }

    /** Returns the size in bytes of the sketches of some rows. */
    static long bytes(int rows, int words) {
        return (long) rows * (2 * words * Long.BYTES + 3 * Float.BYTES);
    }

    private int rowsOfBlock(int start) {
        return Math.min(BLOCK, rows - start);
    }

    /** Estimates the cosines of all rows to some targets; the sketches are read once. */
    List<Estimates> estimates(List<float[]> targets) throws IOException {
        List<Estimates> estimates = targets.stream()
                .map(target -> new Estimates(new SketchTarget(target)))
                .toList();
        IndexInput in = file.clone();
        long[] negative = new long[BLOCK * words];
        long[] large = new long[BLOCK * words];
        float[] sums = new float[BLOCK];
        float[] inverses = new float[BLOCK];
        int[] products = new int[BLOCK];
        for (int start = 0; start < rows; start += BLOCK) {
            int count = rowsOfBlock(start);
            in.seek(bytes(start, words));
            in.readLongs(negative, 0, count * words);
            in.readLongs(large, 0, count * words);
            in.readFloats(sums, 0, count);
            in.readFloats(inverses, 0, count);
            for (Estimates each : estimates) {
                Arrays.fill(products, 0);
                for (int word = 0; word < words; word++) {
                    each.target.add(negative, large, word * count, count, word, products);
                }
                each.target.estimate(products, sums, inverses, count, each.nearness, start);
            }
        }
        return estimates;
    }

    /** The estimated cosines of all rows to one target. */
    final class Estimates {
        private final SketchTarget target;
        private final float[] nearness = new float[rows];

        private Estimates(SketchTarget target) {
            this.target = target;
        }

        /**
         * Returns the {@code count} accepted rows with the highest estimates, in no particular
         * order; fewer if fewer rows are accepted.
         */
        int[] nearest(int count, IntPredicate accepted) {
            LongHeap best = new LongHeap(count);
            float least = Float.NEGATIVE_INFINITY;
            for (int row = 0; row < rows; row++) {
                if (nearness[row] > least && accepted.test(row)) {
                    best.insertWithOverflow(PackedScores.pack(row, nearness[row]));
                    least = best.size() < count ? least : PackedScores.score(best.top());
                }
            }
            int[] nearest = new int[best.size()];
            for (int i = 0; i < nearest.length; i++) {
                nearest[i] = PackedScores.doc(best.get(i + 1));
            }
            return nearest;
        }

        /** Returns the rows whose cosine may be at least the given one, ascending. */
        int[] atLeast(double cosine) throws IOException {
            int[] found = new int[BLOCK];
            int size = 0;
            SketchTarget.WithinErrorBound bound = target.atLeast(cosine, deviations);
            IndexInput in = file.clone();
            float[] inversesASquared = new float[BLOCK];
            for (int start = 0; start < rows; start += BLOCK) {
                int count = rowsOfBlock(start);
                in.seek(bytes(start + count, words) - (long) count * Float.BYTES);
                in.readFloats(inversesASquared, 0, count);
                found = ArrayUtil.grow(found, size + count);
                // Without branches, of which many would be mispredicted.
                for (int i = 0; i < count; i++) {
                    found[size] = start + i;
                    size += bound.test(nearness[start + i], inversesASquared[i]) ? 1 : 0;
                }
            }
            return Arrays.copyOf(found, size);
        }
    }
}
