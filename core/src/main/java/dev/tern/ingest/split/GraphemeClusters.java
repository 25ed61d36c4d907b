package dev.tern.ingest.split;

import java.text.BreakIterator;
import java.util.Locale;
import java.util.stream.IntStream;

/** Finds the ends of grapheme clusters, such as a letter with accents. Not thread-safe. */
final class GraphemeClusters {
    /** The maximum length of a cluster, in UTF-16 units; Unicode's limit for accents is 30. */
    private static final int MAX_LENGTH = 64;

    private final String text;
    private final BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);

    GraphemeClusters(String text) {
        this.text = text;
    }

    /**
     * Returns the ends of consecutive clusters.
     *
     * @param from the start of a cluster
     * @param to the maximum end of the last cluster
     * @param units approximate number of UTF-16 units to scan
     * @return at least one end; the ends of code points if no cluster of at most {@value
     *     #MAX_LENGTH} units begins at {@code from}
     */
    int[] ends(int from, int to, int units) {
        int window = (int) Math.min(to, (long) from + Math.max(MAX_LENGTH, units));
        // The next code point shows if a character at the end of the window is complete.
        characters.setText(text.substring(from, Math.min(to, window + 2)));
        int[] ends = IntStream.generate(characters::next)
                .takeWhile(end -> end != BreakIterator.DONE && from + end <= window)
                .map(end -> from + end)
                .toArray();
        return ends.length > 0 ? ends : endsOfCodePoints(from, window);
    }

    int[] endsOfCodePoints(int from, int to) {
        return IntStream.iterate(from, at -> at < to, at -> text.offsetByCodePoints(at, 1))
                .map(at -> text.offsetByCodePoints(at, 1))
                .toArray();
    }
}
