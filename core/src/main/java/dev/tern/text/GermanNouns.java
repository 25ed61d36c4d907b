package dev.tern.text;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Distinguishes German nouns, which are all capitalised, from names, by context and endings. */
public final class GermanNouns {
    private static final int MAX_SENTENCE_LENGTH = 2000;

    private static final int WORDS_AROUND = 3;

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}]+");

    private static final Pattern LAST = Pattern.compile("[\\p{L}.]+");

    private static final Set<String> WORDS = WordLists.of("german");

    private static final Set<String> ENGLISH = WordLists.of("english");

    private static final Set<String> BEFORE_NOUNS = WordLists.of("beforeGermanNouns");

    private static final Pattern NOUN = Pattern.compile(
            "^.{2,}(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|nis|nisse|tion|tionen|tät|täten|ismus)");

    /** Matches lower-case words that may be adjectives before a noun. */
    private static final Pattern ADJECTIVE = Pattern.compile("^\\p{Ll}{2,}(?:e|en|er|es|em)");

    private static final Set<String> NO_ADJECTIVES = WordLists.of("noGermanAdjectives");

    private static final String MALE_ROLES = "iker|ologe?|ograf|graph|ist|eur|bauer"
            + "|macher|meister|forscher|künstler|steller|händler|führer|lehrer|maler|dichter|sänger"
            + "|spieler|leiter|gründer|pfarrer|mann|schaftler|besitzer|träger|arbeiter|schüler|partner"
            + "|direktor|professor|ingenieur|minister|präsident|student|erfinder|entdecker|arzt"
            + "|kantor|organist|architekt|autor|rektor|doktor|wirt|schmied|wärter|enkel|freund";

    /** Matches roles that need no article; other words in "in" may be names: "Pellerin". */
    private static final Pattern FEMALE_ROLE = Pattern.compile(
            "^.*(?:" + MALE_ROLES
                    + "|ärzt|gehilf|agog|pilot|dozent|assistent|tänzer|richter|gärtner|läufer|käufer|kellner)in"
                    + "|^.{3,}(?:er|ist|ent|or|eur|ik|log|ekt)innen",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

    /** Nouns that describe the next name: a person's role, or the kind of a thing. */
    private static final Pattern ROLE = Pattern.compile(
            "^.{2,}(?:er|ist|ent|ant|or|eur|iker|og|ot|ekt)in|^.*(?:" + MALE_ROLES
                    + "|ärztin|witwe|witwer|frau|schwester|bruder|lehrling|geselle|gehilfe|gehilfin|knecht|magd"
                    + "|tochter|sohn|mutter|vater|tante|onkel|neffe|nichte|kollege|stadt|gemeinde|dorf|ort|insel"
                    + "|fluss|berg|firma|gesellschaft|verlag|roman|oper|film|buch|zeitschrift|zeitung|gemälde"
                    + "|schiff|dampfer|verein)(?:s|es|n|en)?",
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

    private static final Set<String> LEGAL_FORMS = WordLists.of("legalForms");

    private GermanNouns() {}

    /** Returns true for a role or kind before a name: "Lehrerin" in "die Lehrerin Ilse Brandt". */
    public static boolean isRole(String sentence, int start, int end) {
        String word = sentence.substring(start, end);
        return ROLE.matcher(word).matches() && isNounOfGerman(sentence, start, end);
    }

    /** Returns true for a likely German noun; false in a foreign or very long sentence. */
    public static boolean isNoun(String sentence, int start, int end) {
        return sentence.length() <= MAX_SENTENCE_LENGTH && isGerman(sentence) && isNounOfGerman(sentence, start, end);
    }

    /** Returns true if a word of a German sentence is probably a noun and not a name. */
    public static boolean isNounOfGerman(String sentence, int start, int end) {
        String before = "";
        if (start > 1 && sentence.charAt(start - 1) == ' ') {
            int from = start - 1;
            while (from > 0 && Character.isLetter(sentence.charAt(from - 1))) {
                from--;
            }
            before = sentence.substring(from, start - 1);
        }
        boolean counted =
                start > 1 && sentence.charAt(start - 1) == ' ' && Character.isDigit(sentence.charAt(start - 2));
        return counted
                || BEFORE_NOUNS.contains(before.toLowerCase(Locale.ROOT))
                || (ADJECTIVE.matcher(before).matches() && !NO_ADJECTIVES.contains(before))
                || NOUN.matcher(sentence.substring(start, end)).matches()
                || FEMALE_ROLE.matcher(sentence.substring(start, end)).matches();
    }

    /** Returns the start of a name after any German noun, kept in companies; end if only a noun. */
    public static int nameStart(Language language, String sentence, int start, int end) {
        Matcher last = LAST.matcher(sentence).region(sentence.lastIndexOf(' ', end - 1) + 1, sentence.length());
        boolean whole = last.lookingAt()
                && LEGAL_FORMS.contains(last.group().replace(".", "").toLowerCase(Locale.ROOT));
        int space = sentence.indexOf(' ', start);
        return whole || language != Language.GERMAN || !isNounOfGerman(sentence, start, end)
                ? start
                : space < 0 ? end : Math.min(end, space + 1);
    }

    /** Returns true if a range and three words on each side are more German than English. */
    public static boolean isAmongGerman(String sentence, int start, int end) {
        int from = start;
        for (int words = 0; from > 0 && words <= WORDS_AROUND; from--) {
            words += sentence.charAt(from - 1) == ' ' ? 1 : 0;
        }
        int to = end;
        for (int words = 0; to < sentence.length() && words <= WORDS_AROUND; to++) {
            words += sentence.charAt(to) == ' ' ? 1 : 0;
        }
        return german(sentence.substring(from, to)) > 0;
    }

    private static boolean isGerman(String sentence) {
        return german(sentence) > 1;
    }

    /** Returns the number of German function words; 0 unless they outnumber the English ones. */
    private static int german(String sentence) {
        int german = 0;
        int english = 0;
        Matcher matcher = WORD.matcher(sentence);
        while (matcher.find()) {
            String word = matcher.group().toLowerCase(Locale.ROOT);
            german += WORDS.contains(word) ? 1 : 0;
            english += ENGLISH.contains(word) ? 1 : 0;
        }
        return german > english ? german : 0;
    }
}
