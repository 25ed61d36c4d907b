package dev.tern.ingest.extract;

import dev.tern.graph.NameSpans;
import dev.tern.graph.NameSpans.Span;
import dev.tern.text.EnglishWords;
import dev.tern.text.GermanNouns;
import dev.tern.text.Language;
import dev.tern.text.NoNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of a sentence in a script with capitals: runs of capitalised words, as far as the document that they stand in
 * bears it out. A word that the document writes without a capital as well is no name, and none opens one at the beginning of a
 * sentence; there, a word alone has to have its capital elsewhere too, or to be no word of English and no opener of a
 * sentence that is known.
 */
final class CasedNames {
    private static final int MAX_WORDS = 10;
    private static final int MAX_ABBREVIATION = 3;
    private static final int MAX_GAP = 3;
    private static final int MAX_PARTICLES = 2;

    /** Fewer capitals than that are an abbreviation, however the rest of a text is written. */
    private static final int CAPITALS_OF_A_WORD = 4;

    private static final int CAPITALS_OF_A_FOREIGN_NAME = 4;

    private static final int WORDS_OF_A_FOREIGN_TITLE = 6;

    private static final Set<String> DEFINITE_ARTICLES = Set.of("der", "die", "das");

    /** How many of its first characters find a sentence again in its passage. */
    private static final int CHARACTERS_THAT_TELL = 20;

    /** Stand in small letters between the parts of a name. */
    private static final Set<String> PARTICLES =
            Set.of("de", "del", "della", "des", "do", "dos", "du", "van", "von", "bin", "ibn");

    /** Do so too, behind another one. */
    private static final Set<String> MORE_PARTICLES = Set.of("la", "las", "le", "los", "der", "den", "dem");

    private static final Pattern QUOTED =
            Pattern.compile("[\"\u201c\u201e\u00ab\u00bb](\\p{Lu}[^\"\u201c\u201d\u201e\u00ab\u00bb\\n"
                    + ".!?,;:]{1,80})[\"\u201c\u201d\u00ab\u00bb]");

    private static final Set<String> SMALL_IN_TITLES = Set.of(
            "a", "an", "the", "of", "and", "or", "in", "on", "at", "to", "for", "from", "by", "with", "de", "la", "le",
            "des", "du", "et", "der", "die", "das", "und", "von", "del", "el", "los", "las", "y", "s");

    /** A name does not end with these. */
    private static final Set<String> NO_ENDS = Set.of(
            "the", "a", "an", "and", "but", "or", "not", "yet", "if", "when", "while", "as", "he", "she", "they", "we",
            "you", "his", "her", "this", "that", "there", "then", "so", "what", "how", "of", "in", "for", "with", "to");

    private static final Set<String> BEFORE_TIMES = Set.of(
            "in", "since", "by", "of", "until", "from", "on", "after", "before", "around", "about", "circa", "and",
            "year");

    /** What is left of a word behind its apostrophe, where the word is no name. */
    private static final Set<String> ENDINGS = Set.of("t", "ll", "ve", "re", "m", "d");

    private static final Pattern COUNTED = Pattern.compile("[a-z]\\d[\\d,.]*");
    private static final Pattern YEAR = Pattern.compile("\\d{4}");
    private static final Pattern NUMERAL = Pattern.compile("[ivxlc]+");

    /** Behind "I", the word and not the number. */
    private static final Pattern SPEAKS = Pattern.compile(
            " (?:am|was|have|had|will|would|shall|should|can|could|may|might|must|do|did|don|think|know|said|say|saw|never)\\b");

    private final WordForms forms;
    private final String title;
    private final String text;

    /**
     * The names of the sentences of a passage.
     *
     * @param forms how the words of its document are written
     * @param title its title, or empty: a name, whatever it begins with
     * @param text the passage's text
     */
    CasedNames(WordForms forms, String title, String text) {
        this.forms = forms;
        this.title = title;
        this.text = text.stripLeading();
    }

