package dev.tern.graph;

/** The length of a vector; that of every vector in a graph is 1, but for what is lost in rounding. */
public final class VectorLength {
    private static final double TOLERANCE = 1e-3;

    private VectorLength() {}

    /** The length of a vector, which may be not a number. */
    public static double of(float[] vector) {
        // Four sums, since each addition waits for the one before it in the same sum.
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

    /** Whether a length is 1; one that is not a number is not. */
    public static boolean isUnit(double length) {
        return Math.abs(length - 1) <= TOLERANCE;
    }
}
