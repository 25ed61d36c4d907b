package dev.tern.note;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.graph.Triplet;
import dev.tern.note.Edit.Change;
import dev.tern.note.Edit.Merge;
import dev.tern.note.Edit.Missing;
import dev.tern.note.Edit.Rename;
import dev.tern.note.Edit.Split;
import dev.tern.note.Edit.Trusted;
import dev.tern.note.Edit.Wrong;
import dev.tern.note.Edit.WrongEntity;
import dev.tern.note.Edit.WrongPassage;
import dev.tern.note.Edit.WrongRelation;
import dev.tern.settings.SourcePattern;
import dev.tern.settings.SourceRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Converts edits to notes and back. */
public final class EditNotes {
    private static final String MERGE = "alias";

    /** The kind of notes about trust in sources, and the name of the numbers in them. */
    static final String TRUST = "trust";

    private static final String SOURCE = "source";

    /** The name of a hash by which the note's id depends on the case of the source. */
    private static final String SPELLED = "spelled";

    private static final String AGAIN = "again";
    private static final String NAMES = "names";
    private static final String ENTITY = "entity";
    private static final String NAME = "name";
    private static final String RELATION = "relation";
    private static final String TEXT = "text";
    private static final String PASSAGE = "passage";
    private static final String DOCUMENT = "document";
    private static final String DOCUMENTS = "documents";
    private static final String SUBJECT = "subject";
    private static final String PREDICATE = "predicate";
    private static final String OBJECT = "object";

    private EditNotes() {}

    /**
     * Returns a note for a change.
     *
     * @param again the number of earlier notes with the same content, ignoring spelling, so that
     *     this note gets another id
     */
    public static Note note(Change change, Note.Act made, int again) {
        Map<String, List<String>> content = new TreeMap<>();
        content(change).forEach((name, value) -> content.put(name, List.of(value)));
        if (change instanceof Merge merge) {
            content.put(NAMES, merge.names());
        }
        if (change instanceof Split split) {
            content.put(DOCUMENTS, split.documents());
        }
        if (again > 0) {
            content.put(AGAIN, List.of(Integer.toString(again)));
        }
        return Note.of(change instanceof Merge ? MERGE : change.act(), content, made);
    }

    private static Map<String, String> content(Change change) {
        return switch (change) {
            case Merge merge -> Map.of();
            case Rename(String entity, String name) -> Map.of(ENTITY, entity, NAME, name);
            case Split split -> Map.of(ENTITY, split.entity(), NAME, split.name());
            case WrongEntity(String name) -> Map.of(ENTITY, name);
            case WrongRelation(String key, String text) -> Map.of(RELATION, key, TEXT, text);
            case WrongPassage(String id, String document, String text) ->
                Map.of(PASSAGE, id, DOCUMENT, document, TEXT, text);
            case Trusted(SourceRule rule) -> {
                String source = rule.source().text();
                String spelled = EntityName.normalise(source).equals(source) ? "" : ContentId.ofNote(List.of(source));
                yield with(SPELLED, spelled, Map.of(SOURCE, source, TRUST, rule.numbers()));
            }
            case Missing(Triplet(String subject, String predicate, String object), String text, String passage) ->
                with(PASSAGE, passage, Map.of(SUBJECT, subject, PREDICATE, predicate, OBJECT, object, TEXT, text));
        };
    }

    private static Map<String, String> with(String name, String value, Map<String, String> others) {
        Map<String, String> all = new TreeMap<>(others);
        if (!value.isEmpty()) {
            all.put(name, value);
        }
        return all;
    }

    /**
     * Returns the edit that a note describes; empty if its kind is not the kind of an edit.
     *
     * @throws TernException the user's fault, if the content of an edit is invalid
     */
    public static Optional<Edit> edit(Note note) {
        try {
            return change(note).map(change -> new Edit(note.id(), change, note.made(), note.undone()));
        } catch (IllegalArgumentException e) {
            throw TernException.user("a note of the kind " + note.kind() + " is invalid: " + e.getMessage(), e);
        }
    }

    private static Optional<Change> change(Note note) {
        return switch (note.kind()) {
            case MERGE -> Optional.of(new Merge(note.content().getOrDefault(NAMES, List.of())));
            case "rename" -> Optional.of(new Rename(value(note, ENTITY), value(note, NAME)));
            case "split" ->
                Optional.of(new Split(
                        value(note, ENTITY), value(note, NAME), note.content().getOrDefault(DOCUMENTS, List.of())));
            case "wrong" -> Optional.of(wrong(note));
            case TRUST ->
                Optional.of(new Trusted(SourceRule.of(new SourcePattern(value(note, SOURCE)), value(note, TRUST))));
            case "missing" ->
                Optional.of(new Missing(
                        new Triplet(value(note, SUBJECT), value(note, PREDICATE), value(note, OBJECT)),
                        value(note, TEXT),
                        orEmpty(note, PASSAGE)));
            default -> Optional.empty();
        };
    }

    private static Wrong wrong(Note note) {
        if (note.content().containsKey(ENTITY)) {
            return new WrongEntity(value(note, ENTITY));
        }
        return note.content().containsKey(RELATION)
                ? new WrongRelation(value(note, RELATION), value(note, TEXT))
                : new WrongPassage(value(note, PASSAGE), value(note, DOCUMENT), value(note, TEXT));
    }

    private static String value(Note note, String name) {
        List<String> values = note.content().getOrDefault(name, List.of());
        if (values.size() != 1) {
            throw new IllegalArgumentException("it has " + values.size() + " values of \"" + name + "\", not one");
        }
        return values.getFirst();
    }

    private static String orEmpty(Note note, String name) {
        return note.content().containsKey(name) ? value(note, name) : "";
    }
}
