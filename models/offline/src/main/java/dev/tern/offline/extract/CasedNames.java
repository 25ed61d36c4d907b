package dev.tern.offline.extract;

import dev.tern.graph.NameSpans;
import dev.tern.graph.NameSpans.Span;
import dev.tern.text.EnglishWords;
import dev.tern.text.GermanNouns;
import dev.tern.text.Language;
import dev.tern.text.NonNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the names in a sentence of a script with capitals: runs of capitalised words that the
 * spellings in the whole document confirm. A word that the document often writes in lower case is
 * no name alone, and begins no name at the start of a sentence. A single word there is a name if it
 * is also capitalised within a sentence. In a short document it may also be an unlisted word
 * (English), or open the passage (other languages).
 */
final class CasedNames {
    private static final int MAX_WORDS = 10;
    private static final int MAX_ABBREVIATION = 3;
    private static final int MAX_GAP = 3;
    private static final int MAX_PARTICLES = 2;

    /** The minimum length of a word in capitals; shorter ones are abbreviations. */
    private static final int MIN_CAPITAL_WORD_LENGTH = 4;

    private static final int MIN_FOREIGN_NAME_CAPITALS = 4;

    private static final int MIN_FOREIGN_TITLE_WORDS = 6;

    private static final Set<String> DEFINITE_ARTICLES = Set.of("der", "die", "das");

    /** The number of leading characters that identify a sentence in its passage. */
    private static final int IDENTIFYING_CHARACTERS = 20;

    /** Lower-case words between the parts of a name. */
    private static final Set<String> PARTICLES =
            Set.of("de", "del", "della", "des", "do", "dos", "du", "van", "von", "bin", "ibn");

    /** Lower-case words that follow a particle in a name. */
    private static final Set<String> MORE_PARTICLES = Set.of("la", "las", "le", "los", "der", "den", "dem");

    private static final Pattern QUOTED =
            Pattern.compile("[\"\u201c\u201e\u00ab\u00bb](\\p{Lu}[^\"\u201c\u201d\u201e\u00ab\u00bb\\n"
                    + ".!?,;:]{1,80})[\"\u201c\u201d\u00ab\u00bb]");

    private static final Set<String> SMALL_IN_TITLES = Set.of(
            "a", "an", "the", "of", "and", "or", "in", "on", "at", "to", "for", "from", "by", "with", "de", "la", "le",
            "des", "du", "et", "der", "die", "das", "und", "von", "del", "el", "los", "las", "y", "s");

    private static final Set<String> NO_ENDS = Set.of(
            "the", "a", "an", "and", "but", "or", "not", "yet", "if", "when", "while", "as", "he", "she", "they", "we",
            "you", "his", "her", "this", "that", "there", "then", "so", "what", "how", "of", "in", "for", "with", "to");

    private static final Set<String> BEFORE_TIMES = Set.of(
            "in", "since", "by", "of", "until", "from", "on", "after", "before", "around", "about", "circa", "and",
            "year");

    /** The rest of a contraction after its apostrophe. */
    private static final Set<String> ENDINGS = Set.of("t", "ll", "ve", "re", "m", "d");

