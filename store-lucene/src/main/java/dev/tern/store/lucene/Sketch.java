package dev.tern.store.lucene;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.util.LongHeap;
import org.apache.lucene.util.NumericUtils;
import org.apache.lucene.util.VectorUtil;
import org.jspecify.annotations.Nullable;

/**
 * The vectors of a segment at two bits a number: enough to tell that nearly all of them are far from another vector, at a tenth of what
 * comparing costs, and in a fifteenth of the room. One bit is the sign; the other says that the number is large.
 *
 * <p>The estimate and its error are those of RaBitQ (Gao and Long, "RaBitQ: Quantizing High-Dimensional Vectors with a Theoretical Error
 * Bound for Approximate Nearest Neighbor Search", SIGMOD 2024), without its rotation: with s what is kept of a vector o of D numbers, q is as
 * near to o as s·q / s·o, give or take sqrt((1/a² - 1) (1 - c²) / (D - 1)), where a is the cosine of s and o, and c that of q and o. By the
 * signs alone a is 0.8, with both bits 0.94. Here q has {@value #PLANES} bits a number, so that s·q is a matter of counting bits, and is
 * rounded. Most rows are ruled out by their signs, and those that are left by both bits. Immutable.
 */
final class Sketch {
    /** How many standard deviations of these vectors' errors an estimate may be too small: of normal errors one in three million is larger. */
    private static final double DEVIATIONS = 5;

    private static final int BLOCK = 256;
    private static final int PLANES = 4;
    private static final int LEVELS = (1 << PLANES) - 1;

    /** How many vectors are compared with as many others, and with mixtures of themselves and some others. */
    private static final int CHECKED = 100;

    private static final int CHECKED_NEAR = 10;

    /** How many times the deviation given in the paper the errors may have at most. */
    private static final double MOST_ERROR = 1.2;
    /** The square of a difference that is none. */
    private static final double SMALLEST = 1e-10;

    /** From how many times the mean on a number is large, and counts for more than a small one. Best for normal distributions. */
    private static final float LARGE = 1.23f;

    private static final float MORE = 2.335f;

    private final int dimension;
    private final int words;
    /** The signs, of a block of rows the first word of each, then the second of each: so the bits of many rows are counted at once. */
    private final long[] negative;

    private final long[] large;
    /** By row, how many numbers are negative. */
    private final short[] negatives;
    /** By row, 1 / s·o by signs alone and by both bits. */
    private final float[] inverse;

    private final float[] inverseOfBoth;
    private final double deviations;

    private Sketch(int dimension, int rows) {
        this.dimension = dimension;
        this.words = words(dimension);
        this.negative = new long[Math.multiplyExact(rows, words)];
        this.large = new long[rows * words];
        this.negatives = new short[rows];
        this.inverse = new float[rows];
        this.inverseOfBoth = new float[rows];
        this.deviations = DEVIATIONS;
    }

    private Sketch(Sketch filled, double deviations) {
        this.dimension = filled.dimension;
        this.words = filled.words;
        this.negative = filled.negative;
        this.large = filled.large;
        this.negatives = filled.negatives;
        this.inverse = filled.inverse;
        this.inverseOfBoth = filled.inverseOfBoth;
        this.deviations = deviations;
    }

    private static int words(int dimension) {
        return (dimension + Long.SIZE - 1) / Long.SIZE;
    }

    /** How many bytes of memory the vectors of a segment take here. */
    static long bytes(int rows, int dimension) {
        return rows * (2L * words(dimension) * Long.BYTES + 2 * Float.BYTES + Short.BYTES);
    }

    /** How many bytes of memory it takes. */
    long bytes() {
        return bytes(inverse.length, dimension);
    }

    /** The sketch of vectors of unit length; null if the estimates would be worse than is assumed here. */
    static @Nullable Sketch of(FloatVectorValues vectors) throws IOException {
        Sketch sketch = new Sketch(vectors.dimension(), vectors.size());
        Pause pause = new Pause();
        for (int row = 0; row < vectors.size(); row++) {
            sketch.take(row, vectors.vectorValue(row));
            pause.after(sketch.words);
        }
        double error = sketch.error(vectors);
        return error <= MOST_ERROR ? new Sketch(sketch, DEVIATIONS * Math.max(1, error)) : null;
    }

