package dev.tern.store.lucene;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Reads rows of an index by document number; the numbers passed must never decrease. */
final class IndexRows {
    private final IndexReader reader;
    private final String vectorField;
    private @Nullable LeafRows rows;
    /** The first document number of the current segment; {@link #end} follows its last. */
    private int base;

    private int end;

    IndexRows(IndexReader reader, String vectorField) {
        this.reader = reader;
        this.vectorField = vectorField;
    }

    /** Returns the bytes of a row, valid until the next call. */
    BytesRef row(int doc) throws IOException {
        LeafRows its = rows(doc);
        return its.row(doc - base);
    }

    /** Returns the cosine of a row's vector and {@code target}, as {@link LeafRows#cosine}. */
    double cosine(int doc, float[] target) throws IOException {
        LeafRows its = rows(doc);
        return its.cosine(doc - base, target);
    }

    private LeafRows rows(int doc) throws IOException {
        if (rows == null || doc >= end) {
            LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
            base = leaf.docBase;
            end = base + leaf.reader().maxDoc();
            rows = new LeafRows(leaf, vectorField);
        }
        return rows;
    }
}
