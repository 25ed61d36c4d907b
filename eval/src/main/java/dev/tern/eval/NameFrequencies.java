package dev.tern.eval;

import dev.tern.eval.questions.Query;
import dev.tern.graph.Embedded;
import dev.tern.query.recognise.Recogniser;
import dev.tern.query.recognise.Recognition;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** How common the names of questions are: the fewer passages name a thing, the more a walk from it tells. */
final class NameFrequencies implements GraphVisitor {
    private final Map<String, Set<String>> passagesOfEntity = new HashMap<>();

    private NameFrequencies() {}

    /**
     * By question, in how many passages the rarest of its names stands that the graph knows, as recognised offline; 0 where the
     * graph knows none.
     *
     * @param store read once from end to end
     */
    static Map<String, Integer> of(GraphStore store, Collection<Query> queries) {
        try (GraphView view = store.view()) {
            NameFrequencies frequencies = new NameFrequencies();
            Map<String, Recognition> recognised = new HashMap<>();
            for (Query query : queries) {
                Recognition names = Recogniser.offline().recognise(query.text(), view);
                names.known().forEach(entity -> frequencies.want(entity.value().id()));
                recognised.put(query.id(), names);
            }
            view.scan(frequencies);
            Map<String, Integer> rarest = new HashMap<>();
            recognised.forEach((id, names) -> rarest.put(id, frequencies.rarest(names)));
            return rarest;
        }
    }

    private void want(String entityId) {
        passagesOfEntity.computeIfAbsent(entityId, absent -> new HashSet<>());
    }

    @Override
    public Set<RowKind> kinds() {
        return EnumSet.of(RowKind.RELATION);
    }

    @Override
    public void relation(Embedded<RelationRow> relation) {
        for (String id : relation.value().entityIds()) {
            Set<String> passages = passagesOfEntity.get(id);
            if (passages != null) {
                passages.add(relation.value().passageId());
            }
        }
    }

    private int rarest(Recognition names) {
        return names.names().stream()
                .mapToInt(this::passages)
                .filter(passages -> passages > 0)
                .min()
                .orElse(0);
    }

    private int passages(Recognition.Name name) {
        return name.entity()
                .map(entity -> passagesOfEntity
                        .getOrDefault(entity.value().id(), Set.of())
                        .size())
                .orElse(name.titled().size());
    }
}
