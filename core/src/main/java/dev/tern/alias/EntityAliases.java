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
 * Finds names of a graph that are probably one thing, and merged ones that probably are not.
 * Nothing is merged. Thread-safe.
 */
public final class EntityAliases {
    /** The most suggestions that can be asked for. */
    public static final int MAX_SUGGESTIONS = 1000;

    private final GraphStore store;

    /** The names of a graph, which stays the caller's. */
    public EntityAliases(GraphStore store) {
        this.store = store;
    }

    /**
     * Which names are probably one thing, by how they are written and where they stand, and which short names may be several
     * things. What is known already, what was taken back, and what only hidden sources say, is left out. Nothing is merged.
     * The whole graph is read.
     *
     * @param limit the most suggestions of each sort, 1 to {@value #MAX_SUGGESTIONS}
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
     * The merges whose names do not seem to be one thing: no passage names two of them, nothing
     * that is said of the one is said with the other, or they are born or die in different years.
     * The whole graph is read.
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
