package dev.tern.store.milvus.filter;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.store.FoundRows;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.read.CollectionReader;
import dev.tern.store.milvus.read.RowResult;
import dev.tern.store.milvus.read.ScoredRow;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Condition;
import dev.tern.store.milvus.schema.Fields;
import dev.tern.store.milvus.schema.Row;
import dev.tern.store.milvus.schema.RowCodec;
import dev.tern.store.shared.ContentIdSet;
import dev.tern.store.shared.WideningSearch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The entities that a visible row of a relation mentions, each under a name in a visible passage.
 *
 * <p>The nearest entities are found in one of two ways. If few rows are visible, all their entities
 * are compared one by one; else the nearest of all entities are checked, in growing numbers, until
 * enough of them are visible.
 */
public final class VisibleEntities {
    private static final int MIN_CHECKED_ENTITIES = 64;
    private static final int LOOKS_FOR_EACH = 8;
    private static final int MORE = 8;
    private static final int IDS_PER_CONDITION = 4_096;
    private static final List<String> LINKS = List.of(Fields.FIRST_ENTITY, Fields.SECOND_ENTITY, Fields.PASSAGE);

    private final CollectionReader reader;
    private final FilterMatches matches;

    VisibleEntities(CollectionReader reader, FilterMatches matches) {
        this.reader = reader;
        this.matches = matches;
    }

    /** Returns the nearest visible entities for each vector, best first, at most {@code limit}. */
    public List<List<Scored<Entity>>> nearest(List<float[]> vectors, int limit) {
        readAhead();
        Map<String, String> passages = new HashMap<>();
        return named(nearest(vectors, limit, passages), passages);
    }

    /**
     * Returns the nearest entities that visible rows mention. Adds to {@code passages}, by entity
     * id, a visible passage of each of them and of other entities.
     */
    private List<List<Scored<Entity>>> nearest(List<float[]> vectors, int limit, Map<String, String> passages) {
        int max = reader.maxRows();
        int first = (int) Math.min(max, Math.max(MIN_CHECKED_ENTITIES, (long) LOOKS_FOR_EACH * limit));
        WideningSearch<Optional<List<List<Scored<Entity>>>>, RuntimeException> search =
                rows -> visibleAmong(vectors, limit, rows, passages);
        Optional<List<List<Scored<Entity>>>> near = matches.isSelective() ? Optional.empty() : search.ask(first);
        if (near.isPresent()) {
            return near.get();
        }
        matches.noteSelective();
        Optional<List<Row>> few = matches.relations();
        if (few.isPresent()) {
            few.get().forEach(row -> link(row, passages));
            return searchExactly(vectors, limit, passages.keySet());
        }
        return search.widen(first, max, MORE, (found, rows) -> found.isPresent())
                .orElseGet(() -> {
                    // Hardly any entity near the vector is visible.
                    reader.iterate(CollectionKind.RELATIONS, Condition.ALL, LINKS, row -> link(row, passages));
                    return searchExactly(vectors, limit, passages.keySet());
                });
    }

    private List<List<Scored<Entity>>> searchExactly(List<float[]> vectors, int limit, Set<String> ids) {
        List<Embedded<Entity>> all = entities(ids);
        return vectors.stream()
                .map(vector -> FoundRows.nearest(all, Entity::id, vector, limit))
                .toList();
    }

    /** Returns, of the {@code rows} nearest entities, the mentioned ones; empty if too few. */
    private Optional<List<List<Scored<Entity>>>> visibleAmong(
            List<float[]> vectors, int limit, int rows, Map<String, String> passages) {
        List<RowResult<ScoredRow>> replies = reader.vectors(CollectionKind.ENTITIES, vectors, Condition.ALL, rows);
        Set<String> ids = new LinkedHashSet<>();
        replies.forEach(reply -> reply.rows().forEach(hit -> ids.add(hit.row().text(Fields.ID))));
        ids.removeAll(passages.keySet());
        passages.putAll(touched(ids));
        List<List<Scored<Entity>>> found = new ArrayList<>(vectors.size());
        for (RowResult<ScoredRow> reply : replies) {
            List<Scored<Entity>> some = reply.rows().stream()
                    .filter(hit -> passages.containsKey(hit.row().text(Fields.ID)))
                    .map(hit -> new Scored<>(RowCodec.entity(hit.row()), hit.score()))
                    .sorted(Scored.bestFirst(Entity::id))
                    .limit(limit)
                    .toList();
            if (some.size() < limit && reply.full()) {
                return Optional.empty();
            }
            found.add(some);
        }
        return Optional.of(found);
    }

