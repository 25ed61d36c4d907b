package dev.tern.query.rerank;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.EntityName;
import dev.tern.graph.NameSpans;
import dev.tern.graph.Passage;
import dev.tern.query.rerank.Neighbourhood.Node;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.TitleKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    private final GraphView graph;
    private final Neighbourhood neighbourhood;

    TitleBridge(GraphView graph, Neighbourhood neighbourhood) {
        this.graph = graph;
        this.neighbourhood = neighbourhood;
    }

    /**
     * What a passage gains.
     *
     * @param passage the passage that others name
     * @param gain 0 to 1
     */
    record Gain(Embedded<Passage> passage, double gain) {}

    /**
     * The passages that others lead to.
     *
     * @param best the passages to read, best first
     */
    List<Gain> from(List<Passage> best) {
        Map<String, Integer> rankOfKey = new LinkedHashMap<>();
        for (int rank = 0; rank < best.size(); rank++) {
            Set<String> own = TitleKey.of(best.get(rank).title());
            for (NameSpans.Span span : NameSpans.of(best.get(rank).textToEmbed())) {
                String key = EntityName.normalise(span.text());
                boolean longEnough = key.length() >= MIN_ONE_WORD_TITLE || key.indexOf(' ') >= 0;
                if (longEnough && !own.contains(key)) {
                    rankOfKey.putIfAbsent(key, rank);
                }
            }
        }
        if (rankOfKey.isEmpty()) {
            return List.of();
        }
        List<Embedded<Passage>> titled = graph.passages(PassagesBy.TITLE, rankOfKey.keySet());
        Map<String, Node> about = about(titled);
        List<Gain> gains = new ArrayList<>();
        for (Embedded<Passage> passage : titled) {
            double most = 0;
            for (String key : TitleKey.of(passage.value().title())) {
                Integer rank = rankOfKey.get(key);
                Node entity = about.get(key);
                if (rank != null) {
                    int mentions = entity == null ? 1 : entity.passageCount();
                    most = Math.max(most, 1 / Math.sqrt(1 + rank) / (1 + Math.log(1 + mentions)));
                }
            }
            gains.add(new Gain(passage, most));
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
