package dev.tern.store.lucene;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.GraphBatch;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;

/**
 * Writes a batch to Lucene's writer as changes to the previous commit. The caller commits.
 *
 * <p>A stored entity keeps its row, and so its first spelling, unless the batch replaces it. An
 * entity is deleted if a deleted relation row names it, and neither the batch nor another row does.
 */
final class BatchChange {
    private final IndexReader previousCommit;
    private final IndexWriter writer;

    BatchChange(IndexReader before, IndexWriter writer) {
        this.previousCommit = before;
        this.writer = writer;
    }

    void write(GraphBatch batch) throws IOException {
        for (Map.Entry<RowKind, Set<String>> strays : batch.strayRows().entrySet()) {
            removeRows(strays.getKey(), strays.getValue());
        }
        Set<String> replaced = new HashSet<>(batch.stalePassageIds());
        batch.passages().forEach(passage -> replaced.add(passage.value().id()));
        List<Embedded<Entity>> entities = batch.entities();
        Set<String> named = new HashSet<>();
        entities.forEach(entity -> named.add(entity.value().id()));

        removePassages(replaced, named);
        removeRows(RowKind.ENTITY, batch.replacedEntityIds());
        Set<String> present = presentEntities(named);
        present.removeAll(batch.replacedEntityIds());
        for (Embedded<Entity> entity : entities) {
            if (!present.contains(entity.value().id())) {
                writer.addDocument(IndexFields.entity(entity));
            }
        }
        for (Embedded<Passage> passage : batch.passages()) {
            MetadataFields metadata = new MetadataFields(passage.value().filterMetadata());
            for (Embedded<RelationRow> row : batch.relationRows(passage.value())) {
                writer.addDocument(IndexFields.relation(row, metadata));
            }
        }
        for (Embedded<Passage> passage : batch.passages()) {
            writer.addDocument(IndexFields.passage(passage));
        }
    }

    private void removeRows(RowKind kind, Set<String> ids) throws IOException {
        switch (kind) {
            case ENTITY -> writer.deleteDocuments(terms(IndexFields.ENTITY_ID, ids));
            case RELATION -> writer.deleteDocuments(RowsQuery.ofRelations(ids));
            case PASSAGE -> writer.deleteDocuments(terms(IndexFields.PASSAGE_ID, ids));
        }
    }

    private static Term[] terms(String field, Set<String> ids) {
        return ids.stream().map(id -> IndexFields.term(field, id)).toArray(Term[]::new);
    }

    /** Deletes passages, their relation rows, and orphaned entities not in {@code keptEntities}. */
    void removePassages(Collection<String> passageIds, Set<String> keptEntities) throws IOException {
        Set<String> there = new HashSet<>();
        MatchingRows.of(previousCommit, IndexFields.PASSAGE_ID, passageIds)
                .visit(IndexFields.PASSAGE_VECTOR, (rows, doc) -> there.add(RowBytes.id(rows.row(doc))));
        if (there.isEmpty()) {
            return;
        }
        MatchingRows going = MatchingRows.of(previousCommit, IndexFields.STATED_BY, there);
        Set<String> untied = new TreeSet<>();
        going.visit(
                IndexFields.RELATION_VECTOR,
                (rows, doc) -> untied.addAll(RowBytes.relation(rows.row(doc)).entityIds()));
        for (String passageId : there) {
            writer.deleteDocuments(
                    IndexFields.term(IndexFields.PASSAGE_ID, passageId),
                    IndexFields.term(IndexFields.STATED_BY, passageId));
        }
        untied.removeAll(keptEntities);
        for (String entityId : untied) {
            if (!touchedByOthers(entityId, going)) {
                writer.deleteDocuments(IndexFields.term(IndexFields.ENTITY_ID, entityId));
            }
        }
    }

    private boolean touchedByOthers(String entityId, MatchingRows going) throws IOException {
        Term touches = IndexFields.term(IndexFields.TOUCHES, entityId);
        for (LeafReaderContext leaf : previousCommit.leaves()) {
            PostingsEnum rows = leaf.reader().postings(touches, PostingsEnum.NONE);
            if (rows == null) {
                continue;
            }
            Bits live = leaf.reader().getLiveDocs();
            for (int row = rows.nextDoc(); row != DocIdSetIterator.NO_MORE_DOCS; row = rows.nextDoc()) {
                if ((live == null || live.get(row)) && !going.contains(leaf, row)) {
                    return true;
                }
            }
        }
        return false;
    }

    private Set<String> presentEntities(Set<String> entityIds) throws IOException {
        Set<String> present = new HashSet<>();
        MatchingRows.of(previousCommit, IndexFields.ENTITY_ID, entityIds)
                .visit(IndexFields.ENTITY_VECTOR, (rows, doc) -> present.add(RowBytes.id(rows.row(doc))));
        return present;
    }
}
