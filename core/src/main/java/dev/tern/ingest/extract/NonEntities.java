package dev.tern.ingest.extract;

import dev.tern.graph.EntityName;
import dev.tern.graph.Table;
import dev.tern.text.Language;
import dev.tern.text.WordLists;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recognises parts of a model's triplets that name nothing: pronouns, articles, numbers, booleans
 * and column headers. As entities, such parts would link all passages with each other.
 */
final class NonEntities {
    private static final Pattern NUMBER = Pattern.compile(
            "^(?:[^\\p{L}\\p{N}]*+\\p{N}[^\\p{L}]*+|[-+]?\\p{Nd}[\\p{Nd}.,]*+(?:e[-+]?\\p{Nd}++| (?:"
                + "kg|mg|g|t|km|m|cm|mm|l|ml|ha|kb|mb|gb|tb|ms|s|h|min|kw|kwh|mw|hz|v|w|eur|usd|gbp|chf|czk|kč|pln|zł|sek|nok|dkk|kr|ft|lb|oz)))$");
    private static final Set<String> VALUES = wordSet("values");

    /** Pronouns and articles by language; OTHER contains other scripts and European languages. */
    private static final Map<Language, Set<String>> PRONOUNS = Stream.of(
                    Language.ENGLISH, Language.GERMAN, Language.SPANISH, Language.INDONESIAN, Language.OTHER)
            .collect(Collectors.toUnmodifiableMap(
                    language -> language,
                    language -> wordSet("pronouns." + language.name().toLowerCase(Locale.ROOT))));

    /** Names of the three parts of a triplet, which a model may write as a header. */
    private static final List<Set<String>> HEADS =
            List.of(wordSet("heads.subjects"), wordSet("heads.predicates"), wordSet("heads.objects"));

    private NonEntities() {}

    private static Set<String> wordSet(String key) {
        return WordLists.of(key).stream().map(EntityName::normalise).collect(Collectors.toUnmodifiableSet());
    }

    static boolean areHeads(String subject, String predicate, String object) {
        return HEADS.get(0).contains(letters(subject))
                && HEADS.get(1).contains(letters(predicate))
                && HEADS.get(2).contains(letters(object));
    }

    /** Returns the letters of a part of a triplet, normalised: "entity" for "entity_1". */
    private static String letters(String part) {
        return EntityName.normalise(part.replaceAll("[^\\p{L}\\p{M}]", ""));
    }

    /** Returns true for a number, a date or the number of a clause. */
    static boolean isNumber(String part) {
        return NUMBER.matcher(EntityName.normalise(part)).matches() || Table.isDate(part);
    }

    /** Returns true for a sign, a number, a date or a state, which is a value and no entity. */
    static boolean isValue(String part) {
        String key = EntityName.normalise(part);
        return key.codePoints().noneMatch(Character::isLetterOrDigit)
                || isNumber(part)
                || (VALUES.contains(key) && !isCapitals(part))
                || Table.isState(part);
    }

    /**
     * Returns true for a pronoun or an article: a word in lower case of any language ("ella"), or a
     * capitalised word of English or the passage's language ("Ella" in Spanish only). A word in
     * capitals ("IT", "US") is no pronoun.
     *
     * @param language the language of the passage
     */
    static boolean isPronoun(String part, Language language) {
        String key = EntityName.normalise(part);
        boolean small = part.equals(part.toLowerCase(Locale.ROOT));
        return !isCapitals(part)
                && PRONOUNS.entrySet().stream()
                        .filter(words -> small || words.getKey() == language || words.getKey() == Language.ENGLISH)
                        .anyMatch(words -> words.getValue().contains(key));
    }

    private static boolean isCapitals(String part) {
        return part.length() > 1
                && !part.equals(part.toLowerCase(Locale.ROOT))
                && part.equals(part.toUpperCase(Locale.ROOT));
    }
}
