package dev.tern.store.lucene;

import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Statement;
import dev.tern.store.RelationRow;
import dev.tern.store.shared.WideningSearch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a snapshot that pass a filter. Passages and rows of relations carry metadata; an
 * entity is visible if a visible row of a relation mentions it. Thread-safe.
 *
 * <p><b>Nearest entities.</b> If few rows are visible, their entities are gathered and searched. If
 * many are, the nearest of all entities are checked, nearest first, until enough of them are
 * visible. If v of r rows of relations are visible, gathering costs about v, and checking about f *
 * limit * r / v, where f is the cost of a check in rows. So entities are gathered if v * v is at
 * most f * limit * r. Without vector graphs, both ways find the same entities.
 */
final class VisibleRows {
    private static final int LOOK_COST = 4;
    private static final int MIN_CHECKED_ENTITIES = 32;
    private static final int MORE = 4;

    private final IndexReader reader;
    private final SegmentVectors segmentVectors;
    private final int vectorGraphFrom;
    private final MatchingRows passages;
    private final MatchingRows relations;
    private final int visibleRelations;
    private @Nullable MatchingRows visibleRows;

    /**
     * Finds the rows that pass a filter.
     *
     * @param within the rows to filter; null for all
     * @param max the maximum number of rows that the filter may read
     */
    VisibleRows(
            IndexReader reader,
            SegmentVectors segmentVectors,
            LuceneOptions options,
            MetadataFilter filter,
            @Nullable VisibleRows within,
            long max)
            throws IOException {
        this.reader = reader;
        this.segmentVectors = segmentVectors;
        this.vectorGraphFrom = options.vectorGraphFrom();
        FilterReads reads = new FilterReads(max);
        List<LeafReaderContext> leaves = reader.leaves();
        FixedBitSet[] ofPassages = new FixedBitSet[leaves.size()];
        FixedBitSet[] ofRelations = new FixedBitSet[leaves.size()];
        for (LeafReaderContext leaf : leaves) {
            FilteredLeaf filtered = new FilteredLeaf(leaf.reader(), reads);
            FixedBitSet rows = filtered.rows(filter);
            Bits live = leaf.reader().getLiveDocs();
            if (live != null) {
                live.applyMask(rows, 0);
            }
            FixedBitSet some = filtered.with(MetadataFields.PASSAGE);
            some.and(rows);
            rows.andNot(some);
            ofPassages[leaf.ord] = some;
            ofRelations[leaf.ord] = rows;
        }
        MatchingRows some = new MatchingRows(leaves, ofPassages);
        MatchingRows others = new MatchingRows(leaves, ofRelations);
        this.passages = within == null ? some : some.and(within.passages);
        this.relations = within == null ? others : others.and(within.relations);
        this.visibleRelations = relations.count();
    }

    MatchingRows passages() {
        return passages;
    }

    MatchingRows relations() {
        return relations;
    }

    /**
     * Returns the visible entities nearest to a vector, at most {@code limit}, best first, ties by
     * id.
     */
    List<SearchHit> nearestEntities(float[] vector, int limit) throws IOException {
        int all = 0;
        for (LeafReaderContext leaf : reader.leaves()) {
            var vectors = leaf.reader().getFloatVectorValues(IndexFields.RELATION_VECTOR);
            all += vectors == null ? 0 : vectors.size();
        }
        long visible = visibleRelations;
        if (visible * visible <= (long) LOOK_COST * limit * all) {
            return new NearestSearch(reader, IndexFields.ENTITY_VECTOR, entities(), vectorGraphFrom, segmentVectors)
                    .nearest(vector, limit);
        }
        int first = (int) Math.min(reader.maxDoc(), Math.max(MIN_CHECKED_ENTITIES, 2L * limit * all / visible));
        WideningSearch<CheckedEntities, IOException> asking = looks -> checkNearest(vector, looks, limit);
        return asking.widen(
                        first, reader.maxDoc(), MORE, (seen, looks) -> seen.visible.size() == limit || seen.all < looks)
                .visible;
    }

    /** The visible entities among the nearest ones, and the number of all nearest ones. */
    private record CheckedEntities(List<SearchHit> visible, int all) {}

    private CheckedEntities checkNearest(float[] vector, int looks, int limit) throws IOException {
        List<SearchHit> nearest = new NearestSearch(
                        reader, IndexFields.ENTITY_VECTOR, null, vectorGraphFrom, segmentVectors)
                .nearest(vector, looks);
        InterruptPoint pause = new InterruptPoint();
        List<SearchHit> found = new ArrayList<>(limit);
        for (SearchHit hit : nearest) {
            pause.after(1);
            if (found.size() < limit && firstTouching(hit.id()) != null) {
                found.add(hit);
            }
        }
        return new CheckedEntities(found, nearest.size());
    }

    synchronized MatchingRows entities() throws IOException {
        MatchingRows known = visibleRows;
        if (known == null) {
            Set<String> ids = new HashSet<>();
            relations.visit(
                    IndexFields.RELATION_VECTOR,
                    (rows, doc) -> ids.addAll(RowBytes.relation(rows.row(doc)).entityIds()));
            known = MatchingRows.of(reader, IndexFields.ENTITY_ID, ids);
            visibleRows = known;
        }
        return known;
    }

    private record LeafRow(LeafReaderContext leaf, int doc) {}

    private @Nullable LeafRow firstTouching(String entityId) throws IOException {
        Term touches = IndexFields.term(IndexFields.TOUCHES, entityId);
        for (LeafReaderContext leaf : reader.leaves()) {
            PostingsEnum rows = leaf.reader().postings(touches, PostingsEnum.NONE);
            FixedBitSet visible = relations.in(leaf);
            if (rows == null || visible == null) {
                continue;
            }
            int row = rows.nextDoc();
            while (row != DocIdSetIterator.NO_MORE_DOCS) {
                int next = visible.nextSetBit(row);
                if (next == row) {
                    return new LeafRow(leaf, row);
                }
                row = next == DocIdSetIterator.NO_MORE_DOCS ? next : rows.advance(next);
            }
        }
        return null;
    }

    /** Returns the entity under a name that a visible passage uses; empty if it is not visible. */
    Optional<Entity> visibleEntity(Entity entity) throws IOException {
        LeafRow place = firstTouching(entity.id());
        if (place == null) {
            return Optional.empty();
        }
        RelationRow row = RowBytes.relation(new LeafRows(place.leaf(), IndexFields.RELATION_VECTOR).row(place.doc()));
        List<Statement> statements = new ArrayList<>();
        MatchingRows.of(reader, IndexFields.PASSAGE_ID, List.of(row.passageId()))
                .visit(
                        IndexFields.PASSAGE_VECTOR,
                        (rows, doc) -> statements.addAll(
                                RowBytes.passage(rows.row(doc)).statements()));
        return entity.namedBy(statements);
    }
}
