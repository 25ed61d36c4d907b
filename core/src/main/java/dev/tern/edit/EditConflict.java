package dev.tern.edit;

import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.graph.Statement;
import dev.tern.note.Corrections;
import dev.tern.note.Edit;
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
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.TitleKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An edit that holds and has no effect, or not all of it.
 *
 * @param edit it stays, and has its effect when the reason is gone
 * @param reason in one sentence
 */
public record EditConflict(Edit edit, String reason) {
    /** Those of a graph, in the order in which they were made; four look-ups, and one more for every {@value StatedNames#DOCUMENTS} documents. */
    static List<EditConflict> in(GraphStore store) {
        try (GraphView view = store.view()) {
            Notes notes = view.notes();
            List<Edit> edits = notes.edits().stream().filter(Edit::holds).toList();
            if (edits.isEmpty()) {
                return List.of();
            }
            Found found = Found.of(view, edits);
            Map<String, Edit> overruled = notes.corrections().overruled(edits);
            List<EditConflict> conflicts = new ArrayList<>();
            for (Edit edit : edits) {
                Optional<String> reason = Optional.ofNullable(overruled.get(edit.id()))
                        .map(later ->
                                "the edit " + later.id() + " by " + later.made().by() + " counts, which is later: "
                                        + later.change().words())
                        .or(() -> found.missing(edit))
                        .or(() -> contradicted(edit, notes.corrections()));
                reason.ifPresent(why -> conflicts.add(new EditConflict(edit, why)));
            }
            return conflicts;
        }
    }

    /** Why another edit leaves nothing of one. */
    private static Optional<String> contradicted(Edit edit, Corrections corrections) {
        return switch (edit.change()) {
            case Rename(String entity, String name) when isNoName(entity, corrections) -> noName(entity);
            case Split split when isNoName(split.entity(), corrections) -> noName(split.entity());
            case Merge(List<String> names) ->
                names.stream()
                        .filter(name -> isNoName(name, corrections))
                        .findFirst()
                        .flatMap(EditConflict::noName);
            case Missing missing
            when corrections.isWrong(Statement.of(missing.triplet()).relationKey()) ->
                Optional.of("another edit says that this relation is wrong");
            case Pin pin
            when corrections.wrongPassages().contains(pin.passage()) ->
                Optional.of("another edit says that this passage is wrong");
            default -> Optional.empty();
        };
    }

    private static boolean isNoName(String name, Corrections corrections) {
        return corrections.wrongEntities().contains(ContentId.ofEntity(name));
    }

    private static Optional<String> noName(String name) {
        return Optional.of("another edit says that \"" + name + "\" is no name");
    }

    /**
     * What there is of what edits are about.
     *
     * @param documents by their ids the normalised names of what they state something of
     */
    private record Found(
            Set<String> entities, Set<String> relations, Set<String> passages, Map<String, Set<String>> documents) {
        static Found of(GraphView view, List<Edit> edits) {
            Set<String> names = new LinkedHashSet<>();
            Set<String> relations = new LinkedHashSet<>();
            Set<String> passages = new LinkedHashSet<>();
            Set<String> documents = new LinkedHashSet<>();
            for (Edit edit : edits) {
                switch (edit.change()) {
                    case Rename rename -> names.add(rename.entity());
                    case Split split -> {
                        names.add(split.entity());
                        documents.addAll(split.documents());
                    }
                    case Merge merge -> names.addAll(merge.names());
                    case WrongEntity wrong -> names.add(wrong.name());
                    case WrongRelation wrong -> relations.add(wrong.key());
                    case WrongPassage wrong -> {
                        passages.add(wrong.id());
                        documents.add(wrong.document());
                    }
                    case Missing missing -> {
                        documents.add(edit.document());
                        passages.add(missing.passage());
                    }
                    case Pin pin -> {
                        passages.add(pin.passage());
                        documents.add(pin.document());
                    }
                    case Weight weight -> {}
                }
            }
            passages.remove("");
            return new Found(
                    entities(view, names),
                    relations(view, relations),
                    ids(view, passages),
                    StatedNames.of(view, documents));
        }

        private static Set<String> entities(GraphView view, Set<String> names) {
            Set<String> ids = new LinkedHashSet<>();
            Set<String> keys = new LinkedHashSet<>();
            names.forEach(name -> {
                ids.add(ContentId.ofEntity(name));
                keys.add(EntityName.normalise(name));
            });
            Set<String> found = new HashSet<>();
            EntitySplits splits = view.notes().corrections().splits();
            view.entities(splits.withOrigins(ids)).forEach(entity -> {
                found.add(entity.value().id());
                splits.parts(entity.value().id()).forEach(part -> found.add(part.id()));
            });
            view.passages(PassagesBy.TITLE, keys)
                    .forEach(passage ->
                            TitleKey.of(passage.value().title()).forEach(key -> found.add(ContentId.ofEntity(key))));
            return found;
        }

        private static Set<String> relations(GraphView view, Set<String> keys) {
            Set<String> found = new HashSet<>();
            view.relations(RelationsBy.KEY, keys)
                    .forEach(relation -> found.add(relation.value().key()));
            return found;
        }

        private static Set<String> ids(GraphView view, Set<String> passages) {
            Set<String> found = new HashSet<>();
            view.passages(PassagesBy.ID, passages)
                    .forEach(passage -> found.add(passage.value().id()));
            return found;
        }

        /** Why an edit is about nothing. */
        Optional<String> missing(Edit edit) {
            return switch (edit.change()) {
                case Rename rename -> entity(rename.entity());
                case Split split ->
                    entity(split.entity())
                            .or(() -> split.documents().stream()
                                    .flatMap(document -> stating(document, split.entity()).stream())
                                    .findFirst());
                case WrongEntity wrong -> entity(wrong.name());
                case Merge merge ->
                    merge.names().stream().anyMatch(name -> entities.contains(ContentId.ofEntity(name)))
                            ? Optional.empty()
                            : Optional.of("the graph has none of its names any more");
                case WrongRelation wrong ->
                    relations.contains(wrong.key())
                            ? Optional.empty()
                            : Optional.of("no passage states this relation any more");
                case WrongPassage wrong -> passage(wrong.id(), wrong.document());
                case Missing missing -> added(edit, missing);
                case Pin pin -> passage(pin.passage(), pin.document());
                case Weight weight -> Optional.empty();
            };
        }

        private Optional<String> entity(String name) {
            return entities.contains(ContentId.ofEntity(name))
                    ? Optional.empty()
                    : Optional.of("the graph has no entity \"" + name + "\" any more");
        }

        private Optional<String> stating(String document, String name) {
            Set<String> names = documents.getOrDefault(document, Set.of());
            return documents.containsKey(document) && !names.contains(EntityName.normalise(name))
                    ? Optional.of("the document \"" + document + "\" states nothing of \"" + name + "\" any more")
                    : passage("", document);
        }

        private Optional<String> passage(String id, String document) {
            if (!documents.containsKey(document)) {
                return Optional.of("the document \"" + document + "\" was removed");
            }
            return id.isEmpty() || passages.contains(id)
                    ? Optional.empty()
                    : Optional.of("the document \"" + document + "\" has changed: it has no such passage any more");
        }

        private Optional<String> added(Edit edit, Missing missing) {
            if (!documents.containsKey(edit.document())) {
                return Optional.of("its document \"" + edit.document() + "\" was removed: add it once more, or undo");
            }
            return missing.passage().isEmpty() || passages.contains(missing.passage())
                    ? Optional.empty()
                    : Optional.of("the passage beside which it was said is not there any more; it counts all the same");
        }
    }
}
