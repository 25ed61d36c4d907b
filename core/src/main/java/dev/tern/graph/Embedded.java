package dev.tern.graph;

import java.util.Arrays;

/**
 * A value with its embedding vector.
 *
 * @param vector unit length, of the graph's dimension; not copied, so it must not be modified
 * @param <T> the type of the value
 */
@SuppressWarnings(
        "ArrayRecordComponent") // compared by content below; a copy for each reader would double the cost of a look-up
public record Embedded<T>(T value, float[] vector) {
    /** Returns the cosine to another vector of unit length and the same dimension. */
    public double cosine(float[] other) {
        return cosine(vector, other);
    }

    /** Returns the cosine of two vectors of unit length and the same dimension. */
    public static double cosine(float[] vector, float[] other) {
        // The processor runs the additions of four independent sums in parallel.
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int i = 0;
        for (; i + 3 < vector.length; i += 4) {
            a += vector[i] * other[i];
            b += vector[i + 1] * other[i + 1];
            c += vector[i + 2] * other[i + 2];
            d += vector[i + 3] * other[i + 3];
        }
        for (; i < vector.length; i++) {
            a += vector[i] * other[i];
        }
        return a + b + c + d;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Embedded<?>(Object otherValue, float[] otherVector)
                && value.equals(otherValue)
                && Arrays.equals(vector, otherVector);
    }

    @Override
    public int hashCode() {
        return 31 * value.hashCode() + Arrays.hashCode(vector);
    }

    @Override
    public String toString() {
        return value + " [" + vector.length + " dimensions]";
    }
}
