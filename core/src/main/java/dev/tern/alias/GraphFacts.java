package dev.tern.alias;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.note.Alias;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a graph says of the names of its aliases, by the ids of their entities.
 *
 * @param passages that state something of a name
 * @param neighbours the entities that statements name with it
 * @param years by "born" and "died", the years that statements give, beginning with the word
 */
record GraphFacts(
        Map<String, Set<String>> passages, Map<String, Set<String>> neighbours, Map<String, Set<String>> years) {
    private static final Pattern YEAR =
            Pattern.compile("\\b(born|died)\\b[^.]{0,60}?\\b(1\\d{3}|20\\d{2})\\b", Pattern.CASE_INSENSITIVE);

    static GraphFacts of(GraphView view) {
        Set<String> asked = new HashSet<>();
        for (Alias alias : view.notes().aliases()) {
            alias.names().forEach(name -> asked.add(ContentId.ofEntity(name)));
        }
        GraphFacts facts = new GraphFacts(new HashMap<>(), new HashMap<>(), new HashMap<>());
        view.scan(new GraphVisitor() {
            @Override
            public Set<RowKind> kinds() {
                return EnumSet.of(RowKind.RELATION);
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                RelationRow row = relation.value();
                row.entityIds().stream().filter(asked::contains).forEach(id -> facts.add(id, row));
            }
        });
        return facts;
    }

    private void add(String id, RelationRow row) {
        passages.computeIfAbsent(id, absent -> new HashSet<>()).add(row.passageId());
        neighbours.computeIfAbsent(id, absent -> new HashSet<>()).addAll(row.entityIds());
        boolean ofItself = row.entityIds().getFirst().equals(id);
        Matcher year = YEAR.matcher(row.text());
        if (ofItself && year.find()) {
            years.computeIfAbsent(id, absent -> new TreeSet<>())
                    .add(year.group(1).toLowerCase(Locale.ROOT) + " " + year.group(2));
        }
    }

    Set<String> passagesOf(String id) {
        return passages.getOrDefault(id, Set.of());
    }

    Set<String> neighboursOf(String id) {
        return neighbours.getOrDefault(id, Set.of());
    }

    Set<String> yearsOf(String id) {
        return years.getOrDefault(id, Set.of());
    }
}
