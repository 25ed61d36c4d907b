package dev.tern.curation.alias;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of a graph, collected by one scan. {@link #of} fills entities and passages, {@link #merged}
 * fills passages, neighbours and years of merged names; the rest is empty.
 */
record GraphNames(
        Map<String, Entity> entities,
        Map<String, Set<String>> passages,
        Map<String, Set<String>> neighbours,
        Map<String, Set<String>> years) {
    /** The maximum number of passages kept for a name that is not merged; more add no evidence. */
    private static final int MAX_PASSAGES = 500;

    private static final Pattern YEAR =
            Pattern.compile("\\b(born|died)\\b[^.]{0,60}?\\b(1\\d{3}|20\\d{2})\\b", Pattern.CASE_INSENSITIVE);

    /** Returns the entities of a graph and the passages that name them, by the naming rules. */
    static GraphNames of(GraphView view) {
        Map<String, Entity> byName = new TreeMap<>();
        GraphNames names = new GraphNames(new LinkedHashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
        view.scan(new GraphVisitor() {
            @Override
            public Set<RowKind> kinds() {
                return EnumSet.of(RowKind.ENTITY, RowKind.RELATION);
            }

            @Override
            public void entity(Embedded<Entity> entity) {
                byName.put(entity.value().name() + "\n" + entity.value().id(), entity.value());
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                RelationRow row = relation.value();
                row.entityIds().forEach(id -> names.add(id, row, false));
            }
        });
        byName.values().forEach(entity -> names.entities.put(entity.id(), entity));
        return names;
    }

    /** Returns passages, neighbours and years of merged names as extracted, before the rules. */
    static GraphNames merged(GraphView view, Set<String> mergedIds) {
        GraphNames names = new GraphNames(new LinkedHashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
        view.scan(GraphVisitor.ofPassages(passage -> {
            for (RelationRow row : RelationRow.of(passage.withStatements(passage.extractedStatements()))) {
                row.entityIds().stream().filter(mergedIds::contains).forEach(id -> names.add(id, row, true));
            }
        }));
        return names;
    }

    private void add(String id, RelationRow row, boolean merged) {
        Set<String> known = passages.computeIfAbsent(id, absent -> new TreeSet<>());
        if (merged || known.size() < MAX_PASSAGES) {
            known.add(row.passageId());
        }
        if (merged) {
            neighbours.computeIfAbsent(id, absent -> new HashSet<>()).addAll(row.entityIds());
            boolean ofItself = row.entityIds().getFirst().equals(id);
            Matcher year = YEAR.matcher(row.text());
            if (ofItself && year.find()) {
                years.computeIfAbsent(id, absent -> new TreeSet<>())
                        .add(year.group(1).toLowerCase(Locale.ROOT) + " " + year.group(2));
            }
        }
    }

    Set<String> of(String entityId) {
        return passages.getOrDefault(entityId, Set.of());
    }

    /** Returns the ids of the passages that name both entities in statements. */
    Set<String> together(String one, String other) {
        Set<String> both = new TreeSet<>(of(one));
        both.retainAll(of(other));
        return both;
    }

    /** Returns the ids of the entities in statements with a merged name, including its own id. */
    Set<String> neighboursOf(String entityId) {
        return neighbours.getOrDefault(entityId, Set.of());
    }

    /** Returns the years stated for a merged name, such as "born 1707". */
    Set<String> yearsOf(String entityId) {
        return years.getOrDefault(entityId, Set.of());
    }
}
