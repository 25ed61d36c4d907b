package dev.tern.store.milvus;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Scored;
import dev.tern.graph.Statement;
import dev.tern.store.milvus.Reads.Found;
import dev.tern.store.milvus.Reads.Hit;
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

/**
 * The entities that visible passages name: those that a visible row of a relation touches, under a name that its passage
 * uses.
 *
 * <p>The nearest of them are found in one of two ways, as many rows as there are: where few are visible, these tell all
 * the entities, and those are compared one by one; else the nearest of all entities are looked at, more and more of them,
 * until enough are visible.
 */
final class VisibleEntities {
    private static final int LEAST_LOOKS = 64;
    private static final int LOOKS_FOR_EACH = 8;
    private static final int MORE = 8;
    private static final int IDS_A_CONDITION = 4_096;
    private static final List<String> LINKS = List.of(Fields.FIRST_ENTITY, Fields.SECOND_ENTITY, Fields.PASSAGE);

    private final Reads reads;
    private final Passing passing;

    /** Of reads by a filter. */
    VisibleEntities(Reads reads) {
        this.reads = reads;
        this.passing = reads.passing().orElseThrow();
    }

    /** For each vector the visible entities nearest to it. */
    List<List<Scored<Entity>>> nearest(List<float[]> vectors, int limit) {
        reads.readAhead(CollectionKind.ENTITIES);
        reads.readAhead(CollectionKind.PASSAGES);
        Map<String, String> passages = new HashMap<>();
        if (!passing.isLittle()) {
            Optional<List<List<Scored<Entity>>>> near = among(vectors, limit, firstLooks(limit), passages);
            if (near.isPresent()) {
                return named(near.get(), passages);
            }
            passing.noteLittle();
        }
        Optional<List<Row>> few = passing.relations();
        few.ifPresent(rows -> rows.forEach(row -> link(row, passages)));
        List<List<Scored<Entity>>> found =
                few.isPresent() ? compared(vectors, limit, passages) : searched(vectors, limit, passages);
        return named(found, passages);
    }

    private int firstLooks(int limit) {
        return (int) Math.min(reads.mostRows(), Math.max(LEAST_LOOKS, (long) LOOKS_FOR_EACH * limit));
    }

    private List<List<Scored<Entity>>> compared(List<float[]> vectors, int limit, Map<String, String> passages) {
        List<Embedded<Entity>> all = rows(passages.keySet());
        List<List<Scored<Entity>>> found = new ArrayList<>(vectors.size());
        for (float[] vector : vectors) {
            found.add(all.stream()
                    .map(entity -> new Scored<>(entity.value(), Cosines.rounded(entity.cosine(vector))))
                    .sorted(Scored.bestFirst(Entity::id))
                    .limit(limit)
                    .toList());
        }
        return found;
    }

    private List<List<Scored<Entity>>> searched(List<float[]> vectors, int limit, Map<String, String> passages) {
        int most = reads.mostRows();
        for (long rows = firstLooks(limit); ; rows = Math.min(most, rows * MORE)) {
            Optional<List<List<Scored<Entity>>>> found = among(vectors, limit, (int) rows, passages);
            if (found.isPresent()) {
                return found.get();
            }
            if (rows == most) {
                // Near to what is asked there is next to nothing to be seen.
                reads.iterate(CollectionKind.RELATIONS, Condition.ALL, LINKS, row -> link(row, passages));
                return compared(vectors, limit, passages);
            }
        }
    }

    /** The visible ones among so many of the nearest, if there are enough. */
    private Optional<List<List<Scored<Entity>>>> among(
            List<float[]> vectors, int limit, int rows, Map<String, String> passages) {
        List<Found<Hit>> replies = reads.searches().search(CollectionKind.ENTITIES, vectors, Condition.ALL, rows);
        Set<String> ids = new LinkedHashSet<>();
        replies.forEach(reply -> reply.rows().forEach(hit -> ids.add(hit.row().text(Fields.ID))));
        ids.removeAll(passages.keySet());
        passages.putAll(touched(ids));
        List<List<Scored<Entity>>> found = new ArrayList<>(vectors.size());
        for (Found<Hit> reply : replies) {
            List<Scored<Entity>> some = visible(reply.rows(), passages.keySet(), limit);
            if (some.size() < limit && reply.full()) {
                return Optional.empty();
            }
            found.add(some);
        }
        return Optional.of(found);
    }

    private static List<Scored<Entity>> visible(List<Hit> hits, Set<String> visible, int limit) {
        return hits.stream()
                .filter(hit -> visible.contains(hit.row().text(Fields.ID)))
                .map(hit -> new Scored<>(Rows.entity(hit.row()), Cosines.rounded(hit.score())))
                .sorted(Scored.bestFirst(Entity::id))
                .limit(limit)
                .toList();
    }

