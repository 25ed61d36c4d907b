package dev.tern.graph;

import java.util.Comparator;
import java.util.function.Function;

/**
 * A thing with its score.
 *
 * @param value the thing
 * @param score higher is better; from a vector search the cosine, -1 to 1
 * @param <T> the type of the thing
 */
public record Scored<T>(T value, double score) {
    /** Orders by score, best first, then by id, so that every order is reproducible. */
    public static <T> Comparator<Scored<T>> bestFirst(Function<T, String> id) {
        return Comparator.<Scored<T>>comparingDouble(Scored::score)
                .reversed()
                .thenComparing(scored -> id.apply(scored.value()));
    }
}
