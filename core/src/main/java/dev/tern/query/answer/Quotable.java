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
 * A sentence of a passage that can be quoted, or a line of a chat or of the head of a mail.
 *
 * @param passage the passage's place among those answered from, from 0
 * @param place its place in the passage, from 0
 * @param text as it stands, in one line; of a very long sentence a part, with an ellipsis where it is cut
 */
record Quotable(int passage, int place, String text) {
    /** What is longer comes in parts. */
    static final int MOST_CHARACTERS = 400;

    /** The most sentences of all passages together: three quotes do not need a whole book. */
    static final int MOST_SENTENCES = 1_000;

    /** What has fewer is a signature, a heading, an exclamation. */
    private static final int LEAST_WORDS = 3;

    /** A line of a chat up to here is one sentence, for it begins with who says it. */
    private static final int SHORT_TURN = 200;

    /** A line that begins with who speaks, or with the name of a field, perhaps behind a time in brackets. */
    private static final Pattern TURN = Pattern.compile("(?m)^\\h*(?:\\[[^]\\n]{1,30}]\\h*)?\\p{L}[^:\\n]{0,40}:\\h");

    private static final String ELLIPSIS = "…";

    /** The sentences of some passages, each text once, where it stands first. */
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

    /** Where the part of a long sentence ends that begins at a place: behind its last space, or where there is none. */
    private static int end(String line, int from) {
        int most = from + MOST_CHARACTERS;
        int space = line.lastIndexOf(' ', most);
        if (space > from) {
            return space + 1;
        }
        return Character.isHighSurrogate(line.charAt(most - 1)) ? most - 1 : most;
    }
}
