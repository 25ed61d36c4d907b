package dev.tern.text;

import java.util.Set;

/** Recognises English verb forms by a list of common ones and by endings such as "-ing". */
public final class EnglishVerbs {
    private static final Set<String> FORMS = WordLists.of("englishVerbs");

    private EnglishVerbs() {}

    /** Returns true if a lower-case word is one of the most common verb forms. */
    public static boolean isCommonForm(String word) {
        return FORMS.contains(word);
    }

    /** Returns true if a lower-case word is a common form, or ends in -ed, -ing, n't or 'll. */
    public static boolean isVerb(String word) {
        return FORMS.contains(word)
                || (word.length() > 4 && (word.endsWith("ed") || word.endsWith("ing")))
                || word.endsWith("n't")
                || word.endsWith("n’t")
                || word.endsWith("'ll")
                || word.endsWith("’ll");
    }
}
