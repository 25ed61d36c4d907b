package dev.tern.models;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.output.Response;

/** A loaded sentence encoder. Calls may be concurrent; each runs on the calling thread alone. */
interface Encoder extends AutoCloseable {
    /** Returns the unit vector of a text, and the number of tokens read, without special tokens. */
    Response<Embedding> embed(String text);

    /** Returns the number of word pieces of a text, without special tokens. */
    int count(String text);

    /** Returns the number of special tokens around a text, which count as word pieces. */
    int marks();

    /** Returns the length of the vectors; throws if another length was requested. */
    int dimension();

    @Override
    void close();

    /** Scales a vector in place to unit length, and returns it as an embedding. */
    static Embedding unit(float[] vector) {
        double squares = 0;
        for (float x : vector) {
            squares += (double) x * x;
        }
        float length = (float) Math.sqrt(squares);
        for (int i = 0; i < vector.length; i++) {
            vector[i] /= length;
        }
        return Embedding.from(vector);
    }
}
