package dev.tern.offline.answer;

import java.util.List;
import java.util.regex.Pattern;

/** A quotation of one or more sentences of a passage, in their order, with gaps allowed. */
record Quote(List<QuotablePart> sentences) {
    private static final Pattern OPENING = Pattern.compile("(?<![^ (\\[—–-])\"");

    /** Returns the index of the passage among the answer's passages, from 0. */
    int passage() {
        return sentences.getFirst().passage();
    }

    /** Returns the sentences in quotation marks, and their passage's number from 1 in brackets. */
    String text() {
        StringBuilder text = new StringBuilder("“");
        QuotablePart before = null;
        for (QuotablePart sentence : sentences) {
            if (before != null) {
                text.append(sentence.index() == before.index() + 1 ? " " : " … ");
            }
            text.append(inner(sentence.text()));
            before = sentence;
        }
        return text.append("” [").append(passage() + 1).append(']').toString();
    }

    /** Replaces double quotation marks within a quotation by single ones. */
    private static String inner(String text) {
        return OPENING.matcher(text)
                .replaceAll("‘")
                .replace('"', '’')
                .replace('„', '‚')
                .replace('“', '‘')
                .replace('”', '’');
    }
}
