package dev.tern.graph;

/** The length of a vector; that of every vector in a graph is 1, but for what is lost in rounding. */
public final class VectorLength {
    private static final double TOLERANCE = 1e-3;

    private VectorLength() {}

    /** The length of a vector, which may be not a number. */
    public static double of(float[] vector) {
        double sum = 0;
        for (float x : vector) {
            sum += (double) x * x;
        }
        return Math.sqrt(sum);
    }

    /** Whether a length is 1; one that is not a number is not. */
    public static boolean isUnit(double length) {
        return Math.abs(length - 1) <= TOLERANCE;
    }
}
