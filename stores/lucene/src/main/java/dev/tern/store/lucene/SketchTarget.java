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
    private final long allLevels;
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
        allLevels = all;
    }

    /**
     * Adds one word of several sketches to their scalar products with the target's levels. Row i has
     * its sign bits in {@code negative[from + i]} and its size bits in {@code large[from + i]}.
     *
     * <p>A component of a sketch, -3, -1, 1 or 3, is 1 + 2 l - 4 n with n its sign bit, and l its
     * size bit if n is 0, otherwise the opposite.
     *
     * @param word the number of the word within a row
     * @param products the sums of 2 l - 4 n times the level, by row
     */
    void add(long[] negative, long[] large, int from, int rows, int word, int[] products) {
        long ones = planes[word];
        long twos = planes[words + word];
        long fours = planes[2 * words + word];
        long eights = planes[3 * words + word];
        // Two loops, each simple enough to be vectorised.
        for (int i = 0; i < rows; i++) {
            long bits = negative[from + i];
            products[i] -= 4
                    * (Long.bitCount(bits & ones)
                            + 2 * Long.bitCount(bits & twos)
                            + 4 * Long.bitCount(bits & fours)
                            + 8 * Long.bitCount(bits & eights));
        }
        for (int i = 0; i < rows; i++) {
            long bits = large[from + i] ^ negative[from + i];
            products[i] += 2
                    * (Long.bitCount(bits & ones)
                            + 2 * Long.bitCount(bits & twos)
                            + 4 * Long.bitCount(bits & fours)
                            + 8 * Long.bitCount(bits & eights));
        }
    }

    /**
     * Estimates the cosines of rows from the products of {@link #add} with all words.
     *
     * @param sums {@link VectorSketch#sum} by row
     * @param inverses {@link VectorSketch#inverse} by row
     * @param cosines row i has its result in {@code cosines[from + i]}
     */
    void estimate(int[] products, float[] sums, float[] inverses, int rows, float[] cosines, int from) {
        float low = lowLevel;
        float each = step;
        float all = step * allLevels;
        for (int i = 0; i < rows; i++) {
            cosines[from + i] = (low * sums[i] + each * products[i] + all) * inverses[i];
        }
    }

    /** Estimates the cosine of one row. */
    float estimate(VectorSketch row) {
        int[] products = new int[1];
        for (int word = 0; word < words; word++) {
            add(row.negative, row.large, word, 1, word, products);
        }
        float[] cosines = new float[1];
        estimate(products, new float[] {row.sum}, new float[] {row.inverse}, 1, cosines, 0);
        return cosines[0];
    }

    /** Returns the error of an estimate in standard deviations, given the exact cosine. */
    double errorInDeviations(VectorSketch row, double cosine) {
        return (cosine - estimate(row)) / Math.sqrt(atLeast(cosine, 1).variance(row.inverseASquared));
    }

    /**
     * Returns a test for rows whose cosine may be at least the given one.
     *
     * @param deviations the error allowed for an estimate, in standard deviations
     */
    WithinErrorBound atLeast(double cosine, double deviations) {
        double max = deviations * deviations;
        double ofRow = Math.max(0, 1 - cosine * cosine) / Math.max(1, dimension - 1);
        return new WithinErrorBound(
                (float) cosine, (float) (max * ofRow), (float) (max * ofRounding), (float) (max * MIN_DIFFERENCE));
    }

    /**
     * Tests if an estimate plus the allowed error reaches a cosine: {@link VectorSketch}'s formula,
     * with the cosine as c, plus rounding. Needs no square root.
     */
    record WithinErrorBound(float cosine, float ofRow, float ofRounding, float smallest) {
        boolean test(float estimate, float inverseASquared) {
            float missing = cosine - estimate;
            return missing <= 0 || missing * missing <= variance(inverseASquared);
        }

        private float variance(float inverseASquared) {
            return (inverseASquared > 1 ? inverseASquared - 1 : 0) * ofRow + inverseASquared * ofRounding + smallest;
        }
    }
}
