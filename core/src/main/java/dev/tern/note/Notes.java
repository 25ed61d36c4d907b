package dev.tern.note;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.note.Edit.Trusted;
import dev.tern.settings.SourcePattern;
import dev.tern.settings.SourceRule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All edits and other records beside the passages of a graph, in the order of adding, limited to
 * {@link #MAX_BYTES}. A store keeps their {@link #lines}. Immutable.
 */
public final class Notes {
    /** The maximum number of bytes of notes, not of undos and removals: about 2,500 merges. */
    public static final int MAX_BYTES = 512 * 1024;

    /** The kind of a note that marks removed documents until no other note mentions them. */
    public static final String REMOVAL = "removal";

    /** The kind of a note about a synchronised source. */
    public static final String SOURCE = "source";

    /** The notes of a graph without any. */
    public static final Notes NONE = new Notes(Map.of());

    private final Map<String, Note> byId;
    private volatile @Nullable NamingRules rules;
    private volatile @Nullable SourceRules sources;
    private volatile @Nullable MetadataFilter shown;

    private Notes(Map<String, Note> byId) {
        this.byId = byId;
    }

    /**
     * Returns the notes that a store has kept.
     *
     * @param lines one note each, as {@link #lines} returns them
     * @throws TernException the operator's fault, if this version of Tern cannot read a line
     */
    public static Notes ofLines(List<String> lines) {
        Map<String, Note> byId = new LinkedHashMap<>();
        lines.stream().map(NoteJson::read).forEach(note -> byId.put(note.id(), note));
        return byId.isEmpty() ? NONE : new Notes(byId);
    }

    /** Returns the notes as a store keeps them, each as one line of JSON. */
    public List<String> lines() {
        return byId.values().stream().map(NoteJson::write).toList();
    }

    /** Returns all notes, including undone ones. */
    public List<Note> all() {
        return List.copyOf(byId.values());
    }

    /** Returns the note with an id; empty if there is none. */
    public Optional<Note> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Returns the notes that mark removed documents, which other notes may still mention. */
    public List<Note> removals() {
        return byId.values().stream()
                .filter(note -> note.kind().equals(REMOVAL))
                .toList();
    }

    /** Returns true if there is no note, not even an undone one. */
    public boolean isEmpty() {
        return byId.isEmpty();
    }

    /** Returns all edits, including undone ones, without notes of other kinds. */
    public List<Edit> edits() {
        return byId.values().stream()
                .flatMap(note -> EditNotes.edit(note).stream())
                .toList();
    }

    /** Returns the naming rules of all edits that are not undone; computed once. */
    public NamingRules rules() {
        NamingRules known = rules;
        if (known == null) {
            List<Edit> holding = edits().stream().filter(Edit::isInEffect).toList();
            known = holding.isEmpty() ? NamingRules.NONE : new NamingRules(holding);
            rules = known;
        }
        return known;
    }

    /** Returns the rules about sources, the latest of each pattern; computed once. */
    public SourceRules sources() {
        SourceRules known = sources;
        if (known == null) {
            List<SourceRule> latest = trusted().values().stream()
                    .map(edit -> ((Trusted) edit.change()).rule())
                    .toList();
            known = latest.isEmpty() ? SourceRules.NONE : new SourceRules(latest);
            sources = known;
        }
        return known;
    }

    private Map<SourcePattern, Edit> trusted() {
        Map<SourcePattern, Edit> latest = new LinkedHashMap<>();
        byId.values().stream()
                .filter(note -> note.isInEffect() && note.kind().equals(EditNotes.TRUST))
                .sorted(Comparator.comparing(note -> note.made().at()))
                .flatMap(note -> EditNotes.edit(note).stream())
                .forEach(edit -> latest.put(((Trusted) edit.change()).rule().source(), edit));
        return latest;
    }

    /**
     * Returns the filter that excludes sources with trust 0 and passages declared wrong.
     *
     * @param rules the rules of a question; each replaces the graph's rule with the same pattern
     * @throws TernException the user's fault, if the graph and the question together have too many
     *     rules
     */
    public MetadataFilter visibleFilter(List<SourceRule> rules) {
        MetadataFilter known = shown;
        if (known == null || !rules.isEmpty()) {
            MetadataFilter seen = sources().with(rules).visibleFilter();
            known = rules().hidesPassages()
                    ? MetadataFilter.not(MetadataFilter.exists(Passage.HIDDEN)).within(seen)
                    : seen;
            shown = rules.isEmpty() ? known : shown;
        }
        return known;
    }

    /** Returns the edits that overrule others, by the id of the overruled edit. */
    public Map<String, Edit> overruled(Collection<Edit> edits) {
        Map<String, Edit> overruled = rules().overruled(edits);
        Map<SourcePattern, Edit> latest = trusted();
        for (Edit edit : edits) {
            if (edit.isInEffect() && edit.change() instanceof Trusted(SourceRule rule)) {
                Edit counting = latest.getOrDefault(rule.source(), edit);
                if (!counting.id().equals(edit.id())) {
                    overruled.put(edit.id(), counting);
                }
            }
        }
        return overruled;
    }

    /** Returns the naming rules, in effect or undone, that some rows may not reflect yet. */
    public List<Edit> pending() {
        return byId.values().stream()
                .filter(note -> note.isInEffect() != note.applied())
                .flatMap(note -> EditNotes.edit(note).stream())
                .filter(edit -> edit.change().isRule())
                .toList();
    }

    /** Returns the names that pending edits may affect, under the rules before and after them. */
    public Set<String> affectedNames() {
        List<Edit> applied = byId.values().stream()
                .filter(Note::applied)
                .flatMap(note -> EditNotes.edit(note).stream())
                .toList();
        Set<String> names = new LinkedHashSet<>(rules().affectedNames(pending()));
        names.addAll(new NamingRules(applied).affectedNames(pending()));
        return names;
    }

    /** Returns notes in which edits are no longer pending, except ones undone meanwhile. */
    public Notes withApplied(Collection<Edit> edits) {
        Map<String, Note> all = new LinkedHashMap<>(byId);
        edits.forEach(edit -> all.computeIfPresent(
                edit.id(),
                (id, note) -> note.isInEffect() == edit.isInEffect() ? note.applied(edit.isInEffect()) : note));
        return new Notes(all);
    }

    /** Returns notes in which every naming rule is pending. */
    public Notes withAllPending() {
        Map<String, Note> all = new LinkedHashMap<>(byId);
        all.replaceAll((id, note) -> note.applied(!note.isInEffect()));
        return new Notes(all);
    }

    /**
     * Returns these notes with others added. A note that is in both is kept once, and is undone if
     * either side has undone it. The limits are checked only if notes are added. The size is
     * computed without undos and removals, so that these never exceed the limit.
     *
     * @throws TernException the user's fault, if new notes exceed the limits of size or of rules
     */
    public Notes with(Collection<Note> more) {
        Map<String, Note> all = new LinkedHashMap<>(byId);
        for (Note note : more) {
            all.merge(
                    note.id(),
                    note,
                    (here, other) -> other.undone().map(here::undone).orElse(here));
        }
        return all.size() > byId.size() ? checked(all) : new Notes(all);
    }

    /** Returns these notes without the ones with the given ids, undone or not. */
    public Notes without(Collection<String> ids) {
        Map<String, Note> rest = new LinkedHashMap<>(byId);
        rest.keySet().removeAll(ids);
        return rest.isEmpty() ? NONE : new Notes(rest);
    }

    private static Notes checked(Map<String, Note> all) {
        long bytes = 0;
        for (Note note : all.values()) {
            if (note.kind().equals(REMOVAL)) {
                // Full notes must not prevent a removal.
                continue;
            }
            bytes += NoteJson.write(note.asMade()).getBytes(StandardCharsets.UTF_8).length + 1;
        }
        if (bytes > MAX_BYTES) {
            throw TernException.user(String.format(
                    Locale.ROOT,
                    "the %,d notes of the graph would take %,d bytes; the limit is %,d: forget some that were taken"
                            + " back (tern edit undo --forget, or over HTTP DELETE .../edits/ID?forget=true)",
                    all.size(),
                    bytes,
                    MAX_BYTES));
        }
        Notes checked = new Notes(all);
        checked.sources();
        return checked;
    }

    /**
     * Returns the notes of a graph after a change.
     *
     * @param empty true if nothing has been written to the graph
     * @throws TernException the user's fault, if the graph is empty, since it cannot keep notes yet
     */
    public static Notes applyChange(boolean empty, Notes present, UnaryOperator<Notes> change) {
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
