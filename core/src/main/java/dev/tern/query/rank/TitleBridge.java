package dev.tern.query.rank;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.settings.SourcePattern;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Favours passages whose title is named in the text of one of the best passages, which is a bridge
 * to them. Every possible name in the best passages is tried; a passage with such a title gains
 *
 * <pre>  1 / sqrt(1 + rank of the naming passage)  /  (1 + ln(1 + passages about the title))</pre>
 *
 * <p>so that a frequent title is worth little. The passages about a title are counted in the known
 * part of the graph. A passage without a title has its {@linkplain PassageTopic topic} as title,
 * gains {@value #TOPIC_GAIN} times as much, and shares that with the other passages of the topic,
 * since at most one of them is meant. Publishers with the same title share its gain, so that
 * copying a title yields only a share.
 */
final class TitleBridge {
    /** The gain of a topic relative to a title: a topic is only derived from statements. */
    private static final double TOPIC_GAIN = 0.4;

    private TitleBridge() {}

    /** Returns the keys of the possible titles that some passages name. */
    static Set<String> titles(List<Passage> passages, Neighbourhood neighbourhood) {
        Set<String> keys = new LinkedHashSet<>();
        passages.forEach(passage -> keys.addAll(neighbourhood.forms(passage).possibleTitles()));
        return keys;
    }

    /**
     * Returns a gain above 0 and at most 1 for the id of each passage whose title is named.
     *
     * @param best the passages that may name a title, best first
     */
    static Map<String, Double> gains(Collection<Passage> passages, List<Passage> best, Neighbourhood neighbourhood) {
        List<Set<String>> naming = best.stream()
                .map(passage -> neighbourhood.forms(passage).possibleTitles())
                .toList();
        Map<String, List<Name>> named = new HashMap<>();
        Map<String, Set<String>> sharing = new HashMap<>();
        for (Passage passage : passages) {
            List<Name> names = neighbourhood.forms(passage).topic().stream()
                    .filter(name -> rank(name.key(), naming) < naming.size())
                    .toList();
            named.put(passage.id(), names);
            names.forEach(name -> sharing.computeIfAbsent(gainKey(passage, name.key()), absent -> new HashSet<>())
                    .add(sharer(passage)));
        }
        Map<String, Double> gains = new HashMap<>();
        for (Passage passage : passages) {
            for (Name name : named.getOrDefault(passage.id(), List.of())) {
                String key = name.key();
                int about = neighbourhood.entity(name.id()).passageCount();
                int sharers =
                        sharing.getOrDefault(gainKey(passage, key), Set.of()).size();
                double certainty = passage.title().isBlank() ? TOPIC_GAIN : 1;
                double gain = certainty / Math.sqrt(1 + rank(key, naming)) / (1 + Math.log(1 + about)) / sharers;
                gains.merge(passage.id(), gain, Math::max);
            }
        }
        return gains;
    }

    /** Returns the index of the first set with a key; the number of sets if none has it. */
    private static int rank(String key, List<Set<String>> naming) {
        int rank = 0;
        while (rank < naming.size() && !naming.get(rank).contains(key)) {
            rank++;
        }
        return rank;
    }

    /**
     * Returns the key under which a gain is shared: a topic, distinct from any title, or a whole
     * title, since brackets distinguish films and persons of one name.
     */
    private static String gainKey(Passage passage, String key) {
        return passage.title().isBlank() ? "\n" + key : EntityName.normalise(passage.title());
    }

    /** Returns the owner of a share: a passage of a topic, or a publisher under a title. */
    private static String sharer(Passage passage) {
        return passage.title().isBlank() ? passage.id() : SourcePattern.publisher(passage.source());
    }
}
