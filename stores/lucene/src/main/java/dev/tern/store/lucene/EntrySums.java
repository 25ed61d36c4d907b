package dev.tern.store.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.jspecify.annotations.Nullable;

/** Computes the sum of the hashes of a row's index entries, from the index or from its content. */
final class EntrySums {
    private static final String POINTS = " as points";

    private EntrySums() {}

    /** Returns the sum of each row of a segment, by document number, deleted rows included. */
    static long[] of(LeafReader leaf) throws IOException {
        long[] sums = new long[leaf.maxDoc()];
        for (FieldInfo field : leaf.getFieldInfos()) {
            if (field.getIndexOptions() != IndexOptions.NONE) {
                addTerms(leaf.terms(field.name), field.name, sums);
            }
            if (field.getPointDimensionCount() > 0) {
                addPoints(leaf.getPointValues(field.name), field.name, sums);
            }
        }
        return sums;
    }

    private static void addTerms(@Nullable Terms terms, String field, long[] sums) throws IOException {
        if (terms == null) {
            return;
        }
        TermsEnum each = terms.iterator();
        PostingsEnum rows = null;
        for (BytesRef term = each.next(); term != null; term = each.next()) {
            long hash = hash(field, term);
            rows = each.postings(rows, PostingsEnum.FREQS);
            for (int row = rows.nextDoc(); row != DocIdSetIterator.NO_MORE_DOCS; row = rows.nextDoc()) {
                sums[row] += hash * rows.freq();
            }
        }
    }

    private static void addPoints(@Nullable PointValues points, String field, long[] sums) throws IOException {
        if (points == null) {
            return;
        }
        points.intersect(new PointValues.IntersectVisitor() {
            @Override
            public void visit(int row) {
                throw new IllegalStateException("a point without its value");
            }

            @Override
            public void visit(int row, byte[] value) {
                sums[row] += hash(field + POINTS, new BytesRef(value));
            }

            @Override
            public PointValues.Relation compare(byte[] least, byte[] greatest) {
                return PointValues.Relation.CELL_CROSSES_QUERY;
            }
        });
    }

    /** Returns the sum over the index entries that Lucene would write for a document. */
    static long of(Document row) {
        long sum = 0;
        Set<Long> once = new HashSet<>();
        for (IndexableField field : row) {
            if (field.fieldType().pointDimensionCount() > 0) {
                sum += hash(field.name() + POINTS, field.binaryValue());
            } else if (field.fieldType().tokenized()) {
                sum += ofWords(field);
            } else if (field.fieldType().indexOptions() != IndexOptions.NONE) {
                long hash = hash(field.name(), field.binaryValue());
                sum += once.add(hash) ? hash : 0;
            }
        }
        return sum;
    }

    private static long ofWords(IndexableField field) {
        long sum = 0;
        Map<String, Integer> counts = new HashMap<>();
        try (TokenStream words = field.tokenStream(null, null)) {
            CharTermAttribute word = words.getAttribute(CharTermAttribute.class);
            while (words.incrementToken()) {
                counts.merge(word.toString(), 1, Integer::sum);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Map.Entry<String, Integer> word : counts.entrySet()) {
            sum += hash(field.name(), new BytesRef(word.getKey())) * word.getValue();
        }
        return sum;
    }

    private static long hash(String field, BytesRef value) {
        return StringHelper.murmurhash3_x64_128(value.bytes, value.offset, value.length, field.hashCode())[0];
    }
}
