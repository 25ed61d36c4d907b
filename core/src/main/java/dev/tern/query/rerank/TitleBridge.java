package dev.tern.query.rerank;

import dev.tern.graph.ContentId;
import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A passage whose text names another passage's title is a bridge to it. The passages that the walk likes best are read,
 * every span in them that could be a name may be a title, and a passage of such a title gains
 *
 * <pre>  1 / sqrt(1 + rank of the naming passage)  /  (1 + ln(1 + number of passages about the title))</pre>
 *
 * <p>so that a title that everything names is worth little. The passages about a title are counted among what is known of
 * the graph. For one query and one thread.
 */
final class TitleBridge {
    private static final int MIN_ONE_WORD_TITLE = 4;
    private static final int MAX_NAMES_OF_A_PASSAGE = 500;

    private final Map<String, Set<String>> namesOfPassage = new HashMap<>();

    /**
     * The titles that some passages name.
     *
     * @param best the passages to read, best first
     * @return by each key of a title, the rank of the first passage that names it, from 0
     */
    Map<String, Integer> from(List<Passage> best) {
        Map<String, Integer> rankOfKey = new LinkedHashMap<>();
        for (int rank = 0; rank < best.size(); rank++) {
            Passage passage = best.get(rank);
            for (String key : namesOfPassage.computeIfAbsent(passage.id(), id -> names(passage))) {
                rankOfKey.putIfAbsent(key, rank);
            }
        }
        return rankOfKey;
    }

    private static Set<String> names(Passage passage) {
        Set<String> own = Topic.of(passage);
        Set<String> names = new LinkedHashSet<>();
        for (NameSpans.Span span : NameSpans.of(passage.textToEmbed())) {
            String key = EntityName.normalise(span.text());
            boolean longEnough = key.length() >= MIN_ONE_WORD_TITLE || key.indexOf(' ') >= 0;
            if (longEnough && !own.contains(key) && names.size() < MAX_NAMES_OF_A_PASSAGE) {
                names.add(key);
            }
        }
        return names;
    }

    /** What a passage gains by its title, 0 to 1. */
    static double gain(Passage passage, Map<String, Integer> rankOfKey, Neighbourhood neighbourhood) {
        double most = 0;
        for (String key : Topic.of(passage)) {
            Integer rank = rankOfKey.get(key);
            if (rank != null) {
                int about = neighbourhood.entity(ContentId.ofEntity(key)).passageCount();
                most = Math.max(most, 1 / Math.sqrt(1 + rank) / (1 + Math.log(1 + about)));
            }
        }
        return most;
    }
}
