package dev.tern.note;

import dev.tern.graph.EntityName;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Combines merges that share a name, if each pair of their names is in some merge: A=B, B=C and
 * A=C, but not A=B and B=C alone. Each merge is joined with the first later merge that fits, and
 * the result with further merges, until none fits.
 *
 * <p>Does not compare all pairs, even if thousands of merges share a name. For each merge, the
 * search takes the name that was merged with the fewest others, and considers only merges whose
 * least used name is this name or one of these others. No other merge can fit.
 */
final class NameJoining {
    private final List<Map<String, String>> groups = new ArrayList<>();
    private final Map<String, Set<String>> said = new HashMap<>();
    private final Map<String, List<Integer>> groupsOfRarest = new HashMap<>();
    private final BitSet joined = new BitSet();

    private NameJoining(Collection<List<String>> merges) {
        Map<String, Integer> uses = new HashMap<>();
        for (List<String> merge : merges) {
            Map<String, String> names = new LinkedHashMap<>();
            merge.forEach(name -> names.putIfAbsent(EntityName.normalise(name), name));
            groups.add(names);
            for (String key : names.keySet()) {
                said.computeIfAbsent(key, absent -> new LinkedHashSet<>()).addAll(names.keySet());
                uses.merge(key, 1, Integer::sum);
            }
        }
        for (int i = 0; i < groups.size(); i++) {
            String rarest =
                    Collections.min(groups.get(i).keySet(), Comparator.comparing(key -> uses.getOrDefault(key, 0)));
            groupsOfRarest.computeIfAbsent(rarest, absent -> new ArrayList<>()).add(i);
        }
    }

    /** Returns the names of each entity after joining, as first written, by normalised name. */
    static List<Map<String, String>> join(Collection<List<String>> merges) {
        NameJoining joining = new NameJoining(merges);
        List<Map<String, String>> whole = new ArrayList<>();
        for (int i = 0; i < joining.groups.size(); i++) {
            if (!joining.joined.get(i)) {
                whole.add(joining.joinedTo(i));
            }
        }
        return whole;
    }

    private Map<String, String> joinedTo(int place) {
        Map<String, String> one = groups.get(place);
        List<Integer> rest = behind(place);
        Iterator<Integer> next = rest.iterator();
        while (next.hasNext()) {
            int found = next.next();
            Map<String, String> other = groups.get(found);
            if (Collections.disjoint(one.keySet(), other.keySet())) {
                continue;
            }
            // A merge that does not fit now never fits later: the joined names only become more.
            next.remove();
            if (one.keySet().stream().allMatch(key -> saidWith(key).containsAll(other.keySet()))) {
                other.forEach(one::putIfAbsent);
                joined.set(found);
                next = rest.iterator();
            }
        }
        return one;
    }

    /** Returns the indices of the later merges that may fit. */
    private List<Integer> behind(int place) {
        Set<String> near = Collections.min(
                groups.get(place).keySet().stream().map(this::saidWith).toList(), Comparator.comparingInt(Set::size));
        List<Integer> places = new ArrayList<>();
        for (String name : near) {
            for (int other : groupsOfRarest.getOrDefault(name, List.of())) {
                if (other > place && !joined.get(other)) {
                    places.add(other);
                }
            }
        }
        Collections.sort(places);
        return places;
    }

    private Set<String> saidWith(String key) {
        return said.getOrDefault(key, Set.of());
    }
}
