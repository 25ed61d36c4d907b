package dev.tern.text;

import java.util.Set;

/** A list of the most common English verb forms. */
public final class EnglishVerbs {
    private static final Set<String> FORMS = WordLists.of("englishVerbs");

    private EnglishVerbs() {}

    /** Returns true if a lower-case word is one of the most common verb forms. */
    public static boolean isCommonForm(String word) {
        return FORMS.contains(word);
    }
}
