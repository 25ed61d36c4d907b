package dev.tern.graph;

import java.util.Arrays;

/**
 * A thing with its vector.
 *
 * @param value the thing
 * @param vector unit length, of the graph's dimension; not copied, so never to be changed
 * @param <T> what is embedded
 */
@SuppressWarnings(
        "ArrayRecordComponent") // compared by content below; a copy for each reader would double the cost of a look-up
public record Embedded<T>(T value, float[] vector) {
    /** The cosine to another vector of unit length and the same dimension. */
    public double cosine(float[] other) {
        double sum = 0;
        for (int i = 0; i < vector.length; i++) {
            sum += vector[i] * other[i];
        }
        return sum;
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
