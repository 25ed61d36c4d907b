package dev.tern.graph;

/** The length of vectors; in a graph every vector has length 1, except for rounding. */
public final class VectorLength {
    private static final double TOLERANCE = 1e-3;

    private VectorLength() {}

    /** Returns the length of a vector, which may be NaN. */
    public static double of(float[] vector) {
        // Four sums in parallel: each addition waits for the one before in its sum.
        double first = 0;
        double second = 0;
        double third = 0;
        double fourth = 0;
        int i = 0;
        for (; i <= vector.length - 4; i += 4) {
            first += (double) vector[i] * vector[i];
            second += (double) vector[i + 1] * vector[i + 1];
            third += (double) vector[i + 2] * vector[i + 2];
            fourth += (double) vector[i + 3] * vector[i + 3];
        }
        for (; i < vector.length; i++) {
            first += (double) vector[i] * vector[i];
        }
        return Math.sqrt(first + second + third + fourth);
    }

    /** Returns true if a length is 1, within rounding; false for NaN. */
    public static boolean isUnit(double length) {
        return Math.abs(length - 1) <= TOLERANCE;
    }
}
