package dev.tern.graph;

import java.util.Comparator;
import java.util.function.Function;

/**
 * A value with its score.
 *
 * @param value the value
 * @param score higher is better; from a vector search the cosine, -1 to 1
 * @param <T> the type of the value
 */
public record Scored<T>(T value, double score) {
    /** Orders by score, best first, then by id, so that the order is reproducible. */
    public static <T> Comparator<Scored<T>> bestFirst(Function<T, String> id) {
        return (one, other) -> {
            int byScore = Double.compare(other.score, one.score);
            return byScore != 0 ? byScore : id.apply(one.value).compareTo(id.apply(other.value));
        };
    }
}
