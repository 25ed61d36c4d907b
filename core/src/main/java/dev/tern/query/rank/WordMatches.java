package dev.tern.query.rank;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How far the passages found by their words stand above the others that were found so: standard scores of BM25. What was not
 * found has the score of the least.
 */
final class WordMatches {
    /** Fewer scores than these do not tell what is usual. */
    private static final int FEWEST = 4;

    private static final double LEAST = -2;

    private final Map<String, Double> scores = new HashMap<>();

    /** Of the passages found by their words, if they were searched for. */
    WordMatches(List<Scored<Passage>> found) {
        if (found.size() >= FEWEST) {
            StandardScore score =
                    StandardScore.among(found.stream().map(Scored::score).toList());
            found.forEach(passage -> scores.put(passage.value().id(), Math.max(LEAST, score.of(passage.score()))));
        }
    }

    /** The standard score of a passage; the same for all where no passages, or very few, were found. */
    double of(String passageId) {
        return scores.isEmpty() ? 0 : scores.getOrDefault(passageId, LEAST);
    }
}
