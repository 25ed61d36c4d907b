package dev.tern.store.lucene;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.hnsw.FlatFieldVectorsWriter;
import org.apache.lucene.codecs.hnsw.FlatVectorScorerUtil;
import org.apache.lucene.codecs.hnsw.FlatVectorsFormat;
import org.apache.lucene.codecs.hnsw.FlatVectorsReader;
import org.apache.lucene.codecs.hnsw.FlatVectorsWriter;
import org.apache.lucene.codecs.lucene99.Lucene99FlatVectorsFormat;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsWriter;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Sorter;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.hnsw.CloseableRandomVectorScorerSupplier;
import org.apache.lucene.util.hnsw.RandomVectorScorerSupplier;
import org.apache.lucene.util.hnsw.UpdateableRandomVectorScorer;
import org.jspecify.annotations.Nullable;

/**
 * Lucene's HNSW format with four changes: vectors may be longer, sketches are added, only large
 * segments get a graph, and the graph leaves out {@link EqualVectors}.
 *
 * <p>A graph is built by comparing {@linkplain SketchScorers sketches}, or vectors if they are
 * short, and is searched by comparing vectors. The files and their names are Lucene's, except one
 * file of {@linkplain SketchWriter sketches}. So Lucene alone can read a segment, but misses the
 * {@link EqualVectors}.
 *
 * <p><b>When a vector graph pays.</b> Measured with {@code VectorGraphBenchmark} (384 dimensions,
 * one thread, AVX-512, one segment, nearest ten; the fastest 5% of 300 searches and processor time,
 * because the machine was busy):
 *
 * <pre>
 *   vectors   every vector compared      vector graph (HNSW)
 *             written     search         written     search
 *    10,000     0.7 s     0.6 ms           4.1 s     0.5 ms
 *    20,000     0.4 s     1.6 ms           9.2 s     0.3 ms
 *    50,000     0.5 s     4.3 ms          29.4 s     0.4 ms
 *   100,000     1.1 s     8.5 ms
 * </pre>
 *
 * <p>In this table the graph was built with 128 candidates and searched for 100 rows, and found 96%
 * of the nearest ten among 20,000 vectors, 92% among 50,000. {@code NearestSearch} searches for 512
 * rows, in a graph built with 96 candidates. For 400 targets between two of 121,883 statements each
 * (all-MiniLM-L6-v2), it finds 99.0%, 99.2% and 98.8% of the nearest 5, 20 and 100, in 1.3 ms. With
 * 128 candidates it finds 99.1%, 99.4% and 99.0%, but building takes half as much processor time
 * again. With 64 candidates it finds 98.6%, 99.0% and 98.2%.
 *
 * <p>The column "every vector compared" is without sketches. {@link SegmentSketches} exclude most
 * vectors, and cut a search to a quarter of that time or less. In one segment with 100,247 rows of
 * relations, 54,246 entities and 21,657 passages, the searches of a question took 3.7 ms on two
 * cores with sketches, and 5.5 ms with graphs searched for 512 rows; building the graphs took 42 s,
 * writing everything else 10 s. So a segment gets a graph only where searches would be slower
 * without it: by default from 150,000 vectors on, in the background, when segments merge. In
 * smaller segments results are exact, apart from the very rare errors of a sketch.
 */
final class VectorGraphFormat extends KnnVectorsFormat {
    /** The maximum number of threads that build the graph of one segment. */
    static final int THREADS = Math.min(8, Runtime.getRuntime().availableProcessors());

    /** The number of candidates for a row's neighbours. */
    private static final int BEAM_WIDTH = 96;

    /** The maximum dimension; Lucene's own limit is 1,024. */
    private static final int MAX_DIMENSION = 16_384;

    private static final int USUAL_DIMENSION = 384;

    private final int from;
    private final FlatVectorsFormat flat =
            new Lucene99FlatVectorsFormat(FlatVectorScorerUtil.getLucene99FlatVectorsScorer());

    /**
     * Creates the format with a minimum number of vectors for a graph.
     *
     * @param from {@link LuceneOptions#vectorGraphFrom}
     */
    VectorGraphFormat(int from) {
        // The name is Lucene's, because the files are too, and a reader looks the name up.
        super("Lucene99HnswVectorsFormat");
        this.from = from;
    }

