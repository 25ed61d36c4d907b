package dev.tern.store.lucene;

import org.apache.lucene.util.VectorUtil;

/**
 * A vector quantized to two bits per component: its sign, and its size (large or small).
 *
 * <p>For vectors q and o of unit length, and the sketch s of o, the cosine of q and o is about s·q
 * / s·o, with a standard error of sqrt((1/a² - 1) (1 - c²) / (D - 1)), where a is the cosine of s
 * and o, c the cosine of q and o, and D the dimension (Gao and Long, "RaBitQ: Quantizing
 * High-Dimensional Vectors with a Theoretical Error Bound for Approximate Nearest Neighbor Search",
 * SIGMOD 2024; here without its rotation). The cosine a is about 0.94. An instance can be reused;
 * not thread-safe.
 */
final class VectorSketch {
    /**
     * The size of a large component; a small one has the size 1. For normal data, 3.3 would be best,
     * and reduce the error by less than a hundredth; with 3, fewer bits are counted.
     */
    static final int LARGE = 3;

    /** The minimum size of a large component, in multiples of the mean size; best for normal data. */
    private static final float LARGE_FROM = 1.25f;

    /**
     * The sign bits, set for negative components; the first component's is the lowest bit of the
     * first word.
     */
    final long[] negative;

    final long[] large;

    /** The sum of the components of s. */
    float sum;

    /** The value 1 / s·o. */
    float inverse;

    /** The value 1 / a², with a the cosine of s and o. */
    float inverseASquared;

    /** Creates a sketch with the given number of 64-bit words for each of its two bits. */
    VectorSketch(int words) {
        negative = new long[words];
        large = new long[words];
    }

    /** Returns the number of 64-bit words that hold one bit of each component. */
    static int wordCount(int dimension) {
        return (dimension + Long.SIZE - 1) / Long.SIZE;
    }

    /** Sets this to the sketch of a vector of about unit length. */
    void set(float[] vector) {
        float sumOfSizes = sumOfSizes(vector);
        float squares = VectorUtil.dotProduct(vector, vector);
        // Sizes compare as their bits do, without branches, of which a quarter would be
        // mispredicted.
        int belowLarge = Float.floatToRawIntBits(LARGE_FROM * sumOfSizes / vector.length) - 1;
        float sumOfLarge = 0;
        int negatives = 0;
        int larges = 0;
        int largeNegatives = 0;
        for (int word = 0; word < negative.length; word++) {
            long isNegative = 0;
            long isLarge = 0;
            float sumOfWord = 0;
            int end = Math.min((word + 1) * Long.SIZE, vector.length);
            for (int i = word * Long.SIZE; i < end; i++) {
                int bits = Float.floatToRawIntBits(vector[i]);
                int size = bits & Integer.MAX_VALUE;
                int negativeIfLarge = belowLarge - size;
                isNegative |= (long) (bits >>> 31) << i;
                isLarge |= (long) (negativeIfLarge >>> 31) << i;
                sumOfWord += Float.intBitsToFloat(size & negativeIfLarge >> 31);
            }
            sumOfLarge += sumOfWord;
            negative[word] = isNegative;
            large[word] = isLarge;
            negatives += Long.bitCount(isNegative);
            larges += Long.bitCount(isLarge);
            largeNegatives += Long.bitCount(isLarge & isNegative);
        }
        sum = vector.length - 2 * negatives + (LARGE - 1) * (larges - 2 * largeNegatives);
        // Corrects a length that is not quite 1.
        inverse = squares / (sumOfSizes + (LARGE - 1) * sumOfLarge);
        inverseASquared = (vector.length + (LARGE * LARGE - 1) * larges) * inverse * inverse;
    }

    /** Sums the sizes of all components, in four sums that the processor adds in parallel. */
    private static float sumOfSizes(float[] vector) {
        float one = 0;
        float two = 0;
        float three = 0;
        float four = 0;
        int i = 0;
        for (; i < vector.length - 3; i += 4) {
            one += Math.abs(vector[i]);
            two += Math.abs(vector[i + 1]);
            three += Math.abs(vector[i + 2]);
            four += Math.abs(vector[i + 3]);
        }
        for (; i < vector.length; i++) {
            one += Math.abs(vector[i]);
        }
        return one + two + three + four;
    }
}
