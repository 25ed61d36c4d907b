package dev.tern.profile;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.profile.GraphProfile.Duplicates;
import dev.tern.profile.ProfileListener.ProfileStep;
import dev.tern.store.GraphView;
import dev.tern.store.SearchWords;
import dev.tern.text.WhiteSpace;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** Compares the passages of a sample with their ten nearest neighbours. Not thread-safe. */
final class NearestComparison {
    private static final int NEAREST = 10;
    private static final double ALIKE = 0.9;
    private static final int MAX_EXAMPLES = 3;

    private final Map<String, Set<String>> nearest = new HashMap<>();
    private final Set<List<String>> examples = new LinkedHashSet<>();
    private int pairs;
    private int joined;
    private int same;
    private int alike;

    /**
     * Finds the nearest neighbours of each sampled passage, and compares them with it.
     *
     * @param areJoined returns true if a name links two passages
     */
    NearestComparison(
            GraphView view,
            List<Embedded<Passage>> sample,
            BiPredicate<Passage, Passage> areJoined,
            ProfileListener listener) {
        for (Embedded<Passage> passage : sample) {
            List<Passage> others = view.nearestPassages(passage.vector(), NEAREST + 1).stream()
                    .map(Scored::value)
                    .filter(other -> !other.id().equals(passage.value().id()))
                    .limit(NEAREST)
                    .toList();
            Set<String> ids = new HashSet<>();
            others.forEach(other -> ids.add(other.id()));
            nearest.put(passage.value().id(), ids);
            pairs += others.size();
            joined += Math.toIntExact(others.stream()
                    .filter(other -> areJoined.test(passage.value(), other))
                    .count());
            compare(passage.value(), others);
            listener.progress(ProfileStep.COMPARING, nearest.size(), sample.size());
        }
    }

    private void compare(Passage passage, List<Passage> others) {
        String text = folded(passage);
        Set<String> words = new HashSet<>(SearchWords.of(passage.text()));
        boolean copied = false;
        for (Passage other : others) {
            boolean isSame = folded(other).equals(text);
            if (isSame || areAlike(words, new HashSet<>(SearchWords.of(other.text())))) {
                if (!copied && examples.size() < MAX_EXAMPLES) {
                    examples.add(Stream.of(passage.documentId(), other.documentId())
                            .sorted()
                            .toList());
                }
                copied = true;
            }
            if (isSame) {
                same++;
                break;
            }
        }
        alike += copied ? 1 : 0;
    }

    private static String folded(Passage passage) {
        return WhiteSpace.fold(passage.text());
    }

    /** Returns true if the Jaccard similarity of two sets is 0.9 or more; false if one is empty. */
    private static boolean areAlike(Set<String> words, Set<String> others) {
        int smaller = Math.min(words.size(), others.size());
        int larger = Math.max(words.size(), others.size());
        if (smaller == 0 || smaller < ALIKE * larger) {
            return false;
        }
        int both = 0;
        for (String word : words) {
            both += others.contains(word) ? 1 : 0;
        }
        return both >= ALIKE * (words.size() + others.size() - both);
    }

    /** Returns the ids of the passages nearest to a sampled one, at most ten. */
    Set<String> nearestTo(Passage passage) {
        return nearest.getOrDefault(passage.id(), Collections.emptySet());
    }

    /** Returns the share of nearest neighbours with a name in common with their sampled passage. */
    double joined() {
        return NameCountVisitor.share(joined, pairs);
    }

    /**
     * Returns the shares of sampled passages with duplicates among their neighbours.
     *
     * @param aliases the number of likely aliases, to be passed on
     */
    Duplicates copies(OptionalInt aliases) {
        return new Duplicates(
                NameCountVisitor.share(same, nearest.size()),
                NameCountVisitor.share(alike, nearest.size()),
                List.copyOf(examples),
                aliases);
    }
}
