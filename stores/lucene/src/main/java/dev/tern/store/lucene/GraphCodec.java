package dev.tern.store.lucene;

import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;

/** Lucene's default codec with another format for {@linkplain VectorGraphFormat vectors}. */
final class GraphCodec extends Lucene104Codec {
    private final KnnVectorsFormat vectors;

    GraphCodec(int vectorGraphFrom) {
        this.vectors = new VectorGraphFormat(vectorGraphFrom);
    }

    @Override
    public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
        return vectors;
    }
}
