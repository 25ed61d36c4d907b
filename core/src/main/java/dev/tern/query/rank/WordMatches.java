package dev.tern.query.rank;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The standard scores of BM25 among passages found by keyword search, at least -2. */
final class WordMatches {
    /** The minimum number of passages found; the mean of fewer is meaningless. */
    private static final int MIN_SCORES = 4;

    private static final double MIN_SCORE = -2;

    private final Map<String, Double> scores = new HashMap<>();

    /** Takes the passages found by keyword search; none without keyword search. */
    WordMatches(List<Scored<Passage>> found) {
        if (found.size() >= MIN_SCORES) {
            StandardScore score = StandardScore.among(
                    found.stream().mapToDouble(Scored::score).toArray());
            found.forEach(passage -> scores.put(passage.value().id(), Math.max(MIN_SCORE, score.of(passage.score()))));
        }
    }

    /** Returns a passage's score; -2 if it was not found; 0 for all if fewer than 4 were found. */
    double of(String passageId) {
        return scores.isEmpty() ? 0 : scores.getOrDefault(passageId, MIN_SCORE);
    }
}
