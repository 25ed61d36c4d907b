package dev.tern.query.answer;

import dev.tern.graph.Passage;
import dev.tern.store.Words;
import dev.tern.text.Sentences;
import dev.tern.text.Spaces;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sentence of a passage that can be quoted, or a line of a chat or of a mail's head.
 *
 * @param passage the index of the passage among the answer's passages, from 0
 * @param place the index in the passage, from 0
 * @param text the sentence in one line; a part of a very long one, with an ellipsis at each cut
 */
record Quotable(int passage, int place, String text) {
    /** The maximum length of a sentence; longer ones are split. */
    static final int MOST_CHARACTERS = 400;

    /** The maximum number of sentences of all passages: three quotes do not need a whole book. */
    static final int MOST_SENTENCES = 1_000;

    /** The minimum number of words; shorter texts are signatures, headings or exclamations. */
    private static final int LEAST_WORDS = 3;

    /** The maximum length of a line of a chat that stays one sentence, with its speaker. */
    private static final int SHORT_TURN = 200;

    /** A line that begins with a speaker or a field's name, perhaps after a time in brackets. */
    private static final Pattern TURN = Pattern.compile("(?m)^\\h*(?:\\[[^]\\n]{1,30}]\\h*)?\\p{L}[^:\\n]{0,40}:\\h");

    private static final String ELLIPSIS = "…";

    /** Returns the distinct sentences of some passages, each at its first place. */
    static List<Quotable> of(List<Passage> passages) {
        List<Quotable> sentences = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (int passage = 0; passage < passages.size(); passage++) {
            int place = 0;
            for (String text : texts(passages.get(passage).text())) {
                if (Words.of(text).size() >= LEAST_WORDS && known.add(text) && sentences.size() < MOST_SENTENCES) {
                    sentences.add(new Quotable(passage, place, text));
                }
                place++;
            }
        }
        return sentences;
    }

    private static List<String> texts(String text) {
        List<String> texts = new ArrayList<>();
        Matcher turn = TURN.matcher(text);
        int from = 0;
        boolean spoken = false;
        while (turn.find()) {
            addPart(text.substring(from, turn.start()), spoken, texts);
            from = turn.start();
            spoken = true;
        }
        addPart(text.substring(from), spoken, texts);
        return texts;
    }

    private static void addPart(String part, boolean spoken, List<String> texts) {
        if (spoken && part.length() <= SHORT_TURN && !part.strip().contains("\n\n")) {
            add(part, texts);
        } else {
            Sentences.of(part).forEach(sentence -> add(sentence, texts));
        }
    }

    private static void add(String sentence, List<String> texts) {
        String line = Spaces.fold(sentence);
        int from = 0;
        while (line.length() - from > MOST_CHARACTERS) {
            int end = end(line, from);
            texts.add((from > 0 ? ELLIPSIS : "") + line.substring(from, end).strip() + ELLIPSIS);
            from = end;
        }
        if (from < line.length()) {
            texts.add((from > 0 ? ELLIPSIS : "") + line.substring(from).strip());
        }
    }

    /** Returns the end of a part of a long sentence: behind its last space, or anywhere. */
    private static int end(String line, int from) {
        int most = from + MOST_CHARACTERS;
        int space = line.lastIndexOf(' ', most);
        if (space > from) {
            return space + 1;
        }
        return Character.isHighSurrogate(line.charAt(most - 1)) ? most - 1 : most;
    }
}
