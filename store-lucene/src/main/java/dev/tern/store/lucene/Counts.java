package dev.tern.store.lucene;

import dev.tern.store.GraphStatistics;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/**
 * What a commit holds, counted by whoever asks first and known from then on. Distinct documents and relations are counted in
 * the order of the index's dictionary, so that counting takes no memory, however large the graph. Thread-safe.
 */
final class Counts {
    private final ReentrantLock counting = new ReentrantLock();
    private volatile @Nullable GraphStatistics known;

    /** Counts. */
    interface Counting {
        GraphStatistics count() throws IOException;
    }

    /**
     * What the commit holds.
     *
     * @throws CancellationException if the thread is interrupted
     */
    GraphStatistics of(Counting counter) throws IOException {
        GraphStatistics before = known;
        if (before != null) {
            return before;
        }
        try {
            counting.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while reading the graph");
        }
        try {
            GraphStatistics counted = known == null ? counter.count() : known;
            known = counted;
            return counted;
        } finally {
            counting.unlock();
        }
    }

    /** How many distinct values some rows have in a column. */
    static long distinct(IndexReader reader, String field, Matches rows) throws IOException {
        Terms terms = MultiTerms.getTerms(reader, field);
        if (terms == null) {
            return 0;
        }
        Bits seen = rows.inAll(reader.maxDoc());
        Bits live = MultiBits.getLiveDocs(reader);
        Pause pause = new Pause();
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