    private void readAhead() {
        reader.readAhead(CollectionKind.ENTITIES);
        reader.readAhead(CollectionKind.PASSAGES);
    }

    private List<Embedded<Entity>> entities(Collection<String> ids) {
        return reader.rows(CollectionKind.ENTITIES, ids, some -> Condition.in(Fields.ID, some)).stream()
                .map(row -> new Embedded<>(RowCodec.entity(row), row.vector()))
                .toList();
    }

    /** Returns the visible entities among the given ids, by id. */
    public Map<String, Embedded<Entity>> byId(Collection<String> ids) {
        readAhead();
        Map<String, String> passages = touched(ids);
        Map<String, Embedded<Entity>> byId = new HashMap<>();
        entities(passages.keySet()).forEach(entity -> byId.put(entity.value().id(), entity));
        Map<String, Entity> names =
                names(byId.values().stream().map(Embedded::value).toList(), passages);
        byId.keySet().retainAll(names.keySet());
        byId.replaceAll((id, entity) -> new Embedded<>(names.getOrDefault(id, entity.value()), entity.vector()));
        return byId;
    }

    /** Visits each id of a mentioned entity once, and returns the number of ids. */
    public long ids(Consumer<String> visitor) {
        ContentIdSet shown = new ContentIdSet();
        reader.iterate(CollectionKind.RELATIONS, Condition.ALL, LINKS, row -> {
            for (String field : List.of(Fields.FIRST_ENTITY, Fields.SECOND_ENTITY)) {
                String id = row.text(field);
                if (!id.isEmpty() && shown.add(id)) {
                    visitor.accept(id);
                }
            }
        });
        return shown.size();
    }

    /**
     * Returns the given ids whose entity a visible row mentions, each with the id of the row's
     * passage.
     */
    private Map<String, String> touched(Collection<String> ids) {
        Map<String, String> touched = new LinkedHashMap<>();
        for (List<String> some : CollectionReader.parts(ids, IDS_PER_CONDITION)) {
            Set<String> open = new HashSet<>(some);
            boolean more = true;
            while (more && !open.isEmpty()) {
                Map<String, String> links = new HashMap<>();
                Condition touching = Condition.touching(open);
                RowResult<Row> rowResult =
                        reader.query(CollectionKind.RELATIONS, touching, LINKS, MilvusConnection.MAX_ROWS);
                rowResult.rows().forEach(row -> link(row, links));
                more = rowResult.full();
                if (more) {
                    // An entity has so many hidden rows that the server has to exclude them.
                    matches.noteSelective();
                }
                if (more && rowResult.rows().isEmpty()) {
                    reader.iterate(CollectionKind.RELATIONS, touching, LINKS, row -> link(row, links));
                    more = false;
                }
                links.keySet().retainAll(open);
                touched.putAll(links);
                open.removeAll(links.keySet());
            }
        }
        return touched;
    }

    private static void link(Row row, Map<String, String> passages) {
        String passage = row.text(Fields.PASSAGE);
        for (String field : List.of(Fields.FIRST_ENTITY, Fields.SECOND_ENTITY)) {
            if (!row.text(field).isEmpty()) {
                passages.putIfAbsent(row.text(field), passage);
            }
        }
    }

