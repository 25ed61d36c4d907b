package dev.tern.alias;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.Filter;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Merge;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds names of a graph that are probably one thing, and merged names that probably are not.
 * Merges nothing. Thread-safe.
 */
public final class EntityAliases {
    /** The maximum number of suggestions. */
    public static final int MAX_SUGGESTIONS = 1000;

    private final GraphStore store;

    /** Creates a search in a graph; the store is not closed. */
    public EntityAliases(GraphStore store) {
        this.store = store;
    }

    /**
     * Suggests merges from the spelling of names and the passages they occur in, and lists short
     * names that may stand for several things. Leaves out known and undone merges, and names from
     * hidden sources only. Reads the whole graph.
     *
     * @param limit maximum number of suggestions of each sort, 1 to {@value #MAX_SUGGESTIONS}
     * @throws TernException if the limit is out of its range
     */
    public AliasSuggestions suggest(int limit) {
        if (limit < 1 || limit > MAX_SUGGESTIONS) {
            throw TernException.user("the limit of suggestions is " + limit + "; it is from 1 to " + MAX_SUGGESTIONS);
        }
        try (GraphView view = store.shown(Filter.everything())) {
            List<Merge> takenBack = view.notes().edits().stream()
                    .filter(edit -> !edit.holds())
                    .flatMap(edit -> edit.change() instanceof Merge merge ? Stream.of(merge) : Stream.empty())
                    .toList();
            return new AliasSearch(view, takenBack).suggest(limit);
        }
    }

    /**
     * Finds merges that are probably wrong: no passage names both, no third entity is stated with
     * both, or the years of birth or death differ. Reads the whole graph.
     */
    public List<AliasDoubt> check() {
        try (GraphView view = store.shown(Filter.everything())) {
            List<Edit> merges = view.notes().edits().stream()
                    .filter(edit -> edit.holds() && edit.change() instanceof Merge)
                    .toList();
            Set<String> ids = merges.stream()
                    .flatMap(edit -> ((Merge) edit.change()).names().stream())
                    .map(ContentId::ofEntity)
                    .collect(Collectors.toSet());
            return new AliasCheck(GraphNames.merged(view, ids)).doubts(merges);
        }
    }
}
