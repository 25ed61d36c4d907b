package dev.tern.store.lucene;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.store.FoundRows;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.jspecify.annotations.Nullable;

/** Reads entities, relations and passages from one commit of a graph. */
final class GraphLookup {
    /** With more rows per wanted relation, a search and look-ups of hits are faster than a scan. */
    private static final int ROWS_PER_LOOKUP = 8;

    private final IndexReader reader;
    private final SegmentVectors segmentVectors;
    private final int vectorGraphFrom;
    private final @Nullable VisibleRows visible;
    private final DecodedPassages decoded;

    /**
     * Creates look-ups in one commit.
     *
     * @param visible the visible rows; null for all
     */
    GraphLookup(Snapshot snapshot, LuceneOptions options, @Nullable VisibleRows visible) {
        this.reader = snapshot.reader();
        this.segmentVectors = snapshot.segmentVectors();
        this.decoded = snapshot.decoded();
        this.visible = visible;
        this.vectorGraphFrom = options.vectorGraphFrom();
    }

    private NearestSearch search(String vectorField, @Nullable MatchingRows only) {
        return new NearestSearch(reader, vectorField, only, vectorGraphFrom, segmentVectors);
    }

    List<List<Scored<Entity>>> nearestEntities(List<float[]> vectors, int limit) throws IOException {
        List<List<Scored<Entity>>> found = new ArrayList<>(vectors.size());
        if (visible == null) {
            for (List<SearchHit> hits : search(IndexFields.ENTITY_VECTOR, null).nearest(vectors, limit)) {
                found.add(read(hits, IndexFields.ENTITY_VECTOR, GraphLookup::entity));
            }
            return found;
        }
        for (float[] vector : vectors) {
            List<Scored<Entity>> named = new ArrayList<>();
            for (Scored<Entity> entity :
                    read(visible.nearestEntities(vector, limit), IndexFields.ENTITY_VECTOR, GraphLookup::entity)) {
                visible.visibleEntity(entity.value()).ifPresent(name -> named.add(new Scored<>(name, entity.score())));
            }
            found.add(named);
        }
        return found;
    }

    List<Scored<Passage>> nearestPassages(float[] vector, int limit) throws IOException {
        MatchingRows only = visible == null ? null : visible.passages();
        List<SearchHit> hits = search(IndexFields.PASSAGE_VECTOR, only).nearest(vector, limit);
        return read(hits, IndexFields.PASSAGE_VECTOR, (rows, doc) -> decoded.get(doc, () -> rows.row(doc)));
    }

    private static Entity entity(IndexRows rows, int doc) throws IOException {
        return RowBytes.entity(rows.row(doc));
    }

    /** Returns the visible rows of relations that have any of the given values in a column. */
    private MatchingRows relationRows(String field, Collection<String> values) throws IOException {
        MatchingRows rows = MatchingRows.of(reader, field, values);
        return visible == null ? rows : rows.and(visible.relations());
    }

    /** Returns the visible passages that have any of the given values in a column. */
    private MatchingRows passageRows(String field, Collection<String> values) throws IOException {
        MatchingRows rows = MatchingRows.of(reader, field, values);
        return visible == null ? rows : rows.and(visible.passages());
    }

    private MatchingRows all(RowKind kind) throws IOException {
        return switch (kind) {
            case ENTITY -> visible == null ? MatchingRows.all(reader, IndexFields.ENTITY_ID) : visible.entities();
            case RELATION -> visible == null ? MatchingRows.all(reader, IndexFields.RELATION_KEY) : visible.relations();
            case PASSAGE -> visible == null ? MatchingRows.all(reader, IndexFields.PASSAGE_ID) : visible.passages();
        };
    }

    List<Scored<Relation>> nearestRelations(float[] vector, int limit) throws IOException {
        MatchingRows only = visible == null ? null : visible.relations();
        List<SearchHit> hits = search(IndexFields.RELATION_VECTOR, only).nearest(vector, limit);
        return relationsOf(hits);
    }

    List<Scored<Relation>> relationsTouching(Collection<String> entityIds, float[] vector, int limit)
            throws IOException {
        MatchingRows touching = relationRows(IndexFields.TOUCHES, entityIds);
        int count = touching.count();
        if (count > (long) ROWS_PER_LOOKUP * limit) {
            return relationsOf(search(IndexFields.RELATION_VECTOR, touching).nearest(vector, limit));
        }
        RelationRows relations = new RelationRows(vector);
        if (count <= limit) {
            relations.read(touching);
        } else {
            // All rows of a relation touch the same entities.
            search(IndexFields.RELATION_VECTOR, touching).read(relations, vector, limit);
        }
        return relations.nearest(limit);
    }

    /**
     * Returns the relation of each hit, in the order of the hits, with all its visible rows. A hit
     * without visible rows is left out.
     */
    private List<Scored<Relation>> relationsOf(List<SearchHit> hits) throws IOException {
        Map<String, List<RelationRow>> rowsOfKey = new HashMap<>();
        hits.forEach(hit -> rowsOfKey.put(hit.id(), new ArrayList<>(1)));
        relationRows(IndexFields.RELATION_KEY, rowsOfKey.keySet()).visit(IndexFields.RELATION_VECTOR, (rows, doc) -> {
            RelationRow row = RowBytes.relation(rows.row(doc));
            rowsOfKey.getOrDefault(row.key(), new ArrayList<>()).add(row);
        });
        List<Scored<Relation>> found = new ArrayList<>(hits.size());
        for (SearchHit hit : hits) {
            List<RelationRow> rows = rowsOfKey.getOrDefault(hit.id(), List.of());
            if (!rows.isEmpty()) {
                found.add(new Scored<>(RelationRow.relation(rows), hit.cosine()));
            }
        }
        return found;
    }

