package dev.tern.store.lucene;

import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/** Rows that are known already, as a condition of a search. */
final class MatchesQuery extends Query {
    private final Matches rows;

    MatchesQuery(Matches rows) {
        this.rows = rows;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
        return new ConstantScoreWeight(this, boost) {
            @Override
            public @Nullable ScorerSupplier scorerSupplier(LeafReaderContext leaf) {
                FixedBitSet docs = rows.in(leaf);
                return docs == null
                        ? null
                        : new DefaultScorerSupplier(new ConstantScoreScorer(
                                score(), scoreMode, new BitSetIterator(docs, docs.cardinality())));
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
        return rows.count() + " rows";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MatchesQuery query && rows == query.rows;
    }

    @Override
    public int hashCode() {
        return classHash() + System.identityHashCode(rows);
    }
}
