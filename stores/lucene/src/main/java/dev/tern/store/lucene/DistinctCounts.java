package dev.tern.store.lucene;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/** Counts distinct values in the index's term dictionary, with one bit of memory per row. */
final class DistinctCounts {
    private DistinctCounts() {}

    /** Returns the number of distinct values that the matching rows have in a column. */
    static long distinct(IndexReader reader, String field, MatchingRows rows) throws IOException {
        Terms terms = MultiTerms.getTerms(reader, field);
        if (terms == null) {
            return 0;
        }
        Bits seen = rows.inAll(reader.maxDoc());
        Bits live = MultiBits.getLiveDocs(reader);
        InterruptPoint pause = new InterruptPoint();
        long count = 0;
        TermsEnum each = terms.iterator();
        PostingsEnum postings = null;
        while (each.next() != null) {
            postings = each.postings(postings, PostingsEnum.NONE);
            pause.after(2);
            if (isAny(postings, seen, live)) {
                count++;
            }
        }
        return count;
    }

    private static boolean isAny(PostingsEnum postings, Bits rows, @Nullable Bits live) throws IOException {
        for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
            if (rows.get(doc) && (live == null || live.get(doc))) {
                return true;
            }
        }
        return false;
    }
}