    /** Decodes a row of the index. */
    private interface RowDecoder<T> {
        T decode(IndexRows rows, int doc) throws IOException;
    }

    /**
     * Reads the rows of hits in index order, and returns the decoded values in the order of the
     * hits.
     */
    private <T> List<Scored<T>> read(List<SearchHit> hits, String vectorField, RowDecoder<T> decoder)
            throws IOException {
        int[] docs = hits.stream().mapToInt(SearchHit::doc).sorted().toArray();
        Map<Integer, T> values = HashMap.newHashMap(docs.length);
        IndexRows rows = new IndexRows(reader, vectorField);
        for (int doc : docs) {
            values.put(doc, decoder.decode(rows, doc));
        }
        List<Scored<T>> inOrder = new ArrayList<>(hits.size());
        for (SearchHit hit : hits) {
            inOrder.add(new Scored<>(Objects.requireNonNull(values.get(hit.doc())), hit.cosine()));
        }
        return inOrder;
    }

    List<Scored<Passage>> passagesByText(String question, int limit) throws IOException {
        return new WordSearch(reader, visible == null ? null : visible.passages(), decoded).search(question, limit);
    }

    List<Embedded<Entity>> entities(Collection<String> entityIds) throws IOException {
        Map<String, Embedded<Entity>> byId = new HashMap<>();
        MatchingRows.of(reader, IndexFields.ENTITY_ID, entityIds).visit(IndexFields.ENTITY_VECTOR, (rows, doc) -> {
            Entity entity = RowBytes.entity(rows.row(doc));
            Optional<Entity> named = visible == null ? Optional.of(entity) : visible.visibleEntity(entity);
            if (named.isPresent()) {
                byId.put(entity.id(), new Embedded<>(named.get(), rows.vector(doc)));
            }
        });
        return FoundRows.inOrder(entityIds, byId);
    }

    List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values) throws IOException {
        String field = switch (by) {
            case KEY -> IndexFields.RELATION_KEY;
            case PASSAGE -> IndexFields.STATED_BY;
        };
        return FoundRows.relations(by, values, rows(relationRows(field, values)));
    }

    /** Decodes rows of relations; rows of the same relation share one vector array. */
    private static List<Embedded<RelationRow>> rows(MatchingRows matches) throws IOException {
        List<Embedded<RelationRow>> found = new ArrayList<>();
        Map<String, float[]> vectorByKey = new HashMap<>();
        matches.visit(IndexFields.RELATION_VECTOR, (rows, doc) -> {
            RelationRow row = RowBytes.relation(rows.row(doc));
            float[] vector = vectorByKey.get(row.key());
            if (vector == null) {
                vector = rows.vector(doc);
                vectorByKey.put(row.key(), vector);
            }
            found.add(new Embedded<>(row, vector));
        });
        return found;
    }

    List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values) throws IOException {
        String field = switch (by) {
            case ID -> IndexFields.PASSAGE_ID;
            case DOCUMENT -> IndexFields.DOCUMENT_ID;
            case TITLE -> IndexFields.TITLE;
        };
        List<Embedded<Passage>> found = new ArrayList<>();
        passageRows(field, values)
                .visit(
                        IndexFields.PASSAGE_VECTOR,
                        (rows, doc) -> found.add(new Embedded<>(
                                decoded.get(rows.docBase + doc, () -> rows.row(doc)), rows.vector(doc))));
        return FoundRows.passages(by, values, found);
    }

    /** Returns true if any of the given documents has a visible passage. */
    boolean hasDocuments(Collection<String> documentIds) throws IOException {
        return passageRows(IndexFields.DOCUMENT_ID, documentIds).count() > 0;
    }

    GraphStatistics statistics() throws IOException {
        MatchingRows passages = all(RowKind.PASSAGE);
        return new GraphStatistics(
                DistinctCounts.distinct(reader, IndexFields.DOCUMENT_ID, passages),
                passages.count(),
                all(RowKind.ENTITY).count(),
                DistinctCounts.distinct(reader, IndexFields.RELATION_KEY, all(RowKind.RELATION)),
                inStates(EnumSet.of(Extraction.State.WAITING)).count(),
                inStates(EnumSet.of(Extraction.State.FAILED)).count());
    }

    private MatchingRows inStates(Set<Extraction.State> states) throws IOException {
        return passageRows(IndexFields.STATE, states.stream().map(Enum::name).toList());
    }

    void scan(GraphVisitor visitor) throws IOException {
        Set<RowKind> kinds = visitor.kinds();
        if (kinds.contains(RowKind.ENTITY)) {
            all(RowKind.ENTITY).visit(IndexFields.ENTITY_VECTOR, (rows, doc) -> {
                Entity entity = RowBytes.entity(rows.row(doc));
                Optional<Entity> named = visible == null ? Optional.of(entity) : visible.visibleEntity(entity);
                if (named.isPresent()) {
                    visitor.entity(new Embedded<>(named.get(), rows.vector(doc)));
                }
            });
        }
        if (kinds.contains(RowKind.RELATION)) {
            all(RowKind.RELATION)
                    .visit(
                            IndexFields.RELATION_VECTOR,
                            (rows, doc) -> visitor.relation(
                                    new Embedded<>(RowBytes.relation(rows.row(doc)), rows.vector(doc))));
        }
        if (kinds.contains(RowKind.PASSAGE)) {
            inStates(visitor.states())
                    .visit(
                            IndexFields.PASSAGE_VECTOR,
                            (rows, doc) ->
                                    visitor.passage(new Embedded<>(RowBytes.passage(rows.row(doc)), rows.vector(doc))));
        }
    }
}
