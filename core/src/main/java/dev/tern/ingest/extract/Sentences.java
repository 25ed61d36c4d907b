package dev.tern.ingest.extract;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The sentences of a text, of any script. What the JDK breaks behind an initial or a usual abbreviation ("George T.
 * Solomon", "St. Moritz") is put together again. A sentence that goes on and on is cut, so that work stays linear.
 */
final class Sentences {
    /** The most characters of a sentence. */
    static final int MAX_CHARACTERS = 2000;

    private static final Set<String> ABBREVIATIONS = Set.of(
            "mr", "mrs", "ms", "dr", "st", "ste", "jr", "sr", "prof", "vs", "vol", "gen", "col", "lt", "sgt", "capt",
            "rev", "hon", "mt", "ft", "no", "op", "ca", "approx", "bros", "mme", "mlle", "nr", "ing", "sra", "hr");

    private Sentences() {}

    /** The sentences in order, none of them blank. */
    static List<String> of(String text) {
        BreakIterator breaks = BreakIterator.getSentenceInstance(Locale.ROOT);
        // Two stops of Arabic script that the JDK does not know.
        breaks.setText(text.replace('؟', '?').replace('۔', '.'));
        List<String> sentences = new ArrayList<>();
        int start = 0;
        for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
            if (end < text.length() && end - start < MAX_CHARACTERS && endsAbbreviated(text, start, end)) {
                continue;
            }
            for (int cut = start; cut < end; cut = endOfPart(text, cut, end)) {
                String sentence = text.substring(cut, endOfPart(text, cut, end)).strip();
                if (!sentence.isEmpty()) {
                    sentences.add(sentence);
                }
            }
            start = end;
        }
        return sentences;
    }

    private static int endOfPart(String text, int start, int end) {
        if (end - start <= MAX_CHARACTERS) {
            return end;
        }
        int last = start + MAX_CHARACTERS;
        int space = text.lastIndexOf(' ', last);
        if (space > start + MAX_CHARACTERS / 2) {
            return space;
        }
        return Character.isHighSurrogate(text.charAt(last - 1)) ? last - 1 : last;
    }

    private static boolean endsAbbreviated(String text, int start, int end) {
        int stop = end - 1;
        while (stop > start && text.charAt(stop) == ' ') {
            stop--;
        }
        if (text.charAt(stop) != '.') {
            return false;
        }
        int word = stop;
        while (word > start && Character.isLetter(text.charAt(word - 1))) {
            word--;
        }
        boolean inside = word > start && text.charAt(word - 1) == '.';
        boolean initial = stop - word == 1 && Character.isUpperCase(text.charAt(word)) && !inside;
        return initial || ABBREVIATIONS.contains(text.substring(word, stop).toLowerCase(Locale.ROOT));
    }
}