    /**
     * Returns the minimum number of vectors for which a segment gets a vector graph.
     *
     * @param option the minimum for up to {@value #USUAL_DIMENSION} dimensions
     * @param dimension the vectors' dimension; the larger it is, the lower the minimum
     */
    static int vectorGraphFrom(int option, int dimension) {
        long numbers = (long) option * USUAL_DIMENSION;
        return (int) Math.min(option, Math.max(LuceneOptions.MIN_VECTOR_GRAPH, numbers / dimension));
    }

    @Override
    public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
        return new Lucene99HnswVectorsWriter(
                state,
                Lucene99HnswVectorsFormat.DEFAULT_MAX_CONN,
                BEAM_WIDTH,
                flat,
                new SketchingWriter(flat.fieldsWriter(state), new SketchWriter(state), state),
                THREADS,
                null,
                luceneThreshold(state));
    }

    /**
     * Returns the minimum in Lucene's terms: the k for which a search of a graph of the minimum
     * size visits all nodes, by the estimate k x ln(size).
     */
    private int luceneThreshold(SegmentWriteState state) {
        if (state.fieldInfos == null) {
            // A flush does not know its fields yet, and is no larger than the write buffer; only
            // merges build graphs.
            return Integer.MAX_VALUE;
        }
        int dimension = 1;
        for (FieldInfo field : state.fieldInfos) {
            dimension = Math.max(dimension, field.getVectorDimension());
        }
        int min = vectorGraphFrom(from, dimension);
        return (int) Math.ceil(min / Math.log(min));
    }

    @Override
    public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
        return new Lucene99HnswVectorsFormat().fieldsReader(state);
    }

    @Override
    public int getMaxDimensions(String field) {
        return MAX_DIMENSION;
    }

    /** Adds sketches, and the scorers that build the graph, to Lucene's vector writer. */
    private static final class SketchingWriter extends FlatVectorsWriter {
        private final FlatVectorsWriter lucene;
        private final SketchWriter sketches;
        private final SegmentWriteState state;
        private final Map<FieldInfo, FlatFieldVectorsWriter<?>> fields = new LinkedHashMap<>();

        SketchingWriter(FlatVectorsWriter lucene, SketchWriter sketches, SegmentWriteState state) {
            super(lucene.getFlatVectorScorer());
            this.lucene = lucene;
            this.sketches = sketches;
            this.state = state;
        }

        @Override
        public FlatFieldVectorsWriter<?> addField(FieldInfo field) throws IOException {
            FlatFieldVectorsWriter<?> writer = lucene.addField(field);
            fields.put(field, writer);
            return writer;
        }

        @Override
        public void flush(int maxDoc, Sorter.@Nullable DocMap order) throws IOException {
            if (order != null) {
                throw new UnsupportedOperationException("sketches of an index that sorts its rows");
            }
            lucene.flush(maxDoc, null);
            for (Map.Entry<FieldInfo, FlatFieldVectorsWriter<?>> field : fields.entrySet()) {
                List<float[]> vectors = field.getValue().getVectors().stream()
                        .map(float[].class::cast)
                        .toList();
                sketches.write(
                        field.getKey(),
                        FloatVectorValues.fromFloats(vectors, field.getKey().getVectorDimension()));
            }
        }

        @Override
        public void mergeOneFlatVectorField(FieldInfo field, MergeState merge) throws IOException {
            lucene.mergeOneFlatVectorField(field, merge);
            sketches.write(field, KnnVectorsWriter.MergedVectorValues.mergeFloatVectorValues(field, merge));
        }

        @Override
        public MergeScorerData mergeOneFlatVectorFieldForMergeScorer(
                FieldInfo field, MergeState merge, IntPredicate hasGraph) throws IOException {
            mergeOneFlatVectorField(field, merge);
            // Attributes may be copied from a merged segment's field: overwrite them.
            EqualVectors.NONE.write(field);
            return new MergeScorerData() {
                @Override
                public CloseableRandomVectorScorerSupplier scorerSupplier(FlatVectorsReader merged) throws IOException {
                    return scorers(field, merge, merged);
                }

                @Override
                public void close() {
                    // There is nothing to close.
                }
            };
        }

        /**
         * Returns scorers that compare sketches, or vectors if these are short or have no sketches.
         * Rows of {@link EqualVectors} get the lowest score, and are written to the field's
         * attributes.
         */
        private CloseableRandomVectorScorerSupplier scorers(FieldInfo field, MergeState merge, FlatVectorsReader merged)
                throws IOException {
            FloatVectorValues vectors = merged.getFloatVectorValues(field.name);
            EqualVectors equal = EqualVectors.of(vectors, leftOutBefore(field, merge, vectors), merge::checkAborted);
            equal.write(field);
            FixedBitSet out = new FixedBitSet(vectors.size());
            equal.rows().forEach(out::set);
            if (vectors.dimension() >= SketchScorers.MIN_DIMENSION
                    && SketchLocation.of(field, state.segmentInfo) != null) {
                SketchScorers scorers =
                        new SketchScorers(vectors, state.directory, state.segmentInfo.name, merge::checkAborted);
                return CloseableRandomVectorScorerSupplier.create(
                        new ExcludingScorers(scorers, out), vectors.size(), scorers);
            }
            RandomVectorScorerSupplier scorers = merged.getFlatVectorScorer(field.name)
                    .getRandomVectorScorerSupplier(field.getVectorSimilarityFunction(), vectors);
            return CloseableRandomVectorScorerSupplier.create(
                    new ExcludingScorers(scorers, out), vectors.size(), () -> {});
        }

        /**
         * Returns the rows of the new segment that were left out of the HNSW graphs of the merged
         * segments. Lucene may extend such a graph, so these rows stay left out even if few equal
         * ones remain.
         */
        private static FixedBitSet leftOutBefore(FieldInfo field, MergeState merge, FloatVectorValues merged)
                throws IOException {
            FixedBitSet docs = new FixedBitSet(merge.segmentInfo.maxDoc());
            for (int i = 0; i < merge.fieldInfos.length; i++) {
                FieldInfo its = merge.fieldInfos[i].fieldInfo(field.name);
                int[] rows = EqualVectors.of(its).rows().toArray();
                if (rows.length == 0) {
                    continue;
                }
                FloatVectorValues vectors = merge.knnVectorsReaders[i].getFloatVectorValues(field.name);
                for (int row : rows) {
                    int doc = merge.docMaps[i].get(vectors.ordToDoc(row));
                    if (doc >= 0) {
                        docs.set(doc);
                    }
                }
            }
            FixedBitSet rows = new FixedBitSet(merged.size());
            for (int row = 0; row < merged.size(); row++) {
                if (docs.get(merged.ordToDoc(row))) {
                    rows.set(row);
                }
            }
            return rows;
        }

        @Override
        public void finish() throws IOException {
            lucene.finish();
            sketches.finish();
        }

        @Override
        public long ramBytesUsed() {
            return lucene.ramBytesUsed();
        }

        @Override
        public void close() throws IOException {
            IOUtils.close(lucene, sketches);
        }
    }

    /** Scorers that give excluded rows the lowest score, so that they are linked last. */
    private record ExcludingScorers(RandomVectorScorerSupplier scorers, FixedBitSet far)
            implements RandomVectorScorerSupplier {
        @Override
        public UpdateableRandomVectorScorer scorer() throws IOException {
            return new ExcludingScorer(scorers.scorer(), far);
        }

        @Override
        public RandomVectorScorerSupplier copy() throws IOException {
            return new ExcludingScorers(scorers.copy(), far);
        }
    }

    private static final class ExcludingScorer implements UpdateableRandomVectorScorer {
        private final UpdateableRandomVectorScorer scorer;
        private final FixedBitSet far;
        private boolean isFar;

        ExcludingScorer(UpdateableRandomVectorScorer scorer, FixedBitSet far) {
            this.scorer = scorer;
            this.far = far;
        }

        @Override
        public void setScoringOrdinal(int row) throws IOException {
            isFar = far.get(row);
            scorer.setScoringOrdinal(row);
        }

        @Override
        public float score(int row) throws IOException {
            return isFar || far.get(row) ? 0 : scorer.score(row);
        }

        @Override
        public float bulkScore(int[] rows, float[] scores, int count) throws IOException {
            if (isFar) {
                Arrays.fill(scores, 0, count, 0);
                return 0;
            }
            scorer.bulkScore(rows, scores, count);
            float best = 0;
            for (int i = 0; i < count; i++) {
                scores[i] = far.get(rows[i]) ? 0 : scores[i];
                best = Math.max(best, scores[i]);
            }
            return best;
        }

        @Override
        public int maxOrd() {
            return scorer.maxOrd();
        }

        @Override
        public int ordToDoc(int row) {
            return scorer.ordToDoc(row);
        }

        @Override
        public Bits getAcceptOrds(Bits docs) {
            return scorer.getAcceptOrds(docs);
        }
    }
}