    /**
     * How many times larger than they should be are the errors of estimates, those of some vectors' nearness to others and to mixtures of
     * themselves and others. Where a few numbers are much larger than the others, and in many vectors, they are.
     */
    private double error(FloatVectorValues vectors) throws IOException {
        int rows = vectors.size();
        Errors far = new Errors();
        Errors near = new Errors();
        for (int one = 0; one < CHECKED; one++) {
            int itself = (int) ((long) one * rows / CHECKED);
            float[] target = vectors.vectorValue(itself).clone();
            Estimates estimates = new Estimates(target, 0);
            for (int other = 0; other < CHECKED; other++) {
                int row = (int) ((other + 0.5) * rows / CHECKED);
                float[] vector = vectors.vectorValue(row);
                far.add(estimates, row, VectorUtil.dotProduct(vector, target));
                if ((one + other) % (CHECKED / CHECKED_NEAR) == 0) {
                    float[] mixture = mixture(target, vector);
                    near.add(new Estimates(mixture, 0), itself, VectorUtil.dotProduct(target, mixture));
                }
            }
        }
        return Math.max(far.root(), near.root());
    }

    private static float[] mixture(float[] more, float[] less) {
        float[] mixture = new float[more.length];
        double squares = 0;
        for (int i = 0; i < mixture.length; i++) {
            mixture[i] = 2 * more[i] + less[i];
            squares += (double) mixture[i] * mixture[i];
        }
        for (int i = 0; i < mixture.length; i++) {
            mixture[i] /= (float) Math.max(Math.sqrt(squares), Float.MIN_NORMAL);
        }
        return mixture;
    }

    /** The errors of estimates by signs and by both bits, in standard deviations. */
    private static final class Errors {
        private int count;
        private double squares;
        private double squaresOfBoth;

        void add(Estimates estimates, int row, double cosine) {
            float estimate = estimates.estimate(row);
            double bySigns = estimates.shortBySigns(row, estimate, cosine);
            double byBoth = estimates.shortByBoth(row, estimate, cosine);
            count++;
            squares += bySigns * bySigns;
            squaresOfBoth += byBoth * byBoth;
        }

        /** The root of the mean square, of those that err more. */
        double root() {
            return Math.sqrt(Math.max(squares, squaresOfBoth) / count);
        }
    }

    private void take(int row, float[] vector) {
        float sum = 0;
        float squares = 0;
        for (float each : vector) {
            sum += Math.abs(each);
            squares += each * each;
        }
        float from = LARGE * sum / dimension;
        float sumOfLarge = 0;
        for (int i = 0; i < vector.length; i++) {
            int word = i / Long.SIZE;
            float size = Math.abs(vector[i]);
            int sign = Float.floatToRawIntBits(vector[i]) >>> 31;
            negative[signs(row, word)] |= (long) sign << i;
            negatives[row] += (short) sign;
            if (size >= from) {
                large[row * words + word] |= 1L << i;
                sumOfLarge += size;
            }
        }
        // For a vector that is not quite of unit length.
        inverse[row] = squares / sum;
        inverseOfBoth[row] = squares / (sum + MORE * sumOfLarge);
    }

    /** Where a word of the signs of a row stands. */
    private int signs(int row, int word) {
        int start = row - row % BLOCK;
        return start * words + word * rowsOfBlock(start) + row - start;
    }

    private int rowsOfBlock(int start) {
        return Math.min(BLOCK, inverse.length - start);
    }

    /** How near the rows are to one vector, by their signs. */
    Estimates estimates(float[] target) {
        Estimates estimates = new Estimates(target, inverse.length);
        estimates.estimate();
        return estimates;
    }

    /** How near each row is to one vector, as far as the sketch tells. */
    final class Estimates {
        private final float least;
        private final float step;
        private final double ofRounding;
        private final float sum;
        /** The bits of the vector's numbers, the lowest of all first. */
        private final long[] planes = new long[PLANES * words];

        private final float[] nearness;

        private Estimates(float[] target, int rows) {
            nearness = new float[rows];
            float low = Float.POSITIVE_INFINITY;
            float high = Float.NEGATIVE_INFINITY;
            for (float each : target) {
                low = Math.min(low, each);
                high = Math.max(high, each);
            }
            least = low;
            step = Math.max((high - low) / LEVELS, Float.MIN_NORMAL);
            ofRounding = (double) step * step / 12;
            long all = 0;
            for (int i = 0; i < target.length; i++) {
                int level = Math.round((target[i] - low) / step);
                all += level;
                for (int plane = 0; plane < PLANES; plane++) {
                    planes[plane * words + i / Long.SIZE] |= (long) (level >> plane & 1) << i;
                }
            }
            sum = dimension * low + step * all;
        }

        private void estimate() {
            int[] weighed = new int[BLOCK];
            for (int start = 0; start < nearness.length; start += BLOCK) {
                int rows = rowsOfBlock(start);
                Arrays.fill(weighed, 0);
                for (int word = 0; word < words; word++) {
                    weigh(start * words + word * rows, rows, word, weighed);
                }
                for (int i = 0; i < rows; i++) {
                    nearness[start + i] = nearness(start + i, weighed[i]);
                }
            }
        }

