package dev.tern.store.lucene;

import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.jspecify.annotations.Nullable;

/**
 * The rows of relations that have one of some ids. Nothing looks these rows up by id but a repair, so the index has no
 * column for them, and all rows of relations are read.
 */
final class RelationRowsQuery extends Query {
    private final Set<String> ids;

    RelationRowsQuery(Collection<String> ids) {
        this.ids = Set.copyOf(ids);
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
        return new ConstantScoreWeight(this, boost) {
            @Override
            public @Nullable ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
                FloatVectorValues vectors = leaf.reader().getFloatVectorValues(Fields.RELATION_VECTOR);
                if (vectors == null) {
                    return null;
                }
                LeafRows rows = new LeafRows(leaf.reader(), Fields.RELATION_VECTOR);
                TwoPhaseIterator found = new TwoPhaseIterator(vectors.iterator()) {
                    @Override
                    public boolean matches() throws IOException {
                        return ids.contains(RowBytes.relationRowId(rows.row(approximation.docID())));
                    }

                    @Override
                    public float matchCost() {
                        return 100;
                    }
                };
                return new DefaultScorerSupplier(new ConstantScoreScorer(score(), scoreMode, found));
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
        return "rows of relations with " + ids.size() + " ids";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RelationRowsQuery query && ids.equals(query.ids);
    }

    @Override
    public int hashCode() {
        return classHash() + ids.hashCode();
    }
}
