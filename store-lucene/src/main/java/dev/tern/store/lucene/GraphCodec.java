package dev.tern.store.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * Lucene's own format, with longer vectors, and with a vector graph only where it pays.
 *
 * <p>What is on disk is what Lucene writes, under Lucene's names: any Lucene of this version reads it without this class.
 *
 * <p><b>When a vector graph pays.</b> @@MEASURED@@
 */
final class GraphCodec extends Lucene104Codec {
    private final KnnVectorsFormat vectors;

    GraphCodec(int vectorGraphFrom) {
        this.vectors = new Vectors(vectorGraphFrom);
    }

    @Override
    public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
        return vectors;
    }

    private static final class Vectors extends KnnVectorsFormat {
        /** Lucene stops at 1,024; the longest embeddings in use have 4,096 dimensions. */
        private static final int MAX_DIMENSION = 16_384;

        private final KnnVectorsFormat lucene;

        Vectors(int vectorGraphFrom) {
            // Under Lucene's name, because that is what is written and what a reader looks up.
            super("Lucene99HnswVectorsFormat");
            this.lucene = new Lucene99HnswVectorsFormat(
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
            return lucene.fieldsWriter(state);
        }

        @Override
        public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
            return lucene.fieldsReader(state);
        }

        @Override
        public int getMaxDimensions(String field) {
            return MAX_DIMENSION;
        }
    }
}
