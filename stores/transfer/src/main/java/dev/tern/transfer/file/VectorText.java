package dev.tern.transfer.file;

import dev.tern.graph.VectorLength;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;

/** Encodes vectors losslessly: little-endian 32-bit floats in Base64. */
final class VectorText {
    private VectorText() {}

    static String of(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(vector);
        return Base64.getEncoder().encodeToString(bytes.array());
    }

    /**
     * Parses a vector's text.
     *
     * @throws IllegalArgumentException if the text is not Base64, or the vector has another
     *     dimension or is not of unit length
     */
    static float[] parse(String text, int dimension) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the vector is not Base64: " + e.getMessage(), e);
        }
        long wanted = (long) dimension * Float.BYTES;
        if (bytes.length != wanted) {
            throw new IllegalArgumentException(
                    "the vector has " + bytes.length + " bytes; " + dimension + " dimensions have " + wanted);
        }
        float[] vector = new float[dimension];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(vector);
        double length = VectorLength.of(vector);
        if (!VectorLength.isUnit(length)) {
            throw new IllegalArgumentException("the vector has length " + length + "; it must have length 1");
        }
        return vector;
    }
}
