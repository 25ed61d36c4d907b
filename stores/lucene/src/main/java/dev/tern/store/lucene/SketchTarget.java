package dev.tern.store.lucene;

/**
 * A vector that others are estimated to be near to or far from by their {@linkplain VectorSketch sketches}. It is rounded to {@value #PLANES} bits a
 * number, so that a product is a matter of counting bits. Immutable.
 */
final class SketchTarget {
    private static final int PLANES = 4;
    private static final int LEVELS = (1 << PLANES) - 1;

    /** The square of a difference that is none. */
    private static final double SMALLEST = 1e-10;

    private final int dimension;
    private final int words;
    private final float least;
    private final float step;
    private final double ofRounding;
    private final float sum;
    /** The bits of the vector's numbers, the lowest of all first. */
    private final long[] planes;

    SketchTarget(float[] target) {
        dimension = target.length;
        words = VectorSketch.words(dimension);
        planes = new long[PLANES * words];
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

    /** Adds what a word of the signs of some rows weighs, to what the rows weigh. */
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

    /** The sum of the levels that some bits of a word stand at. */
    private int weighed(long bits, int word) {
        return Long.bitCount(bits & planes[word])
                + 2 * Long.bitCount(bits & planes[words + word])
                + 4 * Long.bitCount(bits & planes[2 * words + word])
                + 8 * Long.bitCount(bits & planes[3 * words + word]);
    }

    /** The cosine of a row as its signs have it, whose words {@linkplain #weigh weigh} so much. */
    float bySigns(float negatives, int weighed, float inverse) {
        return (sum - 2 * (least * negatives + step * weighed)) * inverse;
    }

    /** The same of one sketch. */
    float bySigns(VectorSketch row) {
        int weighed = 0;
        for (int word = 0; word < words; word++) {
            weighed += weighed(row.negative[word], word);
        }
        return bySigns(row.negatives, weighed, row.inverse);
    }

    /** By how many standard deviations the signs make a row look farther than it is, if its cosine is what is given. */
    double signErrorInDeviations(VectorSketch row, float bySigns, double cosine) {
        return (cosine - bySigns) / deviation(dimension, row.inverse, cosine);
    }

    /** The same of both bits. */
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
        float ofLarge = least * (count - 2 * countOfNegative) + step * weighed;
        float estimate = (bySigns / row.inverse + VectorSketch.LARGE_EXTRA * ofLarge) * row.inverseOfBoth;
        double length = dimension + count * ((1 + VectorSketch.LARGE_EXTRA) * (1 + VectorSketch.LARGE_EXTRA) - 1);
        return (cosine - estimate) / deviation(length, row.inverseOfBoth, cosine);
    }

    /**
     * The standard deviation of an estimate.
     *
     * @param length the square of the length of s
     * @param inverse 1 / s·o
     */
    private double deviation(double length, float inverse, double cosine) {
        double perA = length * inverse * inverse;
        return Math.sqrt(Math.max(0, perA - 1) * ofRow(cosine) + perA * ofRounding + SMALLEST);
    }

    /** What the error of an estimate is due to, for each part of the row that is not kept. */
    private double ofRow(double cosine) {
        return Math.max(0, 1 - cosine * cosine) / Math.max(1, dimension - 1);
    }

    /** Which rows may have a cosine for all that their signs tell. */
    WithinErrorBound atLeast(double cosine, double deviations) {
        double most = deviations * deviations;
        return new WithinErrorBound(
                dimension, (float) cosine, (float) (most * ofRow(cosine)), (float) (most * ofRounding), (float)
                        (most * SMALLEST));
    }

    /** Whether a one-bit estimate plus its error bound reaches a cosine. Compares squares to save a square root. */
    record WithinErrorBound(float dimension, float cosine, float perRest, float perRounding, float smallest) {
        boolean test(float bySigns, float inverse) {
            float perA = dimension * inverse * inverse;
            float missing = cosine - bySigns;
            float variance = (perA > 1 ? perA - 1 : 0) * perRest + perA * perRounding + smallest;
            return missing <= 0 || missing * missing <= variance;
        }
    }
}
