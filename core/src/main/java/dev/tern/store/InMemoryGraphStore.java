package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The reference implementation of {@link GraphStore}: exact, simple, in memory only.
 *
 * <pre>
 *   passages   passage id -> passage, vector            the source of truth
 *   relations  row id     -> key, entity ids, passage   one row for each statement of a passage
 *   entities   entity id  -> name, vector
 * </pre>
 *
 * <p>Every search is a loop over one of the three maps, which are sorted by id. One lock guards
 * them all. For tests and small graphs: a search takes one multiplication for each number of the
 * vectors that it compares. The store is also a view of its latest state; any other view is a copy.
 */
public final class InMemoryGraphStore implements GraphStore, GraphView {
    private final TreeMap<String, Embedded<Passage>> passages = new TreeMap<>();
    private final TreeMap<String, Embedded<RelationRow>> relations = new TreeMap<>();
    private final TreeMap<String, Embedded<Entity>> entities = new TreeMap<>();
    private @Nullable GraphDescription description;
    private final String name;
    private boolean closed;

    /** Creates a store with an empty graph. */
    public InMemoryGraphStore() {
        this("store", null);
    }

    private InMemoryGraphStore(String name, @Nullable GraphDescription description) {
        this.name = name;
        this.description = description;
    }

    @Override
    public synchronized Optional<GraphDescription> description() {
        requireOpen();
        return Optional.ofNullable(description);
    }

    @Override
    public synchronized void changeNotes(UnaryOperator<Notes> change) {
        requireOpen();
        Notes changed = Notes.applyChange(description == null, notes(), change);
        description = description == null ? null : description.with(changed);
    }

    @Override
    public synchronized void write(GraphBatch batch) {
        requireOpen();
        if (!batch.changes(description)) {
            return;
        }
        description = description == null ? batch.newGraph() : description;
        batch.strayRows().forEach(this::removeRows);
        Set<String> replaced = new HashSet<>(batch.stalePassageIds());
        batch.passages().forEach(passage -> replaced.add(passage.value().id()));
        Set<String> untied = removePassages(replaced);
        entities.keySet().removeAll(batch.replacedEntityIds());
        batch.entities().forEach(entity -> entities.putIfAbsent(entity.value().id(), entity));
        for (Embedded<Passage> passage : batch.passages()) {
            batch.relationRows(passage.value())
                    .forEach(row -> relations.put(row.value().id(), row));
            passages.put(passage.value().id(), passage);
        }
        removeOrphans(untied);
    }

    @Override
    public synchronized int removeDocuments(Collection<String> documentIds) {
        requireOpen();
        Set<String> wanted = Set.copyOf(documentIds);
        List<Passage> gone = passages.values().stream()
                .map(Embedded::value)
                .filter(passage -> wanted.contains(passage.documentId()))
                .toList();
        removeOrphans(removePassages(gone.stream().map(Passage::id).collect(Collectors.toSet())));
        return (int) gone.stream().map(Passage::documentId).distinct().count();
    }

    private void removeRows(RowKind kind, Set<String> ids) {
        TreeMap<String, ?> rows = switch (kind) {
            case ENTITY -> entities;
            case RELATION -> relations;
            case PASSAGE -> passages;
        };
        rows.keySet().removeAll(ids);
    }

    /** Removes passages and their relations, and returns the entities of these relations. */
    private Set<String> removePassages(Set<String> passageIds) {
        Set<String> untied = new HashSet<>();
        relations.values().removeIf(row -> {
            boolean goes = passageIds.contains(row.value().passageId());
            if (goes) {
                untied.addAll(row.value().entityIds());
            }
            return goes;
        });
        passages.keySet().removeAll(passageIds);
        return untied;
    }

    private void removeOrphans(Set<String> entityIds) {
        if (entityIds.isEmpty()) {
            return;
        }
        Set<String> orphans = new HashSet<>(entityIds);
        relations.values().forEach(row -> row.value().entityIds().forEach(orphans::remove));
        entities.keySet().removeAll(orphans);
    }

    @Override
    public GraphView view(Consistency consistency) {
        return copy();
    }

    private synchronized InMemoryGraphStore copy() {
        requireOpen();
        InMemoryGraphStore copy = new InMemoryGraphStore("view", description);
        copy.passages.putAll(passages);
        copy.relations.putAll(relations);
        copy.entities.putAll(entities);
        return copy;
    }

    /** Returns a graph of the selected passages; this defines the meaning of a filter. */
    @Override
    public synchronized GraphView visible(MetadataFilter filter) {
        requireOpen();
        InMemoryGraphStore visible = new InMemoryGraphStore("view", description);
        for (Embedded<Passage> passage : passages.values()) {
            if (filter.holds(passage.value().filterMetadata())) {
                visible.passages.put(passage.value().id(), passage);
                addStatements(passage.value(), visible);
            }
        }
        return visible;
    }

