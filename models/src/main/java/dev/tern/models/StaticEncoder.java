package dev.tern.models;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Sums rows of a table, one for each word piece, and scales the sum to unit length. No network and
 * no native library is needed.
 *
 * <p>{@code bench/static-encoder} fits the table to all-MiniLM-L6-v2; rare pieces weigh more
 * (Arora, Liang and Ma, "A simple but tough-to-beat baseline for sentence embeddings", 2017). A row
 * is a vector of signed bytes and a scale.
 */
final class StaticEncoder implements Encoder {
    /** The description of the bundled table. */
    static final SentenceEncoder DESCRIPTION = new Description();

    private static final String TABLE = "static-256.table";

    private final WordPieces pieces;
    private final int dimension;
    private final float[] scales;
    private final byte[] rows;

    private StaticEncoder(WordPieces pieces, int dimension, float[] scales, byte[] rows) {
        this.pieces = pieces;
        this.dimension = dimension;
        this.scales = scales;
        this.rows = rows;
    }

    @Override
    public Response<Embedding> embed(String text) {
        int[] ids = pieces.ids(text, DESCRIPTION.window());
        float[] vector = new float[dimension];
        for (int id : ids) {
            add(id, vector);
        }
        if (Arrays.equals(vector, new float[dimension])) {
            // Zero-width and control characters alone yield no word pieces.
            add(WordPieces.UNKNOWN, vector);
        }
        return Response.from(Encoder.unit(vector), new TokenUsage(ids.length));
    }

    private void add(int id, float[] vector) {
        int row = id * dimension;
        float scale = scales[id];
        for (int i = 0; i < dimension; i++) {
            vector[i] += scale * rows[row + i];
        }
    }

    @Override
    public int count(String text) {
        return pieces.ids(text, Integer.MAX_VALUE).length;
    }

    @Override
    public int marks() {
        return 0;
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public void close() {}

    private static final class Description implements SentenceEncoder {
        @Override
        public String modelName() {
            return "static-256-1";
        }

        @Override
        public String label() {
            return "static";
        }

        /** Returns the transformer models' limit without marks, so that passages are equal. */
        @Override
        public int window() {
            return 126;
        }

        @Override
        public TextPrefixes prefixes() {
            return TextPrefixes.NONE;
        }

        @Override
        public int dimension() {
            return 256;
        }

        @Override
        public Encoder load() {
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(
                    Objects.requireNonNull(StaticEncoder.class.getResourceAsStream(TABLE)), 1 << 16))) {
                byte[] names = in.readNBytes(in.readInt());
                List<String> vocabulary =
                        new String(names, StandardCharsets.UTF_8).lines().toList();
                float[] scales = new float[vocabulary.size()];
                for (int i = 0; i < scales.length; i++) {
                    scales[i] = in.readFloat();
                }
                byte[] rows = in.readNBytes(scales.length * dimension());
                return new StaticEncoder(new WordPieces(vocabulary), dimension(), scales, rows);
            } catch (IOException failure) {
                throw TernException.operator("the embedding model static cannot be read from its jar", failure);
            }
        }
    }
}
