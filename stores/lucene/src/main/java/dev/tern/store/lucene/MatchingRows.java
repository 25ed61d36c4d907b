package dev.tern.store.lucene;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/** A set of live rows of one commit, as one bit set for each segment. */
final class MatchingRows {
    /** The cost of reading and decoding a row, in steps of {@link InterruptPoint}. */
    private static final int STEPS_PER_ROW = 16;

    /**
     * If a dictionary has at most this many terms for each wanted value, a look-up seeks forward
     * from value to value, and skips values before the term found. In a larger one, each value is
     * looked up alone.
     */
    private static final int TERMS_PER_VALUE = 16;

    /** Vectors are read with read-ahead if at least one in this many rows is visited. */
    private static final int SEQUENTIAL_READ_FRACTION = 8;

    private final List<LeafReaderContext> leaves;
    private final @Nullable FixedBitSet[] found;

    private MatchingRows(List<LeafReaderContext> leaves) {
        this(leaves, new FixedBitSet[leaves.size()]);
    }

    /** Wraps rows that are already known, by segment. */
    MatchingRows(List<LeafReaderContext> leaves, @Nullable FixedBitSet[] found) {
        this.leaves = leaves;
        this.found = found;
    }

    /** A callback for each row; {@code doc} is the row's number in its segment. */
    interface RowVisitor {
        void row(LeafRows rows, int doc) throws IOException;
    }

    static MatchingRows of(IndexReader reader, String field, Collection<String> values) throws IOException {
        BytesRef[] terms =
                new LinkedHashSet<>(values).stream().map(IndexFields::term).toArray(BytesRef[]::new);
        // Sorts terms in dictionary order, so that neighbours share a block.
        Arrays.sort(terms);
        MatchingRows matches = new MatchingRows(reader.leaves());
        for (LeafReaderContext leaf : reader.leaves()) {
            matches.found[leaf.ord] = find(leaf.reader(), field, terms);
        }
        return matches;
    }

    /** Returns the set of the scored rows, which must be in index order. */
    static MatchingRows of(IndexReader reader, long[] scored) {
        MatchingRows rows = new MatchingRows(reader.leaves());
        int next = 0;
        for (LeafReaderContext leaf : reader.leaves()) {
            int end = leaf.docBase + leaf.reader().maxDoc();
            FixedBitSet docs = new FixedBitSet(leaf.reader().maxDoc());
            for (; next < scored.length && PackedScores.doc(scored[next]) < end; next++) {
                docs.set(PackedScores.doc(scored[next]) - leaf.docBase);
            }
            rows.found[leaf.ord] = docs;
        }
        return rows;
    }

    private static @Nullable FixedBitSet find(LeafReader leaf, String field, BytesRef[] values) throws IOException {
        Terms terms = leaf.terms(field);
        if (terms == null) {
            return null;
        }
        FixedBitSet docs = null;
        Bits live = leaf.getLiveDocs();
        TermsEnum each = terms.iterator();
        boolean dense = terms.size() <= (long) TERMS_PER_VALUE * values.length;
        BytesRef next = null;
        PostingsEnum postings = null;
        for (BytesRef value : values) {
            if (next != null && value.compareTo(next) < 0) {
                continue;
            }
            if (dense) {
                if (each.seekCeil(value) == TermsEnum.SeekStatus.END) {
                    break;
                }
                next = BytesRef.deepCopyOf(each.term());
                if (!next.equals(value)) {
                    continue;
                }
            } else if (!each.seekExact(value)) {
                continue;
            }
            postings = each.postings(postings, PostingsEnum.NONE);
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                if (live == null || live.get(doc)) {
                    docs = docs == null ? new FixedBitSet(leaf.maxDoc()) : docs;
                    docs.set(doc);
                }
            }
        }
        return docs;
    }

    /** Returns every live row that has a value in the column. */
    static MatchingRows all(IndexReader reader, String field) throws IOException {
        MatchingRows matches = new MatchingRows(reader.leaves());
        InterruptPoint pause = new InterruptPoint();
        for (LeafReaderContext leaf : reader.leaves()) {
            Terms terms = leaf.reader().terms(field);
            if (terms == null) {
                continue;
            }
            FixedBitSet docs = new FixedBitSet(leaf.reader().maxDoc());
            TermsEnum each = terms.iterator();
            PostingsEnum postings = null;
            while (each.next() != null) {
                pause.after(1);
                postings = each.postings(postings, PostingsEnum.NONE);
                docs.or(postings);
            }
            Bits live = leaf.reader().getLiveDocs();
            if (live != null) {
                live.applyMask(docs, 0);
            }
            matches.found[leaf.ord] = docs;
        }
        return matches;
    }

    /** Returns the matching rows of a segment; null if there are none. */
    @Nullable
    FixedBitSet in(LeafReaderContext leaf) {
        return found[leaf.ord];
    }

    /** Returns true if the set contains row {@code doc} of a segment. */
    boolean contains(LeafReaderContext leaf, int doc) {
        FixedBitSet docs = found[leaf.ord];
        return docs != null && docs.get(doc);
    }

    /** Returns the intersection with other rows. */
    MatchingRows and(MatchingRows others) {
        MatchingRows both = new MatchingRows(leaves);
        for (LeafReaderContext leaf : leaves) {
            FixedBitSet mine = found[leaf.ord];
            FixedBitSet its = others.found[leaf.ord];
            if (mine != null && its != null) {
                FixedBitSet some = mine.clone();
                some.and(its);
                both.found[leaf.ord] = some;
            }
        }
        return both;
    }

    /** Returns all rows as one set, by document number in the whole index. */
    FixedBitSet inAll(int maxDoc) {
        FixedBitSet all = new FixedBitSet(Math.max(1, maxDoc));
        for (LeafReaderContext leaf : leaves) {
            FixedBitSet docs = found[leaf.ord];
            if (docs != null) {
                FixedBitSet.orRange(
                        docs,
                        0,
                        all,
                        leaf.docBase,
                        Math.min(docs.length(), leaf.reader().maxDoc()));
            }
        }
        return all;
    }

    int count() {
        int count = 0;
        for (FixedBitSet docs : found) {
            count += docs == null ? 0 : docs.cardinality();
        }
        return count;
    }

    /**
     * Visits every row of the set in order of document number.
     *
     * @param vectorField the vectors that {@code visitor} may read
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    void visit(String vectorField, RowVisitor visitor) throws IOException {
        InterruptPoint pause = new InterruptPoint();
        for (LeafReaderContext leaf : leaves) {
            FixedBitSet docs = found[leaf.ord];
            if (docs == null) {
                continue;
            }
            boolean most = (long) SEQUENTIAL_READ_FRACTION * docs.cardinality() >= docs.length();
            LeafRows rows = most ? LeafRows.most(leaf, vectorField) : new LeafRows(leaf, vectorField);
            int last = docs.length() - 1;
            for (int doc = docs.nextSetBit(0);
                    doc != DocIdSetIterator.NO_MORE_DOCS;
                    doc = doc == last ? DocIdSetIterator.NO_MORE_DOCS : docs.nextSetBit(doc + 1)) {
                visitor.row(rows, doc);
                pause.after(STEPS_PER_ROW);
            }
        }
    }
}
