package dev.tern.curation;

import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.graph.Statement;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.Trusted;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.note.NamingRules;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.TitleKey;
import dev.tern.store.shared.PresentNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A warning about an edit that is not undone: its effect, or a part of its target, is missing.
 * Created by Tern only: its accessors are API, its constructor is not.
 *
 * @param reason the reason in one sentence
 */
public record EditConflict(Edit edit, String reason) {
    /** Returns the warnings about edits of a graph, in the order of its notes. */
    static List<EditConflict> in(GraphStore store) {
        try (GraphView view = store.view()) {
            Notes notes = view.notes();
            List<Edit> edits = notes.edits().stream().filter(Edit::isInEffect).toList();
            if (edits.isEmpty()) {
                return List.of();
            }
            FoundTargets foundTargets = FoundTargets.of(store, view, edits);
            Map<String, Edit> overruled = notes.overruled(edits);
            List<EditConflict> conflicts = new ArrayList<>();
            for (Edit edit : edits) {
                Optional<String> reason = Optional.ofNullable(overruled.get(edit.id()))
                        .map(later -> "the later edit " + later.id() + " by "
                                + later.made().by() + " applies: "
                                + later.change().describe())
                        .or(() -> foundTargets.missing(edit))
                        .or(() -> contradicted(edit, notes.rules()));
                reason.ifPresent(why -> conflicts.add(new EditConflict(edit, why)));
            }
            return conflicts;
        }
    }

    /** Returns the warning if another edit excludes a name or the relation of an edit. */
    private static Optional<String> contradicted(Edit edit, NamingRules rules) {
        return switch (edit.change()) {
            case Rename(String entity, String name) when rules.isNoName(entity) -> noName(entity);
            case Split split when rules.isNoName(split.entity()) -> noName(split.entity());
            case Merge(List<String> names) ->
                names.stream().filter(name -> rules.isNoName(name)).findFirst().flatMap(EditConflict::noName);
            case Missing missing
            when rules.isWrong(Statement.of(missing.triplet()).relationKey()) ->
                Optional.of("another edit marks this relation as wrong");
            default -> Optional.empty();
        };
    }

    private static Optional<String> noName(String name) {
        return Optional.of("another edit says that \"" + name + "\" is not a name");
    }

    /**
     * The targets of edits that are in the graph: names, relations, passages and documents.
     *
     * @param entities normalised names that belong to an entity or a title
     * @param documents normalised names in the statements of each document, by document id
     */
    private record FoundTargets(
            NamingRules rules,
            List<Split> splits,
            Set<String> entities,
            Set<String> relations,
            Set<String> passages,
            Map<String, Set<String>> documents) {
        static FoundTargets of(GraphStore store, GraphView view, List<Edit> edits) {
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
                    case Trusted trusted -> {}
                }
            }
            passages.remove("");
            NamingRules rules = view.notes().rules();
            Set<String> ids = new HashSet<>();
            names.forEach(name -> ids.addAll(ids(rules, name)));
            PresentNames present = PresentNames.in(store, ids, relations);
            Set<String> entities = names.stream()
                    .filter(name -> ids(rules, name).stream().anyMatch(present.entities()::contains))
                    .map(EntityName::normalise)
                    .collect(Collectors.toCollection(HashSet::new));
            view.passages(
                            PassagesBy.TITLE,
                            names.stream().map(EntityName::normalise).toList())
                    .forEach(passage ->
                            entities.addAll(TitleKey.of(passage.value().title())));
            List<Split> splits = edits.stream()
                    .flatMap(edit -> edit.change() instanceof Split split ? Stream.of(split) : Stream.empty())
                    .toList();
            return new FoundTargets(
                    rules,
                    splits,
                    entities,
                    present.relations(),
                    ids(view, passages),
                    StatementNames.of(view, documents));
        }

        /** Returns the ids that an entity may have: by its name, and by its canonical name. */
        private static List<String> ids(NamingRules rules, String name) {
            return List.of(ContentId.ofEntity(name), ContentId.ofEntity(rules.canonical(name)));
        }

        private static Set<String> ids(GraphView view, Set<String> passages) {
            Set<String> found = new HashSet<>();
            view.passages(PassagesBy.ID, passages)
                    .forEach(passage -> found.add(passage.value().id()));
            return found;
        }

        /** Returns the warning if a target of an edit is no longer in the graph. */
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
                    merge.names().stream().map(EntityName::normalise).anyMatch(entities::contains)
                            ? Optional.empty()
                            : Optional.of("the graph no longer has any of its names");
                case WrongRelation wrong ->
                    relations.contains(wrong.key())
                            ? Optional.empty()
                            : Optional.of("no passage states this relation any longer");
                case WrongPassage wrong -> passage(wrong.id(), wrong.document());
                case Missing missing -> added(edit, missing);
                case Trusted trusted -> Optional.empty();
            };
        }

        private Optional<String> entity(String name) {
            return entities.contains(EntityName.normalise(name)) || isMadeBySplit(name)
                    ? Optional.empty()
                    : Optional.of("the graph no longer has the entity \"" + name + "\"");
        }

        /** Returns true if a split gives the name to an entity of documents in the graph. */
        private boolean isMadeBySplit(String name) {
            return splits.stream()
                    .filter(split -> rules.containsNameOf(Set.of(EntityName.normalise(split.name())), name))
                    .anyMatch(split -> entities.contains(EntityName.normalise(split.entity()))
                            && split.documents().stream().anyMatch(documents::containsKey));
        }

        private Optional<String> stating(String document, String name) {
            Set<String> names = documents.getOrDefault(document, Set.of());
            return documents.containsKey(document) && !rules.containsNameOf(names, name)
                    ? Optional.of("the document \"" + document + "\" no longer states anything about \"" + name + "\"")
                    : passage("", document);
        }

        private Optional<String> passage(String id, String document) {
            if (!documents.containsKey(document)) {
                return Optional.of("the document \"" + document + "\" was removed");
            }
            return id.isEmpty() || passages.contains(id)
                    ? Optional.empty()
                    : Optional.of("the document \"" + document + "\" has changed and no longer has the passage");
        }

        private Optional<String> added(Edit edit, Missing missing) {
            if (!documents.containsKey(edit.document())) {
                return Optional.of("its document \"" + edit.document() + "\" was removed: add it again, or undo");
            }
            return missing.passage().isEmpty() || passages.contains(missing.passage())
                    ? Optional.empty()
                    : Optional.of("the passage it was added beside no longer exists; the edit still applies");
        }
    }
}