    /** The names of a sentence by place, none overlapping. */
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
            int last = last(sentence, words, i);
            add(sentence, words.subList(i, last + 1), names);
            i = last + 1;
        }
        return names;
    }

    /**
     * What stands in quotation marks and is written like the title of a work: "The Wind in the Oaks". Other languages write
     * titles in small letters, but for the first word and what is a name anyway.
     */
    private List<Span> titles(String sentence) {
        List<Span> titles = new ArrayList<>();
        Matcher quoted = QUOTED.matcher(sentence);
        while (quoted.find()) {
            List<CasedWord> words = CasedWord.of(quoted.group(1));
            boolean titled = words.size() > 1
                    && words.size() <= MAX_WORDS
                    && words.getFirst().isCapital()
                    && (isShortAndForeign(words)
                            || (words.getLast().looks() != CasedWord.Looks.SMALL
                                    && words.stream()
                                            .allMatch(word -> word.looks() != CasedWord.Looks.SMALL
                                                    || SMALL_IN_TITLES.contains(word.key()))));
            if (titled) {
                titles.add(new Span(quoted.start(1), quoted.end(1), quoted.group(1)));
            }
        }
        return titles;
    }

    /** In a long text quotation marks are rather those of speech. */
    private boolean isShortAndForeign(List<CasedWord> words) {
        return isForeign() && !forms.isLong() && words.size() <= WORDS_OF_A_FOREIGN_TITLE;
    }

    private boolean isForeign() {
        return forms.language() != Language.ENGLISH;
    }

    private void add(String sentence, List<CasedWord> run, List<Span> names) {
        int first = 0;
        int last = run.size() - 1;
        boolean titled =
                !title.isEmpty() && sentence.startsWith(title, run.getFirst().start());
        while (!titled && first <= last && opensInVain(sentence, run, first, last)) {
            first++;
        }
        while (last > first && endsInVain(sentence, run.get(last))) {
            last--;
        }
        while (first > 0 && first < last && !run.get(first).isCapital()) {
            first++;
        }
        if (first > last || (first == last && !isName(sentence, run.get(first), first == 0))) {
            return;
        }
        List<CasedWord> name = run.subList(first, last + 1);
        if (name.size() > 1 && name.stream().allMatch(this::isOfNoName)) {
            return;
        }
        int start = name.getFirst().start();
        names.add(new Span(start, name.getLast().end(), spelled(sentence, name)));
    }

    private static boolean endsInVain(String sentence, CasedWord word) {
        return NO_ENDS.contains(word.key())
                || !word.isCapital()
                || (word.key().equals("i")
                        && SPEAKS.matcher(sentence)
                                .region(word.end(), sentence.length())
                                .lookingAt());
    }

    private boolean isOfNoName(CasedWord word) {
        String key = word.key();
        return NoNames.alone(key)
                || (forms.isLong() && key.length() == 1)
                || NUMERAL.matcher(key).matches()
                || (forms.isLong() && (forms.isCommon(key) || (isLongInCapitals(word) && !forms.hasCapital(key))));
    }

    /** The name as it stands there, but for words that are all capitals here and not elsewhere. */
    private String spelled(String sentence, List<CasedWord> name) {
        StringBuilder text = new StringBuilder();
        int end = name.getFirst().start();
        for (CasedWord word : name) {
            text.append(sentence, end, word.start());
            String written = sentence.substring(word.start(), word.end());
            boolean capitals = word.looks() == CasedWord.Looks.CAPITALS && written.length() >= CAPITALS_OF_A_WORD;
            text.append(capitals ? forms.spelled(written) : written);
            end = word.end();
        }
        return text.toString();
    }

    /** A capital does, and a number before one ("1960 Summer Olympics") that is not the time ("in 1741 Euler"). */
    private boolean opensName(String sentence, List<CasedWord> words, int i) {
        CasedWord word = words.get(i);
        if (isInHeading(word) || isInAddress(sentence, word)) {
            return false;
        }
        boolean number = word.looks() == CasedWord.Looks.NUMBER
                // Behind one every noun of German has a capital, and the months of Indonesian have.
                && !isForeign()
                // Long texts have numbers of pages, notes and dates where they please.
                && (!forms.isLong() || YEAR.matcher(word.key()).matches());
        return word.isCapital()
                || (number
                        && i + 1 < words.size()
                        && words.get(i + 1).isCapital()
                        && gap(sentence, word, words.get(i + 1)).equals(" ")
                        && !(i > 0 && BEFORE_TIMES.contains(words.get(i - 1).key())));
    }

    private static boolean isOfCapitals(CasedWord word) {
        return word.looks() == CasedWord.Looks.CAPITALS || word.looks() == CasedWord.Looks.NUMBER;
    }

    private boolean isInHeading(CasedWord word) {
        return word.heading() && !forms.areCapitals();
    }

    private static boolean isInAddress(String sentence, CasedWord word) {
        return sentence.startsWith("://", word.end())
                || (word.start() > 0 && "/@\\".indexOf(sentence.charAt(word.start() - 1)) >= 0)
                || (word.end() < sentence.length() && "@\\".indexOf(sentence.charAt(word.end())) >= 0);
    }

    /** Whether a word that a run begins with is no part of a name. */
    private boolean opensInVain(String sentence, List<CasedWord> run, int first, int last) {
        CasedWord word = run.get(first);
        boolean goesOn = first < last;
        if (!word.isCapital()) {
            return false;
        }
        // "IT" and "US" are no pronouns.
        if (word.looks() == CasedWord.Looks.CAPITALS && !forms.isCommon(word.key())) {
            return false;
        }
        if (NameSpans.isFunctionWord(word.key())
                || isShortened(sentence, word)
                || isForeignInVain(sentence, run, first)) {
            return true;
        }
        if (!word.opens() || !goesOn || NoNames.isTitle(word.key())) {
            return word.opens() && NoNames.isOpener(word.key()) && !NoNames.isTitle(word.key());
        }
        if (forms.arePair(word.key(), run.get(first + 1).key()) || PARTICLES.contains(word.key())) {
            return false;
        }
        return NoNames.isOpener(word.key())
                || (forms.isCommon(word.key()) && !(isForeign() && opensPassage(sentence)))
                || (forms.isLong() && !forms.hasCapital(word.key()) && EnglishWords.holdForm(word.key()));
    }

    /** An article and the like at the beginning of a sentence, and a noun that says what a name is the name of. */
    private boolean isForeignInVain(String sentence, List<CasedWord> run, int first) {
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

    /** Whether two words with a capital follow each other, or one and a particle: "Ida Moor", "Otto von Tannen". */
    private static boolean isFullName(String sentence, List<CasedWord> words, int first) {
        return first + 1 < words.size()
                && words.get(first).isCapital()
                && (words.get(first + 1).isCapital() || isParticle(words.get(first + 1), false))
                && gap(sentence, words.get(first), words.get(first + 1)).equals(" ");
    }

    /** Whether a word alone is a name. */
    private boolean isName(String sentence, CasedWord word, boolean whole) {
        String key = word.key();
        boolean numeral = key.length() > 1 && NUMERAL.matcher(key).matches();
        if (NoNames.alone(key) || numeral || isShortened(sentence, word) || isForeignNoun(sentence, word)) {
            return false;
        }
        if (forms.isLong() && (COUNTED.matcher(key).matches() || isCutOff(sentence, word))) {
            return false;
        }
        if (word.looks() == CasedWord.Looks.CAPITALS) {
            boolean abbreviation = word.end() - word.start() < CAPITALS_OF_A_WORD || forms.hasCapital(key);
            return abbreviation ? !forms.isCommon(key) : forms.isAbbreviation(key);
        }
        if (forms.isCommon(key) || (forms.isLong() && word.end() - word.start() == 1)) {
            return false;
        }
        if (forms.capitals(key) < forms.capitalsOfAName() && EnglishWords.holdForm(key)) {
            return false;
        }
        if (isForeign() && (forms.language().isFunctionWord(key) || NoNames.isForeignTime(key))) {
            return false;
        }
        if (!word.opens() || !whole || WordForms.isLabel(sentence, word)) {
            return true;
        }
        if (NoNames.isOtherOpener(key)) {
            return false;
        }
        boolean unknown = isForeign() ? opensPassage(sentence) : !EnglishWords.holdForm(key);
        return forms.hasCapital(key) || (!forms.isLong() && unknown);
    }

    /** Of the sentences of a passage only the first opens with what the passage is about; others open with any word. */
    private boolean opensPassage(String sentence) {
        return text.startsWith(sentence.substring(0, Math.min(sentence.length(), CHARACTERS_THAT_TELL)));
    }

    /** Whether a word is a noun of German, in a German text or in a quotation of an English one. */
    private boolean isForeignNoun(String sentence, CasedWord word) {
        if (forms.language() == Language.GERMAN) {
            return GermanNouns.isNounOfGerman(sentence, word.start(), word.end()) && !isTopic(sentence, word);
        }
        return GermanNouns.isNoun(sentence, word.start(), word.end())
                || (forms.isLong()
                        && forms.language() == Language.ENGLISH
                        && forms.capitals(word.key()) < CAPITALS_OF_A_FOREIGN_NAME
                        && GermanNouns.isAmongGerman(sentence, word.start(), word.end()));
    }

    /** Whether a passage opens with an article and this word, as "Der Moorklee blüht" does: it is about that. */
    private boolean isTopic(String sentence, CasedWord word) {
        String before = sentence.substring(0, word.start()).strip().toLowerCase(Locale.ROOT);
        return !forms.isLong() && opensPassage(sentence) && DEFINITE_ARTICLES.contains(before);
    }

    /** Whether a word goes on in small letters behind a hyphen, and is hardly known without. */
    private boolean isCutOff(String sentence, CasedWord word) {
        int next = word.end() + 1;
        return next < sentence.length()
                && sentence.charAt(word.end()) == '-'
                && Character.isLowerCase(sentence.codePointAt(next))
                && forms.capitals(word.key()) < CAPITALS_OF_A_FOREIGN_NAME;
    }

    /** Whether a word is the first part of a contraction: "Don't" and "We'll". */
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
        return ending.equals("t") ? word.key().endsWith("n") : ENDINGS.contains(ending) && NoNames.isOpener(word.key());
    }

    private int last(String sentence, List<CasedWord> words, int first) {
        int last = first;
        int next = next(sentence, words, last);
        while (next > last && next - first < MAX_WORDS) {
            last = next;
            next = next(sentence, words, last);
        }
        return last;
    }

    /** The next word of a run, over the particles between; the same word if the run ends there. */
    private int next(String sentence, List<CasedWord> words, int last) {
        int next = last + 1;
        int particles = 0;
        if (isPossessed(sentence, words, last)) {
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
        boolean goesOn = next < words.size()
                && words.get(next).isCapital()
                && !isDate(words, last, next)
                && !isInHeading(words.get(next))
                && (particles > 0
                        ? gap(sentence, words.get(next - 1), words.get(next)).equals(" ")
                        : touches(sentence, words.get(last), words.get(next))
                                && lookAlike(words.get(last), words.get(next)));
        return goesOn ? next : overOf(sentence, words, last);
    }

    /** Whether "Taylor's" goes on as in "Taylor's Falls": with a word of English that has a capital. */
    private static boolean isPossessed(String sentence, List<CasedWord> words, int last) {
        if (last + 2 >= words.size() || !words.get(last + 1).key().equals("s")) {
            return false;
        }
        CasedWord possessed = words.get(last + 2);
        String gap = gap(sentence, words.get(last), words.get(last + 1));
        return (gap.equals("'") || gap.equals("\u2019"))
                && gap(sentence, words.get(last + 1), possessed).equals(" ")
                && possessed.looks() == CasedWord.Looks.CAPITAL
                && EnglishWords.holdForm(possessed.key());
    }

    /** "Berlin May 1" and "Sunday Dr. Inglis" are two each. */
    private static boolean isDate(List<CasedWord> words, int last, int next) {
        boolean day = next + 1 < words.size() && words.get(next + 1).looks() == CasedWord.Looks.NUMBER;
        return (day && NoNames.isMonth(words.get(next).key()))
                || (words.get(last).key().endsWith("day")
                        && NoNames.isTitle(words.get(next).key()));
    }

    /** Whether a particle is German for "of": behind a noun, or before the full name of someone else. */
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

    /** The last word of "Gulf of Mexico" and "House of the Lords": an English word, "of" and a name; itself elsewhere. */
    private int overOf(String sentence, List<CasedWord> words, int last) {
        boolean head = EnglishWords.holdForm(words.get(last).key())
                || NoNames.isTitle(words.get(last).key());
        int next = last + 1;
        if (!head || next >= words.size() || !words.get(next).key().equals("of")) {
            return last;
        }
        next++;
        if (next < words.size() && words.get(next).key().equals("the")) {
            next++;
        }
        boolean joined = next < words.size()
                && words.get(next).looks() == CasedWord.Looks.CAPITAL
                && !isInHeading(words.get(next))
                && !NoNames.isMonth(words.get(next).key())
                && sentence.substring(words.get(last).end(), words.get(next).start())
                        .matches(" of (?:the )?");
        return joined ? next : last;
    }

    /** Not so where a word of a heading stands before the text under it. */
    private boolean lookAlike(CasedWord left, CasedWord right) {
        return !forms.isLong()
                || (left.looks() == CasedWord.Looks.CAPITALS) == (right.looks() == CasedWord.Looks.CAPITALS)
                || (!isLongInCapitals(left) && !isLongInCapitals(right));
    }

    private static boolean isLongInCapitals(CasedWord word) {
        return word.looks() == CasedWord.Looks.CAPITALS && word.end() - word.start() >= CAPITALS_OF_A_WORD;
    }

    private static boolean isParticle(CasedWord word, boolean behindOne) {
        return word.looks() == CasedWord.Looks.SMALL
                && (PARTICLES.contains(word.key()) || (behindOne && MORE_PARTICLES.contains(word.key())));
    }

    private static boolean touches(String sentence, CasedWord left, CasedWord right) {
        String gap = gap(sentence, left, right);
        return switch (gap) {
            case " ", "-", "–", "&", " & ", "." -> true;
            case "'", "’" -> left.end() - left.start() <= MAX_ABBREVIATION || !right.opens();
            case ". " -> left.end() - left.start() <= MAX_ABBREVIATION || NoNames.isTitle(left.key());
            default -> false;
        };
    }

    private static String gap(String sentence, CasedWord left, CasedWord right) {
        return right.start() - left.end() > MAX_GAP ? "..." : sentence.substring(left.end(), right.start());
    }
}
