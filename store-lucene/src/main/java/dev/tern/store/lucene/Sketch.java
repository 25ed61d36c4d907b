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
    /** So many standard deviations, as they are in these vectors, may an estimate be too small: of normal errors one in three million is larger. */
    private static final double DEVIATIONS = 5;

    private static final int PLANES = 4;
    private static final int LEVELS = (1 << PLANES) - 1;

    /** So many vectors are compared with as many others, and with mixtures of themselves and some others. */
    private static final int CHECKED = 100;

    private static final int CHECKED_NEAR = 10;

    /** The deviations of the errors may be at most so many times those that the paper tells. */
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
    private final double deviations;

    private Sketch(int dimension, int rows) {
        this.dimension = dimension;
        this.words = words(dimension);
        this.negative = new long[Math.multiplyExact(rows, words)];
        this.large = new long[rows * words];
        this.inverse = new float[rows];
        this.inverseOfBoth = new float[rows];
        this.largestInverse = 0;
        this.deviations = DEVIATIONS;
    }

    private Sketch(Sketch filled, float largestInverse, double deviations) {
        this.dimension = filled.dimension;
        this.words = filled.words;
        this.negative = filled.negative;
        this.large = filled.large;
        this.inverse = filled.inverse;
        this.inverseOfBoth = filled.inverseOfBoth;
        this.largestInverse = largestInverse;
        this.deviations = deviations;
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
        double error = sketch.error(vectors);
        return error <= MOST_ERROR ? new Sketch(sketch, most, DEVIATIONS * Math.max(1, error)) : null;
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
                far.add(estimates, row, Embedded.cosine(vector, target));
                if ((one + other) % (CHECKED / CHECKED_NEAR) == 0) {
                    float[] mixture = mixture(target, vector);
                    near.add(new Estimates(mixture, 0), itself, Embedded.cosine(target, mixture));
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

    private float take(int row, float[] vector) {
        float sum = 0;
        float squares = 0;
        for (float each : vector) {
            sum += Math.abs(each);
            squares += each * each;
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
        // For a vector that is not quite of unit length.
        inverse[row] = squares / sum;
        inverseOfBoth[row] = squares / (sum + MORE * sumOfLarge);
        return inverse[row];
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
                nearness[row] = estimate(row);
            }
        }

        private float estimate(int row) {
            int from = row * words;
            int count = 0;
            int weighed = 0;
            for (int word = 0; word < words; word++) {
                long bits = negative[from + word];
                count += Long.bitCount(bits);
                weighed += weighed(bits, word);
            }
            return (sum - 2 * (least * count + step * weighed)) * inverse[row];
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
            double surely = cosine - deviations * deviation(dimension, largestInverse, cosine);
            for (int row = 0; row < nearness.length; row++) {
                if (nearness[row] >= surely
                        && shortBySigns(row, nearness[row], cosine) <= deviations
                        && shortByBoth(row, nearness[row], cosine) <= deviations) {
                    rows = ArrayUtil.grow(rows, count + 1);
                    rows[count++] = row;
                }
            }
            return Arrays.copyOf(rows, count);
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
                long both = bits & negative[from + word];
                count += Long.bitCount(bits);
                countOfNegative += Long.bitCount(both);
                weighed += weighed(bits, word) - 2 * weighed(both, word);
            }
            float ofLarge = least * (count - 2 * countOfNegative) + step * weighed;
            float estimate = (bySigns / inverse[row] + MORE * ofLarge) * inverseOfBoth[row];
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
            double ofRow = Math.max(0, perA - 1) * Math.max(0, 1 - cosine * cosine) / Math.max(1, dimension - 1);
            double ofRounding = perA * step * step / 12;
            return Math.sqrt(ofRow + ofRounding + SMALLEST);
        }
    }
}
