package dev.tern.text;

import java.util.Set;

/** Recognises words, given in lower case, that are not names by themselves. */
public final class NonNames {
    private static final Set<String> OPENERS = WordLists.of("openers");
    private static final Set<String> FOREIGN_OPENERS = WordLists.of("others");
    private static final Set<String> TITLES = WordLists.of("titles");
    private static final Set<String> OF_BOOKS = WordLists.of("books");
    private static final Set<String> MONTHS = WordLists.of("months");
    private static final Set<String> FOREIGN_TIMES = WordLists.of("foreign");
    private static final Set<String> OTHER_TIMES = WordLists.of("times");
    private static final Set<String> ROLES = WordLists.of("roles");

    private NonNames() {}

    /** Returns true for an English function word, or a word that often begins sentences. */
    public static boolean isOpener(String word) {
        return OPENERS.contains(word) || Language.ENGLISH.isFunctionWord(word);
    }

    /** Returns true for a question word, or a foreign word that often begins sentences. */
    public static boolean isForeignOpener(String word) {
        return FOREIGN_OPENERS.contains(word) || Interrogatives.contain(word);
    }

    /** Returns true for an English name of a month. */
    public static boolean isMonth(String word) {
        return MONTHS.contains(word);
    }

    /** Returns true for a month or day of the week in German or Indonesian. */
    public static boolean isForeignTime(String word) {
        return FOREIGN_TIMES.contains(word);
    }

    /** Returns true for a month or day of the week in five languages, "am" or "pm". */
    public static boolean isTime(String word) {
        return isMonth(word) || isForeignTime(word) || OTHER_TIMES.contains(word);
    }

    /** Returns true for an office or its abbreviation, such as "manager" or "ceo". */
    public static boolean isRole(String word) {
        return ROLES.contains(word);
    }

    /** Returns true for a title before names of persons. */
    public static boolean isTitle(String word) {
        return TITLES.contains(word);
    }

    /** Returns true for a title or a word of headings, which is no name by itself. */
    public static boolean isTitleOrHeading(String word) {
        return TITLES.contains(word) || OF_BOOKS.contains(word);
    }
}
