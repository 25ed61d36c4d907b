package dev.tern.graph;

/** Computes the length of vectors; in a graph every vector has length 1, up to rounding. */
public final class VectorLength {
    private static final double TOLERANCE = 1e-3;

    private VectorLength() {}

    /** Returns the length of a vector; NaN if a component is NaN. */
    public static double of(float[] vector) {
        // The processor runs the additions of four independent sums in parallel.
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

    /** Returns true if a length differs from 1 by at most 0.001; false for NaN. */
    public static boolean isUnit(double length) {
        return Math.abs(length - 1) <= TOLERANCE;
    }
}
