package dev.tern.note;

import dev.tern.error.TernException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The notes of a graph, in the order in which they were made. Immutable, and small enough to be read whole: a store keeps the
 * {@link #lines} beside the graph, and a question has them without asking for them.
 */
public final class Notes {
    /** The most bytes of all notes of a graph as they were made, in UTF-8: about 2,500 aliases; beyond that none is added. */
    public static final int MAX_BYTES = 512 * 1024;

    /** A graph without notes. */
    public static final Notes NONE = new Notes(Map.of());

    private final Map<String, Note> byId;
    private volatile @Nullable AliasGroups groups;
    private volatile @Nullable Corrections corrections;

    private Notes(Map<String, Note> byId) {
        this.byId = byId;
    }

    /**
     * Notes that a store has kept.
     *
     * @param lines one note each, as {@link #lines} wrote them
     * @throws TernException the operator's fault, if a line is no note that this version of Tern reads
     */
    public static Notes ofLines(List<String> lines) {
        Map<String, Note> byId = new LinkedHashMap<>();
        lines.stream().map(NoteJson::read).forEach(note -> byId.put(note.id(), note));
        return byId.isEmpty() ? NONE : new Notes(byId);
    }

    /** The notes as a store keeps them, one a line, none of which holds a line break. */
    public List<String> lines() {
        return byId.values().stream().map(NoteJson::write).toList();
    }

    /** All notes, those that were taken back too. */
    public List<Note> all() {
        return List.copyOf(byId.values());
    }

    /** The note of an id. */
    public Optional<Note> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Whether there is none, not even one that was taken back. */
    public boolean isEmpty() {
        return byId.isEmpty();
    }

    /** The aliases that hold, in the order in which they were made. */
    public List<Alias> aliases() {
        return byId.values().stream()
                .filter(note -> note.kind().equals(Alias.KIND) && note.holds())
                .map(Alias::of)
                .toList();
    }

    /** All edits, those that were taken back too; aliases are among them, and notes of unknown kinds are not. */
    public List<Edit> edits() {
        return byId.values().stream()
                .flatMap(note -> EditNotes.edit(note).stream())
                .toList();
    }

    /** What the edits that hold come to; worked out once. */
    public Corrections corrections() {
        Corrections known = corrections;
        if (known == null) {
            known = new Corrections(edits());
            corrections = known;
        }
        return known;
    }

    /** Which names are one thing, by the aliases that hold and the names that entities were given; worked out once. */
    public AliasGroups groups() {
        AliasGroups known = groups;
        if (known == null) {
            known = AliasGroups.of(corrections().withNewNames(aliases()));
            groups = known;
        }
        return known;
    }

    /**
     * These notes and more. A note that is there already, if under an id of the first versions, is not made twice and says what it
     * said; taken back on one side it is taken back. Notes are weighed as they were made, so that taking back never makes them too
     * large, here or in a copy.
     *
     * @throws TernException the user's fault, if some are new and all are too large together
     */
    public Notes with(Collection<Note> more) {
        Map<String, Note> all = new LinkedHashMap<>(byId);
        Map<String, Note> byContent = new HashMap<>();
        byId.values().forEach(note -> byContent.put(note.idOfContent(), note));
        for (Note note : more) {
            Note same = byContent.get(note.idOfContent());
            String id = same == null || all.containsKey(note.id()) || note.saysAgain(same) ? note.id() : same.id();
            all.merge(
                    id, note, (here, other) -> other.undone().map(here::undone).orElse(here));
        }
        return all.size() > byId.size() ? checked(all) : new Notes(all);
    }

    /** These notes without some, as if they had never been made. */
    public Notes without(Collection<String> ids) {
        Map<String, Note> rest = new LinkedHashMap<>(byId);
        rest.keySet().removeAll(ids);
        return rest.isEmpty() ? NONE : new Notes(rest);
    }

    private static Notes checked(Map<String, Note> all) {
        long bytes = 0;
        for (Note note : all.values()) {
            bytes += NoteJson.write(note.asMade()).getBytes(StandardCharsets.UTF_8).length + 1;
        }
        if (bytes > MAX_BYTES) {
            throw TernException.user(String.format(
                    Locale.ROOT,
                    "the %,d notes of the graph would take %,d bytes; the limit is %,d: forget some that were taken"
                            + " back (tern edits undo --forget, or over HTTP DELETE .../edits/ID?forget=true)",
                    all.size(),
                    bytes,
                    MAX_BYTES));
        }
        return new Notes(all);
    }

    /**
     * What a store keeps after a change.
     *
     * @param empty whether the graph is
     * @throws TernException the user's fault, if the graph is empty: it keeps nothing yet
     */
    public static Notes changed(boolean empty, Notes present, UnaryOperator<Notes> change) {
        if (empty) {
            throw TernException.user("the graph is empty and keeps no notes yet: add documents first");
        }
        return change.apply(present);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Notes notes && new ArrayList<>(byId.values()).equals(notes.all());
    }

    @Override
    public int hashCode() {
        return all().hashCode();
    }

    @Override
    public String toString() {
        return all().toString();
    }
}
