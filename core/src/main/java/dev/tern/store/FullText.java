package dev.tern.store;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Ranks passages by BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009),
 * as the specification of {@link GraphView#passagesByText}. N is the number of passages that have
 * any word, n(w) the number of passages that contain the word w, f the count of w in a passage, |p|
 * the number of words of the passage, and a the mean of |p| over the N passages. The score of a
 * passage is
 *
 * <pre>  sum over the distinct words w of the question:
 *     ln(1 + (N - n(w) + 1/2) / (n(w) + 1/2))  f / (f + k (1 - b + b |p| / a))</pre>
 *
 * <p>k = {@value #K}, b = {@value #B}. Passages that contain no word of the question are left out.
 */
final class FullText {
    static final double K = 1.2;
    static final double B = 0.75;

    private final List<CountedPassage> passages = new ArrayList<>();
    private final Map<String, Integer> passagesWith = new HashMap<>();
    private long words;

    private record CountedPassage(Passage passage, Map<String, Integer> counts, int length) {}

    FullText(Collection<Embedded<Passage>> passages) {
        for (Embedded<Passage> passage : passages) {
            List<String> all = SearchWords.of(passage.value().textToEmbed());
            if (!all.isEmpty()) {
                Map<String, Integer> counts = new HashMap<>();
                all.forEach(word -> counts.merge(word, 1, Integer::sum));
                counts.keySet().forEach(word -> passagesWith.merge(word, 1, Integer::sum));
                this.passages.add(new CountedPassage(passage.value(), counts, all.size()));
                words += all.size();
            }
        }
    }

    List<Scored<Passage>> search(String question, int limit) {
        Set<String> asked = SearchWords.ofQuestion(question);
        double mean = words / (double) Math.max(1, passages.size());
        List<Scored<Passage>> found = new ArrayList<>();
        for (CountedPassage passage : passages) {
            double score = 0;
            for (String word : asked) {
                double f = passage.counts.getOrDefault(word, 0);
                double lengths = 1 - B + B * passage.length / mean;
                score += f == 0 ? 0 : rarity(word) * f / (f + K * lengths);
            }
            if (score > 0) {
                found.add(new Scored<>(passage.passage, score));
            }
        }
        return found.stream().sorted(Scored.bestFirst(Passage::id)).limit(limit).toList();
    }

    private double rarity(String word) {
        int with = passagesWith.getOrDefault(word, 0);
        return Math.log(1 + (passages.size() - with + 0.5) / (with + 0.5));
    }
}
