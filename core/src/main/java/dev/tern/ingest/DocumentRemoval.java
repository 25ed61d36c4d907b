package dev.tern.ingest;

import dev.tern.graph.ContentId;
import dev.tern.note.Edit;
import dev.tern.note.EditNotes;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.shared.PresentNames;
import dev.tern.store.shared.StoreWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Removes documents together with their traces in the notes of a graph, since exports contain the
 * notes: edits about names or statements that only these documents contain, such names in themes,
 * and failures of synchronised sources that name the documents. Edits of names that were never in
 * the graph are kept.
 *
 * <p>A note of the kind {@link Notes#REMOVAL} is written before the documents are removed, and
 * deleted with their traces. It lists the edits whose targets exist before the removal, and the
 * removed documents that other notes name. So if the process is killed in between, the next change
 * or reindexing of the graph deletes the traces.
 */
public final class DocumentRemoval {
    /** The kind of a note about a theme, with the names of its central entities. */
    private static final String THEME = "theme";

    private static final String NAMES = "names";
    private static final String FAILURES = "failures";
    private static final String REMARK = "remark";
    private static final String DOCUMENTS = "documents";
    private static final String EDITS = "edits";

    private final List<String> removals;
    private final Set<String> removed;
    private final Set<String> edits;
    private final Set<String> absent;
    private final PresentNames present;

    private DocumentRemoval(GraphStore store, Notes notes, List<Note> removals) {
        this.removals = removals.stream().map(Note::id).toList();
        this.removed = contents(removals, DOCUMENTS);
        // If documents are still there, their removal has failed.
        store.latest()
                .passages(PassagesBy.DOCUMENT, removed)
                .forEach(passage -> removed.remove(passage.value().documentId()));
        this.edits = contents(removals, EDITS);
        this.present = present(store, notes);
        this.absent = notes.all().stream().flatMap(DocumentRemoval::entityIds).collect(Collectors.toSet());
        absent.removeAll(present.entities());
    }

    private static Set<String> contents(List<Note> removals, String name) {
        return removals.stream()
                .flatMap(removal -> removal.content().getOrDefault(name, List.of()).stream())
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Returns the entities and relations that notes name and that exist in the graph. */
    private static PresentNames present(GraphStore store, Notes notes) {
        return PresentNames.in(
                store,
                notes.all().stream().flatMap(DocumentRemoval::entityIds).toList(),
                notes.all().stream().flatMap(DocumentRemoval::relationKeys).toList());
    }

    /**
     * Removes documents and their traces in the notes. {@link dev.tern.GraphRag#remove} keeps the
     * notes, so that edits take effect again if a document is added again.
     *
     * @param removal removes the documents and returns the number of documents found
     */
    public static int remove(
            GraphStore store, Collection<String> documents, ToIntFunction<Collection<String>> removal) {
        Notes notes = store.latest().notes();
        StoreWriter writer = StoreWriter.of(store);
        Optional<Note> traces = traces(store, notes, documents);
        int removed;
        traces.ifPresent(note -> writer.removalsUnderWay().add(note.id()));
        try {
            traces.ifPresent(note -> writer.changeNotes(present -> present.with(List.of(note))));
            removed = removal.applyAsInt(documents);
        } finally {
            traces.ifPresent(note -> writer.removalsUnderWay().remove(note.id()));
        }
        if (traces.isPresent() || !notes.removals().isEmpty()) {
            complete(store);
        }
        return removed;
    }

    /** Returns a note that lists the traces of documents; empty if no other note concerns them. */
    private static Optional<Note> traces(GraphStore store, Notes notes, Collection<String> documents) {
        PresentNames present = present(store, notes);
        List<String> edits = notes.all().stream()
                .filter(note -> isPresent(note, present))
                .map(Note::id)
                .toList();
        Set<String> named = notes.edits().stream()
                .flatMap(edit -> documents(edit).stream())
                .filter(Set.copyOf(documents)::contains)
                .collect(Collectors.toSet());
        notes.all().stream()
                .flatMap(DocumentRemoval::sourceTexts)
                .forEach(text -> documents.stream().filter(text::contains).forEach(named::add));
        return named.isEmpty() && edits.isEmpty()
                ? Optional.empty()
                : Optional.of(Note.of(
                        Notes.REMOVAL,
                        Map.of(DOCUMENTS, List.copyOf(named), EDITS, edits),
                        new Note.Act("tern", Instant.now(), "")));
    }

    /**
     * Deletes the traces that removals of a killed process have left in the notes. Keeps the traces
     * of removals in progress in this process.
     */
    public static void complete(GraphStore store) {
        Notes notes = store.latest().notes();
        StoreWriter writer = StoreWriter.of(store);
        List<Note> removals = notes.removals().stream()
                .filter(note -> !writer.removalsUnderWay().contains(note.id()))
                .toList();
        if (!removals.isEmpty()) {
            writer.changeNotes(new DocumentRemoval(store, notes, removals)::leftOf);
        }
    }

    private Notes leftOf(Notes notes) {
        if (removals.stream().noneMatch(id -> notes.find(id).isPresent())) {
            return notes;
        }
        List<String> without = new ArrayList<>(removals);
        List<Note> changed = new ArrayList<>();
        for (Note note : notes.all()) {
            if (note.kind().equals(THEME) && entityIds(note).anyMatch(absent::contains)) {
                without.add(note.id());
                theme(note).forEach(changed::add);
            } else if (sourceTexts(note).anyMatch(this::namesRemoved)) {
                without.add(note.id());
                changed.add(source(note));
            } else if (EditNotes.edit(note).filter(edit -> isGone(edit, note)).isPresent()) {
                without.add(note.id());
            }
        }
        return notes.without(without).with(changed);
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

    /** Returns a synchronised source without texts that name removed documents. */
    private Note source(Note note) {
        Map<String, List<String>> content = new TreeMap<>(note.content());
        content.computeIfPresent(
                FAILURES,
                (name, failures) -> failures.stream()
                        .filter(failure -> !namesRemoved(failure))
                        .toList());
        content.computeIfPresent(
                REMARK,
                (name, remarks) -> remarks.stream()
                        .map(remark -> namesRemoved(remark) ? "" : remark)
                        .toList());
        return Note.of(Notes.SOURCE, content, note.made());
    }

    /** Returns true if all documents of an edit were removed, or none of its names is left. */
    private boolean isGone(Edit edit, Note note) {
        List<String> documents = documents(edit);
        return (!documents.isEmpty() && removed.containsAll(documents))
                || (edits.contains(note.id()) && !isPresent(note, present));
    }

    private static boolean isPresent(Note note, PresentNames present) {
        return entityIds(note).anyMatch(present.entities()::contains)
                || relationKeys(note).anyMatch(present.relations()::contains);
    }

    private boolean namesRemoved(String text) {
        return removed.stream().anyMatch(text::contains);
    }

    private static Stream<String> sourceTexts(Note note) {
        return note.kind().equals(Notes.SOURCE)
                ? Stream.of(FAILURES, REMARK).flatMap(name -> note.content().getOrDefault(name, List.of()).stream())
                : Stream.empty();
    }

    private static List<String> documents(Edit edit) {
        return switch (edit.change()) {
            case Edit.WrongPassage wrong -> List.of(wrong.document());
            case Edit.Missing missing -> List.of(edit.document());
            case Edit.Split split -> split.documents();
            default -> List.of();
        };
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
