package dev.tern.text;

import java.text.BreakIterator;
import java.text.StringCharacterIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Splits a text in any script into sentences.
 *
 * <p>Corrects known errors of the JDK's {@link BreakIterator}, which splits after abbreviations and
 * initials (see {@link Abbreviations}) and within addresses, and does not know the full stops of
 * Arabic, Urdu, Armenian, Ethiopic, Burmese, Khmer and Tibetan, nor empty lines and list items.
 * When in doubt, sentences are joined, since a split sentence does more harm than a long one. In a
 * script without sentence ends (Thai) each paragraph is one sentence.
 *
 * <p>{@link #forEach} takes linear time and constant memory.
 */
public final class Sentences {
    /** Ends of sentences unknown to the JDK. */
    private static final String OTHER_STOPS = "\u037e\u0589\u061f\u06d4\u0700\u0701\u0702\u0df4\u0f0d\u0f0e\u104a\u104b"
            + "\u1362\u1367\u1368\u166e\u17d4\u17d5\u1803\u1809\u203c\u203d\u2047\u2048\u2049\u2e2e\u2e3c\uff61";

    private static final String BULLETS = "-*+\u2022\u2023\u2043\u25aa\u25cf\u25e6\u2013\u2014\u00b7";
    private static final int MAX_LIST_NUMBER_LENGTH = 3;

    private final String text;
    private final SentenceReceiver listener;
    private final BreakIterator proposals = BreakIterator.getSentenceInstance(Locale.ROOT);
    /** The offset of the current sentence. */
    private int start;

    private Sentences(String text, SentenceReceiver listener) {
        this.text = text;
        this.listener = listener;
    }

    /** A receiver of sentences, in order. */
    @FunctionalInterface
    public interface SentenceReceiver {
        /**
         * Receives a sentence, which neither starts nor ends with white space.
         *
         * @param start its first character, in UTF-16 units of the text
         * @param end its end, exclusive
         */
        void sentence(int start, int end);
    }

    /** Returns the sentences of a text, without white space around them. */
    public static List<String> of(String text) {
        List<String> sentences = new ArrayList<>();
        forEach(text, 0, text.length(), (start, end) -> sentences.add(text.substring(start, end)));
        return sentences;
    }

    /** Passes the sentences in a range of a text to a listener, as if the rest did not exist. */
    public static void forEach(String text, int start, int end, SentenceReceiver listener) {
        new Sentences(text, listener).paragraphs(start, end);
    }

    private void paragraphs(int from, int to) {
        int paragraph = WhiteSpace.skip(text, from, to);
        for (int at = paragraph; at < to; ) {
            if (!WhiteSpace.isSpace(text.charAt(at))) {
                at++;
                continue;
            }
            int next = WhiteSpace.skip(text, at, to);
            if (next == to || WhiteSpace.holdsEmptyLine(text, at, next)) {
                paragraph(paragraph, at);
                paragraph = next;
            }
            at = next;
        }
        if (paragraph < to) {
            paragraph(paragraph, to);
        }
    }

    private void paragraph(int from, int to) {
        start = from;
        proposals.setText(new StringCharacterIterator(text, from, to, from));
        int proposed = from;
        for (int end = proposals.next(); end != BreakIterator.DONE; end = proposals.next()) {
            cutInside(proposed, end, to);
            if (end < to && !joins(end, to)) {
                emit(end);
            }
            proposed = end;
        }
        emit(to);
    }

    /** Splits at ends of sentences that the JDK's iterator misses. */
    private void cutInside(int from, int end, int limit) {
        for (int at = from; at < end; at++) {
            char c = text.charAt(at);
            if (WhiteSpace.isLineBreak(c)) {
                if (startsListItem(WhiteSpace.skip(text, at, limit), limit)) {
                    emit(at);
                }
            } else if (c == '\u2026' || isOtherStop(c)) {
                int behind = behindClosing(at + 1, limit);
                if (behind < limit && (c != '\u2026' || startsUpperCase(behind, limit))) {
                    emit(behind);
                }
                at = behind - 1;
            }
        }
    }

    private void emit(int end) {
        int stripped = WhiteSpace.skipBack(text, start, end);
        int begin = WhiteSpace.skip(text, start, stripped);
        if (begin < stripped) {
            listener.sentence(begin, stripped);
        }
        start = Math.max(start, end);
    }

    /** Returns the offset after further stops, closing quotes and brackets. */
    private int behindClosing(int from, int limit) {
        int at = from;
        while (at < limit) {
            char c = text.charAt(at);
            int type = Character.getType(c);
            boolean closes = type == Character.END_PUNCTUATION
                    || type == Character.FINAL_QUOTE_PUNCTUATION
                    || c == '"'
                    || c == '\''
                    || c == '!'
                    || c == '?'
                    || c == '.'
                    || isOtherStop(c)
                    || isMark(type);
            if (!closes) {
                break;
            }
            at++;
        }
        return at;
    }

    private boolean startsUpperCase(int at, int limit) {
        int next = WhiteSpace.skip(text, at, limit);
        return next > at && next < limit && Character.isUpperCase(text.codePointAt(next));
    }

    private boolean startsListItem(int at, int limit) {
        int behind = at;
        if (behind < limit && BULLETS.indexOf(text.charAt(behind)) >= 0) {
            behind++;
        } else {
            while (behind < limit && behind - at < MAX_LIST_NUMBER_LENGTH && Character.isDigit(text.charAt(behind))) {
                behind++;
            }
            if (behind == at || behind == limit || ".)".indexOf(text.charAt(behind)) < 0) {
                return false;
            }
            behind++;
        }
        return behind < limit && WhiteSpace.isSpace(text.charAt(behind));
    }

    /** Returns true if the sentence continues after an end that the JDK's iterator proposes. */
    private boolean joins(int end, int limit) {
        int last = WhiteSpace.skipBack(text, start, end);
        if (last == start) {
            return true;
        }
        if (last == end && isMark(Character.getType(text.codePointAt(end)))) {
            return true;
        }
        char stop = text.charAt(last - 1);
        if (last == end && isAscii(stop) && isAsciiWord(text.charAt(end))) {
            // The end is within a word, as in example.org/?a=b.
            return true;
        }
        return stop == '.' && Abbreviations.goesOn(text, start, last - 1, WhiteSpace.skip(text, end, limit), limit);
    }

    /** Returns true for a type of characters that belong to the previous character. */
    private static boolean isMark(int type) {
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.FORMAT;
    }

    private static boolean isOtherStop(char c) {
        return c >= OTHER_STOPS.charAt(0) && OTHER_STOPS.indexOf(c) >= 0;
    }

    private static boolean isAscii(char c) {
        return c < '\u0080';
    }

    private static boolean isAsciiWord(char c) {
        return isAscii(c) && Character.isLetterOrDigit(c);
    }
}
