package dev.tern.edit;

import dev.tern.graph.ContentId;
import dev.tern.note.Edit;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.note.SyncedSource;
import dev.tern.store.GraphStore;
import dev.tern.store.StoreWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Deletes from the notes of a graph the names and statements that only removed documents contained,
 * since every export contains the notes. Edits of names that were never in the graph are kept.
 */
final class RemovedNames {
    /** The kind of the notes that name central entities of a theme and their passages. */
    private static final String THEME = "theme";

    private static final String NAMES = "names";

    private final Set<String> removed;
    private final Set<String> absent;
    private final Set<String> entities;
    private final Set<String> relations;

    private RemovedNames(Set<String> removed, Set<String> absent, PresentNames before, PresentNames now) {
        this.removed = removed;
        this.absent = absent;
        this.entities = new HashSet<>(before.entities());
        this.relations = new HashSet<>(before.relations());
        entities.removeAll(now.entities());
        relations.removeAll(now.relations());
    }

    /** Returns the entities and relations that notes name and that exist in the graph. */
    static PresentNames present(GraphStore store) {
        Collection<Note> notes = store.latest().notes().all();
        return PresentNames.in(
                store,
                notes.stream().flatMap(RemovedNames::entityIds).toList(),
                notes.stream().flatMap(RemovedNames::relationKeys).toList());
    }

    /** Deletes names from the notes after a removal, given the names that were present before. */
    static void takeOut(GraphStore store, PresentNames before, Collection<String> documents) {
        Notes notes = store.latest().notes();
        if (notes.isEmpty()) {
            return;
        }
        PresentNames now = present(store);
        Set<String> absent =
                notes.all().stream().flatMap(RemovedNames::entityIds).collect(Collectors.toSet());
        absent.removeAll(now.entities());
        StoreWriter.of(store).changeNotes(new RemovedNames(Set.copyOf(documents), absent, before, now)::leftOf);
    }

    private Notes leftOf(Notes notes) {
        List<String> without = new ArrayList<>();
        List<Note> changed = new ArrayList<>();
        for (Note note : notes.all()) {
            if (note.kind().equals(THEME) && entityIds(note).anyMatch(absent::contains)) {
                without.add(note.id());
                theme(note).forEach(changed::add);
            } else if (EditNotes.edit(note).filter(this::isGone).isPresent()) {
                without.add(note.id());
            }
        }
        Notes left = without.isEmpty() ? notes : notes.without(without).with(changed);
        for (SyncedSource source : SyncedSource.in(left)) {
            if (Stream.concat(source.failures().stream(), Stream.of(source.remark()))
                    .anyMatch(this::namesRemoved)) {
                left = source.without(this::namesRemoved).putInto(left);
            }
        }
        return left;
    }

    /** Returns a theme without removed names; empty if none of its names is left. */
    private Stream<Note> theme(Note note) {
        List<String> left = note.content().getOrDefault(NAMES, List.of()).stream()
                .filter(name -> !absent.contains(ContentId.ofEntity(name)))
                .toList();
        Map<String, List<String>> content = new TreeMap<>(note.content());
        content.put(NAMES, left);
        return left.isEmpty() ? Stream.empty() : Stream.of(Note.of(THEME, content, note.made()));
    }

    private boolean isGone(Edit edit) {
        return switch (edit.change()) {
            case Edit.WrongPassage wrong -> removed.contains(wrong.document());
            case Edit.Trusted trusted -> false;
            case Edit.Missing missing -> removed.contains(edit.document());
            case Edit.WrongRelation wrong -> relations.contains(wrong.key());
            case Edit.WrongEntity(String name) -> isGone(name);
            case Edit.Rename(String entity, String name) -> isGone(entity);
            case Edit.Split split -> isGone(split.entity()) || removed.containsAll(split.documents());
            // A merge is kept while one of its names is present; others may never have been.
            case Edit.Merge(List<String> names) ->
                names.stream().anyMatch(this::isGone)
                        && names.stream().map(ContentId::ofEntity).allMatch(absent::contains);
        };
    }

    private boolean isGone(String name) {
        return entities.contains(ContentId.ofEntity(name));
    }

    private boolean namesRemoved(String text) {
        return removed.stream().anyMatch(text::contains);
    }

    private static Stream<String> entityIds(Note note) {
        Stream<String> names = note.kind().equals(THEME)
                ? note.content().getOrDefault(NAMES, List.of()).stream()
                : EditNotes.edit(note).stream().flatMap(edit -> switch (edit.change()) {
                    case Edit.WrongEntity(String name) -> Stream.of(name);
                    case Edit.Rename(String entity, String name) -> Stream.of(entity);
                    case Edit.Split split -> Stream.of(split.entity());
                    case Edit.Merge(List<String> merged) -> merged.stream();
                    default -> Stream.empty();
                });
        return names.map(ContentId::ofEntity);
    }

    private static Stream<String> relationKeys(Note note) {
        return EditNotes.edit(note).stream()
                .flatMap(edit -> edit.change() instanceof Edit.WrongRelation(String key, String text)
                        ? Stream.of(key)
                        : Stream.empty());
    }
}
