package dev.tern.store.lucene;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a whole index, by the numbers that it has for them, read forwards: a row asked for never comes before the one
 * asked for last.
 */
final class IndexRows {
    private final IndexReader reader;
    private final String vectorField;
    private @Nullable LeafRows rows;
    /** Where the segment of these rows begins, and the next one. */
    private int base;

    private int end;

    IndexRows(IndexReader reader, String vectorField) {
        this.reader = reader;
        this.vectorField = vectorField;
    }

    /** The bytes of a row, good until the next call. */
    BytesRef row(int doc) throws IOException {
        LeafRows its = rows(doc);
        return its.row(doc - base);
    }

    /** How near the vector of a row is to another, in double precision. */
    double cosine(int doc, float[] target) throws IOException {
        LeafRows its = rows(doc);
        return its.cosine(doc - base, target);
    }

    private LeafRows rows(int doc) throws IOException {
        if (rows == null || doc >= end) {
            LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
            base = leaf.docBase;
            end = base + leaf.reader().maxDoc();
            rows = new LeafRows(leaf.reader(), vectorField);
        }
        return rows;
    }
}
