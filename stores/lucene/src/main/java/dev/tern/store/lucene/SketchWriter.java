package dev.tern.store.lucene;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.VectorUtil;
import org.jspecify.annotations.Nullable;

/** Writes the {@linkplain SegmentSketches sketches} of a segment to a file. Not thread-safe. */
final class SketchWriter implements Closeable {
    /** The minimum number of rows for sketches; without them, fewer rows are compared as fast. */
    static final int MIN_ROWS = 256;

    /**
     * The error allowed for estimates, in standard deviations. In a normal distribution, one value
     * in 3.5 million is as far above the mean.
     */
    private static final double DEVIATIONS = 5;

    /** The maximum ratio of measured to predicted error for which sketches are used. */
    private static final double MAX_ERROR = 1.5;

    private final SegmentWriteState state;
    private @Nullable IndexOutput out;

    SketchWriter(SegmentWriteState state) {
        this.state = state;
    }

    /**
     * Writes a field's sketches, and their location to the field's attributes, unless the field has
     * fewer than {@value #MIN_ROWS} rows. If estimates would be too imprecise or too few rows are
     * live, no location is written, and the sketches are never read.
     */
    void write(FieldInfo field, FloatVectorValues vectors) throws IOException {
        // Attributes may be copied from a merged segment's field: overwrite them.
        SketchLocation.writeNone(field);
        if (vectors.size() < MIN_ROWS) {
            return;
        }
        IndexOutput file = file();
        long start = file.alignFilePointer(Long.BYTES);
        int rows = 0;
        Block block = new Block(VectorSketch.wordCount(vectors.dimension()));
        Sample sample = new Sample();
        KnnVectorValues.DocIndexIterator each = vectors.iterator();
        while (each.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            float[] vector = vectors.vectorValue(each.index());
            block.add(vector, file);
            sample.offer(rows, vector);
            rows++;
        }
        block.write(file);
        // size() includes deleted documents; rows counts live ones.
        if (rows < MIN_ROWS) {
            return;
        }
        double error = sample.error();
        if (error <= MAX_ERROR) {
            new SketchLocation(SketchLocation.id(state.segmentInfo), start, rows, DEVIATIONS * Math.max(1, error))
                    .write(field);
        }
    }

    private IndexOutput file() throws IOException {
        if (out == null) {
            out = state.directory.createOutput(SketchLocation.file(state.segmentInfo), state.context);
            CodecUtil.writeIndexHeader(
                    out,
                    SketchLocation.CODEC,
                    SketchLocation.VERSION,
                    state.segmentInfo.getId(),
                    SketchLocation.SUFFIX);
        }
        return out;
    }

    /** Writes the footer of the file, if there is one. */
    void finish() throws IOException {
        if (out != null) {
            CodecUtil.writeFooter(out);
        }
    }

    @Override
    public void close() throws IOException {
        if (out != null) {
            out.close();
        }
    }

    private static final class Block {
        private final List<VectorSketch> rows = new ArrayList<>(SegmentSketches.BLOCK);
        private final int words;
        private int count;

        Block(int words) {
            this.words = words;
        }

        void add(float[] vector, IndexOutput file) throws IOException {
            if (count == SegmentSketches.BLOCK) {
                write(file);
            }
            if (count == rows.size()) {
                rows.add(new VectorSketch(words));
            }
            rows.get(count).set(vector);
            count++;
        }

        void write(IndexOutput file) throws IOException {
            List<VectorSketch> filled = rows.subList(0, count);
            writeWords(filled, row -> row.negative, file);
            writeWords(filled, row -> row.large, file);
            writeNumbers(filled, row -> row.sum, file);
            writeNumbers(filled, row -> row.inverse, file);
            writeNumbers(filled, row -> row.inverseASquared, file);
            count = 0;
        }

        private void writeWords(List<VectorSketch> rows, Function<VectorSketch, long[]> bits, IndexOutput file)
                throws IOException {
            for (int word = 0; word < words; word++) {
                for (VectorSketch row : rows) {
                    file.writeLong(bits.apply(row)[word]);
                }
            }
        }

        private static void writeNumbers(
                List<VectorSketch> rows, ToDoubleFunction<VectorSketch> number, IndexOutput file) throws IOException {
            for (VectorSketch row : rows) {
                file.writeInt(Float.floatToRawIntBits((float) number.applyAsDouble(row)));
            }
        }
    }

    /** Vectors sampled evenly from a segment. One half of them is compared with the other half. */
    private static final class Sample {
        /** The number of sampled vectors at which every second one is dropped. */
        private static final int MAX_VECTORS = 120;

        /** One pair of vectors in this many is compared. */
        private static final int COMPARED = 4;

        /** In one pair in this many, the first vector is compared with a mixture of both. */
        private static final int MIXED = 20;

        /** The sampling interval in rows. */
        private int stride = 1;

        private List<float[]> taken = new ArrayList<>();

        /**
         * Copies the vector of a row if the row is sampled. The interval doubles whenever the
         * sample is full, since the number of rows is not known in advance.
         */
        void offer(int row, float[] vector) {
            if (row % stride != 0) {
                return;
            }
            taken.add(vector.clone());
            if (taken.size() == MAX_VECTORS) {
                taken = everySecond(0);
                stride *= 2;
            }
        }

        private List<float[]> everySecond(int from) {
            List<float[]> some = new ArrayList<>();
            for (int i = from; i < taken.size(); i += 2) {
                some.add(taken.get(i));
            }
            return some;
        }

        /**
         * Returns the root mean square error of estimates divided by the error that RaBitQ
         * predicts, for distant or near vectors, whichever is larger. High if a few outlier
         * dimensions dominate in many vectors.
         */
        double error() {
            List<float[]> ones = everySecond(0);
            List<float[]> others = everySecond(1);
            Errors far = new Errors();
            Errors near = new Errors();
            List<VectorSketch> ofOthers = others.stream().map(Sample::sketch).toList();
            for (int i = 0; i < ones.size(); i++) {
                float[] one = ones.get(i);
                SketchTarget target = new SketchTarget(one);
                for (int j = i % COMPARED; j < others.size(); j += COMPARED) {
                    far.add(target, ofOthers.get(j), VectorUtil.dotProduct(others.get(j), one));
                }
                VectorSketch ofOne = sketch(one);
                for (int j = i % MIXED; j < others.size(); j += MIXED) {
                    float[] mixture = mixture(one, others.get(j));
                    near.add(new SketchTarget(mixture), ofOne, VectorUtil.dotProduct(one, mixture));
                }
            }
            return Math.max(far.root(), near.root());
        }

        private static VectorSketch sketch(float[] vector) {
            VectorSketch sketch = new VectorSketch(VectorSketch.wordCount(vector.length));
            sketch.set(vector);
            return sketch;
        }

        private static float[] mixture(float[] more, float[] less) {
            float[] mixture = new float[more.length];
            double squares = 0;
            for (int i = 0; i < mixture.length; i++) {
                mixture[i] = 2 * more[i] + less[i];
                squares += (double) mixture[i] * mixture[i];
            }
            for (int i = 0; i < mixture.length; i++) {
                mixture[i] /= (float) Math.max(Math.sqrt(squares), Float.MIN_NORMAL);
            }
            return mixture;
        }
    }

    /** The root mean square of the errors of estimates, in standard deviations. */
    private static final class Errors {
        private int count;
        private double squares;

        void add(SketchTarget target, VectorSketch row, double cosine) {
            double error = target.errorInDeviations(row, cosine);
            count++;
            squares += error * error;
        }

        double root() {
            return Math.sqrt(squares / count);
        }
    }
}
