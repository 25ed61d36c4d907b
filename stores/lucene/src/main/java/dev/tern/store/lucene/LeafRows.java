package dev.tern.store.lucene;

import dev.tern.graph.Embedded;
import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Reads rows of one segment by document number; the numbers passed must never decrease. */
final class LeafRows {
    /** The document number, in the whole index, of the segment's first row. */
    final int docBase;

    private final BinaryDocValues rows;
    private final @Nullable FloatVectorValues vectors;
    private final KnnVectorValues.@Nullable DocIndexIterator iterator;

    LeafRows(LeafReaderContext leaf, String vectorField) throws IOException {
        this(leaf, leaf.reader().getFloatVectorValues(vectorField));
    }

    private LeafRows(LeafReaderContext leaf, @Nullable FloatVectorValues vectors) throws IOException {
        BinaryDocValues found = leaf.reader().getBinaryDocValues(IndexFields.ROW);
        if (found == null) {
            throw new IOException("a segment has no rows");
        }
        this.docBase = leaf.docBase;
        this.rows = found;
        this.vectors = vectors;
        this.iterator = vectors == null ? null : vectors.iterator();
    }

    /** Opens the rows of a segment for a caller that reads most of them, with read-ahead. */
    static LeafRows most(LeafReaderContext leaf, String vectorField) throws IOException {
        FloatVectorValues vectors = leaf.reader().getFloatVectorValues(vectorField);
        return new LeafRows(leaf, vectors == null ? null : MappedFiles.forwards(leaf.reader(), vectorField, vectors));
    }

    /** Returns the bytes of a row, valid until the next call. */
    BytesRef row(int doc) throws IOException {
        if (!rows.advanceExact(doc)) {
            throw new IOException("row " + doc + " has no content");
        }
        return rows.binaryValue();
    }

    /** Returns a new array with the vector of a row. */
    float[] vector(int doc) throws IOException {
        return sharedVector(doc).clone();
    }

    /** Returns the cosine of a row's vector and {@code target}, by {@link Embedded#cosine}. */
    double cosine(int doc, float[] target) throws IOException {
        return Embedded.cosine(sharedVector(doc), target);
    }

    /** Returns the vector of a row, valid until the next call. */
    private float[] sharedVector(int doc) throws IOException {
        if (vectors == null || iterator == null) {
            throw new IOException("row " + doc + " is in a segment without vectors");
        }
        if (iterator.docID() < doc) {
            iterator.advance(doc);
        }
        if (iterator.docID() != doc) {
            throw new IOException("row " + doc + " has no vector");
        }
        return vectors.vectorValue(iterator.index());
    }
}
