package dev.tern.graph;

import dev.tern.graph.Filter.And;
import dev.tern.graph.Filter.Comparison;
import dev.tern.graph.Filter.Contains;
import dev.tern.graph.Filter.Exists;
import dev.tern.graph.Filter.In;
import dev.tern.graph.Filter.Not;
import dev.tern.graph.Filter.Or;
import dev.tern.graph.MetadataValue.OfString;
import java.util.List;

/** How large a filter may be. */
final class FilterLimits {
    private FilterLimits() {}

    static void requireName(String name) {
        if (name.length() > Filter.MAX_NAME) {
            throw new IllegalArgumentException(
                    "a filter asks about a name of " + name.length() + " characters; the limit is " + Filter.MAX_NAME);
        }
    }

    static void requireValue(String name, MetadataValue value) {
        if (value instanceof OfString(String text) && text.length() > MetadataValue.COMPARED_LENGTH) {
            throw new IllegalArgumentException("a filter compares \"" + name + "\" with a string of " + text.length()
                    + " characters; the limit is " + MetadataValue.COMPARED_LENGTH);
        }
    }

    static void requireConditions(int count) {
        if (count > Filter.MAX_CONDITIONS) {
            throw new IllegalArgumentException(
                    "a filter has " + count + " conditions; the limit is " + Filter.MAX_CONDITIONS);
        }
    }

    static void requireLimits(List<Filter> conditions) {
        requireConditions(conditions.stream().mapToInt(FilterLimits::size).sum());
        int depth = 1 + conditions.stream().mapToInt(FilterLimits::depth).max().orElse(0);
        if (depth > Filter.MAX_DEPTH) {
            throw new IllegalArgumentException("a filter has " + depth + " levels; the limit is " + Filter.MAX_DEPTH);
        }
    }

    /** Whatever a store has work with counts: an {@code and} of nothing too, for it holds for every row. */
    private static int size(Filter filter) {
        return switch (filter) {
            case And(List<Filter> conditions) ->
                1 + conditions.stream().mapToInt(FilterLimits::size).sum();
            case Or(List<Filter> conditions) ->
                1 + conditions.stream().mapToInt(FilterLimits::size).sum();
            case Not(Filter condition) -> 1 + size(condition);
            case In in -> Math.max(1, in.values().size());
            case Comparison one -> 1;
            case Contains one -> 1;
            case Exists one -> 1;
        };
    }

    private static int depth(Filter filter) {
        return switch (filter) {
            case And(List<Filter> conditions) ->
                1 + conditions.stream().mapToInt(FilterLimits::depth).max().orElse(0);
            case Or(List<Filter> conditions) ->
                1 + conditions.stream().mapToInt(FilterLimits::depth).max().orElse(0);
            case Not(Filter condition) -> 1 + depth(condition);
            case In one -> 1;
            case Comparison one -> 1;
            case Contains one -> 1;
            case Exists one -> 1;
        };
    }
}
