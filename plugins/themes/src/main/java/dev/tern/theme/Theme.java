package dev.tern.theme;

import dev.tern.error.TernException;
import dev.tern.note.Note;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A group of entities that statements name together more than with others.
 *
 * @param id 12 hexadecimal digits: a hash of its central entities and its parent when it was first
 *     found
 * @param parent the id of the theme that contains it; empty on the first level
 * @param names the names of its central entities, the most central first; 1 to {@value #MAX_NAMES}.
 *     A theme of {@link VisibleThemes} has only visible names, as spelled in the view
 * @param relations keys of its most typical relations, in display order; 1 to {@value
 *     #MAX_RELATIONS}
 * @param entities the number of its entities
 * @param statements the number of its relations: on each level, a relation belongs to the theme
 *     with most of the relation's entities, at least two; ties go to the theme listed first
 */
public record Theme(
        String id, Optional<String> parent, List<String> names, List<String> relations, int entities, int statements) {
    /** The maximum number of names of a theme. */
    public static final int MAX_NAMES = 12;

    /** The maximum number of relations of a theme. */
    public static final int MAX_RELATIONS = 6;

    /** The kind of notes that store themes. */
    static final String KIND = "theme";

    private static final String ID = "id";
    private static final String PARENT = "parent";
    private static final String NAMES = "names";
    private static final String RELATIONS = "relations";
    private static final String SIZE = "size";

    public Theme {
        names = List.copyOf(names);
        relations = List.copyOf(relations);
    }

    /**
     * Parses the theme in a note.
     *
     * @throws TernException the operator's fault, if the note is malformed
     */
    static Theme of(Note note) {
        Map<String, List<String>> content = note.content();
        List<String> size = content.getOrDefault(SIZE, List.of());
        try {
            return new Theme(
                    content.getOrDefault(ID, List.of()).getFirst(),
                    content.getOrDefault(PARENT, List.of()).stream().findFirst(),
                    content.getOrDefault(NAMES, List.of()),
                    content.getOrDefault(RELATIONS, List.of()),
                    Integer.parseInt(size.getFirst()),
                    Integer.parseInt(size.getLast()));
        } catch (RuntimeException e) {
            throw TernException.operator("the graph has a theme that this version of Tern cannot read: " + note, e);
        }
    }

    Note note(Note.Act act) {
        Map<String, List<String>> content = new TreeMap<>();
        content.put(ID, List.of(id));
        parent.ifPresent(one -> content.put(PARENT, List.of(one)));
        content.put(NAMES, names);
        content.put(RELATIONS, relations);
        content.put(SIZE, List.of(Integer.toString(entities), Integer.toString(statements)));
        return Note.of(KIND, content, act);
    }
}