    private List<Embedded<Entity>> rows(Collection<String> ids) {
        return reads.rows(CollectionKind.ENTITIES, ids, some -> Condition.in(Fields.ID, some)).stream()
                .map(row -> new Embedded<>(Rows.entity(row), row.vector()))
                .toList();
    }

    /** Those of some entities that are visible, by id. */
    Map<String, Embedded<Entity>> byId(Collection<String> ids) {
        reads.readAhead(CollectionKind.ENTITIES);
        reads.readAhead(CollectionKind.PASSAGES);
        Map<String, String> passages = touched(ids);
        List<Embedded<Entity>> visible = rows(passages.keySet());
        Map<String, String> names = names(visible.stream().map(Embedded::value).toList(), passages);
        Map<String, Embedded<Entity>> byId = new HashMap<>();
        for (Embedded<Entity> entity : visible) {
            String name = names.get(entity.value().id());
            if (name != null) {
                Entity named = new Entity(entity.value().id(), name);
                byId.put(named.id(), new Embedded<>(named, entity.vector()));
            }
        }
        return byId;
    }

    /** The ids of all that are visible. */
    Set<String> all() {
        Map<String, String> passages = new HashMap<>();
        reads.iterate(CollectionKind.RELATIONS, Condition.ALL, LINKS, row -> link(row, passages));
        return passages.keySet();
    }

    /** Those of some entities that a visible row touches, with the passage of one such row. */
    private Map<String, String> touched(Collection<String> ids) {
        Map<String, String> touched = new LinkedHashMap<>();
        for (List<String> some : Reads.parts(ids, IDS_A_CONDITION)) {
            Set<String> open = new HashSet<>(some);
            boolean more = true;
            while (more && !open.isEmpty()) {
                Map<String, String> links = new HashMap<>();
                Condition touching =
                        Condition.in(Fields.FIRST_ENTITY, open).or(Condition.in(Fields.SECOND_ENTITY, open));
                Found<Row> found = reads.query(CollectionKind.RELATIONS, touching, LINKS, MilvusSettings.MAX_ROWS);
                found.rows().forEach(row -> link(row, links));
                more = found.full();
                if (more) {
                    // A hub: whatever passes, so many rows that do not are not to come again.
                    passing.noteLittle();
                }
                if (more && found.rows().isEmpty()) {
                    reads.iterate(CollectionKind.RELATIONS, touching, LINKS, row -> link(row, links));
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
        List<Entity> entities =
                found.stream().flatMap(List::stream).map(Scored::value).toList();
        Map<String, String> names = names(entities, passages);
        List<List<Scored<Entity>>> named = new ArrayList<>(found.size());
        for (List<Scored<Entity>> some : found) {
            named.add(some.stream()
                    .flatMap(entity -> Optional.ofNullable(
                            names.get(entity.value().id()))
                            .map(name -> new Scored<>(new Entity(entity.value().id(), name), entity.score()))
                            .stream())
                    .toList());
        }
        return named;
    }

    /** Names by id, each as the passage at hand spells it, in the usual spelling if it uses that too. */
    private Map<String, String> names(List<Entity> entities, Map<String, String> passages) {
        Map<String, Entity> wanted = new HashMap<>();
        Set<String> speaking = new LinkedHashSet<>();
        for (Entity entity : entities) {
            wanted.put(entity.id(), entity);
            speaking.add(passages.getOrDefault(entity.id(), ""));
        }
        Map<String, String> names = new HashMap<>();
        for (Row row : speaking(speaking)) {
            Rows.statements(row).stream()
                    .map(Statement::entities)
                    .flatMap(List::stream)
                    .forEach(name -> name(name, wanted, names));
        }
        return names;
    }

    private List<Row> speaking(Set<String> passageIds) {
        Optional<List<Row>> few = passing.isLittle() ? passing.passages() : Optional.empty();
        if (few.isPresent()) {
            return few.get().stream()
                    .filter(row -> passageIds.contains(row.text(Fields.ID)))
                    .toList();
        }
        List<String> fields = List.of(Fields.ID, Fields.STATEMENTS, Fields.STATEMENTS_REST);
        List<Row> rows = new ArrayList<>();
        for (List<String> some : Reads.parts(passageIds, reads.mostRows())) {
            rows.addAll(reads.query(CollectionKind.PASSAGES, Condition.in(Fields.ID, some), fields, some.size())
                    .rows());
        }
        return rows;
    }

    private static void name(String name, Map<String, Entity> wanted, Map<String, String> names) {
        String id = ContentId.ofEntity(name);
        Entity entity = wanted.get(id);
        if (entity != null && (name.equals(entity.name()) || !names.containsKey(id))) {
            names.put(id, name);
        }
    }
}
