package dev.tern.cli.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Guesses what a misspelt word was meant to be. */
final class Spelling {
    private Spelling() {}

    /** The known word that takes the fewest changed letters to reach, if that is less than half of them. */
    static Optional<String> nearest(String word, Collection<String> known) {
        String best = "";
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            int changes = changes(plain(word), plain(candidate));
            if (changes < least) {
                least = changes;
                best = candidate;
            }
        }
        return least * 2 < Math.max(plain(word).length(), 2) ? Optional.of(best) : Optional.empty();
    }

    private static String plain(String word) {
        return word.replaceAll("[-_.]", "").toLowerCase(Locale.ROOT);
    }

    /** Levenshtein's distance. */
    private static int changes(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int swap = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(swap, Math.min(previous[j], row[j - 1]) + 1);
            }
            previous = row;
        }
        return previous[b.length()];
    }
}
