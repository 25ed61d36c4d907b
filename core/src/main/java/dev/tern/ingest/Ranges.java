package dev.tern.ingest;

import dev.tern.graph.Place;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Parts of a document's text that follow one another, of which there may be as many as there are passages. */
final class Ranges {
    private Ranges() {}

    /** Those that reach into a place, found by halving. */
    static <T> List<T> within(List<T> ranges, ToIntFunction<T> start, ToIntFunction<T> end, Place place) {
        int first = firstThat(ranges, range -> end.applyAsInt(range) > place.start());
        int behind = firstThat(ranges, range -> start.applyAsInt(range) >= place.end());
        return ranges.subList(first, Math.max(first, behind));
    }

    /** The number of the first that a condition holds for, which then holds for all behind it. */
    private static <T> int firstThat(List<T> ranges, Predicate<T> condition) {
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
