package dev.tern.store.lucene;

/**
 * A vector that is compared with {@linkplain VectorSketch sketches} of other vectors. Each
 * component is rounded to {@value #PLANES} bits, so that a scalar product is computed by counting
 * bits. Immutable.
 */
final class SketchTarget {
    private static final int PLANES = 4;
    private static final int LEVELS = (1 << PLANES) - 1;

    /** A small variance that is added to the variance of each estimate, for rounding errors. */
    private static final double MIN_DIFFERENCE = 1e-10;

    private final int dimension;
    private final int words;
    private final float lowLevel;
    private final float step;
    private final double ofRounding;
    private final float sum;
    /** The bits of the rounded components: the lowest bit of each, then the next, and so on. */
    private final long[] planes;

    SketchTarget(float[] target) {
        dimension = target.length;
        words = VectorSketch.wordCount(dimension);
        planes = new long[PLANES * words];
        float low = Float.POSITIVE_INFINITY;
        float high = Float.NEGATIVE_INFINITY;
        for (float each : target) {
            low = Math.min(low, each);
            high = Math.max(high, each);
        }
        lowLevel = low;
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

    /**
     * Adds the levels of the target's components at the set bits of a word, for several rows: row i
     * has its word of sign bits in {@code signs[from + i]} and its sum in {@code weighed[i]}.
     *
     * @param word the number of the word within a row
     */
    void weigh(long[] signs, int from, int rows, int word, int[] weighed) {
        long ones = planes[word];
        long twos = planes[words + word];
        long fours = planes[2 * words + word];
        long eights = planes[3 * words + word];
        for (int i = 0; i < rows; i++) {
            long bits = signs[from + i];
            weighed[i] += Long.bitCount(bits & ones)
                    + 2 * Long.bitCount(bits & twos)
                    + 4 * Long.bitCount(bits & fours)
                    + 8 * Long.bitCount(bits & eights);
        }
    }

    /** Returns the sum of the levels of the target's components at the set bits of a word. */
    private int weighed(long bits, int word) {
        return Long.bitCount(bits & planes[word])
                + 2 * Long.bitCount(bits & planes[words + word])
                + 4 * Long.bitCount(bits & planes[2 * words + word])
                + 8 * Long.bitCount(bits & planes[3 * words + word]);
    }

    /** Estimates the cosine of a row by its sign bits, given the sum from {@link #weigh}. */
    float bySigns(float negatives, int weighed, float inverse) {
        return (sum - 2 * (lowLevel * negatives + step * weighed)) * inverse;
    }

    /** Estimates the cosine of one row by its sign bits. */
    float bySigns(VectorSketch row) {
        int weighed = 0;
        for (int word = 0; word < words; word++) {
            weighed += weighed(row.negative[word], word);
        }
        return bySigns(row.negatives, weighed, row.inverse);
    }

    /** Returns the error of a sign estimate, in standard deviations, given the exact cosine. */
    double signErrorInDeviations(VectorSketch row, float bySigns, double cosine) {
        return (cosine - bySigns) / deviation(dimension, row.inverse, cosine);
    }

    /** Returns the error of a two-bit estimate, in standard deviations, given the exact cosine. */
    double errorOfBothInDeviations(VectorSketch row, float bySigns, double cosine) {
        int count = 0;
        int countOfNegative = 0;
        int weighed = 0;
        for (int word = 0; word < words; word++) {
            long bits = row.large[word];
            long both = bits & row.negative[word];
            count += Long.bitCount(bits);
            countOfNegative += Long.bitCount(both);
            weighed += weighed(bits, word) - 2 * weighed(both, word);
        }
        float ofLarge = lowLevel * (count - 2 * countOfNegative) + step * weighed;
        float estimate = (bySigns / row.inverse + VectorSketch.LARGE_EXTRA * ofLarge) * row.inverseOfBoth;
        double length = dimension + count * ((1 + VectorSketch.LARGE_EXTRA) * (1 + VectorSketch.LARGE_EXTRA) - 1);
        return (cosine - estimate) / deviation(length, row.inverseOfBoth, cosine);
    }

    /**
     * Returns the standard deviation of an estimate: {@link VectorSketch}'s formula plus rounding.
     *
     * @param length the square of the length of s
     * @param inverse 1 / s·o
     */
    private double deviation(double length, float inverse, double cosine) {
        double perA = length * inverse * inverse;
        return Math.sqrt(Math.max(0, perA - 1) * ofRow(cosine) + perA * ofRounding + MIN_DIFFERENCE);
    }

    /** Returns (1 - c²) / (D - 1) of {@link VectorSketch}'s formula, with the cosine as c. */
    private double ofRow(double cosine) {
        return Math.max(0, 1 - cosine * cosine) / Math.max(1, dimension - 1);
    }

    /**
     * Returns a test by sign bits for rows whose cosine may be at least the given one.
     *
     * @param deviations the error allowed for an estimate, in standard deviations
     */
    WithinErrorBound atLeast(double cosine, double deviations) {
        double max = deviations * deviations;
        return new WithinErrorBound(
                dimension, (float) cosine, (float) (max * ofRow(cosine)), (float) (max * ofRounding), (float)
                        (max * MIN_DIFFERENCE));
    }

    /**
     * Tests if an estimate by signs, plus the allowed error, reaches a cosine; needs no square
     * root.
     */
    record WithinErrorBound(float dimension, float cosine, float perRest, float perRounding, float smallest) {
        boolean test(float bySigns, float inverse) {
            float perA = dimension * inverse * inverse;
            float missing = cosine - bySigns;
            float variance = (perA > 1 ? perA - 1 : 0) * perRest + perA * perRounding + smallest;
            return missing <= 0 || missing * missing <= variance;
        }
    }
}