    private List<List<Scored<Entity>>> named(List<List<Scored<Entity>>> found, Map<String, String> passages) {
        Map<String, Entity> names =
                names(found.stream().flatMap(List::stream).map(Scored::value).toList(), passages);
        return found.stream()
                .map(some -> some.stream()
                        .filter(entity -> names.containsKey(entity.value().id()))
                        .map(entity ->
                                new Scored<>(names.getOrDefault(entity.value().id(), entity.value()), entity.score()))
                        .toList())
                .toList();
    }

    /**
     * Returns entities by id, each under a name that a visible passage uses. Leaves out entities
     * for which no such name is found.
     */
    private Map<String, Entity> names(List<Entity> entities, Map<String, String> passages) {
        Map<String, Entity> names = namesIn(entities, passages);
        List<Entity> unnamed = entities.stream()
                .filter(entity -> !names.containsKey(entity.id()))
                .toList();
        if (!unnamed.isEmpty()) {
            names.putAll(namesIn(unnamed, elsewhere(unnamed, passages)));
        }
        return names;
    }

    private Map<String, Entity> namesIn(List<Entity> entities, Map<String, String> passages) {
        Set<String> naming = new LinkedHashSet<>();
        entities.forEach(entity -> naming.add(passages.getOrDefault(entity.id(), "")));
        naming.remove("");
        Map<String, List<Statement>> statements = new HashMap<>();
        passages(naming).forEach(row -> statements.put(row.text(Fields.ID), RowCodec.statements(row)));
        Map<String, Entity> names = new HashMap<>();
        for (Entity entity : entities) {
            entity.namedBy(statements.getOrDefault(passages.getOrDefault(entity.id(), ""), List.of()))
                    .ifPresent(named -> names.put(named.id(), named));
        }
        return names;
    }

    /**
     * Finds other visible passages for entities whose first passage is missing after an interrupted
     * batch; returns the passages' ids by the ids of the entities that they mention.
     */
    private Map<String, String> elsewhere(List<Entity> entities, Map<String, String> passages) {
        Set<String> ids = entities.stream().map(Entity::id).collect(Collectors.toSet());
        Set<String> seen = ids.stream().map(id -> passages.getOrDefault(id, "")).collect(Collectors.toSet());
        Map<String, Set<String>> touched = new LinkedHashMap<>();
        for (List<String> some : CollectionReader.parts(ids, IDS_PER_CONDITION)) {
            Condition others = Condition.touching(some).and(Condition.notIn(Fields.PASSAGE, seen));
            for (Row row : reader.query(CollectionKind.RELATIONS, others, LINKS, MilvusConnection.MAX_ROWS)
                    .rows()) {
                touched.computeIfAbsent(row.text(Fields.PASSAGE), none -> new HashSet<>())
                        .addAll(List.of(row.text(Fields.FIRST_ENTITY), row.text(Fields.SECOND_ENTITY)));
            }
        }
        Map<String, String> elsewhere = new HashMap<>();
        for (List<String> some : CollectionReader.parts(touched.keySet(), IDS_PER_CONDITION)) {
            Condition there = Condition.in(Fields.ID, some);
            for (Row row : reader.query(CollectionKind.PASSAGES, there, List.of(Fields.ID), some.size())
                    .rows()) {
                String passage = row.text(Fields.ID);
                touched.getOrDefault(passage, Set.of()).forEach(id -> elsewhere.putIfAbsent(id, passage));
            }
        }
        return elsewhere;
    }

    private List<Row> passages(Set<String> ids) {
        Optional<List<Row>> few = matches.isSelective() ? matches.passages() : Optional.empty();
        if (few.isPresent()) {
            return few.get().stream()
                    .filter(row -> ids.contains(row.text(Fields.ID)))
                    .toList();
        }
        List<String> fields = List.of(Fields.ID, Fields.STATEMENTS, Fields.STATEMENTS_REST);
        List<Row> rows = new ArrayList<>();
        for (List<String> some : CollectionReader.parts(ids, reader.maxRows())) {
            rows.addAll(reader.query(CollectionKind.PASSAGES, Condition.in(Fields.ID, some), fields, some.size())
                    .rows());
        }
        return rows;
    }
}
