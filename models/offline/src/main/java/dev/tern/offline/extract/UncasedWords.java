package dev.tern.offline.extract;

import dev.tern.graph.NameSpans.Span;
import dev.tern.text.Language;
import dev.tern.text.WordLists;
import java.lang.Character.UnicodeScript;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a sentence in a script without capitals at words that belong to no name, and returns the
 * parts between them. Only a few common words are listed, so a part is often more than a name.
 */
final class UncasedWords {
    private static final int MAX_HAN = 8;
    private static final int MAX_WORDS = 4;
    private static final int MIN_WORD_LENGTH = 3;
    private static final int MAX_THAI = 24;

    /** Words of Chinese and Japanese, rare in names, at which a run of Han characters is cut. */
    private static final String CUTS =
            "以及|其中|后来|後來|因此|但是|位[于於]|[出誕]生|去世|[毕畢][业業]|[担擔]任|成[为為]|[属屬][于於]|著名|[发發][现現明]|[创創][立办辦]|建立|[写寫][于於]?"
                    + "|研究|工作|学习|學習|教授|博士|先生|女士|国王|國王|皇帝|[总總][统統]|主席|作家|作曲家|[数數]学家|數學家|科学家|科學家|演[员員]"
                    + "|导演|導演|歌手|儿子|兒子|女儿|女兒|父[亲親]|母[亲親]|[学學]生|老[师師]|第一|之一|曾[经經]?|[当當][时時]|来自|來自|[师師][从從]";

    /** The cuts and characters that are words in Chinese, but parts of names in Japanese ("和田"). */
    private static final Pattern CUT =
            Pattern.compile(CUTS + "|的|是|在|了|和|[与與]|[于於]|(?<!自)由|[为為]|被|把|[从從]|到|而|[并並]|[这這]|那|他|她|它|[们們]|或|等");

    /** The cuts and nouns that end a name in Japanese, such as roles, times and actions. */
    private static final Pattern JAPANESE_CUT = Pattern.compile(CUTS
            + "|彼女?|以[降来上下前後]|[一二三四五六七八九十]{1,9}[人月日年冊つ回度]|当時|現在|最初|戦後|戦前|一時|結婚|設計|創業|建設|開館|発表|記載|卒業"
            + "|教育|刊行|翻訳|作曲|点灯|設立|創立|発見|所有者?|死去|引退|完成|開業|製造|出版|指導|担当");

    private static final Pattern RUN = Pattern.compile("[\\p{IsHan}々〇\\p{IsKatakana}ー・·]+");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\u200c\\u200d'’]+");

    private static final List<String> KOREAN_PARTICLES = List.of(
            "이었다", "에서는", "으로서", "이라는", "에서", "에게", "으로", "까지", "부터", "처럼", "보다", "이다", "의", "은", "는", "이", "가", "을",
            "를", "에", "와", "과", "도", "로", "만");
    private static final Pattern KOREAN_VERB =
            Pattern.compile("^.*(다|[았었였했웠왔갔]고|하여|하는|하고|되어|되는|하며|되며|으며|에서의|위해|통해|대한|따라)");

    private static final Set<String> STOP = Set.copyOf(Arrays.asList(
            Objects.requireNonNull(WordLists.read(UncasedWords.class.getResourceAsStream("words.properties"))
                            .getProperty("uncased"))
                    .split(" ")));

    private final String sentence;
    private final Pattern cut;
    private final IntPredicate free;
    private final List<String> repeated;
    private final List<Span> found = new ArrayList<>();

    /**
     * Creates a finder for one sentence.
     *
     * @param free true for the offset of a character that belongs to no name yet
     * @param repeated sequences that the passage repeats, the longest first
     */
    UncasedWords(String sentence, IntPredicate free, List<String> repeated) {
        this.sentence = sentence;
        this.cut = Language.isJapanese(sentence) ? JAPANESE_CUT : CUT;
        this.free = free;
        this.repeated = repeated;
    }

    /** Returns true if a run of Han characters contains a word at which it is split. */
    static boolean hasCut(String run, boolean japanese) {
        return (japanese ? JAPANESE_CUT : CUT).matcher(run).find();
    }

    /** Returns the parts between words that belong to no name, in no particular order. */
    List<Span> split() {
        Matcher runs = RUN.matcher(sentence);
        while (runs.find()) {
            parts(runs.start(), runs.end());
        }
        List<Span> phrase = new ArrayList<>();
        Matcher words = WORD.matcher(sentence);
        while (words.find()) {
            UnicodeScript script = UnicodeScript.of(sentence.codePointAt(words.start()));
            switch (script) {
                case HAN, HIRAGANA, KATAKANA, LATIN, CYRILLIC, GREEK, ARMENIAN, LAO, KHMER, MYANMAR -> close(phrase);
                case THAI -> {
                    close(phrase);
                    thai(words.start(), words.end());
                }
                case HANGUL -> korean(words.start(), words.end(), phrase);
                default -> spaced(words.start(), words.end(), phrase);
            }
        }
        close(phrase);
        return found;
    }

