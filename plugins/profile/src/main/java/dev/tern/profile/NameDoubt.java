package dev.tern.profile;

import dev.tern.graph.EntityName;
import dev.tern.text.NoNames;
import java.util.Locale;
import java.util.Optional;

/** Why a text that stands as a name looks like none. */
public enum NameDoubt {
    /** There is no letter in it. */
    NUMBER("a number"),
    /** The address of a page or a mail box, or the name of a file. */
    ADDRESS("an address or a file's name"),
    /** A word that sentences open with, a pronoun, an article, a title of address or a word of books, alone. */
    FUNCTION_WORD("a word that says nothing alone"),
    /** Several words in capitals. */
    HEADING("a heading in capitals"),
    /** One word that the passages which name it write in small letters at least half as often as with a capital. */
    COMMON_WORD("a word also written small"),
    /** More words than a name in a question can have. */
    SENTENCE("more than ten words");

    private static final int MOST_WORDS = 10;
    private static final int HEADING_WORDS = 3;
    private static final int HEADING_LETTERS = 8;

    private final String words;

    NameDoubt(String words) {
        this.words = words;
    }

    /** What it is instead of a name, in a few words. */
    public String words() {
        return words;
    }

    /** What a text is by its looks alone, if it looks like no name. */
    static Optional<NameDoubt> of(String name) {
        String key = EntityName.normalise(name);
        if (name.codePoints().noneMatch(Character::isLetter)) {
            return Optional.of(NUMBER);
        }
        if (EntityName.isAddress(name)) {
            return Optional.of(ADDRESS);
        }
        if (key.indexOf(' ') < 0) {
            return isOfNoName(name, key) ? Optional.of(FUNCTION_WORD) : Optional.empty();
        }
        String[] words = key.split(" ", -1);
        if (words.length > MOST_WORDS) {
            return Optional.of(SENTENCE);
        }
        return words.length >= HEADING_WORDS && isInCapitals(name) ? Optional.of(HEADING) : Optional.empty();
    }

    /** "IT" and "US" are no pronouns. */
    private static boolean isOfNoName(String name, String key) {
        boolean abbreviation = name.length() > 1 && name.equals(name.toUpperCase(Locale.ROOT));
        return NoNames.alone(key) || (!abbreviation && NoNames.isOpener(key));
    }

    private static boolean isInCapitals(String name) {
        return name.codePoints().filter(Character::isUpperCase).count() >= HEADING_LETTERS
                && name.codePoints().noneMatch(Character::isLowerCase);
    }
}
