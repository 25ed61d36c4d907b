package dev.tern.text;

import java.util.Set;

/** The question words of 23 languages, and English auxiliaries that begin questions. */
public final class Interrogatives {
    private static final Set<String> WORDS = WordLists.of("interrogatives");

    private Interrogatives() {}

    /** Returns true if a lower-case word is a question word or such an auxiliary. */
    public static boolean contain(String word) {
        return WORDS.contains(word);
    }
}