    private static final Pattern COUNTED = Pattern.compile("[a-z]\\d[\\d,.]*");
    /** The number of a clause, which opens a line: "1.2". */
    private static final Pattern CLAUSE = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3})++");

    /** A cell of a sheet, which is no name in the text that a document's reader writes. */
    private static final Pattern COMMENTED_CELL = Pattern.compile("Comment on [A-Z]{1,3}\\d{1,7}\\b");

    private static final Pattern YEAR = Pattern.compile("\\d{4}");
    private static final Pattern NUMERAL = Pattern.compile("[ivxlc]+");

    /** Matches words after the pronoun "I", which distinguish it from the Roman numeral. */
    private static final Pattern SPEAKS = Pattern.compile(
            " (?:am|was|have|had|will|would|shall|should|can|could|may|might|must|do|did|don|think|know|said|say|saw|never)\\b");

    private final WordForms forms;
    private final String title;
    private final String text;

    /** Creates a finder for a passage; the title is a name even if it begins with a common word. */
    CasedNames(WordForms forms, String title, String text) {
        this.forms = forms;
        this.title = title;
        this.text = text.stripLeading();
    }

    /** Returns the names in a sentence, in order and without overlaps. */
    List<Span> in(String sentence) {
        List<CasedWord> words = CasedWord.of(sentence);
        List<Span> names = new ArrayList<>();
        if (words.size() > 1 && !forms.areCapitals() && words.stream().allMatch(CasedNames::isOfCapitals)) {
            return names;
        }
        List<Span> titles = titles(sentence);
        int i = 0;
        while (i < words.size()) {
            Span title = titles.isEmpty() ? null : titles.getFirst();
            if (title != null && title.start() <= words.get(i).start()) {
                names.add(title);
                titles.removeFirst();
                while (i < words.size() && words.get(i).start() < title.end()) {
                    i++;
                }
                continue;
            }
            if (!opensName(sentence, words, i)) {
                i++;
                continue;
            }
            int last = lastWord(sentence, words, i);
            add(sentence, words.subList(i, last + 1), names);
            i = last + 1;
        }
        return names;
    }

    /** Returns quoted texts that look like titles of works: "The Wind in the Oaks". */
    private List<Span> titles(String sentence) {
        List<Span> titles = new ArrayList<>();
        Matcher quoted = QUOTED.matcher(sentence);
        while (quoted.find()) {
            List<CasedWord> words = CasedWord.of(quoted.group(1));
            boolean titled = words.size() > 1
                    && words.size() <= MAX_WORDS
                    && words.getFirst().isCapital()
                    && (isShortAndForeign(words)
                            || (words.getLast().looks() != CasedWord.Capitalisation.SMALL
                                    && words.stream()
                                            .allMatch(word -> word.looks() != CasedWord.Capitalisation.SMALL
                                                    || SMALL_IN_TITLES.contains(word.key()))));
            if (titled) {
                titles.add(new Span(quoted.start(1), quoted.end(1), quoted.group(1)));
            }
        }
        return titles;
    }

    /** Returns true for few words, if the document is short and not English. */
    private boolean isShortAndForeign(List<CasedWord> words) {
        return isForeign() && !forms.isLong() && words.size() <= MIN_FOREIGN_TITLE_WORDS;
    }

    private boolean isForeign() {
        return forms.language() != Language.ENGLISH;
    }

    private void add(String sentence, List<CasedWord> run, List<Span> names) {
        int first = 0;
        int last = run.size() - 1;
        boolean titled =
                !title.isEmpty() && sentence.startsWith(title, run.getFirst().start());
        while (!titled && first <= last && isBeforeName(sentence, run, first, last)) {
            first++;
        }
        while (last > first && isAfterName(sentence, run.get(last))) {
            last--;
        }
        while (first > 0 && first < last && !run.get(first).isCapital()) {
            first++;
        }
        if (first > last || (first == last && !isName(sentence, run.get(first), first == 0))) {
            return;
        }
        List<CasedWord> name = run.subList(first, last + 1);
        if (name.size() > 1 && name.stream().allMatch(this::isNonName)) {
            return;
        }
        int start = name.getFirst().start();
        names.add(new Span(start, name.getLast().end(), spelled(sentence, name)));
    }

    private static boolean isAfterName(String sentence, CasedWord word) {
        return NO_ENDS.contains(word.key())
                || !word.isCapital()
                || (word.key().equals("i")
                        && SPEAKS.matcher(sentence)
                                .region(word.end(), sentence.length())
                                .lookingAt());
    }

    private boolean isNonName(CasedWord word) {
        String key = word.key();
        return NonNames.isTitleOrHeading(key)
                || (forms.isLong() && key.length() == 1)
                || NUMERAL.matcher(key).matches()
                || (forms.isLong() && (forms.isCommon(key) || (isLongInCapitals(word) && !forms.hasCapital(key))));
    }

    /** Returns the text of a name, with words in capitals spelled as elsewhere in the document. */
    private String spelled(String sentence, List<CasedWord> name) {
        StringBuilder text = new StringBuilder();
        int end = name.getFirst().start();
        for (CasedWord word : name) {
            text.append(sentence, end, word.start());
            String written = sentence.substring(word.start(), word.end());
            boolean capitals =
                    word.looks() == CasedWord.Capitalisation.CAPITALS && written.length() >= MIN_CAPITAL_WORD_LENGTH;
            text.append(capitals ? forms.spelled(written) : written);
            end = word.end();
        }
        return text.toString();
    }

    /** Returns true for a capitalised word, or a number as in "1960 Olympics", not "in 1741". */
    private boolean opensName(String sentence, List<CasedWord> words, int i) {
        CasedWord word = words.get(i);
        if (isInHeading(word)
                || isInAddress(sentence, word)
                || (i == 0 && CLAUSE.matcher(word.key()).matches())
                || (i == 2 && COMMENTED_CELL.matcher(sentence).lookingAt())) {
            return false;
        }
        boolean number = word.looks() == CasedWord.Capitalisation.NUMBER
                // In German every noun has a capital, and in Indonesian every month.
                && !isForeign()
                // Long texts have numbers of pages, notes and dates anywhere.
                && (!forms.isLong() || YEAR.matcher(word.key()).matches());
        return word.isCapital()
                || (number
                        && i + 1 < words.size()
                        && words.get(i + 1).isCapital()
                        && gap(sentence, word, words.get(i + 1)).equals(" ")
                        && !(i > 0 && BEFORE_TIMES.contains(words.get(i - 1).key()))
                        // The second year of a range opens no name: "from 1741 to 1750".
                        && !(i > 1
                                && words.get(i - 1).key().equals("to")
                                && words.get(i - 2).looks() == CasedWord.Capitalisation.NUMBER));
    }

    private static boolean isOfCapitals(CasedWord word) {
        return word.looks() == CasedWord.Capitalisation.CAPITALS || word.looks() == CasedWord.Capitalisation.NUMBER;
    }

    private boolean isInHeading(CasedWord word) {
        return word.heading() && !forms.areCapitals();
    }

    private static boolean isInAddress(String sentence, CasedWord word) {
        return sentence.startsWith("://", word.end())
                || (word.start() > 0 && "/@\\".indexOf(sentence.charAt(word.start() - 1)) >= 0)
                || (word.end() < sentence.length() && "@\\".indexOf(sentence.charAt(word.end())) >= 0);
    }

    /** Returns true if the first word of a run does not belong to the name in the run. */
    private boolean isBeforeName(String sentence, List<CasedWord> run, int first, int last) {
        CasedWord word = run.get(first);
        boolean continues = first < last;
        if (!word.isCapital()) {
            return false;
        }
        // "IT" and "US" are no pronouns.
        if (word.looks() == CasedWord.Capitalisation.CAPITALS && !forms.isCommon(word.key())) {
            return false;
        }
        if (NameSpans.isFunctionWord(word.key())
                || isShortened(sentence, word)
                || isForeignBeforeName(sentence, run, first)) {
            return true;
        }
        if (!word.opens() || !continues || NonNames.isTitle(word.key())) {
            return word.opens() && NonNames.isOpener(word.key()) && !NonNames.isTitle(word.key());
        }
        if (forms.arePair(word.key(), run.get(first + 1).key()) || PARTICLES.contains(word.key())) {
            return false;
        }
        return NonNames.isOpener(word.key())
                || (forms.isCommon(word.key()) && !(isForeign() && opensPassage(sentence)))
                || (forms.isLong() && !forms.hasCapital(word.key()) && EnglishWords.holdForm(word.key()));
    }

    /** Returns true for a foreign function word, or a German noun before a name: "Witwe Moor". */
    private boolean isForeignBeforeName(String sentence, List<CasedWord> run, int first) {
        CasedWord word = run.get(first);
        boolean last = first == run.size() - 1;
        CasedWord next = run.get(last ? first : first + 1);
        if (!isForeign()) {
            return false;
        }
        if (forms.language().isFunctionWord(word.key())) {
            return last || (word.opens() && !forms.arePair(word.key(), next.key()));
        }
        return forms.language() == Language.GERMAN
                && !last
                && next.isCapital()
                && gap(sentence, word, next).equals(" ")
                && GermanNouns.isRole(sentence, word.start(), word.end());
    }

    /** Returns true if a full name begins at a word, such as "Ida Moor" or "Otto von Tannen". */
    private static boolean isFullName(String sentence, List<CasedWord> words, int first) {
        return first + 1 < words.size()
                && words.get(first).isCapital()
                && (words.get(first + 1).isCapital() || isParticle(words.get(first + 1), false))
                && gap(sentence, words.get(first), words.get(first + 1)).equals(" ");
    }

    private boolean isName(String sentence, CasedWord word, boolean startsRun) {
        String key = word.key();
        boolean numeral = key.length() > 1 && NUMERAL.matcher(key).matches();
        if (NonNames.isTitleOrHeading(key) || numeral || isShortened(sentence, word) || isForeignNoun(sentence, word)) {
            return false;
        }
        if (forms.isLong() && (COUNTED.matcher(key).matches() || isCutOff(sentence, word))) {
            return false;
        }
        if (word.looks() == CasedWord.Capitalisation.CAPITALS) {
            boolean abbreviation = word.end() - word.start() < MIN_CAPITAL_WORD_LENGTH || forms.hasCapital(key);
            return abbreviation ? !forms.isCommon(key) : forms.isAbbreviation(key);
        }
        if (forms.isCommon(key) || (forms.isLong() && word.end() - word.start() == 1)) {
            return false;
        }
        if (forms.capitals(key) < forms.capitalsOfAName() && EnglishWords.holdForm(key)) {
            return false;
        }
        if (isForeign() && (forms.language().isFunctionWord(key) || NonNames.isForeignTime(key))) {
            return false;
        }
        if (!word.opens() || !startsRun || WordForms.isLabel(sentence, word)) {
            return true;
        }
        if (NonNames.isForeignOpener(key)) {
            return false;
        }
        boolean unknown = isForeign() ? opensPassage(sentence) : !EnglishWords.holdForm(key);
        return forms.hasCapital(key) || (!forms.isLong() && unknown);
    }

    /** Returns true for the first sentence of the passage, which often opens with its topic. */
    private boolean opensPassage(String sentence) {
        return text.startsWith(sentence.substring(0, Math.min(sentence.length(), IDENTIFYING_CHARACTERS)));
    }

    /** Returns true for a German noun, in a German text or quoted in an English one. */
    private boolean isForeignNoun(String sentence, CasedWord word) {
        if (forms.language() == Language.GERMAN) {
            return GermanNouns.isNounOfGerman(sentence, word.start(), word.end()) && !isTopic(sentence, word);
        }
        return GermanNouns.isNoun(sentence, word.start(), word.end())
                || (forms.isLong()
                        && forms.language() == Language.ENGLISH
                        && forms.capitals(word.key()) < MIN_FOREIGN_NAME_CAPITALS
                        && GermanNouns.isAmongGerman(sentence, word.start(), word.end()));
    }

    /** Returns true for the topic with which a passage opens, as in "Der Moorklee blüht". */
    private boolean isTopic(String sentence, CasedWord word) {
        String before = sentence.substring(0, word.start()).strip().toLowerCase(Locale.ROOT);
        return !forms.isLong() && opensPassage(sentence) && DEFINITE_ARTICLES.contains(before);
    }

    /** Returns true for a rarely capitalised word before a hyphen and a lower-case letter. */
    private boolean isCutOff(String sentence, CasedWord word) {
        int next = word.end() + 1;
        return next < sentence.length()
                && sentence.charAt(word.end()) == '-'
                && Character.isLowerCase(sentence.codePointAt(next))
                && forms.capitals(word.key()) < MIN_FOREIGN_NAME_CAPITALS;
    }

    /** Returns true for the first part of a contraction: "Don't" and "We'll". */
    private static boolean isShortened(String sentence, CasedWord word) {
        int apostrophe = word.end();
        if (apostrophe >= sentence.length() || "'\u2019".indexOf(sentence.charAt(apostrophe)) < 0) {
            return false;
        }
        int end = apostrophe + 1;
        while (end < sentence.length() && Character.isLetter(sentence.charAt(end))) {
            end++;
        }
        String ending = sentence.substring(apostrophe + 1, end);
        return ending.equals("t")
                ? word.key().endsWith("n")
                : ENDINGS.contains(ending) && NonNames.isOpener(word.key());
    }

    private int lastWord(String sentence, List<CasedWord> words, int first) {
        int last = first;
        int next = nextWord(sentence, words, last);
        while (next > last && next - first < MAX_WORDS) {
            last = next;
            next = nextWord(sentence, words, last);
        }
        return last;
    }

    /** Returns the next word of a run, after particles; the same word if the run ends there. */
    private int nextWord(String sentence, List<CasedWord> words, int last) {
        int next = last + 1;
        int particles = 0;
        if (continuesAfterPossessive(sentence, words, last)) {
            return last + 2;
        }
        while (next < words.size()
                && particles < MAX_PARTICLES
                && gap(sentence, words.get(next - 1), words.get(next)).equals(" ")
                && isParticle(
                        words.get(next),
                        particles > 0 || PARTICLES.contains(words.get(last).key()))
                && !isGermanOf(sentence, words, next)) {
            next++;
            particles++;
        }
        boolean continues = next < words.size()
                && words.get(next).isCapital()
                && !startsOtherName(words, last, next)
                && !isInHeading(words.get(next))
                && (particles > 0
                        ? gap(sentence, words.get(next - 1), words.get(next)).equals(" ")
                        : isAdjacent(sentence, words.get(last), words.get(next))
                                && lookAlike(words.get(last), words.get(next)));
        return continues ? next : lastWordAfterOf(sentence, words, last);
    }

    /** Returns true if a name continues after a possessive ending, as in "Taylor's Falls". */
    private static boolean continuesAfterPossessive(String sentence, List<CasedWord> words, int last) {
        if (last + 2 >= words.size() || !words.get(last + 1).key().equals("s")) {
            return false;
        }
        CasedWord possessed = words.get(last + 2);
        String gap = gap(sentence, words.get(last), words.get(last + 1));
        return (gap.equals("'") || gap.equals("\u2019"))
                && gap(sentence, words.get(last + 1), possessed).equals(" ")
                && possessed.looks() == CasedWord.Capitalisation.CAPITAL
                && EnglishWords.holdForm(possessed.key());
    }

    /** Returns true if the next word is not in this name: "Berlin May 1", "Sunday Dr. Inglis". */
    private static boolean startsOtherName(List<CasedWord> words, int last, int next) {
        boolean day = next + 1 < words.size() && words.get(next + 1).looks() == CasedWord.Capitalisation.NUMBER;
        return (day && NonNames.isMonth(words.get(next).key()))
                || (words.get(last).key().endsWith("day")
                        && NonNames.isTitle(words.get(next).key()));
    }

    /** Returns true if a particle is German for "of": after a noun or before a full name. */
    private boolean isGermanOf(String sentence, List<CasedWord> words, int particle) {
        if (forms.language() != Language.GERMAN) {
            return false;
        }
        CasedWord before = words.get(particle - 1);
        String key = words.get(particle).key();
        return key.equals("des")
                || (key.equals("von")
                        && (isFullName(sentence, words, particle + 1)
                                || GermanNouns.isNounOfGerman(sentence, before.start(), before.end())));
    }

    /** Returns the last word of "Gulf of Mexico" or "House of the Lords"; else the same word. */
    private int lastWordAfterOf(String sentence, List<CasedWord> words, int last) {
        boolean head = EnglishWords.holdForm(words.get(last).key())
                || NonNames.isTitle(words.get(last).key());
        int next = last + 1;
        if (!head || next >= words.size() || !words.get(next).key().equals("of")) {
            return last;
        }
        next++;
        if (next < words.size() && words.get(next).key().equals("the")) {
            next++;
        }
        boolean joined = next < words.size()
                && words.get(next).looks() == CasedWord.Capitalisation.CAPITAL
                && !isInHeading(words.get(next))
                && !NonNames.isMonth(words.get(next).key())
                && sentence.substring(words.get(last).end(), words.get(next).start())
                        .matches(" of (?:the )?");
        return joined ? next : last;
    }

    /** Returns false between a heading in capitals and its text, if the document is long. */
    private boolean lookAlike(CasedWord left, CasedWord right) {
        return !forms.isLong()
                || (left.looks() == CasedWord.Capitalisation.CAPITALS)
                        == (right.looks() == CasedWord.Capitalisation.CAPITALS)
                || (!isLongInCapitals(left) && !isLongInCapitals(right));
    }

    private static boolean isLongInCapitals(CasedWord word) {
        return word.looks() == CasedWord.Capitalisation.CAPITALS
                && word.end() - word.start() >= MIN_CAPITAL_WORD_LENGTH;
    }

    private static boolean isParticle(CasedWord word, boolean afterParticle) {
        return word.looks() == CasedWord.Capitalisation.SMALL
                && (PARTICLES.contains(word.key()) || (afterParticle && MORE_PARTICLES.contains(word.key())));
    }

    private static boolean isAdjacent(String sentence, CasedWord left, CasedWord right) {
        String gap = gap(sentence, left, right);
        return switch (gap) {
            case " ", "-", "–", "&", " & ", "." -> true;
            case "'", "’" -> left.end() - left.start() <= MAX_ABBREVIATION || !right.opens();
            case ". " -> left.end() - left.start() <= MAX_ABBREVIATION || NonNames.isTitle(left.key());
            default -> false;
        };
    }

    private static String gap(String sentence, CasedWord left, CasedWord right) {
        return right.start() - left.end() > MAX_GAP ? "..." : sentence.substring(left.end(), right.start());
    }
}
