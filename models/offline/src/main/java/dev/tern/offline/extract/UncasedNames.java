package dev.tern.offline.extract;

import dev.tern.graph.NameSpans.Span;
import dev.tern.text.Language;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Guesses names in scripts without capitals: texts in quotation marks or title brackets, the
 * passage's title and headings, texts in Latin letters or digits, and short parts between words
 * that belong to no name ({@link UncasedWords}). The results include common nouns.
 */
final class UncasedNames {
    private static final int MAX_QUOTED = 40;
    private static final int MAX_KNOWN = 32;
    private static final int MAX_COUNTED = 4000;
    private static final int MAX_REPEATED_LENGTH = 6;
    private static final int MIN_REPEATED_LENGTH = 3;
    private static final Comparator<String> LONGEST_FIRST =
            Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());
    private static final Pattern QUOTED =
            Pattern.compile("[「『《〈【“«]\\s?([^「」『』《》〈〉【】“”«»\\n]{2," + MAX_QUOTED + "}?)\\s?[」』》〉】”»]");
    private static final Pattern FOREIGN = Pattern.compile("\\p{IsLatin}[\\p{IsLatin}\\p{M}\\p{Nd}'’.&+#-]*"
            + "(?: \\p{IsLatin}[\\p{IsLatin}\\p{M}\\p{Nd}'’.&+#-]*){0,5}|\\p{Nd}{2,}[年月년월]?");
    private static final Pattern PARTS = Pattern.compile("[·・=＝\\s]+");
    private static final Pattern HAN_RUN = Pattern.compile("[\\p{IsHan}々〇]{2,}");

    private final List<String> known;
    private final List<String> repeated;

    /** Creates a finder for a passage, given known names such as the title and headings. */
    UncasedNames(List<String> names, String text) {
        Set<String> all = new TreeSet<>(LONGEST_FIRST);
        for (String name : names) {
            all.add(name);
            all.addAll(PARTS.splitAsStream(name).toList());
        }
        all.removeIf(name -> name.length() < 2 || !isUncased(name.codePointAt(0)));
        known = all.stream().limit(MAX_KNOWN).toList();
        repeated = repeated(text);
    }

    static boolean isUncased(int c) {
        return c >= 0x0590
                && (Character.getType(c) == Character.OTHER_LETTER || UnicodeScript.of(c) == UnicodeScript.GEORGIAN);
    }

    /** Returns the names in a sentence in order; none if most of its letters have cases. */
    List<Span> in(String sentence) {
        long uncased = sentence.codePoints().filter(UncasedNames::isUncased).count();
        long cased = sentence.codePoints()
                .filter(c -> Character.isLowerCase(c) || Character.isUpperCase(c))
                .count();
        if (uncased == 0 || uncased < cased) {
            return List.of();
        }
        TakenRanges takenRanges = new TakenRanges(sentence);
        matches(QUOTED, sentence, takenRanges);
        for (String name : known) {
            for (int at = sentence.indexOf(name); at >= 0; at = sentence.indexOf(name, at + name.length())) {
                takenRanges.add(at, at + name.length());
            }
        }
        matches(FOREIGN, sentence, takenRanges);
        new UncasedWords(sentence, takenRanges::isFree, repeated).split().forEach(takenRanges::add);
        return takenRanges.spans();
    }

    private static void matches(Pattern pattern, String sentence, TakenRanges takenRanges) {
        Matcher matcher = pattern.matcher(sentence);
        while (matcher.find()) {
            int group = matcher.groupCount();
            takenRanges.add(matcher.start(group), matcher.end(group));
        }
    }

    /** Returns Han sequences of three to six characters that a text repeats, longest first. */
    private static List<String> repeated(String text) {
        Map<String, Integer> counts = new HashMap<>();
        Matcher runs = HAN_RUN.matcher(text.substring(0, Math.min(text.length(), MAX_COUNTED)));
        while (runs.find()) {
            String run = runs.group();
            for (int start = 0; start < run.length(); start++) {
                int longest = Math.min(MAX_REPEATED_LENGTH, run.length() - start);
                for (int length = MIN_REPEATED_LENGTH; length <= longest; length++) {
                    counts.merge(run.substring(start, start + length), 1, Integer::sum);
                }
            }
        }
        counts.values().removeIf(count -> count < 2);
        boolean japanese = Language.isJapanese(text);
        counts.keySet().removeIf(run -> UncasedWords.hasCut(run, japanese));
        List<String> repeated = new ArrayList<>();
        counts.forEach((gram, count) -> {
            boolean partOfLonger = counts.entrySet().stream()
                    .anyMatch(other -> other.getKey().length() > gram.length()
                            && other.getKey().contains(gram)
                            && other.getValue().equals(count));
            if (!partOfLonger) {
                repeated.add(gram);
            }
        });
        repeated.sort(LONGEST_FIRST);
        return repeated;
    }

    /** The ranges of a sentence that are already names. */
    private static final class TakenRanges {
        private final String sentence;
        private final boolean[] taken;
        private final List<Span> spans = new ArrayList<>();

        TakenRanges(String sentence) {
            this.sentence = sentence;
            this.taken = new boolean[sentence.length()];
        }

        boolean isFree(int at) {
            return !taken[at];
        }

        void add(Span span) {
            add(span.start(), span.end());
        }

        void add(int start, int end) {
            for (int i = start; i < end; i++) {
                if (taken[i]) {
                    return;
                }
            }
            for (int i = start; i < end; i++) {
                taken[i] = true;
            }
            spans.add(new Span(start, end, sentence.substring(start, end)));
        }

        List<Span> spans() {
            spans.sort(Comparator.comparingInt(Span::start));
            return spans;
        }
    }
}
