package dev.tern.curation;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Relation.Mention;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.Trusted;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.note.NamingRules;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.GraphVisitor;
import dev.tern.store.shared.PresentNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The target of an edit, found in the graph.
 *
 * @param change the change, completed from the graph
 * @param passage the passage whose metadata an added statement takes; empty if there is none
 */
record EditTarget(Change change, Optional<Passage> passage) {
    private static EditTarget of(Change change) {
        return new EditTarget(change, Optional.empty());
    }

    /**
     * Returns the target of an edit.
     *
     * @throws TernException the user's fault, if the target is not in the graph, a new name is
     *     taken, or a merge with all known names has too many
     */
    static EditTarget of(GraphStore store, Change change) {
        try (GraphView view = store.view()) {
            if (view.description().isEmpty()) {
                throw TernException.user("the graph is empty and keeps no edits yet: add documents first");
            }
            return switch (change) {
                case Rename(String entity, String name) -> {
                    String own = canonicalName(view, entity);
                    requireEntity(store, view, own);
                    NamingRules rules = view.notes().rules();
                    if (name.equals(rules.canonical(entity))) {
                        throw TernException.user("\"" + name + "\" is already its name");
                    }
                    if (!rules.containsNameOf(Set.of(EntityName.normalise(name)), own) && hasEntity(view, name)) {
                        throw TernException.user("the graph already has an entity \"" + name + "\": if it is \""
                                + entity + "\", merge the two");
                    }
                    yield of(new Rename(own, name));
                }
                case Split split -> of(split(store, view, split));
                case WrongEntity(String name) -> {
                    String own = canonicalName(view, name);
                    requireEntity(store, view, own);
                    yield of(new WrongEntity(own));
                }
                case WrongRelation(String key, String text) -> of(found(store, view, key));
                case WrongPassage wrong -> {
                    Passage passage = passage(view, wrong.id());
                    yield of(new WrongPassage(passage.id(), passage.documentId(), passage.text()));
                }
                case Trusted trusted -> of(trusted);
                case Missing missing when missing.passage().isEmpty() -> of(missing);
                case Missing missing -> new EditTarget(missing, Optional.of(passage(view, missing.passage())));
                case Merge(List<String> names) ->
                    of(new Merge(withKnown(view.notes().rules(), names)));
            };
        }
    }

    /** Returns names and all names merged with them; to merge only some would be ambiguous. */
    private static List<String> withKnown(NamingRules rules, List<String> names) {
        Map<String, String> known = new LinkedHashMap<>();
        names.forEach(name -> known.putIfAbsent(EntityName.normalise(rules.canonical(name)), rules.canonical(name)));
        for (String name : names) {
            known.putIfAbsent(EntityName.normalise(name), name);
            rules.names(name).forEach(other -> known.putIfAbsent(EntityName.normalise(other), other));
        }
        return List.copyOf(known.values());
    }

    private static String canonicalName(GraphView view, String name) {
        return view.notes().rules().entityNamed(name).orElse(name);
    }

    /** Throws unless the graph has an entity, in a row or in a passage as extracted. */
    private static void requireEntity(GraphStore store, GraphView view, String name) {
        NamingRules rules = view.notes().rules();
        if (!hasEntity(view, name)
                && (rules.isNoName(name)
                        || PresentNames.in(store, ids(rules, name), List.of())
                                .entities()
                                .isEmpty())) {
            NearestText nearest = new NearestText(name);
            view.scan(GraphVisitor.ofEntities(entity -> nearest.offer(entity.name())));
            throw TernException.user("the graph has no entity \"" + name + "\"" + nearest.proposal());
        }
    }

    /** Returns true if at least one of the names of an entity has a row. */
    private static boolean hasEntity(GraphView view, String name) {
        return !view.entities(ids(view.notes().rules(), name)).isEmpty();
    }

    private static Set<String> ids(NamingRules rules, String name) {
        return rules.names(name).stream().map(ContentId::ofEntity).collect(Collectors.toSet());
    }

    /** Returns a relation with its names as extracted, which no change of naming rules affects. */
    private static WrongRelation found(GraphStore store, GraphView view, String key) {
        Optional<Embedded<Relation>> row =
                view.relations(RelationsBy.KEY, List.of(key)).stream().findFirst();
        if (row.isEmpty()) {
            return PresentNames.statement(
                            store, statement -> statement.relationKey().equals(key))
                    .map(statement -> new WrongRelation(key, statement.text()))
                    .orElseThrow(() -> missing("relation", key));
        }
        Relation relation = row.get().value();
        Mention mention = relation.mentions().getFirst();
        return passage(view, mention.passageId()).extractedStatements().stream()
                .filter(statement ->
                        view.notes().rules().canonicalise(mention.documentId(), List.of(statement)).stream()
                                .anyMatch(named -> named.relationKey().equals(key)))
                .findFirst()
                .map(statement -> new WrongRelation(statement.relationKey(), statement.text()))
                .orElseGet(() -> new WrongRelation(key, relation.text()));
    }

    /** Returns the split of an entity; each document must have a statement about the entity. */
    private static Split split(GraphStore store, GraphView view, Split split) {
        String own = canonicalName(view, split.entity());
        requireEntity(store, view, own);
        NamingRules rules = view.notes().rules();
        if (rules.containsNameOf(Set.of(EntityName.normalise(split.name())), own)) {
            throw TernException.user(
                    "\"" + split.name() + "\" is the entity to split: give the other entity another name");
        }
        Map<String, Set<String>> stated = StatementNames.of(view, split.documents());
        for (String document : split.documents()) {
            if (!stated.containsKey(document)) {
                throw noDocument(document);
            }
            if (!rules.containsNameOf(stated.get(document), own)) {
                throw TernException.user("the document \"" + document + "\" states nothing about \"" + own + "\"");
            }
        }
        return new Split(own, split.name(), split.documents());
    }

    private static TernException noDocument(String id) {
        return TernException.user("the graph has no document \"" + id + "\"");
    }

    private static Passage passage(GraphView view, String id) {
        return view.passages(PassagesBy.ID, List.of(id)).stream()
                .findFirst()
                .map(Embedded::value)
                .orElseThrow(() -> missing("passage", id));
    }

    private static TernException missing(String noun, String id) {
        return TernException.user(
                "the graph has no " + noun + " " + id + ": it was removed, or its document has changed");
    }
}
