package dev.tern.query.rerank;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.query.rerank.Neighbourhood.Node;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphStore.PassagesBy;
import dev.tern.store.TitleKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A passage whose text names another passage's title is a bridge to it. The passages that the walk likes best are read,
 * every span in them that could be a name is looked up as a title in one round trip, and what is found gains
 *
 * <pre>  1 / sqrt(1 + rank of the naming passage)  /  (1 + ln(1 + number of passages about the title))</pre>
 *
 * <p>so that a title that everything names is worth little.
 */
final class TitleBridge {
    private static final int MIN_ONE_WORD_TITLE = 4;

    private final GraphStore store;
    private final Neighbourhood neighbourhood;

    TitleBridge(GraphStore store, Neighbourhood neighbourhood) {
        this.store = store;
        this.neighbourhood = neighbourhood;
    }

    /**
     * The passages that others lead to, with what they gain, 0 to 1.
     *
     * @param best the passages to read, best first
     */
    Map<Embedded<Passage>, Double> from(List<Passage> best) {
        Map<String, Integer> rankOfKey = new LinkedHashMap<>();
        for (int rank = 0; rank < best.size(); rank++) {
            for (NameSpans.Span span : NameSpans.of(best.get(rank).text())) {
                String key = EntityName.normalise(span.text());
                if (key.length() >= MIN_ONE_WORD_TITLE || key.indexOf(' ') >= 0) {
                    rankOfKey.putIfAbsent(key, rank);
                }
            }
        }
        for (Passage passage : best) {
            TitleKey.of(passage.title()).forEach(rankOfKey::remove);
        }
        if (rankOfKey.isEmpty()) {
            return Map.of();
        }
        List<Embedded<Passage>> titled = store.passages(PassagesBy.TITLE, rankOfKey.keySet());
        Map<String, Node> about = about(titled);
        Map<Embedded<Passage>, Double> gains = new HashMap<>();
        for (Embedded<Passage> passage : titled) {
            for (String key : TitleKey.of(passage.value().title())) {
                Integer rank = rankOfKey.get(key);
                if (rank != null) {
                    int mentions = about.containsKey(key) ? about.get(key).passageCount() : 1;
                    gains.merge(passage, 1 / Math.sqrt(1 + rank) / (1 + Math.log(1 + mentions)), Math::max);
                }
            }
        }
        return gains;
    }

    /** The entities of the titles, with their edges. */
    private Map<String, Node> about(List<Embedded<Passage>> titled) {
        Map<String, Node> nodes = new LinkedHashMap<>();
        for (Embedded<Passage> passage : titled) {
            for (String key : TitleKey.of(passage.value().title())) {
                nodes.put(key, neighbourhood.entity(ContentId.ofEntity(key)));
            }
        }
        neighbourhood.bring(new ArrayList<>(nodes.values()));
        return nodes;
    }
}
