package dev.tern.profile;

import dev.tern.graph.EntityName;
import dev.tern.text.NonNames;
import java.util.Locale;
import java.util.Optional;

/** A reason for which an entity name looks wrong. */
public enum NameDoubt {
    /** It has no letters. */
    NUMBER("a number"),
    /** It is a web or mail address, or a file name. */
    ADDRESS("an address or a file's name"),
    /** It is a single word that is no name: a sentence opener, pronoun, article or the like. */
    FUNCTION_WORD("a word without meaning alone"),
    /** It has three or more words, with at least eight capitals and no lower-case letter. */
    HEADING("a heading in capitals"),
    /** It is one word, in its passages at least half as often in lower case as capitalised. */
    COMMON_WORD("a word also written small"),
    /** It has more than ten words, and a name in a question has at most ten. */
    SENTENCE("more than ten words");

    private static final int MAX_WORDS = 10;
    private static final int HEADING_WORDS = 3;
    private static final int HEADING_LETTERS = 8;

    private final String words;

    NameDoubt(String words) {
        this.words = words;
    }

    /** Returns a short description. */
    public String description() {
        return words;
    }

    /** Returns the reason that the name itself shows, if any; never {@link #COMMON_WORD}. */
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
        if (words.length > MAX_WORDS) {
            return Optional.of(SENTENCE);
        }
        return words.length >= HEADING_WORDS && isInCapitals(name) ? Optional.of(HEADING) : Optional.empty();
    }

    /** Returns true for a word that is no name alone. "IT" and "US" in capitals are no pronouns. */
    private static boolean isOfNoName(String name, String key) {
        boolean abbreviation = name.length() > 1 && name.equals(name.toUpperCase(Locale.ROOT));
        return NonNames.alone(key) || (!abbreviation && NonNames.isOpener(key));
    }

    private static boolean isInCapitals(String name) {
        return name.codePoints().filter(Character::isUpperCase).count() >= HEADING_LETTERS
                && name.codePoints().noneMatch(Character::isLowerCase);
    }
}
