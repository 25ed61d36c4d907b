package dev.tern.edit;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Edit.Pin;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.Weight;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.note.EntitySplits;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an edit is about.
 *
 * @param change with what the graph says of it
 * @param passage beside which something is missing
 */
record EditTarget(Change change, Optional<Passage> passage) {
    private static EditTarget of(Change change) {
        return new EditTarget(change, Optional.empty());
    }

    /**
     * What is there of what an edit is about.
     *
     * @throws TernException the user's fault, if it is not in the graph
     */
    static EditTarget of(GraphStore store, Change change) {
        try (GraphView view = store.view()) {
            if (view.description().isEmpty()) {
                throw TernException.user("the graph is empty and keeps no edits yet: add documents first");
            }
            return switch (change) {
                case Rename(String entity, String name) -> {
                    String own = own(view, entity);
                    requireEntity(view, own);
                    if (name.equals(shown(view, own).orElse(entity))) {
                        throw TernException.user("\"" + name + "\" is the name that it has already");
                    }
                    if (!ContentId.ofEntity(own).equals(ContentId.ofEntity(name)) && hasEntity(view, name)) {
                        throw TernException.user("the graph has an entity \"" + name
                                + "\" already: to say that it is \"" + entity + "\", merge the two");
                    }
                    yield of(new Rename(own, name));
                }
                case Split split -> of(split(view, split));
                case WrongEntity(String name) -> {
                    String own = own(view, name);
                    requireEntity(view, own);
                    yield of(new WrongEntity(own));
                }
                case WrongRelation(String key, String text) ->
                    of(view.relations(RelationsBy.KEY, List.of(key)).stream()
                            .findFirst()
                            .map(found -> new WrongRelation(key, found.value().text()))
                            .orElseThrow(() -> gone("relation", key)));
                case WrongPassage wrong -> {
                    Passage passage = passage(view, wrong.id());
                    yield of(new WrongPassage(passage.id(), passage.documentId(), passage.text()));
                }
                case Missing missing when missing.passage().isEmpty() -> of(missing);
                case Missing missing -> new EditTarget(missing, Optional.of(passage(view, missing.passage())));
                case Pin pin
                when pin.passage().isEmpty() -> {
                    requireDocument(view, pin.document());
                    yield of(pin);
                }
                case Pin pin ->
                    of(new Pin(pin.passage(), passage(view, pin.passage()).documentId(), pin.name()));
                case Merge merge -> of(merge);
                case Weight weight -> of(weight);
            };
        }
    }

    /** Names as the documents have them, where they are those that entities were given. */
    static List<String> own(GraphStore store, List<String> names) {
        try (GraphView view = store.view()) {
            return names.stream().map(name -> own(view, name)).toList();
        }
    }

    private static String own(GraphView view, String name) {
        Optional<String> renamed = view.notes().corrections().entityNamed(name);
        return renamed.isPresent() && !hasEntity(view, name) ? renamed.get() : name;
    }

    private static Optional<String> shown(GraphView view, String name) {
        return view.notes().corrections().shownName(ContentId.ofEntity(name));
    }

    private static void requireEntity(GraphView view, String name) {
        if (!hasEntity(view, name)) {
            throw TernException.user("the graph has no entity \"" + name + "\"");
        }
    }

    /** Also one that a split made, which the store does not know. */
    private static boolean hasEntity(GraphView view, String name) {
        EntitySplits splits = view.notes().corrections().splits();
        return !view.entities(splits.withOrigins(List.of(ContentId.ofEntity(name))))
                .isEmpty();
    }

    /** The split of an entity by documents that all say something of it. */
    private static Split split(GraphView view, Split split) {
        String own = own(view, split.entity());
        requireEntity(view, own);
        String key = EntityName.normalise(own);
        if (EntityName.normalise(split.name()).equals(key)) {
            throw TernException.user(
                    "\"" + split.name() + "\" is the name of what is to be split: give the other thing another");
        }
        Map<String, Set<String>> stated = StatedNames.of(view, split.documents());
        for (String document : split.documents()) {
            if (!stated.containsKey(document)) {
                throw noDocument(document);
            }
            if (!stated.get(document).contains(key)) {
                throw TernException.user("the document \"" + document + "\" states nothing of \"" + own + "\"");
            }
        }
        return new Split(own, split.name(), split.documents());
    }

    private static void requireDocument(GraphView view, String id) {
        if (view.passages(PassagesBy.DOCUMENT, List.of(id)).isEmpty()) {
            throw noDocument(id);
        }
    }

    private static TernException noDocument(String id) {
        return TernException.user("the graph has no document \"" + id + "\"");
    }

    private static Passage passage(GraphView view, String id) {
        return view.passages(PassagesBy.ID, List.of(id)).stream()
                .findFirst()
                .map(Embedded::value)
                .orElseThrow(() -> gone("passage", id));
    }

    private static TernException gone(String what, String id) {
        return TernException.user(
                "the graph has no " + what + " " + id + ": it was removed, or its document has changed");
    }
}
