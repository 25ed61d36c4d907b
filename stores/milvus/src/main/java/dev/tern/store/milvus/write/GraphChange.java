package dev.tern.store.milvus.write;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphDescription;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import dev.tern.store.milvus.client.ConcurrentRequests;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.read.RowResult;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.GraphCollections;
import dev.tern.store.milvus.schema.Row;
import dev.tern.store.milvus.schema.RowCodec;
import io.milvus.v2.service.vector.request.DeleteReq;
import io.milvus.v2.service.vector.request.UpsertReq;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Changes a graph in the order that the package {@code dev.tern.store.milvus} describes, so that an
 * interrupted change can be found and finished. An instance makes one change; other processes may
 * change the graph concurrently.
 *
 * <p>Removes only stray rows of a batch, and rows that follow from stored passages.
 */
final class GraphChange {
    private static final int IDS_PER_REQUEST = 1_000;
    private static final int PASSAGES_PER_STEP = 256;

    private final MilvusConnection connection;
    private final GraphCollections collections;
    private final CollectionReader reader;
    private final Set<String> removedEntities = new HashSet<>();

    GraphChange(MilvusConnection connection, GraphCollections collections, GraphDescription description) {
        this.connection = connection;
        this.collections = collections;
        this.reader = reader(description);
    }

    /** Returns a fresh reader, so that its first read of each collection sees the newest state. */
    private CollectionReader reader(GraphDescription description) {
        return new CollectionReader(connection, collections, description, Consistency.STRONG);
    }

    /**
     * Writes a batch, and removes the rows it replaces.
     *
     * @param known the ids of the batch's entities that are stored and need not be written
     */
    void write(BatchRows rows, Set<String> known) {
        rows.batch().strayRows().forEach(this::removeRows);
        // The stored passages are needed only after the relations are written, so both run
        // concurrently.
        List<Passage> before = new ArrayList<>();
        ConcurrentRequests looking = new ConcurrentRequests(1);
        Set<String> possiblyStoredIds = rows.possiblyStoredIds();
        if (!possiblyStoredIds.isEmpty()) {
            looking.run(() -> before.addAll(passages(possiblyStoredIds)));
        }
        upsert(CollectionKind.RELATIONS, rows.relations());
        writeEntities(rows.entities().values().stream()
                .filter(entity -> !known.contains(entity.value().id()))
                .toList());
        looking.await();
        if (!before.isEmpty()) {
            Set<String> rowsNow = new HashSet<>();
            Set<String> entitiesNow = new HashSet<>();
            for (Embedded<Passage> passage : rows.batch().passages()) {
                relationIds(passage.value(), rowsNow);
                entitiesNow.addAll(entityIds(passage.value()));
            }
            removeUnderPassages(before, rowsNow, entitiesNow);
        }
        upsert(CollectionKind.PASSAGES, rows.passages());
        delete(
                CollectionKind.PASSAGES,
                before.stream()
                        .map(Passage::id)
                        .filter(rows.batch().stalePassageIds()::contains)
                        .toList());
    }

    /**
     * Writes the given entities that are missing. Another process may have removed one as orphaned
     * just before the relations of a batch were written.
     */
    void restore(Map<String, Embedded<Entity>> entities) {
        Map<String, Embedded<Entity>> missing = new LinkedHashMap<>(entities);
        for (List<String> some : CollectionReader.parts(entities.keySet(), IDS_PER_REQUEST)) {
            reader.query(CollectionKind.ENTITIES, Condition.in(Fields.ID, some), List.of(Fields.ID), some.size())
                    .rows()
                    .forEach(row -> missing.remove(row.text(Fields.ID)));
        }
        writeEntities(missing.values());
    }

    private void writeEntities(Collection<Embedded<Entity>> entities) {
        upsert(
                CollectionKind.ENTITIES,
                BatchRows.entities(
                        entities, connection.settings(), reader.description().dimension()));
    }

    int removeDocuments(Collection<String> documentIds) {
        Set<String> found = new HashSet<>();
        for (List<String> some : CollectionReader.parts(new LinkedHashSet<>(documentIds), IDS_PER_REQUEST)) {
            List<String> passageIds = new ArrayList<>();
            reader.iterate(
                    CollectionKind.PASSAGES,
                    Condition.in(Fields.DOCUMENT, some),
                    List.of(Fields.ID, Fields.DOCUMENT),
                    row -> {
                        passageIds.add(row.text(Fields.ID));
                        found.add(row.text(Fields.DOCUMENT));
                    });
            for (List<String> step : CollectionReader.parts(passageIds, PASSAGES_PER_STEP)) {
                removeUnderPassages(passages(step), Set.of(), Set.of());
                delete(CollectionKind.PASSAGES, step);
            }
        }
        return found.size();
    }