        /** Adds what the signs of a word weigh, for the rows of a block. */
        private void weigh(int from, int rows, int word, int[] weighed) {
            long ones = planes[word];
            long twos = planes[words + word];
            long fours = planes[2 * words + word];
            long eights = planes[3 * words + word];
            for (int i = 0; i < rows; i++) {
                long bits = negative[from + i];
                weighed[i] += Long.bitCount(bits & ones)
                        + 2 * Long.bitCount(bits & twos)
                        + 4 * Long.bitCount(bits & fours)
                        + 8 * Long.bitCount(bits & eights);
            }
        }

        private float estimate(int row) {
            int weighed = 0;
            for (int word = 0; word < words; word++) {
                weighed += weighed(negative[signs(row, word)], word);
            }
            return nearness(row, weighed);
        }

        private float nearness(int row, int weighed) {
            return (sum - 2 * (least * negatives[row] + step * weighed)) * inverse[row];
        }

        /** The sum of the levels that some bits of a word stand at. */
        private int weighed(long bits, int word) {
            return Long.bitCount(bits & planes[word])
                    + 2 * Long.bitCount(bits & planes[words + word])
                    + 4 * Long.bitCount(bits & planes[2 * words + word])
                    + 8 * Long.bitCount(bits & planes[3 * words + word]);
        }

        /** Those of some rows that are nearest by estimate, at most {@code count}, in no order. */
        int[] nearest(int count, IntPredicate wanted) {
            LongHeap best = new LongHeap(Math.min(count, nearness.length));
            float last = Float.NEGATIVE_INFINITY;
            for (int row = 0; row < nearness.length; row++) {
                if (nearness[row] > last && wanted.test(row)) {
                    best.insertWithOverflow((long) NumericUtils.floatToSortableInt(nearness[row]) << 32 | row);
                    last = best.size() < count ? last : Scores.score(best.top());
                }
            }
            int[] rows = new int[best.size()];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = (int) best.get(i + 1);
            }
            return rows;
        }

        /** The rows that may be this near, in their order. */
        int[] atLeast(double cosine) {
            int[] rows = new int[nearness.length];
            int count = 0;
            double most = deviations * deviations;
            float perRest = (float) (most * ofRow(cosine));
            float perRounding = (float) (most * ofRounding);
            float smallest = (float) (most * SMALLEST);
            float near = (float) cosine;
            // As in variance(). No branch that depends on a row: half of them would be foretold wrongly.
            for (int row = 0; row < nearness.length; row++) {
                float perA = dimension * inverse[row] * inverse[row];
                float missing = near - nearness[row];
                float variance = (perA > 1 ? perA - 1 : 0) * perRest + perA * perRounding + smallest;
                rows[count] = row;
                count += missing <= 0 || missing * missing <= variance ? 1 : 0;
            }
            int left = 0;
            for (int i = 0; i < count; i++) {
                int row = rows[i];
                if (shortByBoth(row, nearness[row], cosine) <= deviations) {
                    rows[left++] = row;
                }
            }
            return Arrays.copyOf(rows, left);
        }

        /** By how many standard deviations the signs make a row look farther than it is, or would be. */
        private double shortBySigns(int row, float bySigns, double cosine) {
            return (cosine - bySigns) / deviation(dimension, inverse[row], cosine);
        }

        /** The same of both bits. */
        private double shortByBoth(int row, float bySigns, double cosine) {
            int from = row * words;
            int count = 0;
            int countOfNegative = 0;
            int weighed = 0;
            for (int word = 0; word < words; word++) {
                long bits = large[from + word];
                long both = bits & negative[signs(row, word)];
                count += Long.bitCount(bits);
                countOfNegative += Long.bitCount(both);
                weighed += weighed(bits, word) - 2 * weighed(both, word);
            }
            float ofLarge = least * (count - 2 * countOfNegative) + step * weighed;
            float estimate = (bySigns / inverse[row] + MORE * ofLarge) * inverseOfBoth[row];
            double length = dimension + count * ((1 + MORE) * (1 + MORE) - 1);
            return (cosine - estimate) / deviation(length, inverseOfBoth[row], cosine);
        }

        /** The standard deviation of an estimate; see {@link #variance}. */
        private double deviation(double length, float inverse, double cosine) {
            return Math.sqrt(variance(length, inverse, ofRow(cosine)));
        }

        /** What the error of an estimate is due to, for each part of the row that is not kept. */
        private double ofRow(double cosine) {
            return Math.max(0, 1 - cosine * cosine) / Math.max(1, dimension - 1);
        }

        /**
         * The variance of an estimate.
         *
         * @param length the square of the length of s
         * @param inverse 1 / s·o
         */
        private double variance(double length, float inverse, double ofRow) {
            double perA = length * inverse * inverse;
            return Math.max(0, perA - 1) * ofRow + perA * ofRounding + SMALLEST;
        }
    }
}
