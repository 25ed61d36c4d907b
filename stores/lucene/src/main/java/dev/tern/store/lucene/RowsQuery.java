package dev.tern.store.lucene;

import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/** A query for rows that no index term selects. Equal only to itself, and never cached. */
final class RowsQuery extends Query {
    private final String rows;
    private final SegmentRows segment;

    /** Returns the matching rows of a segment; null for none. */
    private interface SegmentRows {
        @Nullable
        DocIdSetIterator rows(LeafReaderContext leaf) throws IOException;
    }

    private RowsQuery(String rows, SegmentRows segment) {
        this.rows = rows;
        this.segment = segment;
    }

    /** Returns a query for rows that are already known, in the segments searched. */
    static RowsQuery of(MatchingRows matches) {
        return new RowsQuery("known rows", leaf -> {
            FixedBitSet docs = matches.in(leaf);
            return docs == null ? null : new BitSetIterator(docs, docs.cardinality());
        });
    }

    /**
     * Returns a query for the rows of relations with any of the given row ids. Reads all rows of
     * relations, as row ids are not indexed: only reindexing looks them up.
     */
    static RowsQuery ofRelations(Collection<String> ids) {
        Set<String> wanted = Set.copyOf(ids);
        return new RowsQuery("rows of relations with " + wanted.size() + " ids", leaf -> {
            FloatVectorValues vectors = leaf.reader().getFloatVectorValues(IndexFields.RELATION_VECTOR);
            if (vectors == null) {
                return null;
            }
            LeafRows rows = new LeafRows(leaf, IndexFields.RELATION_VECTOR);
            return TwoPhaseIterator.asDocIdSetIterator(new TwoPhaseIterator(vectors.iterator()) {
                @Override
                public boolean matches() throws IOException {
                    return wanted.contains(RowBytes.relationRowId(rows.row(approximation.docID())));
                }

                @Override
                public float matchCost() {
                    return 100;
                }
            });
        });
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
        return new ConstantScoreWeight(this, boost) {
            @Override
            public @Nullable ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
                DocIdSetIterator found = segment.rows(leaf);
                return found == null
                        ? null
                        : new DefaultScorerSupplier(new ConstantScoreScorer(score(), scoreMode, found));
            }

            @Override
            public boolean isCacheable(LeafReaderContext leaf) {
                return false;
            }
        };
    }

    @Override
    public void visit(QueryVisitor visitor) {
        visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
        return rows;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
