package dev.tern.ingest.extract;

import dev.tern.graph.EntityName;
import dev.tern.graph.Table;
import dev.tern.text.Numbers;
import dev.tern.text.WordLists;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recognises parts of a model's triplets that name nothing: pronouns, articles, numbers, booleans
 * and column headers. As entities, such parts would link all passages with each other.
 */
final class NonEntities {
    private static final Set<String> VALUES = wordSet("values");

    /** Pronouns and other short words by languages in Latin script. */
    private static final List<Set<String>> PRONOUNS = Stream.of(
                    ("english german spanish indonesian french italian portuguese dutch nordic slavic"
                                    + " hungarian turkish romanian")
                            .split(" "))
            .map(language -> wordSet("pronouns." + language))
            .toList();

    private static final Set<String> PRONOUNS_IN_OTHER_SCRIPTS = wordSet("pronouns.scripts");
    private static final Pattern GAPS = Pattern.compile("[^\\p{L}\\p{M}]+");

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

    /** Returns true for a number, possibly with signs or a unit, and for a date. */
    private static boolean isNumber(String part) {
        return Numbers.isNumber(EntityName.normalise(part)) || Table.isDate(part);
    }

    /** Returns true for a sign, a number, a date or a state, which is a value and no entity. */
    static boolean isValue(String part) {
        String key = EntityName.normalise(part);
        return key.codePoints().noneMatch(Character::isLetterOrDigit)
                || isNumber(part)
                || (VALUES.contains(key) && !isCapitals(part))
                || Table.isState(part);
    }

    /** Returns the pronouns of a text's language: the list that most words of the text match. */
    static Set<String> pronouns(String text) {
        List<String> words = GAPS.splitAsStream(text.toLowerCase(Locale.ROOT)).toList();
        return Collections.max(
                PRONOUNS,
                Comparator.comparingLong(
                        list -> words.stream().filter(list::contains).count()));
    }

    /**
     * Returns true for a pronoun or an article. A word in lower case may be of any language
     * ("ella"), a letter or a capitalised word only of English or the passage's language ("Ella").
     * A word in capitals ("IT", "US") is no pronoun.
     *
     * @param pronouns the pronouns of the passage's language
     */
    static boolean isPronoun(String part, Set<String> pronouns) {
        String key = EntityName.normalise(part);
        boolean small = key.length() > 1 && part.equals(part.toLowerCase(Locale.ROOT));
        return !isCapitals(part)
                && (pronouns.contains(key)
                        || PRONOUNS.getFirst().contains(key)
                        || PRONOUNS_IN_OTHER_SCRIPTS.contains(key)
                        || (small && PRONOUNS.stream().anyMatch(words -> words.contains(key))));
    }

    private static boolean isCapitals(String part) {
        return part.length() > 1
                && !part.equals(part.toLowerCase(Locale.ROOT))
                && part.equals(part.toUpperCase(Locale.ROOT));
    }
}
