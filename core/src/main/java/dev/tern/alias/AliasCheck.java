package dev.tern.alias;

import dev.tern.graph.ContentId;
import dev.tern.note.Edit;
import dev.tern.note.Edit.Merge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds merges of names that the graph keeps apart. */
final class AliasCheck {
    /** A name in fewer passages has too few neighbours to compare. */
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
                    + " passages), and nothing is named with both");
        }
        for (String what : List.of("born", "died")) {
            contradiction(what, graph.yearsOf(one), graph.yearsOf(other)).ifPresent(reasons::add);
        }
        return reasons;
    }

    private static Optional<String> contradiction(String what, Set<String> one, Set<String> other) {
        Set<String> years = of(what, one);
        Set<String> others = of(what, other);
        return years.isEmpty() || others.isEmpty() || !Collections.disjoint(years, others)
                ? Optional.empty()
                : Optional.of(String.join(", ", years) + " against " + String.join(", ", others));
    }

    private static Set<String> of(String what, Set<String> years) {
        return years.stream().filter(year -> year.startsWith(what)).collect(Collectors.toSet());
    }
}
