package dev.tern.offline.answer;

import dev.tern.text.Language;

/** Compares words by the letters that they share, as forms of one word do. */
final class SharedRoots {
    private static final int SHARED = 4;
    private static final int SHORT = 7;
    private static final double MIN_SHARED_PART = 0.6;
    /** The minimum part of a word that is an end: "Zimmer" is not of "Telefonnummer". */
    private static final double MIN_SHARED_END = 0.75;

    private SharedRoots() {}

    /** Returns true if two words begin with the same letters, or share a long part. */
    static boolean share(Language language, String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        int prefix = 0;
        while (prefix < shorter && one.charAt(prefix) == other.charAt(prefix)) {
            prefix++;
        }
        if (one.equals(other)
                || (prefix >= SHARED && 2 * prefix > Math.max(one.length(), other.length()))
                || (prefix == shorter && shorter == SHARED - 1 && Math.abs(one.length() - other.length()) <= 1)) {
            return true;
        }
        String shared = longestCommon(one, other);
        String shortest = one.length() <= other.length() ? one : other;
        return shared.length() >= SHARED
                && (language == Language.ENGLISH
                        ? shortest.equals(shared) && shared.length() > SHARED
                        : shortest.startsWith(shared)
                                || (language != Language.SPANISH
                                        && shortest.endsWith(shared)
                                        && shared.length() >= MIN_SHARED_END * shorter))
                && (shorter <= SHORT || shared.length() >= MIN_SHARED_PART * shorter);
    }

    private static String longestCommon(String one, String other) {
        for (int length = one.length(); length > 0; length--) {
            for (int start = 0; start + length <= one.length(); start++) {
                if (other.contains(one.substring(start, start + length))) {
                    return one.substring(start, start + length);
                }
            }
        }
        return "";
    }
}
