package dev.tern.curation.alias;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import dev.tern.graph.MetadataFilter;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Merge;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Suggests names of a graph to merge, and finds merges that are probably wrong. Does not change the
 * graph. Thread-safe.
 */
public final class AliasFinder {
    /** The maximum number of suggestions. */
    public static final int MAX_SUGGESTIONS = 1000;

    private final GraphStore store;

    /** Creates a search in a graph; the store is not closed. */
    public AliasFinder(GraphStore store) {
        this.store = store;
    }

    /**
     * Suggests merges by the spelling of names and the passages that name them, and lists short
     * names that may stand for longer ones. Omits known and undone merges, and names that occur
     * only in hidden sources. Reads the whole graph.
     *
     * @param limit maximum number of suggestions of each kind, 1 to {@value #MAX_SUGGESTIONS}
     * @throws TernException if the limit is out of its range, the thread is interrupted, or the
     *     store fails
     */
    public AliasSuggestions suggest(int limit) {
        if (limit < 1 || limit > MAX_SUGGESTIONS) {
            throw TernException.user("the limit of suggestions is " + limit + "; it must be 1 to " + MAX_SUGGESTIONS);
        }
        try (GraphView view = store.shown(MetadataFilter.everything())) {
            List<Merge> takenBack = view.notes().edits().stream()
                    .filter(edit -> !edit.isInEffect())
                    .flatMap(edit -> edit.change() instanceof Merge merge ? Stream.of(merge) : Stream.empty())
                    .toList();
            return new AliasSearch(view, takenBack).suggest(limit);
        }
    }

    /**
     * Finds merged names that probably name different entities: their years of birth or death
     * differ; or each is in two or more passages, but no passage has both, and no third entity is
     * in statements with each. Reads the whole graph.
     */
    public List<AliasDoubt> check() {
        try (GraphView view = store.shown(MetadataFilter.everything())) {
            List<Edit> merges = view.notes().edits().stream()
                    .filter(edit -> edit.isInEffect() && edit.change() instanceof Merge)
                    .toList();
            Set<String> ids = merges.stream()
                    .flatMap(edit -> ((Merge) edit.change()).names().stream())
                    .map(ContentId::ofEntity)
                    .collect(Collectors.toSet());
            return new AliasCheck(GraphNames.merged(view, ids)).doubts(merges);
        }
    }

    private static final class AliasCheck {
        /** The minimum number of passages of a name; fewer have too few neighbours to compare. */
        private static final int ENOUGH_PASSAGES = 2;

        private final GraphNames graph;

        AliasCheck(GraphNames graph) {
            this.graph = graph;
        }

        List<AliasDoubt> doubts(Collection<Edit> merges) {
            List<AliasDoubt> doubts = new ArrayList<>();
            for (Edit merge : merges) {
                List<String> names = ((Merge) merge.change()).names();
                for (int i = 0; i < names.size(); i++) {
                    for (int j = i + 1; j < names.size(); j++) {
                        String one = names.get(i);
                        String other = names.get(j);
                        List<String> reasons = reasons(ContentId.ofEntity(one), ContentId.ofEntity(other));
                        if (!reasons.isEmpty()) {
                            doubts.add(new AliasDoubt(merge, one, other, reasons));
                        }
                    }
                }
            }
            return doubts;
        }

        private List<String> reasons(String one, String other) {
            List<String> reasons = new ArrayList<>();
            Set<String> passages = graph.of(one);
            Set<String> others = graph.of(other);
            boolean enough = passages.size() >= ENOUGH_PASSAGES && others.size() >= ENOUGH_PASSAGES;
            if (enough
                    && Collections.disjoint(passages, others)
                    && Collections.disjoint(graph.neighboursOf(one), graph.neighboursOf(other))) {
                reasons.add("no passage names both (" + passages.size() + " and " + others.size()
                        + " passages), and they share no neighbour");
            }
            for (String event : List.of("born", "died")) {
                contradiction(event, graph.yearsOf(one), graph.yearsOf(other)).ifPresent(reasons::add);
            }
            return reasons;
        }

        private static Optional<String> contradiction(String event, Set<String> one, Set<String> other) {
            Set<String> years = of(event, one);
            Set<String> others = of(event, other);
            return years.isEmpty() || others.isEmpty() || !Collections.disjoint(years, others)
                    ? Optional.empty()
                    : Optional.of(String.join(", ", years) + " against " + String.join(", ", others));
        }

        private static Set<String> of(String event, Set<String> years) {
            return years.stream().filter(year -> year.startsWith(event)).collect(Collectors.toSet());
        }
    }
}