    private void add(int start, int end) {
        found.add(new Span(start, end, sentence.substring(start, end)));
    }

    /** Adds the free parts of a run, split at words that belong to no name. */
    private void parts(int runStart, int runEnd) {
        for (int start = runStart; start < runEnd; start++) {
            int end = start;
            while (end < runEnd && free.test(end)) {
                end++;
            }
            if (end > start) {
                between(start, end);
                start = end;
            }
        }
    }

    private void between(int runStart, int runEnd) {
        Matcher cuts = cut.matcher(sentence).region(runStart, runEnd).useTransparentBounds(true);
        int start = runStart;
        while (cuts.find()) {
            part(start, cuts.start());
            start = cuts.end();
        }
        part(start, runEnd);
    }

    private void part(int start, int end) {
        int katakana = start;
        while (katakana < end && isKatakana(sentence.charAt(katakana))) {
            katakana++;
        }
        // A long katakana word before Han is a name of its own: 「レオンハルト・オイラー博士」.
        if (katakana - start > 3 && end - start > MAX_HAN) {
            add(start, katakana);
            part(katakana, end);
        } else if (end - start >= 2 && (end - start <= MAX_HAN || katakana == end)) {
            add(start, end);
        } else if (end - start > MAX_HAN) {
            repeatedIn(start, end);
        }
    }

    /** Adds the repeated sequences of a part that is too long for a name. */
    private void repeatedIn(int start, int end) {
        String part = sentence.substring(start, end);
        for (String name : repeated) {
            int at = part.indexOf(name);
            if (at >= 0) {
                add(start + at, start + at + name.length());
                part(start, start + at);
                part(start + at + name.length(), end);
                return;
            }
        }
    }

    private static boolean isKatakana(char c) {
        return c == 'ー' || c == '・' || UnicodeScript.of(c) == UnicodeScript.KATAKANA;
    }

    private void korean(int start, int end, List<Span> phrase) {
        String word = sentence.substring(start, end);
        if (!isAdjacent(phrase, start) || phrase.size() >= MAX_WORDS) {
            close(phrase);
        }
        if (STOP.contains(word) || KOREAN_VERB.matcher(word).matches()) {
            close(phrase);
            return;
        }
        String particle = KOREAN_PARTICLES.stream()
                .filter(ending -> word.endsWith(ending) && word.length() - ending.length() >= 2)
                .findFirst()
                .orElse("");
        phrase.add(new Span(start, end - particle.length(), word.substring(0, word.length() - particle.length())));
        if (!particle.isEmpty()) {
            close(phrase);
        }
    }

    private void spaced(int start, int end, List<Span> phrase) {
        String word = sentence.substring(start, end);
        if (!isAdjacent(phrase, start) || STOP.contains(word)) {
            close(phrase);
        }
        if (!STOP.contains(word)) {
            phrase.add(new Span(start, end, word));
        }
    }

    /** Returns true if only a space separates a phrase and the next part. */
    private boolean isAdjacent(List<Span> phrase, int start) {
        return phrase.isEmpty()
                || sentence.substring(phrase.getLast().end(), start).equals(" ");
    }

    /** Ends a phrase, and adds it unless it is too long or too short for a name. */
    private void close(List<Span> phrase) {
        if (!phrase.isEmpty() && phrase.size() <= MAX_WORDS) {
            int start = phrase.getFirst().start();
            int end = phrase.getLast().end();
            boolean korean = UnicodeScript.of(sentence.codePointAt(start)) == UnicodeScript.HANGUL;
            if (end - start >= (korean ? 2 : MIN_WORD_LENGTH)) {
                add(start, end);
            }
        }
        phrase.clear();
    }

    /** Adds the parts of a Thai text, whose words the JDK finds. */
    private void thai(int runStart, int runEnd) {
        BreakIterator breaks = BreakIterator.getWordInstance(Locale.of("th"));
        breaks.setText(sentence.substring(runStart, runEnd));
        int stretch = runStart;
        int word = runStart;
        for (int next = breaks.next(); next != BreakIterator.DONE; next = breaks.next()) {
            if (STOP.contains(sentence.substring(word, runStart + next))) {
                thaiStretch(stretch, word);
                stretch = runStart + next;
            }
            word = runStart + next;
        }
        thaiStretch(stretch, runEnd);
    }

    private void thaiStretch(int start, int end) {
        if (end - start >= MIN_WORD_LENGTH && end - start <= MAX_THAI) {
            add(start, end);
        }
    }
}
