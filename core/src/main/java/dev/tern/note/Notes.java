package dev.tern.note;

import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.graph.Passage;
import dev.tern.note.Edit.Trusted;
import dev.tern.settings.SourcePattern;
import dev.tern.settings.SourceRule;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The notes of a graph, in the order in which they were made. Immutable, and small enough to be read whole: a store keeps the
 * {@link #lines} beside the graph, and a question has them without asking for them.
 */
public final class Notes {
    /**
     * The most bytes of all notes of a graph as they were made, in UTF-8: about 2,500 merges;
     * beyond that none is added.
     */
    public static final int MAX_BYTES = 512 * 1024;

    /** A graph without notes. */
    public static final Notes NONE = new Notes(Map.of());

    private final Map<String, Note> byId;
    private volatile @Nullable NamingRules rules;
    private volatile @Nullable SourceRules sources;
    private volatile @Nullable Filter shown;

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

    /**
     * Notes that a store has kept beside a quarantine, as the first versions had one: its sources are trusted by 0.
     *
     * @param lines one note each
     * @param quarantine one source each
     */
    public static Notes ofLines(List<String> lines, List<String> quarantine) {
        Note.Act act = new Note.Act("tern", Instant.EPOCH, "in quarantine");
        Stream<String> hidden = quarantine.stream()
                .map(source -> new Trusted(SourceRule.of(new SourcePattern(source), "0")))
                .map(change -> NoteJson.write(EditNotes.note(change, act, 0)));
        return ofLines(Stream.concat(hidden, lines.stream()).toList());
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

    /** All edits, those that were taken back too; notes of unknown kinds are not among them. */
    public List<Edit> edits() {
        return byId.values().stream()
                .flatMap(note -> EditNotes.edit(note).stream())
                .toList();
    }

    /** The naming rules that the edits which hold come to; worked out once. */
    public NamingRules rules() {
        NamingRules known = rules;
        if (known == null) {
            List<Edit> holding = edits().stream().filter(Edit::holds).toList();
            known = holding.isEmpty() ? NamingRules.NONE : new NamingRules(holding);
            rules = known;
        }
        return known;
    }

    /** The rules about sources that hold, of several about one pattern the latest; worked out once. */
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
                .filter(note -> note.holds() && note.kind().equals(EditNotes.TRUST))
                .sorted(Comparator.comparing(note -> note.made().at()))
                .flatMap(note -> EditNotes.edit(note).stream())
                .forEach(edit -> latest.put(((Trusted) edit.change()).rule().source(), edit));
        return latest;
    }

    /**
     * The part of the graph that a question sees: no source that is trusted by 0, and no passage that is wrong.
     *
     * @param rules of the question, each in place of the one about the same pattern
     * @throws TernException the user's fault, if there are too many rules together
     */
    public Filter shown(List<SourceRule> rules) {
        Filter known = shown;
        if (known == null || !rules.isEmpty()) {
            Filter seen = sources().with(rules).seen();
            known = rules().hidePassages()
                    ? Filter.not(Filter.exists(Passage.HIDDEN)).within(seen)
                    : seen;
            shown = rules.isEmpty() ? known : shown;
        }
        return known;
    }

    /**
     * The edit that counts in place of another, by the ids of those that do not count: a later one about the same entity,
     * document or source.
     */
    public Map<String, Edit> overruled(Collection<Edit> edits) {
        Map<String, Edit> overruled = rules().overruled(edits);
        Map<SourcePattern, Edit> latest = trusted();
        for (Edit edit : edits) {
            if (edit.holds() && edit.change() instanceof Trusted(SourceRule rule)) {
                Edit counting = latest.getOrDefault(rule.source(), edit);
                if (!counting.id().equals(edit.id())) {
                    overruled.put(edit.id(), counting);
                }
            }
        }
        return overruled;
    }

    /**
     * The edits that are rules and that the rows of the graph do not all follow yet, or still
     * follow.
     */
    public List<Edit> pending() {
        return byId.values().stream()
                .filter(note -> note.holds() != note.applied())
                .flatMap(note -> EditNotes.edit(note).stream())
                .filter(edit -> edit.change().isRule())
                .toList();
    }

    /**
     * The names that pending edits may concern, by the rules that rows follow and by those that
     * they are to follow.
     */
    public Set<String> concerned() {
        List<Edit> applied = byId.values().stream()
                .filter(Note::applied)
                .flatMap(note -> EditNotes.edit(note).stream())
                .toList();
        Set<String> names = new LinkedHashSet<>(rules().concerned(pending()));
        names.addAll(new NamingRules(applied).concerned(pending()));
        return names;
    }

    /**
     * These notes, now that rows follow what some edits say; one that says otherwise by now is
     * still pending.
     */
    public Notes applied(Collection<Edit> edits) {
        Map<String, Note> all = new LinkedHashMap<>(byId);
        edits.forEach(edit -> all.computeIfPresent(
                edit.id(), (id, note) -> note.holds() == edit.holds() ? note.applied(edit.holds()) : note));
        return new Notes(all);
    }

    /** These notes, of which it is not known whether rows follow them. */
    public Notes unapplied() {
        Map<String, Note> all = new LinkedHashMap<>(byId);
        all.replaceAll((id, note) -> note.applied(!note.holds()));
        return new Notes(all);
    }

    /**
     * These notes and more. A note that is there already, if under an id of the first versions, is not made twice and says what it
     * said; taken back on one side it is taken back. Notes are weighed as they were made, so that taking back never makes them too
     * large, here or in a copy.
     *
     * @throws TernException the user's fault, if some are new and all are too large together, or too many rules about sources
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