    private void addStatements(Passage passage, InMemoryGraphStore visible) {
        for (RelationRow row : RelationRow.of(passage)) {
            Embedded<RelationRow> stored = relations.get(row.id());
            if (stored != null) {
                visible.relations.put(row.id(), stored);
            }
        }
        for (Statement statement : passage.statements()) {
            for (String id : statement.entityIds()) {
                Embedded<Entity> stored = entities.get(id);
                if (stored != null) {
                    stored.value()
                            .namedBy(passage.statements())
                            .ifPresent(
                                    named -> visible.entities.putIfAbsent(id, new Embedded<>(named, stored.vector())));
                }
            }
        }
    }

    @Override
    public synchronized List<List<Scored<Entity>>> nearestEntities(List<float[]> vectors, int limit) {
        requireOpen();
        return vectors.stream()
                .map(vector -> nearest(entities.values(), Entity::id, vector, limit))
                .toList();
    }

    @Override
    public synchronized List<Scored<Relation>> nearestRelations(float[] vector, int limit) {
        return nearest(relations(row -> true), Relation::key, vector, limit);
    }

    @Override
    public synchronized List<Scored<Passage>> nearestPassages(float[] vector, int limit) {
        return nearest(passages.values(), Passage::id, vector, limit);
    }

    @Override
    public synchronized List<Scored<Relation>> relationsTouching(
            Collection<String> entityIds, float[] vector, int limit) {
        Set<String> wanted = new HashSet<>(entityIds);
        Predicate<RelationRow> touches = row -> row.entityIds().stream().anyMatch(wanted::contains);
        return nearest(relations(touches), Relation::key, vector, limit);
    }

    @Override
    public synchronized List<Scored<Passage>> passagesByText(String question, int limit) {
        requireOpen();
        FoundRows.requireLimit(limit);
        return new FullText(passages.values()).search(question, limit);
    }

    private <T> List<Scored<T>> nearest(
            Collection<Embedded<T>> rows, Function<T, String> id, float[] vector, int limit) {
        requireOpen();
        FoundRows.requireLimit(limit);
        if (description == null) {
            return List.of();
        }
        description.requireDimension(vector.length);
        return FoundRows.nearest(rows, id, vector, limit);
    }

    private Collection<Embedded<Relation>> relations(Predicate<RelationRow> wanted) {
        return FoundRows.relations(rows(wanted)).values();
    }

    private List<Embedded<RelationRow>> rows(Predicate<RelationRow> wanted) {
        return relations.values().stream()
                .filter(row -> wanted.test(row.value()))
                .toList();
    }

    @Override
    public synchronized List<Embedded<Entity>> entities(Collection<String> entityIds) {
        requireOpen();
        return FoundRows.inOrder(entityIds, entities);
    }

    @Override
    public synchronized List<Embedded<Relation>> relations(RelationsBy by, Collection<String> values) {
        requireOpen();
        Set<String> wanted = new HashSet<>(values);
        return FoundRows.relations(by, values, rows(row -> wanted.contains(by.valueOf(row))));
    }

    @Override
    public synchronized List<Embedded<Passage>> passages(PassagesBy by, Collection<String> values) {
        requireOpen();
        Set<String> wanted = new HashSet<>(values);
        return FoundRows.passages(
                by,
                values,
                passages.values().stream()
                        .filter(passage -> by.valuesOf(passage.value()).stream().anyMatch(wanted::contains))
                        .toList());
    }

    @Override
    public synchronized GraphStatistics statistics() {
        requireOpen();
        return new GraphStatistics(
                passages.values().stream()
                        .map(passage -> passage.value().documentId())
                        .distinct()
                        .count(),
                passages.size(),
                entities.size(),
                relations.values().stream()
                        .map(row -> row.value().key())
                        .distinct()
                        .count(),
                count(Extraction.State.WAITING),
                count(Extraction.State.FAILED));
    }

    private long count(Extraction.State state) {
        return passages.values().stream()
                .filter(passage -> passage.value().extraction().state() == state)
                .count();
    }

    /** Visits a copy, so that the visitor may use this store on any thread. */
    @Override
    public void scan(GraphVisitor visitor) {
        InMemoryGraphStore copy = copy();
        if (visitor.kinds().contains(RowKind.ENTITY)) {
            copy.entities.values().forEach(visitor::entity);
        }
        if (visitor.kinds().contains(RowKind.RELATION)) {
            copy.relations.values().forEach(visitor::relation);
        }
        if (visitor.kinds().contains(RowKind.PASSAGE)) {
            copy.passages.values().stream()
                    .filter(passage -> visitor.states()
                            .contains(passage.value().extraction().state()))
                    .forEach(visitor::passage);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the " + name + " is closed");
        }
    }
}
