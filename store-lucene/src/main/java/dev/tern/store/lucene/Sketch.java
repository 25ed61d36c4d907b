package dev.tern.store.lucene;

import dev.tern.graph.Embedded;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.LongHeap;
import org.apache.lucene.util.NumericUtils;
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
    /** So many standard deviations may an estimate be too small: one of three million is by more. */
    private static final double DEVIATIONS = 5;

    private static final int PLANES = 4;
    private static final int LEVELS = (1 << PLANES) - 1;

    /** So many vectors are compared with as many; at most so many deviations are taken for one. */
    private static final int CHECKED = 100;

    private static final double MOST_ERROR = 1.2;
    /** The square of a difference that is none. */
    private static final double SMALLEST = 1e-10;

    /** A number is large from so many times the mean on; it counts for so much more than a small one. Best for normal distributions. */
    private static final float LARGE = 1.23f;

    private static final float MORE = 2.335f;

    private final int dimension;
    private final int words;
    private final long[] negative;
    private final long[] large;
    /** By row, 1 / s·o by signs alone and by both bits. */
    private final float[] inverse;

    private final float[] inverseOfBoth;
    private final float largestInverse;

    private Sketch(int dimension, int rows) {
        this.dimension = dimension;
        this.words = words(dimension);
        this.negative = new long[Math.multiplyExact(rows, words)];
        this.large = new long[rows * words];
        this.inverse = new float[rows];
        this.inverseOfBoth = new float[rows];
        this.largestInverse = 0;
    }

    private Sketch(Sketch filled, float largestInverse) {
        this.dimension = filled.dimension;
        this.words = filled.words;
        this.negative = filled.negative;
        this.large = filled.large;
        this.inverse = filled.inverse;
        this.inverseOfBoth = filled.inverseOfBoth;
        this.largestInverse = largestInverse;
    }

    private static int words(int dimension) {
        return (dimension + Long.SIZE - 1) / Long.SIZE;
    }

    /** How many bytes of memory the vectors of a segment take here. */
    static long bytes(int rows, int dimension) {
        return 2L * rows * (words(dimension) * Long.BYTES + Float.BYTES);
    }

    /** How many bytes of memory it takes. */
    long bytes() {
        return bytes(inverse.length, dimension);
    }

    /** The sketch of vectors of unit length; null if the estimates would be worse than is assumed here. */
    static @Nullable Sketch of(FloatVectorValues vectors) throws IOException {
        Sketch sketch = new Sketch(vectors.dimension(), vectors.size());
        Pause pause = new Pause();
        float most = 0;
        for (int row = 0; row < vectors.size(); row++) {
            most = Math.max(most, sketch.take(row, vectors.vectorValue(row)));
            pause.after(sketch.words);
        }
        Sketch filled = new Sketch(sketch, most);
        return filled.fits(vectors) ? filled : null;
    }

    /**
     * Whether estimates of some of the vectors' nearness to others err no more than they should. Where a few numbers are much larger than
     * the others, and in many vectors, they do.
     */
    private boolean fits(FloatVectorValues vectors) throws IOException {
        int rows = vectors.size();
        double squares = 0;
        double squaresOfBoth = 0;
        for (int one = 0; one < CHECKED; one++) {
            float[] target =
                    vectors.vectorValue((int) ((long) one * rows / CHECKED)).clone();
            Estimates estimates = new Estimates(target);
            for (int other = 0; other < CHECKED; other++) {
                int row = (int) ((other + 0.5) * rows / CHECKED);
                double cosine = Embedded.cosine(vectors.vectorValue(row), target);
                estimates.estimate(row);
                double bySigns = estimates.shortBySigns(row, cosine);
                double byBoth = estimates.shortByBoth(row, cosine);
                squares += bySigns * bySigns;
                squaresOfBoth += byBoth * byBoth;
            }
        }
        return Math.max(squares, squaresOfBoth) <= MOST_ERROR * MOST_ERROR * CHECKED * CHECKED;
    }

    private float take(int row, float[] vector) {
        float sum = 0;
        for (float each : vector) {
            sum += Math.abs(each);
        }
        float from = LARGE * sum / dimension;
        float sumOfLarge = 0;
        for (int i = 0; i < vector.length; i++) {
            int word = row * words + i / Long.SIZE;
            float size = Math.abs(vector[i]);
            negative[word] |= (long) (Float.floatToRawIntBits(vector[i]) >>> 31) << i;
            if (size >= from) {
                large[word] |= 1L << i;
                sumOfLarge += size;
            }
        }
        inverse[row] = 1 / sum;
        inverseOfBoth[row] = 1 / (sum + MORE * sumOfLarge);
        return inverse[row];
    }

    /** How near the rows are to one vector, by their signs. */
    Estimates estimates(float[] target) {
        Estimates estimates = new Estimates(target);
        estimates.estimate();
        return estimates;
    }

    /** How near each row is to one vector, as far as the sketch tells. */
    final class Estimates {
        private final float least;
        private final float step;
        private final float sum;
        /** The bits of the vector's numbers, the lowest of all first. */
        private final long[] planes = new long[PLANES * words];

        private final float[] nearness = new float[inverse.length];

        private Estimates(float[] target) {
            float low = Float.POSITIVE_INFINITY;
            float high = Float.NEGATIVE_INFINITY;
            for (float each : target) {
                low = Math.min(low, each);
                high = Math.max(high, each);
            }
            least = low;
            step = Math.max((high - low) / LEVELS, Float.MIN_NORMAL);
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
            for (int row = 0; row < nearness.length; row++) {
                estimate(row);
            }
        }

        private void estimate(int row) {
            int from = row * words;
            int count = 0;
            int weighed = 0;
            for (int word = 0; word < words; word++) {
                long bits = negative[from + word];
                count += Long.bitCount(bits);
                weighed += weighed(bits, word);
            }
            nearness[row] = (sum - 2 * (least * count + step * weighed)) * inverse[row];
        }

        /** The sum of the levels that some bits of a word stand at. */
        private int weighed(long bits, int word) {
            return Long.bitCount(bits & planes[word])
                    + 2 * Long.bitCount(bits & planes[words + word])
                    + 4 * Long.bitCount(bits & planes[2 * words + word])
                    + 8 * Long.bitCount(bits & planes[3 * words + word]);
        }

        /** The rows that look nearest, at most so many, in no order. */
        int[] nearest(int count) {
            LongHeap best = new LongHeap(Math.min(count, nearness.length));
            float last = Float.NEGATIVE_INFINITY;
            for (int row = 0; row < nearness.length; row++) {
                if (nearness[row] > last) {
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
            int[] rows = new int[16];
            int count = 0;
            double surely = cosine - DEVIATIONS * deviation(dimension, largestInverse, cosine);
            for (int row = 0; row < nearness.length; row++) {
                if (nearness[row] >= surely
                        && shortBySigns(row, cosine) <= DEVIATIONS
                        && shortByBoth(row, cosine) <= DEVIATIONS) {
                    rows = ArrayUtil.grow(rows, count + 1);
                    rows[count++] = row;
                }
            }
            return Arrays.copyOf(rows, count);
        }

        /** By how many standard deviations the signs make a row look farther than it is, or would be. */
        private double shortBySigns(int row, double cosine) {
            return (cosine - nearness[row]) / deviation(dimension, inverse[row], cosine);
        }

        /** The same of both bits. */
        private double shortByBoth(int row, double cosine) {
            int from = row * words;
            int count = 0;
            int countOfNegative = 0;
            int weighed = 0;
            for (int word = 0; word < words; word++) {
                long bits = large[from + word];
                long both = bits & negative[from + word];
                count += Long.bitCount(bits);
                countOfNegative += Long.bitCount(both);
                weighed += weighed(bits, word) - 2 * weighed(both, word);
            }
            float ofLarge = least * (count - 2 * countOfNegative) + step * weighed;
            float estimate = (nearness[row] / inverse[row] + MORE * ofLarge) * inverseOfBoth[row];
            double length = dimension + count * ((1 + MORE) * (1 + MORE) - 1);
            return (cosine - estimate) / deviation(length, inverseOfBoth[row], cosine);
        }

        /**
         * The standard deviation of an estimate.
         *
         * @param length the square of the length of s
         * @param inverse 1 / s·o
         */
        private double deviation(double length, float inverse, double cosine) {
            double perA = length * inverse * inverse;
            double ofRow = Math.max(0, perA - 1) * (1 - cosine * cosine) / Math.max(1, dimension - 1);
            double ofRounding = perA * step * step / 12;
            return Math.sqrt(ofRow + ofRounding + SMALLEST);
        }
    }
}
