package dev.tern.curation;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Relation.Mention;
import dev.tern.graph.Scored;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.note.NamingRules;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.GraphVisitor;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds the passages that pending edits affect: passages with an edited name or a wrong relation,
 * passages of documents in which an entity is split, wrong passages, and passages that earlier
 * rules changed and the current rules change differently.
 */
final class AffectedPassages {
    /** The relations that are looked up of an entity; if it has more, the graph is scanned. */
    private static final int LOOKED_UP = 10_000;

    private AffectedPassages() {}

    static Set<String> in(GraphStore store, Notes notes) {
        Set<String> found = new TreeSet<>();
        List<Edit> pending = notes.pending();
        try (GraphView view = store.view()) {
            addStating(view, notes.affectedNames(), found);
            for (Edit edit : pending) {
                switch (edit.change()) {
                    case Split split -> addPassages(view, PassagesBy.DOCUMENT, split.documents(), found);
                    case WrongPassage wrong -> addPassages(view, PassagesBy.ID, List.of(wrong.id()), found);
                    case WrongRelation wrong ->
                        view.relations(RelationsBy.KEY, List.of(wrong.key())).stream()
                                .flatMap(relation -> relation.value().mentions().stream())
                                .map(Mention::passageId)
                                .forEach(found::add);
                    default -> {}
                }
            }
        }
        if (pending.stream().anyMatch(edit -> !edit.isInEffect() || edit.change() instanceof WrongRelation)) {
            addRenamed(store, notes.rules(), found);
        }
        return found;
    }

    private static void addPassages(GraphView view, PassagesBy by, List<String> values, Set<String> found) {
        for (int from = 0; from < values.size(); from += StatementNames.DOCUMENTS) {
            view.passages(by, values.subList(from, Math.min(from + StatementNames.DOCUMENTS, values.size())))
                    .forEach(passage -> found.add(passage.value().id()));
        }
    }

    private static void addStating(GraphView view, Set<String> names, Set<String> found) {
        Set<String> ids = names.stream().map(ContentId::ofEntity).collect(Collectors.toSet());
        List<Embedded<Entity>> entities = view.entities(ids);
        boolean complete = true;
        for (Embedded<Entity> entity : entities) {
            List<Scored<Relation>> touching =
                    view.relationsTouching(List.of(entity.value().id()), entity.vector(), LOOKED_UP);
            complete &= touching.size() < LOOKED_UP;
            touching.stream()
                    .flatMap(relation -> relation.value().mentions().stream())
                    .map(Mention::passageId)
                    .forEach(found::add);
        }
        if (!complete) {
            view.scan(GraphVisitor.ofRelations(relation -> {
                if (relation.entityIds().stream().anyMatch(ids::contains)) {
                    found.add(relation.passageId());
                }
            }));
        }
    }

    private static void addRenamed(GraphStore store, NamingRules rules, Set<String> found) {
        try (GraphView renamed = store.latest()
                .visible(MetadataFilter.exists(Passage.RENAMED).or(MetadataFilter.exists(Passage.HIDDEN)))) {
            renamed.scan(GraphVisitor.ofPassages(passage -> {
                if (!rules.canonicalise(passage).equals(passage)) {
                    found.add(passage.id());
                }
            }));
        }
    }
}
