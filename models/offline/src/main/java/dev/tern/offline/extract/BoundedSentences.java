package dev.tern.offline.extract;

import dev.tern.text.Sentences;
import dev.tern.text.WhiteSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Splits a text into sentences, and each sentence that is too long between words, if possible. */
final class BoundedSentences {
    static final int MAX_CHARACTERS = 2000;

    /** The minimum length of a line that word wrap may have broken. */
    private static final int FULL_LINE = 45;

    /** The maximum length of a line that word wrap may have broken. */
    private static final int MAX_WRAPPED_LENGTH = 132;

    /** A speaker's name or a label, which begins a line of its own. */
    private static final Pattern LABEL = Pattern.compile("\\p{Lu}[^\\s:]{0,30}(?: [^\\s:]{1,30}){0,2}: ");

    private BoundedSentences() {}

    /** Returns the sentences in order, none of them blank. */
    static List<String> of(String text) {
        List<String> sentences = new ArrayList<>();
        Sentences.forEach(text, 0, text.length(), (start, end) -> {
            int cut = start;
            while (cut < end) {
                int next = endOfPart(text, cut, end);
                addLines(text.substring(cut, next), sentences);
                cut = next;
            }
        });
        return sentences;
    }

    /** Adds the lines of a part as sentences, and joins lines that word wrap has broken. */
    private static void addLines(String part, List<String> sentences) {
        StringBuilder sentence = new StringBuilder();
        int line = 0;
        while (line < part.length()) {
            int end = line;
            while (end < part.length() && !WhiteSpace.isLineBreak(part.charAt(end))) {
                end++;
            }
            int next = WhiteSpace.skip(part, end, part.length());
            String read = part.substring(line, end).strip();
            sentence.append(read);
            boolean goesOn = next < part.length() && goesOn(read, part, next);
            if (goesOn) {
                sentence.append(' ');
            } else {
                if (!sentence.isEmpty()) {
                    sentences.add(sentence.toString());
                }
                sentence.setLength(0);
            }
            line = next;
        }
    }

    private static boolean goesOn(String line, String text, int next) {
        boolean full = line.length() >= FULL_LINE && line.length() <= MAX_WRAPPED_LENGTH;
        return Character.isLowerCase(text.codePointAt(next))
                || (full && !LABEL.matcher(text).region(next, text.length()).lookingAt());
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
}
