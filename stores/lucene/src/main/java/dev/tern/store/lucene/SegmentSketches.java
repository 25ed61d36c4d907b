package dev.tern.store.lucene;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;

/**
 * The {@linkplain VectorSketch sketches} of all vectors of a segment. They exclude nearly all rows
 * that are far from a target, at a tenth of the cost of comparing vectors and in a fourteenth of
 * the space. The sign bits exclude most rows, and both bits together most of the others. Sketches
 * are read from a file that {@link SketchWriter} wrote. Thread-safe.
 */
final class SegmentSketches {
    /**
     * The number of rows of a block; the last block may have fewer. A block stores the first words
     * of the sign bits of all its rows, then the second words, and so on.
     */
    static final int BLOCK = 256;

    /** The number of buckets by which the rows with the highest estimates are selected. */
    private static final int LEVELS = 1 << 13;

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

    /** Estimates the cosines of all rows to some targets by the sign bits, which are read once. */
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

    /** The estimated cosines of all rows to one target. */
    final class Estimates {
        private final SketchTarget target;
        private final float[] nearness = new float[rows];

        private Estimates(SketchTarget target) {
            this.target = target;
        }

        /**
         * Returns the {@code count} accepted rows with the highest estimates, ascending by row;
         * some more if estimates are nearly equal, and fewer if fewer rows are accepted.
         */
        int[] nearest(int count, IntPredicate wanted) {
            int[] rowsOfLevel = new int[LEVELS];
            for (int row = 0; row < rows; row++) {
                rowsOfLevel[level(row)] += wanted.test(row) ? 1 : 0;
            }
            int min = LEVELS;
            int found = 0;
            while (found < count && min > 0) {
                found += rowsOfLevel[--min];
            }
            int[] nearest = new int[found];
            int next = 0;
            for (int row = 0; row < rows; row++) {
                if (level(row) >= min && wanted.test(row)) {
                    nearest[next++] = row;
                }
            }
            return nearest;
        }

        private int level(int row) {
            return Math.clamp((int) ((1 + nearness[row]) * LEVELS / 2), 0, LEVELS - 1);
        }

        /** Returns the rows whose cosine may be at least the given one, ascending. */
        int[] atLeast(double cosine) throws IOException {
            int[] found = new int[BLOCK];
            int[] near = new int[BLOCK];
            int size = 0;
            SketchTarget.WithinErrorBound bound = target.atLeast(cosine, deviations);
            IndexInput in = file.clone();
            RandomAccessInput bits = in.randomAccessSlice(0, in.length());
            float[] inverses = new float[BLOCK];
            VectorSketch row = new VectorSketch(words);
            for (int start = 0; start < rows; start += BLOCK) {
                int count = rowsOfBlock(start);
                in.seek(bytes(start, words) + (long) count * words * Long.BYTES);
                in.readFloats(inverses, 0, count);
                int end = 0;
                // Branch-free: half of the branches would be mispredicted.
                for (int i = 0; i < count; i++) {
                    near[end] = i;
                    end += bound.test(nearness[start + i], inverses[i]) ? 1 : 0;
                }
                found = ArrayUtil.grow(found, size + end);
                for (int i = 0; i < end; i++) {
                    read(bits, start, count, near[i], row);
                    row.inverse = inverses[near[i]];
                    found[size] = start + near[i];
                    size += target.errorOfBothInDeviations(row, nearness[found[size]], cosine) <= deviations ? 1 : 0;
                }
            }
            return Arrays.copyOf(found, size);
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
