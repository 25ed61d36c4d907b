package dev.tern.query.rank;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.query.rank.PassageForms.Name;
import dev.tern.settings.SourcePattern;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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

    /**
     * Returns the possible titles that some passages name.
     *
     * @param best the passages to read, best first
     * @return the rank of the first passage that names a title, from 0, by the key of the title
     */
    static Map<String, Integer> from(List<Passage> best, Neighbourhood neighbourhood) {
        Map<String, Integer> rankOfKey = new LinkedHashMap<>();
        for (int rank = 0; rank < best.size(); rank++) {
            for (String key : neighbourhood.forms(best.get(rank)).possibleTitles()) {
                rankOfKey.putIfAbsent(key, rank);
            }
        }
        return rankOfKey;
    }

    /**
     * Returns a gain above 0 and at most 1 for the id of each passage whose title has a rank.
     *
     * @param rankOfKey the result of {@link #from}
     */
    static Map<String, Double> gains(
            Collection<Passage> passages, Map<String, Integer> rankOfKey, Neighbourhood neighbourhood) {
        Map<String, Set<String>> named = new LinkedHashMap<>();
        Map<String, Set<String>> sharing = new HashMap<>();
        for (Passage passage : passages) {
            Set<String> keys = new LinkedHashSet<>();
            neighbourhood.forms(passage).topic().stream()
                    .map(Name::key)
                    .filter(rankOfKey::containsKey)
                    .forEach(keys::add);
            named.put(passage.id(), keys);
            keys.forEach(key -> sharing.computeIfAbsent(gainKey(passage, key), absent -> new HashSet<>())
                    .add(sharer(passage)));
        }
        Map<String, Double> gains = new HashMap<>();
        for (Passage passage : passages) {
            for (String key : named.getOrDefault(passage.id(), Set.of())) {
                int about =
                        neighbourhood.entity(neighbourhood.names().idOf(key)).passageCount();
                int sharers =
                        sharing.getOrDefault(gainKey(passage, key), Set.of()).size();
                double certainty = passage.title().isBlank() ? TOPIC_GAIN : 1;
                double gain =
                        certainty / Math.sqrt(1 + rankOfKey.getOrDefault(key, 0)) / (1 + Math.log(1 + about)) / sharers;
                gains.merge(passage.id(), gain, Math::max);
            }
        }
        return gains;
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
