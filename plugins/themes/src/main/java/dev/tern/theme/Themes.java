package dev.tern.theme;

import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.store.GraphView;
import dev.tern.theme.VisibleThemes.VisibleTheme;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The themes of a graph, on two levels, as of the last search.
 *
 * @param foundAt the time of the search
 * @param relations the number of distinct relations at that time, without hidden sources
 * @param entities the number of entities in these relations
 * @param all first-level themes by descending number of entities, each followed by its parts
 */
public record Themes(Instant foundAt, long relations, long entities, List<Theme> all) {
    /** The kind of the note on the search itself. */
    private static final String KIND = "themes";

    private static final String RELATIONS = "relations";
    private static final String ENTITIES = "entities";
    private static final String ORDER = "order";

    public Themes {
        all = List.copyOf(all);
    }

    /**
     * Returns the themes in the notes of a graph; empty if themes were never searched.
     *
     * @throws TernException the operator's fault, if such a note is malformed
     */
    public static Optional<Themes> of(Notes notes) {
        return notes.all().stream()
                .filter(note -> note.kind().equals(KIND) && note.isInEffect())
                .findFirst()
                .map(header -> of(header, notes.all()));
    }

    /**
     * Returns the themes of a graph that are visible in its scope: first-level themes by descending
     * number of entities, each followed by its parts; none if themes were never searched.
     */
    public static List<VisibleTheme> of(GraphRag rag) {
        return rag.read(
                MetadataFilter.everything(),
                view -> of(view.notes())
                        .map(themes -> VisibleThemes.in(view, themes.all()))
                        .orElse(List.of()));
    }

    /**
     * Returns the themes of a graph, for overview mode.
     *
     * @throws TernException a {@linkplain TernException#isConflict() conflict}, if the graph is
     *     empty or themes were never searched
     */
    public static Themes required(GraphView graph) {
        return of(graph.notes())
                .orElseThrow(() -> TernException.conflict(
                        graph.description().isEmpty()
                                ? "the graph is empty: it has no overview; add documents first"
                                : "overview mode needs themes, and this graph has none yet: run tern themes,"
                                        + " or over HTTP POST .../themes, or in a program ThemeFinder"));
    }

    private static Themes of(Note header, Collection<Note> notes) {
        Map<String, List<String>> content = header.content();
        List<String> order = content.getOrDefault(ORDER, List.of());
        Map<String, Theme> byId = new HashMap<>();
        notes.stream()
                .filter(note -> note.kind().equals(Theme.KIND) && note.isInEffect())
                .map(Theme::of)
                .forEach(theme -> byId.put(theme.id(), theme));
        List<Theme> all = new ArrayList<>();
        order.forEach(id -> Optional.ofNullable(byId.get(id)).ifPresent(all::add));
        return new Themes(header.made().at(), number(header, RELATIONS), number(header, ENTITIES), all);
    }

    private static long number(Note header, String name) {
        try {
            return Long.parseLong(header.content().getOrDefault(name, List.of()).getFirst());
        } catch (RuntimeException e) {
            throw TernException.operator("the graph has themes that this version of Tern cannot read: " + header, e);
        }
    }

    /**
     * Returns the notes with these themes in place of earlier ones.
     *
     * @param by the user who searched
     * @throws TernException the user's fault, if the notes are too large
     */
    public Notes keptIn(Notes present, String by) {
        Note.Act act = new Note.Act(by, foundAt, "");
        List<Note> notes = new ArrayList<>();
        notes.add(Note.of(
                KIND,
                Map.of(
                        RELATIONS, List.of(Long.toString(relations)),
                        ENTITIES, List.of(Long.toString(entities)),
                        ORDER, all.stream().map(Theme::id).toList()),
                act));
        all.forEach(theme -> notes.add(theme.note(act)));
        return without(present).with(notes);
    }

    /** Returns these themes without some names, and without themes that have no other name. */
    public Themes without(Predicate<String> removed) {
        return new Themes(
                foundAt,
                relations,
                entities,
                all.stream()
                        .map(theme -> new Theme(
                                theme.id(),
                                theme.parent(),
                                theme.names().stream().filter(removed.negate()).toList(),
                                theme.relations(),
                                theme.entities(),
                                theme.statements()))
                        .filter(theme -> !theme.names().isEmpty())
                        .toList());
    }

    /** Returns the given notes without the ones that store themes. */
    public static Notes without(Notes present) {
        Set<String> former = new HashSet<>();
        present.all().stream()
                .filter(note -> note.kind().equals(KIND) || note.kind().equals(Theme.KIND))
                .forEach(note -> former.add(note.id()));
        return present.without(former);
    }

    /** Returns the first-level themes, without their parts. */
    public List<Theme> first() {
        return all.stream().filter(theme -> theme.parent().isEmpty()).toList();
    }

    /** Returns the second-level themes that are the parts of a theme. */
    public List<Theme> parts(Theme theme) {
        return all.stream()
                .filter(part -> part.parent().equals(Optional.of(theme.id())))
                .toList();
    }

    /** Returns the finest themes: parts, and first-level themes without any. */
    public List<Theme> finest() {
        Set<String> parents = new HashSet<>();
        all.forEach(theme -> theme.parent().ifPresent(parents::add));
        return all.stream().filter(theme -> !parents.contains(theme.id())).toList();
    }
}
