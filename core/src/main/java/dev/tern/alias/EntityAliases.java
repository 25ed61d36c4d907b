package dev.tern.alias;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.graph.Filter;
import dev.tern.note.Alias;
import dev.tern.note.AliasGroups;
import dev.tern.note.Note;
import dev.tern.note.Notes;
import dev.tern.store.CuratedView;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which names of a graph are one thing. Nothing is joined unless it was said, by {@link #merge}; what was said is a record beside
 * the passages, which stay as they are, and {@link #split} takes it back whole: every question is then answered as before.
 *
 * <p>Thread-safe. Failures are {@link TernException}s: the user's fault for names and ids that do not fit, the store's for
 * everything else.
 */
public final class EntityAliases {
    /** The most suggestions that can be asked for. */
    public static final int MAX_SUGGESTIONS = 1000;

    private final GraphStore store;

    /** The aliases of a graph, which stays the caller's. */
    public EntityAliases(GraphStore store) {
        this.store = store;
    }

    /** The aliases that hold, in the order in which they were made. */
    public List<Alias> list() {
        return store.notes().aliases();
    }

    /** The aliases that hold and those that were taken back, in the order in which they were made. */
    public List<Alias> history() {
        return store.notes().all().stream()
                .filter(note -> note.kind().equals(Alias.KIND))
                .map(Alias::of)
                .toList();
    }

    /**
     * What came of a merge.
     *
     * @param alias that the names are one thing
     * @param isNew false if just this was said before
     * @param unknown the names that the graph has neither as an entity nor as a title: they count in questions alone
     * @param ambiguous by each name of the alias that is a name of another thing too, the names that it may be
     */
    public record Merged(Alias alias, boolean isNew, List<String> unknown, Map<String, List<String>> ambiguous) {
        /** Copies the lists, so that the record is immutable. */
        public Merged {
            unknown = List.copyOf(unknown);
            ambiguous = Map.copyOf(ambiguous);
        }
    }

    /**
     * Says that some names are one thing. It does not join what other aliases say of one of the names: such a name is
     * ambiguous then, and the reply says so.
     *
     * @param names 2 to {@value Alias#MAX_NAMES}, in any spelling; the thing is shown under the first
     * @param act who says so, when and why
     * @throws TernException if there are too few names, one is blank, or the graph is empty
     */
    public Merged merge(List<String> names, Note.Act act) {
        return merged(List.of(Alias.note(names, act))).getFirst();
    }

    /**
     * Says what was suggested, as {@link #merge} does, in one change of the graph; the rules are the reasons.
     *
     * @param by who says so
     * @return as many as there are suggestions, in their order
     */
    public List<Merged> mergeSuggested(List<AliasSuggestion> suggested, String by, Instant at) {
        return merged(suggested.stream()
                .map(one -> Alias.note(one.names(), new Note.Act(by, at, one.reason())))
                .toList());
    }

    private List<Merged> merged(List<Note> wanted) {
        AtomicReference<Said> said = new AtomicReference<>();
        store.notes(present -> {
            Said now = Said.in(present, wanted);
            said.set(now);
            return now.notes();
        });
        Said now = said.get();
        Set<String> found = found(now.aliases());
        return now.aliases().stream()
                .map(alias -> new Merged(
                        alias,
                        now.made().contains(alias),
                        alias.names().stream()
                                .filter(name -> !found.contains(ContentId.ofEntity(name)))
                                .toList(),
                        ambiguous(alias, now.notes().groups())))
                .toList();
    }

    /**
     * Notes that say what was wanted.
     *
     * @param aliases that say it, one for each that was wanted
     * @param made those that were not there before
     */
    private record Said(Notes notes, List<Alias> aliases, Set<Alias> made) {
        static Said in(Notes present, List<Note> wanted) {
            Map<Set<String>, Alias> known = new HashMap<>();
            present.aliases().forEach(alias -> known.putIfAbsent(Set.copyOf(alias.keys()), alias));
            Map<String, Note> made = new LinkedHashMap<>();
            List<Alias> aliases = new ArrayList<>();
            for (Note note : wanted) {
                Set<String> names = Set.copyOf(Alias.of(note).keys());
                aliases.add(known.computeIfAbsent(names, absent -> {
                    Note one = own(note, id -> present.find(id).isPresent() || made.containsKey(id));
                    made.put(one.id(), one);
                    return Alias.of(one);
                }));
            }
            return new Said(
                    made.isEmpty() ? present : present.with(made.values()),
                    aliases,
                    made.values().stream().map(Alias::of).collect(Collectors.toSet()));
        }

        /** The note itself, or where that was taken back the first of those that say it again. */
        private static Note own(Note note, Predicate<String> isTaken) {
            Note own = note;
            for (int again = 1; isTaken.test(own.id()); again++) {
                own = Alias.note(Alias.of(note).names(), note.made(), again);
            }
            return own;
        }
    }

    /** Which names of aliases the graph has as entities or titles, by the ids of their entities. */
    private Set<String> found(List<Alias> aliases) {
        Set<String> ids = new LinkedHashSet<>();
        Set<String> keys = new LinkedHashSet<>();
        aliases.forEach(alias -> {
            keys.addAll(alias.keys());
            alias.names().forEach(name -> ids.add(ContentId.ofEntity(name)));
        });
        Set<String> found = new HashSet<>();
        store.entities(ids).forEach(entity -> found.add(entity.value().id()));
        store.passages(PassagesBy.TITLE, keys)
                .forEach(passage ->
                        PassagesBy.TITLE.valuesOf(passage.value()).forEach(key -> found.add(ContentId.ofEntity(key))));
        return found;
    }

    private static Map<String, List<String>> ambiguous(Alias alias, AliasGroups groups) {
        Map<String, List<String>> ambiguous = new LinkedHashMap<>();
        for (String name : alias.names()) {
            List<String> possible = groups.possible(name);
            if (!possible.isEmpty()) {
                ambiguous.put(name, possible);
            }
        }
        return ambiguous;
    }

    /**
     * Takes an alias back, whole.
     *
     * @param idOrName the id of an alias, or a name that stands in just one
     * @param act who takes it back, when and why
     * @return the alias as it is now
     * @throws TernException if no alias that holds has the id or the name, or several have the name
     */
    public Alias split(String idOrName, Note.Act act) {
        String id = find(idOrName).id();
        store.notes(present -> present.with(
                present.find(id).map(note -> note.undone(act)).stream().toList()));
        return store.notes().find(id).map(Alias::of).orElseThrow(() -> none(idOrName));
    }

    /**
     * Forgets an alias, as if it had never been made: for what is in no history.
     *
     * @param idOrName as for {@link #split}, and also the id of an alias that was taken back
     * @return what was forgotten
     */
    public Alias forget(String idOrName) {
        Alias alias = history().stream()
                .filter(made -> made.id().equals(idOrName))
                .findFirst()
                .orElseGet(() -> find(idOrName));
        store.notes(present -> present.without(List.of(alias.id())));
        return alias;
    }

    /**
     * Which names are probably one thing, by how they are written and where they stand, and which short names may be several
     * things. What is known already, what was taken back, and what only sources in quarantine say, is left out. Nothing is merged.
     * The whole graph is read.
     *
     * @param limit the most suggestions of each sort, 1 to {@value #MAX_SUGGESTIONS}
     * @throws TernException if the limit is out of its range
     */
    public AliasSuggestions suggest(int limit) {
        if (limit < 1 || limit > MAX_SUGGESTIONS) {
            throw TernException.user("the limit of suggestions is " + limit + "; it is from 1 to " + MAX_SUGGESTIONS);
        }
        try (GraphView view = CuratedView.open(store, Filter.everything())) {
            List<Alias> takenBack = history().stream()
                    .filter(alias -> alias.undone().isPresent())
                    .toList();
            return new AliasSearch(view, takenBack).suggest(limit);
        }
    }

    /**
     * The aliases whose names do not seem to be one thing: no passage names two of them, nothing that is said of the one is said
     * with the other, or they are born or die in different years. The whole graph is read.
     */
    public List<AliasDoubt> check() {
        try (GraphView view = CuratedView.open(store, Filter.everything())) {
            return new AliasCheck(GraphNames.of(view)).doubts(view.notes().aliases());
        }
    }

    private Alias find(String idOrName) {
        String key = EntityName.normalise(idOrName);
        List<Alias> found = new ArrayList<>();
        for (Alias alias : list()) {
            if (alias.id().equals(idOrName)) {
                return alias;
            }
            if (alias.keys().contains(key)) {
                found.add(alias);
            }
        }
        if (found.size() > 1) {
            throw TernException.user("\"" + idOrName + "\" is a name in " + found.size()
                    + " aliases: give the id of one, "
                    + String.join(
                            " or ",
                            found.stream()
                                    .map(alias -> alias.id() + " " + alias.names())
                                    .toList()));
        }
        return found.stream().findFirst().orElseThrow(() -> none(idOrName));
    }

    private static TernException none(String idOrName) {
        return TernException.user(
                "no alias that holds has the id or the name \"" + idOrName + "\"; tern edits list shows them");
    }
}
