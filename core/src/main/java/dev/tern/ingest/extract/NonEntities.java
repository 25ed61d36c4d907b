package dev.tern.ingest.extract;

import dev.tern.graph.EntityName;
import dev.tern.graph.Table;
import dev.tern.text.Language;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Recognises parts of a model's triplets that name nothing: pronouns, articles, numbers, booleans
 * and column headers. As entities, such parts would link all passages with each other.
 */
final class NonEntities {
    private static final Pattern NUMBER = Pattern.compile(
            "^(?:[^\\p{L}\\p{N}]*+\\p{N}[^\\p{L}]*+|[-+]?\\p{Nd}[\\p{Nd}.,]*+(?:e[-+]?\\p{Nd}++| (?:"
                + "kg|mg|g|t|km|m|cm|mm|l|ml|ha|kb|mb|gb|tb|ms|s|h|min|kw|kwh|mw|hz|v|w|eur|usd|gbp|chf|czk|kč|pln|zł|sek|nok|dkk|kr|ft|lb|oz)))$");
    private static final Set<String> VALUES = wordSet("nan undefined wahr falsch vrai faux verdadero falso vero"
            + " verdadeiro benar salah ano ne tak nie sant falskt evet hayır igen nem 真 假 偽 はい いいえ 是 否 да нет так ні");

    /** Pronouns and articles; OTHER has other languages of Europe, and other scripts. */
    private static final Map<Language, Set<String>> PRONOUNS = Map.of(
            Language.ENGLISH,
            wordSet("i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself"
                    + " she her hers herself it its itself they them their theirs themselves this that these those"
                    + " who whom whose which what one someone somebody something anyone anybody anything everyone"
                    + " everybody everything nobody nothing there here the a an"),
            Language.GERMAN,
            wordSet("ich mich mir du dich dir er ihn ihm sie ihr ihnen ihre es wir uns euch man sich sein seine dieser"
                    + " diese dieses diesem diesen jener jene jenes der die das den dem des ein eine einer einen einem"
                    + " wer wen wem was jemand niemand etwas nichts"),
            Language.SPANISH,
            wordSet("yo me mí tú te ti él ella ello ellos ellas lo le les se nosotros vosotros usted ustedes su sus"
                    + " esto eso aquello este esta estos estas ese esa esos esas éste ésta quien quién que qué"
                    + " alguien nadie algo nada el la los las un una unos unas"),
            Language.INDONESIAN,
            wordSet("aku saya kami kita kamu anda kalian ia dia beliau mereka ini itu siapa apa seseorang sesuatu"),
            Language.OTHER,
            wordSet("je tu il elle on nous vous ils elles lui leur ce cela ça ceci celui celle le la les un une des"
                + " qui que io tu lui lei noi voi loro esso essa egli ella questo questa quello gli lo i ele ela eles"
                + " elas eu você vocês isso isto os as um uma hij zij het een de wij jullie ze dit dat han hon hun"
                + " hans hennes den det dem hän hänen se he ne on ona ono oni ony jeho její jejich ho ji jej jego jich"
                + " ich ten ta o onlar bu şu ő ők az ez ea ei ele він вона воно вони його її он она оно они его её ее"
                + " их мы вы я это этот эта 彼 彼女 彼ら 彼等 それ これ あれ 私 我々 私たち 他 她 它 他们 她们 它们 我 我们 你 你们 您 这 那 他們 她們 它們 我們 這"
                + " هو هي هم هن انا أنا نحن هذا هذه ذلك הוא היא הם הן אני אנחנו זה זאת 그 그녀 그들 그것 나 우리 이것"));

    /** Names of the three parts of a triplet, which a model may write as a header. */
    private static final List<Set<String>> HEADS = List.of(
            wordSet("subject head entity source subjekt sujeto sujet soggetto sujeito subjek subyek" + " 主体 主语 主語"),
            wordSet("predicate relation relationship verb prädikat beziehung predicado relación prédicat verbe"
                    + " predicato predikat relasi 关系 谓语 述語 関係"),
            wordSet("object tail entity target objekt objeto objet oggetto objek obyek 客体 宾语 目的語"));

    private NonEntities() {}

    private static Set<String> wordSet(String words) {
        return Arrays.stream(words.split(" ")).map(EntityName::normalise).collect(Collectors.toUnmodifiableSet());
    }

    static boolean areHeads(String subject, String predicate, String object) {
        return HEADS.get(0).contains(letters(subject))
                && HEADS.get(1).contains(letters(predicate))
                && HEADS.get(2).contains(letters(object));
    }

    /** Returns the letters of a part, normalised: "entity" for "entity_1". */
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
