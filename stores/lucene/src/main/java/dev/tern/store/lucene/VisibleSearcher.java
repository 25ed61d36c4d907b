package dev.tern.store.lucene;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.SmallFloat;
import org.jspecify.annotations.Nullable;

/**
 * A searcher that computes BM25's statistics from the visible passages only, so that hidden
 * passages do not affect the ranking. Lengths of passages are approximate, as Lucene stores them.
 */
final class VisibleSearcher extends IndexSearcher {
    private final MatchingRows visible;

    VisibleSearcher(IndexReader reader, MatchingRows visible) {
        super(reader);
        this.visible = visible;
    }

    /**
     * Counts the visible passages with the term, and at least 1, as BM25 requires: a term of no
     * visible passage finds nothing anyway.
     */
    @Override
    public TermStatistics termStatistics(Term term, int docFreq, long totalTermFreq) throws IOException {
        long rows = 0;
        for (LeafReaderContext leaf : getIndexReader().leaves()) {
            FixedBitSet some = visible.in(leaf);
            PostingsEnum postings = leaf.reader().postings(term, PostingsEnum.NONE);
            if (some == null || postings == null) {
                continue;
            }
            for (int row = postings.nextDoc(); row != DocIdSetIterator.NO_MORE_DOCS; row = postings.nextDoc()) {
                rows += some.get(row) ? 1 : 0;
            }
        }
        long counted = Math.max(1, rows);
        return new TermStatistics(term.bytes(), counted, Math.max(counted, totalTermFreq));
    }

    @Override
    public @Nullable CollectionStatistics collectionStatistics(String field) throws IOException {
        long rows = 0;
        long words = 0;
        for (LeafReaderContext leaf : getIndexReader().leaves()) {
            FixedBitSet some = visible.in(leaf);
            NumericDocValues lengths = leaf.reader().getNormValues(field);
            if (some == null || lengths == null) {
                continue;
            }
            BitSetIterator each = new BitSetIterator(some, some.cardinality());
            for (int row = each.nextDoc(); row != DocIdSetIterator.NO_MORE_DOCS; row = each.nextDoc()) {
                if (lengths.advanceExact(row)) {
                    rows++;
                    words += SmallFloat.byte4ToInt((byte) lengths.longValue());
                }
            }
        }
        long counted = Math.max(1, rows);
        long all = Math.max(counted, words);
        return new CollectionStatistics(field, counted, counted, all, counted);
    }
}
