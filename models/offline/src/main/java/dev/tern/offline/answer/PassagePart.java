package dev.tern.offline.answer;

import java.util.regex.Pattern;

/**
 * A part of a passage that can be quoted: a sentence, a clause, a row of a table, an item of a
 * list, a line of a chat; but no heading and no mail header.
 *
 * @param index the index among the parts of the passage, from 0; headings and headers have one too
 * @param text the part in one line; a longer part is split, with an ellipsis at each cut
 * @param headings the title of the passage, and the headings and mail header lines above the part
 * @param isRow {@link #isRow(String)} of the text
 * @param isQuestion true for a question or a request
 * @param opensWithPronoun true if the first word is a {@linkplain Pronouns pronoun}
 * @param hasName true if a capitalised word may be a name
 */
record PassagePart(
        int index,
        String text,
        String headings,
        boolean isRow,
        boolean isQuestion,
        boolean opensWithPronoun,
        boolean hasName) {
    /** The name of a column in a row of a table. */
    static final Pattern FIELD = Pattern.compile("(?:^|;\\h)[^:;]{1,40}:\\h");

    /** Returns true for a text with two or more column names, as in a table row. */
    static boolean isRow(String text) {
        return text.indexOf(':') >= 0 && FIELD.matcher(text).results().limit(2).count() == 2;
    }

    /** Returns a hash code without the texts, since choices look up the same parts many times. */
    @Override
    public int hashCode() {
        return index;
    }
}
