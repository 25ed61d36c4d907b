package dev.tern.note;

import dev.tern.error.TernException;
import dev.tern.graph.EntityName;
import dev.tern.text.Beginning;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * That some names are one thing.
 *
 * @param id the id of its note
 * @param names as they were written, 2 to {@value #MAX_NAMES}, distinct after {@linkplain EntityName#normalise normalising};
 *     the thing is shown under the first
 * @param made who said so
 * @param undone who took it back; empty while it holds
 */
public record Alias(String id, List<String> names, Note.Act made, Optional<Note.Act> undone) {
    /** The kind of the notes that are aliases. */
    public static final String KIND = "alias";

    /** The most names that one alias joins. */
    public static final int MAX_NAMES = 32;

    /** The longest name that an alias joins. */
    public static final int MAX_CHARACTERS = 200;

    private static final String NAMES = "names";

    /** How often the same was taken back before; left out where it never was. */
    private static final String AGAIN = "again";

    private static final int SHOWN = 40;

    /** Copies the names, so that the record is immutable. */
    public Alias {
        names = List.copyOf(names);
    }

    /** What a note of this kind says. */
    public static Alias of(Note note) {
        return new Alias(note.id(), note.content().getOrDefault(NAMES, List.of()), note.made(), note.undone());
    }

    /**
     * The note that some names are one thing.
     *
     * @throws TernException the user's fault, if there are too few or too many, or one is blank or too long
     */
    public static Note note(List<String> names, Note.Act made) {
        return note(names, made, 0);
    }

    /** The note that says it once more: what was taken back stays taken back, and this is a note of its own. */
    public static Note note(List<String> names, Note.Act made, int again) {
        Map<String, List<String>> content = new HashMap<>(Map.of(NAMES, distinct(names)));
        if (again > 0) {
            content.put(AGAIN, List.of(Integer.toString(again)));
        }
        return Note.of(KIND, content, made);
    }

    /**
     * Refuses a note of this kind that {@link #note} would not make.
     *
     * @throws TernException the user's fault, as there
     */
    static void require(Note note) {
        distinct(note.content().getOrDefault(NAMES, List.of()));
    }

    private static List<String> distinct(List<String> names) {
        requireNames(names);
        Map<String, String> distinct = new LinkedHashMap<>();
        names.forEach(name -> distinct.putIfAbsent(EntityName.normalise(name), name.strip()));
        if (distinct.size() < 2) {
            throw TernException.user("these are " + distinct.size() + " different names: " + distinct.values()
                    + "; an alias joins 2 to " + MAX_NAMES);
        }
        return List.copyOf(distinct.values());
    }

    /**
     * Refuses what are no names to merge, whatever the graph has.
     *
     * @throws TernException the user's fault, if there are too many, or one is blank or too long
     */
    public static void requireNames(List<String> names) {
        if (names.size() > MAX_NAMES) {
            throw TernException.user("these are " + names.size() + " names; an alias joins 2 to " + MAX_NAMES);
        }
        for (String name : names) {
            if (EntityName.normalise(name).isEmpty()) {
                throw TernException.user("a name to merge is blank");
            }
            if (name.length() > MAX_CHARACTERS) {
                throw TernException.user("the name \"" + Beginning.shown(name, SHOWN) + "\" has " + name.length()
                        + " characters; a name to merge has at most " + MAX_CHARACTERS);
            }
        }
    }

    /** The normalised names, in order. */
    public List<String> keys() {
        return names.stream().map(EntityName::normalise).toList();
    }

    /** Whether some names, in any spelling and order, are just those of this alias. */
    public boolean joinsJust(List<String> others) {
        return Set.copyOf(keys())
                .equals(Set.copyOf(others.stream().map(EntityName::normalise).toList()));
    }
}
