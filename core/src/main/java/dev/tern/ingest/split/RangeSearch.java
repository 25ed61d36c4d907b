package dev.tern.ingest.split;

import dev.tern.graph.Position;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Searches sorted ranges of a document's text by bisection. */
public final class RangeSearch {
    private RangeSearch() {}

    /** Returns the ranges that overlap a position, given sorted ranges without overlaps. */
    public static <T> List<T> overlapping(
            List<T> ranges, ToIntFunction<T> start, ToIntFunction<T> end, Position place) {
        int first = firstThat(ranges, range -> end.applyAsInt(range) > place.start());
        int behind = firstThat(ranges, range -> start.applyAsInt(range) >= place.end());
        return ranges.subList(first, Math.max(first, behind));
    }

    /** Returns the index from which on a condition holds; the size if it holds for none. */
    static <T> int firstThat(List<T> ranges, Predicate<T> condition) {
        int from = 0;
        int to = ranges.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (condition.test(ranges.get(middle))) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }
}
