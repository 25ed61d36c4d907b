package dev.tern.store.lucene;

import java.io.Closeable;
import java.io.IOException;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.hnsw.RandomVectorScorerSupplier;
import org.apache.lucene.util.hnsw.UpdateableRandomVectorScorer;

/**
 * Scorers for building a vector graph, which estimate the similarity of rows by their {@linkplain
 * VectorSketch sketches}. Fetching rows takes most of the building time, and a sketch has a
 * fifteenth of a vector's bytes. The sketches are stored row by row in a temporary file that {@link
 * #close()} deletes. Thread-safe, but each scorer is not.
 */
final class SketchScorers implements RandomVectorScorerSupplier, Closeable {
    /** Shorter vectors are compared directly: fetching is cheap, and estimates are imprecise. */
    static final int MIN_DIMENSION = 256;

    /** The rows between two checks for an aborted merge. */
    static final int ROWS_PER_CHECK = 1_024;

    private final Directory directory;
    private final String name;
    private final IndexInput file;
    private final int dimension;
    private final int rows;

    /**
     * Writes the sketches of some vectors of about unit length.
     *
     * @param segment the prefix of the file's name
     * @param checkAborted run every {@value #ROWS_PER_CHECK} rows; an exception ends the writing
     */
    SketchScorers(FloatVectorValues vectors, Directory directory, String segment, IORunnable checkAborted)
            throws IOException {
        this.directory = directory;
        dimension = vectors.dimension();
        rows = vectors.size();
        IndexOutput out = directory.createTempOutput(segment, "sketches", IOContext.DEFAULT);
        name = out.getName();
        try {
            try (out) {
                write(vectors, out, checkAborted);
            }
            file = directory.openInput(name, IOContext.DEFAULT);
        } catch (IOException | RuntimeException e) {
            IOUtils.deleteFilesIgnoringExceptions(directory, name);
            throw e;
        }
    }

    private static void write(FloatVectorValues vectors, IndexOutput out, IORunnable checkAborted) throws IOException {
        VectorSketch sketch = new VectorSketch(VectorSketch.wordCount(vectors.dimension()));
        for (int row = 0; row < vectors.size(); row++) {
            if (row % ROWS_PER_CHECK == 0) {
                checkAborted.run();
            }
            sketch.set(vectors.vectorValue(row));
            for (long word : sketch.negative) {
                out.writeLong(word);
            }
            for (long word : sketch.large) {
                out.writeLong(word);
            }
            out.writeLong(Float.floatToRawIntBits(sketch.inverse));
        }
    }

    @Override
    public UpdateableRandomVectorScorer scorer() {
        return new Scorer(file.clone(), dimension, rows);
    }

    @Override
    public RandomVectorScorerSupplier copy() {
        return this;
    }

    @Override
    public void close() throws IOException {
        IOUtils.close(file, () -> directory.deleteFile(name));
    }

    private static final class Scorer implements UpdateableRandomVectorScorer {
        /** The weight beyond 1 of a product of two components, exactly one of which is large. */
        private static final int ONE_LARGE = VectorSketch.LARGE - 1;

        private static final int BOTH_LARGE = VectorSketch.LARGE * VectorSketch.LARGE - 1;

        private final IndexInput file;
        private final int dimension;
        private final int words;
        private final int rows;
        /** The sketch of the row to compare with: its sign bits, its size bits, and its scale. */
        private final long[] one;

        private long[] others;

        Scorer(IndexInput file, int dimension, int rows) {
            this.file = file;
            this.dimension = dimension;
            this.words = VectorSketch.wordCount(dimension);
            this.rows = rows;
            one = new long[2 * words + 1];
            others = new long[one.length];
        }

        @Override
        public int maxOrd() {
            return rows;
        }

        private void read(int row, long[] sketches, int at) throws IOException {
            file.seek((long) row * one.length * Long.BYTES);
            file.readLongs(sketches, at, one.length);
        }

        @Override
        public void setScoringOrdinal(int row) throws IOException {
            read(row, one, 0);
        }

        @Override
        public float score(int row) throws IOException {
            read(row, others, 0);
            return similarity(0);
        }

        @Override
        public float bulkScore(int[] rows, float[] scores, int count) throws IOException {
            if (others.length < count * one.length) {
                others = new long[count * one.length];
            }
            // Fetch all before the first comparison, so that the loads overlap.
            for (int i = 0; i < count; i++) {
                read(rows[i], others, i * one.length);
            }
            float best = 0;
            for (int i = 0; i < count; i++) {
                scores[i] = similarity(i * one.length);
                best = Math.max(best, scores[i]);
            }
            return best;
        }

        private float similarity(int at) {
            int opposite = 0;
            int large = 0;
            int bothLarge = 0;
            for (int word = 0; word < words; word++) {
                long opposed = one[word] ^ others[at + word];
                long inOne = one[words + word];
                long inOther = others[at + words + word];
                long either = inOne ^ inOther;
                long both = inOne & inOther;
                opposite += Long.bitCount(opposed);
                large += Long.bitCount(either) - 2 * Long.bitCount(either & opposed);
                bothLarge += Long.bitCount(both) - 2 * Long.bitCount(both & opposed);
            }
            float product = dimension - 2 * opposite + ONE_LARGE * large + BOTH_LARGE * bothLarge;
            // Multiplies the scales first, to be symmetric in the two rows.
            float cosine = product * (scale(one, 0) * scale(others, at));
            // Lucene's score of a cosine; an estimated cosine may be below -1.
            return Math.max(0, (1 + cosine) / 2);
        }

        private float scale(long[] sketches, int at) {
            return Float.intBitsToFloat((int) sketches[at + 2 * words]);
        }
    }
}
