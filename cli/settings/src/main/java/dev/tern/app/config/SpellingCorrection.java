package dev.tern.app.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Suggests corrections of misspelt words. */
public final class SpellingCorrection {
    private SpellingCorrection() {}

    /**
     * Returns the known word that needs the fewest changes; empty if it needs changes to at least
     * half of the word's letters. Case, hyphens, underscores and dots do not count.
     */
    public static Optional<String> nearest(String word, Collection<String> known) {
        String best = "";
        int min = Integer.MAX_VALUE;
        for (String candidate : known) {
            int changes = changes(plain(word), plain(candidate));
            if (changes < min) {
                min = changes;
                best = candidate;
            }
        }
        return !known.isEmpty() && min * 2 < Math.max(plain(word).length(), 2) ? Optional.of(best) : Optional.empty();
    }

    private static String plain(String word) {
        return word.replaceAll("[-_.]", "").toLowerCase(Locale.ROOT);
    }

    /** Returns the edit distance, in which swapping two neighbours counts as one change. */
    private static int changes(String a, String b) {
        int[][] min = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    min[i][j] = i + j;
                    continue;
                }
                int change = min[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                min[i][j] = Math.min(change, Math.min(min[i - 1][j], min[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    min[i][j] = Math.min(min[i][j], min[i - 2][j - 2] + 1);
                }
            }
        }
        return min[a.length()][b.length()];
    }
}
