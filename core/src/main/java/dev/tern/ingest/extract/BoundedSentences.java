package dev.tern.ingest.extract;

import dev.tern.text.Sentences;
import java.util.ArrayList;
import java.util.List;

/** The sentences of a text; one that goes on and on is cut between words, so that a statement has a length. */
final class BoundedSentences {
    /** The most characters of a sentence. */
    static final int MAX_CHARACTERS = 2000;

    private BoundedSentences() {}

    /** The sentences in order, none of them blank. */
    static List<String> of(String text) {
        List<String> sentences = new ArrayList<>();
        Sentences.forEach(text, 0, text.length(), (start, end) -> {
            int cut = start;
            while (cut < end) {
                int next = endOfPart(text, cut, end);
                String part = text.substring(cut, next).strip();
                if (!part.isEmpty()) {
                    sentences.add(part);
                }
                cut = next;
            }
        });
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
}