    /** Removes single rows, and nothing that belongs to them. */
    private void removeRows(RowKind kind, Set<String> ids) {
        switch (kind) {
            case ENTITY -> {
                delete(CollectionKind.ENTITIES, ids);
                removedEntities.addAll(ids);
            }
            case RELATION -> {
                Set<String> parts = new LinkedHashSet<>();
                ids.forEach(id -> parts.addAll(RowCodec.idsOfParts(id, Statement.MAX_ENTITIES)));
                delete(CollectionKind.RELATIONS, parts);
            }
            case PASSAGE -> delete(CollectionKind.PASSAGES, ids);
        }
    }

    /** Reads passages without their vectors. */
    private List<Passage> passages(Collection<String> ids) {
        List<String> fields = new ArrayList<>(CollectionKind.PASSAGES.read());
        fields.add(Fields.ID);
        List<Passage> found = new ArrayList<>();
        for (List<String> some : CollectionReader.parts(ids, Math.min(IDS_PER_REQUEST, reader.maxRows()))) {
            reader.query(CollectionKind.PASSAGES, Condition.in(Fields.ID, some), fields, some.size())
                    .rows()
                    .forEach(row -> found.add(RowCodec.passage(row)));
        }
        return found;
    }

    /** Removes the relations of passages, and entities that this orphans; keeps the given ids. */
    private void removeUnderPassages(List<Passage> passages, Set<String> keptRows, Set<String> keptEntities) {
        Set<String> rows = new LinkedHashSet<>();
        Set<String> entities = new LinkedHashSet<>();
        for (Passage passage : passages) {
            relationIds(passage, rows);
            entities.addAll(entityIds(passage));
        }
        rows.removeAll(keptRows);
        entities.removeAll(keptEntities);
        delete(CollectionKind.RELATIONS, rows);
        removeUntouched(entities);
    }

    private static void relationIds(Passage passage, Set<String> ids) {
        for (RelationRow relation : RelationRow.of(passage)) {
            ids.addAll(RowCodec.idsOfParts(relation));
        }
    }

    private static Set<String> entityIds(Passage passage) {
        Set<String> ids = new LinkedHashSet<>();
        for (Statement statement : passage.statements()) {
            ids.addAll(statement.entityIds());
        }
        return ids;
    }

    Set<String> removedEntities() {
        return removedEntities;
    }

    private void removeUntouched(Set<String> entityIds) {
        Set<String> untouched = untouched(entityIds);
        while (!untouched.isEmpty()) {
            List<Embedded<Entity>> removed = new ArrayList<>();
            for (Row row : reader.rows(CollectionKind.ENTITIES, untouched, some -> Condition.in(Fields.ID, some))) {
                removed.add(new Embedded<>(RowCodec.entity(row), row.vector()));
            }
            delete(CollectionKind.ENTITIES, untouched);
            removedEntities.addAll(untouched);
            // If another process has written a relation of a removed entity meanwhile, the entity
            // is restored. If that relation is removed too, the entity is removed again.
            Set<String> still = untouched(untouched);
            List<Embedded<Entity>> missed = removed.stream()
                    .filter(entity -> !still.contains(entity.value().id()))
                    .toList();
            if (missed.isEmpty()) {
                return;
            }
            writeEntities(missed);
            untouched =
                    untouched(missed.stream().map(entity -> entity.value().id()).collect(Collectors.toSet()));
        }
    }

    /**
     * Returns the entities that no relation mentions. Reads rows of relations until every other
     * entity has occurred in one.
     */
    private Set<String> untouched(Set<String> entityIds) {
        Set<String> untouched = new LinkedHashSet<>(entityIds);
        for (List<String> some : CollectionReader.parts(entityIds, IDS_PER_REQUEST)) {
            Set<String> open = new LinkedHashSet<>(some);
            boolean all = false;
            while (!open.isEmpty() && !all) {
                RowResult<Row> rows = reader(reader.description())
                        .query(
                                CollectionKind.RELATIONS,
                                Condition.touching(open),
                                List.of(Fields.FIRST_ENTITY, Fields.SECOND_ENTITY),
                                IDS_PER_REQUEST);
                for (Row row : rows.rows()) {
                    for (String field : List.of(Fields.FIRST_ENTITY, Fields.SECOND_ENTITY)) {
                        open.remove(row.text(field));
                        untouched.remove(row.text(field));
                    }
                }
                all = !rows.full();
            }
        }
        return untouched;
    }

    private void upsert(CollectionKind kind, UpsertRequests<?> requests) {
        ConcurrentRequests sending = new ConcurrentRequests(connection.parallelChanges());
        for (int i = 0; i < requests.count(); i++) {
            int request = i;
            sending.run(() -> connection.change(
                    "writing to " + collections.name(kind),
                    client -> client.upsert(UpsertReq.builder()
                            .collectionName(collections.name(kind))
                            .data(requests.rows(request))
                            .build())));
        }
        sending.await();
    }

    private void delete(CollectionKind kind, Collection<String> ids) {
        for (List<String> some : CollectionReader.parts(ids, IDS_PER_REQUEST)) {
            connection.change(
                    "removing from " + collections.name(kind),
                    client -> client.delete(DeleteReq.builder()
                            .collectionName(collections.name(kind))
                            .ids(new ArrayList<>(some))
                            .build()));
        }
    }
}
