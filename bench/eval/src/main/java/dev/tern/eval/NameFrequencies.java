package dev.tern.eval;

import dev.tern.eval.questions.GoldQuestion;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.MetadataFilter;
import dev.tern.query.recognise.Recogniser;
import dev.tern.query.recognise.Recognition;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import dev.tern.store.shared.ContentIdSet;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** The number of passages about the rarest known name of each question. */
public final class NameFrequencies {
    static final NameFrequencies NONE = new NameFrequencies(Map.of());

    private final Map<String, Integer> rarestOfQuestion;

    private NameFrequencies(Map<String, Integer> rarestOfQuestion) {
        this.rarestOfQuestion = rarestOfQuestion;
    }

    /**
     * Counts the passages with statements about the names in questions, as recognised offline, or
     * titled with a name that is no entity. Passages of hidden sources do not count.
     *
     * @param store the store, scanned once; closed by the caller
     */
    public static NameFrequencies of(GraphStore store, Collection<QuestionSet> sets) {
        try (GraphView view = store.shown(MetadataFilter.everything())) {
            NamedPassages counting = new NamedPassages();
            Map<String, Recognition> recognised = new HashMap<>();
            for (QuestionSet set : sets) {
                for (GoldQuestion query : set.queries()) {
                    Recognition names = Recogniser.offline().recognise(query.text(), view);
                    names.entities()
                            .forEach(entity -> counting.register(entity.value().id()));
                    recognised.put(query.text(), names);
                }
            }
            view.scan(counting);
            Map<String, Integer> rarest = new HashMap<>();
            recognised.forEach((text, names) -> rarest.put(text, counting.rarest(names)));
            return new NameFrequencies(rarest);
        }
    }

    /** Returns the count of the rarest name; 0 if none is known, empty for another question. */
    OptionalInt rarest(String question) {
        Integer passages = rarestOfQuestion.get(question);
        return passages == null ? OptionalInt.empty() : OptionalInt.of(passages);
    }

    private static final class NamedPassages implements GraphVisitor {
        private final Map<String, Integer> passagesOfEntity = new HashMap<>();
        private final ContentIdSet counted = new ContentIdSet();

        private void register(String entityId) {
            passagesOfEntity.put(entityId, 0);
        }

        @Override
        public Set<RowKind> kinds() {
            return EnumSet.of(RowKind.RELATION);
        }

        @Override
        public void relation(Embedded<RelationRow> relation) {
            for (String id : relation.value().entityIds()) {
                if (passagesOfEntity.containsKey(id)
                        && counted.add(ContentId.ofPassage(id, relation.value().passageId()))) {
                    passagesOfEntity.merge(id, 1, Integer::sum);
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

        private int passages(Recognition.RecognisedName name) {
            return name.entity()
                    .map(entity -> passagesOfEntity.getOrDefault(entity.value().id(), 0))
                    .orElse(name.titled().size());
        }
    }
}
