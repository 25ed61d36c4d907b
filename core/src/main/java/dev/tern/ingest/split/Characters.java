package dev.tern.ingest.split;

import java.text.BreakIterator;
import java.util.Locale;
import java.util.stream.IntStream;

/** Where a text can be cut between characters as readers see them: a letter with its accents is one. Not thread-safe. */
final class Characters {
    /** The longest that is taken for one character, in UTF-16 units; Unicode's own bound for accents is 30. */
    private static final int LONGEST = 64;

    private final String text;
    private final BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);

    Characters(String text) {
        this.text = text;
    }

    /**
     * The ends of the characters from one on.
     *
     * @param from where a character begins
     * @param to where the last one ends at the latest
     * @param units about how many UTF-16 units to look at
     * @return at least one end; of code points where no character of reasonable length begins
     */
    int[] ends(int from, int to, int units) {
        int window = (int) Math.min(to, (long) from + Math.max(LONGEST, units));
        // What ends at the window is known by the code point behind it.
        characters.setText(text.substring(from, Math.min(to, window + 2)));
        int[] ends = IntStream.generate(characters::next)
                .takeWhile(end -> end != BreakIterator.DONE && from + end <= window)
                .map(end -> from + end)
                .toArray();
        return ends.length > 0 ? ends : endsOfCodePoints(from, window);
    }

    /** The ends of the code points in a range. */
    int[] endsOfCodePoints(int from, int to) {
        return IntStream.iterate(from, at -> at < to, at -> text.offsetByCodePoints(at, 1))
                .map(at -> text.offsetByCodePoints(at, 1))
                .toArray();
    }
}
