package dev.tern.note;

import dev.tern.error.TernException;
import dev.tern.graph.EntityName;
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
        Map<String, String> distinct = new LinkedHashMap<>();
        for (String name : names) {
            String key = EntityName.normalise(name);
            if (key.isEmpty()) {
                throw TernException.user("a name to merge is blank");
            }
            if (name.length() > MAX_CHARACTERS) {
                throw TernException.user("the name \"" + name.substring(0, 40) + "...\" has " + name.length()
                        + " characters; a name to merge has at most " + MAX_CHARACTERS);
            }
            distinct.putIfAbsent(key, name.strip());
        }
        if (distinct.size() < 2 || distinct.size() > MAX_NAMES) {
            throw TernException.user("these are " + distinct.size() + " different names: " + distinct.values()
                    + "; an alias joins 2 to " + MAX_NAMES);
        }
        return Note.of(KIND, Map.of(NAMES, List.copyOf(distinct.values())), made);
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
