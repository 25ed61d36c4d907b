package dev.tern.graph;

import java.util.Comparator;
import java.util.Locale;
import java.util.function.Function;

/**
 * A value with its score.
 *
 * @param score higher is better; from a vector search the cosine, -1 to 1
 * @param <T> the type of the value
 */
public record Scored<T>(T value, double score) {
    /** Returns the value and its score, as in "mill: Orla Finn grinds rye. (0.871)". */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s (%.3f)", value, score);
    }

    /** Returns an order by score, best first, then by id, so that it is reproducible. */
    public static <T> Comparator<Scored<T>> bestFirst(Function<T, String> id) {
        return (one, other) -> {
            int byScore = Double.compare(other.score, one.score);
            return byScore != 0 ? byScore : id.apply(one.value).compareTo(id.apply(other.value));
        };
    }
}
