package dev.tern.graph;

import dev.tern.text.EnglishWords;
import dev.tern.text.Language;
import dev.tern.text.NonNames;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A reason for which an entity name looks wrong. */
public enum NameDoubt {
    /** The name is a number, an amount, a date, a month or weekday, a currency or a unit. */
    NUMBER("a number, a time or a unit"),
    /** The name is a web or mail address, or a file name. */
    ADDRESS("an address or a file's name"),
    /** The name is one function word, or has only titles, roles, heading words and letters. */
    FUNCTION_WORD("a word without meaning alone"),
    /** The name begins with a clause number, or is in capitals: three words, 8 letters or more. */
    HEADING("a heading"),
    /** The name is a word that is at least half as often in lower case as capitalised. */
    COMMON_WORD("a word also written small"),
    /** The name has more than ten words, the maximum for a name in a question. */
    SENTENCE("more than ten words");

    private static final int MAX_WORDS = 10;
    private static final int HEADING_WORDS = 3;
    private static final int HEADING_LETTERS = 8;

    private static final Pattern NUMBERED = Pattern.compile("(?:§\\h?\\d|\\d{1,3}(?:\\.\\d{1,3}){1,5}+[.)]?\\h).*");
    private static final Pattern COUNTED = Pattern.compile("[\\p{Nd}〇一二三四五六七八九十百千万]+[年月日時円%]?|.曜日?|(?:q|fy)\\d{1,4}");
    private static final Pattern GAP = Pattern.compile("[\\h,;:/()\u2013-]+");
    /** Matches a heading joined with the sentence after it. */
    private static final Pattern JOINED = Pattern.compile("\\h(?:The|This|These|Each|Any|Either|Such)\\h");

    private static final Set<String> UNITS = Set.of("kg", "mg", "km", "cm", "mm", "ml", "ha", "kw", "kwh", "mw", "vat");
    private static final Set<String> CURRENCIES = Currency.getAvailableCurrencies().stream()
            .map(Currency::getCurrencyCode)
            .collect(Collectors.toUnmodifiableSet());

    private final String description;

    NameDoubt(String description) {
        this.description = description;
    }

    /** Returns the doubt in words, such as "a heading". */
    public String description() {
        return description;
    }

    /** Returns the reason that the name itself shows, if any; never {@link #COMMON_WORD}. */
    public static Optional<NameDoubt> of(String name) {
        if (name.codePoints().noneMatch(Character::isLetter)) {
            return Optional.of(NUMBER);
        }
        if (EntityName.isAddress(name)) {
            return Optional.of(ADDRESS);
        }
        List<String> words = Arrays.stream(GAP.split(name, -1))
                .filter(word -> !word.isEmpty())
                .toList();
        if (words.size() > MAX_WORDS) {
            return Optional.of(SENTENCE);
        }
        if (NUMBERED.matcher(name).matches() || (words.size() >= HEADING_WORDS && isInCapitals(name))) {
            return Optional.of(HEADING);
        }
        if (words.stream().allMatch(word -> isNumber(word) || isOfNoName(word, words.size() == 1))) {
            return Optional.of(words.stream().anyMatch(NameDoubt::isNumber) ? NUMBER : FUNCTION_WORD);
        }
        return Optional.empty();
    }

    /** Returns true if a name looks right, and is no common English word or function word. */
    public static boolean isMain(String name) {
        String word = name.toLowerCase(Locale.ROOT);
        boolean common = Character.isUpperCase(name.codePointAt(0)) && EnglishWords.holdForm(word);
        return !common
                && !JOINED.matcher(name).find()
                && of(name).isEmpty()
                && Arrays.stream(Language.values()).noneMatch(language -> language.isFunctionWord(word));
    }

    private static boolean isNumber(String word) {
        String key = EntityName.normalise(word);
        return COUNTED.matcher(key).matches()
                || word.codePoints().noneMatch(Character::isLetter)
                || NonNames.isTime(key)
                || UNITS.contains(key)
                || CURRENCIES.contains(word);
    }

    /** Returns true for a word that alone is no name. "IT" and "US" in capitals are no pronouns. */
    private static boolean isOfNoName(String word, boolean alone) {
        String key = EntityName.normalise(word.endsWith(".") ? word.substring(0, word.length() - 1) : word);
        boolean abbreviation = word.length() > 1 && word.equals(word.toUpperCase(Locale.ROOT));
        return NonNames.isTitleOrHeading(key)
                || NonNames.isRole(key)
                || (key.length() == 1 && Character.isLowerCase(key.charAt(0)))
                || (alone && !abbreviation && NonNames.isOpener(key));
    }

    private static boolean isInCapitals(String name) {
        return name.codePoints().filter(Character::isUpperCase).count() >= HEADING_LETTERS
                && name.codePoints().noneMatch(Character::isLowerCase);
    }
}
