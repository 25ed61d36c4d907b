package dev.tern.store.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * Lucene's own format, with longer vectors, and with a vector graph only where it pays.
 *
 * <p>What is on disk is what Lucene writes, under Lucene's names: any Lucene of this version reads it without this class.
 *
 * <p><b>When a vector graph pays.</b> Measured with {@code VectorGraphBenchmark} (384 dimensions, one thread, AVX-512, one
 * segment, nearest ten; the fastest 5% of 300 searches and processor time, because the machine was busy):
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
 * <p>Here the graph was walked for 100 rows, and found 96% of the nearest ten among 20,000 vectors, 92% among 50,000.
 * {@code NearestSearch} walks it for 512. Of the nearest twenty among 66,667 relations of Wikipedia (all-MiniLM-L6-v2) that
 * finds 99.8%, of the nearest hundred 99.4%, in 1.0 ms; 256 would find 99.6% and 98.4%, in 0.6 ms.
 *
 * <p>With a {@link Sketch}, which the middle column does not have, most vectors are not compared, and a search takes a quarter of that
 * time or less. Among the 100,247 rows of relations, 54,246 entities and 21,657 passages of a graph in one segment the searches of a question
 * took 3.7 ms on two cores by sketches and 5.5 ms by graphs walked for 512 rows; building the graphs took 42 s, where writing all
 * else took 10. So a segment gets its graph where the searches begin to take longer without it: from 150,000 vectors on, in the
 * background, when segments merge. What is found below is exact, but for the very rare errors of a sketch.
 */
final class GraphCodec extends Lucene104Codec {
    private static final int USUAL_DIMENSION = 384;

    private final KnnVectorsFormat vectors;

    GraphCodec(int vectorGraphFrom) {
        this.vectors = new Vectors(vectorGraphFrom);
    }

    /**
     * From how many vectors on a segment gets a vector graph.
     *
     * @param option the same for vectors of up to {@value #USUAL_DIMENSION} numbers: longer ones need more memory for their sketches
     * @param dimension how many numbers a vector has
     */
    static int vectorGraphFrom(int option, int dimension) {
        long numbers = (long) option * USUAL_DIMENSION;
        return (int) Math.min(option, Math.max(LuceneOptions.LEAST_VECTOR_GRAPH, numbers / dimension));
    }

    @Override
    public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
        return vectors;
    }

    private static final class Vectors extends KnnVectorsFormat {
        /** Lucene stops at 1,024; the longest embeddings in use have 4,096 dimensions. */
        private static final int MAX_DIMENSION = 16_384;

        private final int from;

        Vectors(int from) {
            // Under Lucene's name, because that is what is written and what a reader looks up.
            super("Lucene99HnswVectorsFormat");
            this.from = from;
        }

        private static KnnVectorsFormat lucene(int vectorGraphFrom) {
            return new Lucene99HnswVectorsFormat(
                    Lucene99HnswVectorsFormat.DEFAULT_MAX_CONN,
                    Lucene99HnswVectorsFormat.DEFAULT_BEAM_WIDTH,
                    Lucene99HnswVectorsFormat.DEFAULT_NUM_MERGE_WORKER,
                    null,
                    luceneThreshold(vectorGraphFrom));
        }

        /** Lucene takes the k whose search would visit as many nodes as there are, k x ln(size), as its limit. */
        private static int luceneThreshold(int vectorGraphFrom) {
            return (int) Math.ceil(vectorGraphFrom / Math.log(vectorGraphFrom));
        }

        @Override
        public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
            int dimension = 1;
            // A merge knows its fields. What is flushed does not yet, and is no more than the write buffer holds.
            if (state.fieldInfos != null) {
                for (FieldInfo field : state.fieldInfos) {
                    dimension = Math.max(dimension, field.getVectorDimension());
                }
            }
            return lucene(vectorGraphFrom(from, dimension)).fieldsWriter(state);
        }

        @Override
        public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
            return lucene(from).fieldsReader(state);
        }

        @Override
        public int getMaxDimensions(String field) {
            return MAX_DIMENSION;
        }
    }
}
