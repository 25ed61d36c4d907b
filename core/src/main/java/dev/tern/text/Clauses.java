package dev.tern.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a text into parts that can be quoted alone: sentences, numbered clauses, rows of tables,
 * items of lists, lines of a chat. Marks headings and header lines of mails.
 */
public final class Clauses {
    /** The maximum length of a chat line, with the speaker, that is not split into sentences. */
    private static final int SHORT_TURN = 200;

    private static final int MAX_HEADING_LENGTH = 80;

    /** The beginning of a line with a speaker or a field name, maybe after a time in brackets. */
    private static final String TURN = "(?:\\[[^]\\n]{1,30}]\\h{0,9})?(?<field>\\p{L}[^:：\\n]{0,40})(?::\\h|：)";

    private static final String CLAUSE = "(?:§\\h?)?\\d{1,3}(?:\\.\\d{1,3}){1,5}+\\.?\\h";
    private static final String ITEM = "(?:" + CLAUSE + "|(?:[-*\u2022§]|\\(?\\p{L}\\)|\\d{1,3}[.)])\\h)";
    private static final Pattern OPENING_TURN = Pattern.compile(TURN);
    private static final Pattern OPENING_CLAUSE = Pattern.compile(CLAUSE);
    private static final Pattern BREAK = Pattern.compile("\\h{0,9}\\R\\h*+(?:(?<empty>\\R\\s*+)|(?=" + ITEM + "|"
            + TURN.replace("?<field>", "") + "))|(?<=[.!?;:])\\h(?=" + CLAUSE + "\\p{Lu})");
    /** A heading: text without digits after its number, or capitalised words before a year. */
    private static final Pattern HEADING = Pattern.compile("(?![-*\u2022(])(?:(?:§?\\h?\\d[\\d.]{0,9}\\h)?[^\\d\\n]++"
            + "|(?:(?:[\\p{Lu}\\d][^\\s:;]{0,30}|of|the|de|del|von|vom|der)\\s{1,3}){1,12}[12]\\d{3})");

    private static final Pattern STOPPED = Pattern.compile("[\\p{Po}&&[^%'\"]][\\p{Pe}\\p{Pf}\"']{0,9}$");

    /**
     * A part of a text that can be quoted alone, or a heading.
     *
     * @param text the part, without white space around it
     * @param isHeading true for a heading over other parts
     * @param isHead true for a header line of a mail, next to another header line
     */
    public record ClausePart(String text, boolean isHeading, boolean isHead) {}

    private Clauses() {}

    /**
     * Returns the parts of a text, in order.
     *
     * @param fields returns true for the name of a mail header field
     */
    public static List<ClausePart> of(String original, Predicate<String> fields) {
        String text = original.strip();
        List<String> pieces = new ArrayList<>();
        List<Boolean> spaced = new ArrayList<>();
        Matcher breaks = BREAK.matcher(text);
        int from = 0;
        while (breaks.find()) {
            pieces.add(text.substring(from, breaks.start()).strip());
            spaced.add(breaks.group("empty") != null);
            from = breaks.end();
        }
        pieces.add(text.substring(from).strip());
        List<ClausePart> parts = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            String piece = pieces.get(i);
            Matcher turn = OPENING_TURN.matcher(piece);
            boolean turns = turn.lookingAt();
            if (i + 1 < pieces.size() && !turns && isHeading(piece, spaced.get(i), pieces.get(i + 1))) {
                parts.add(new ClausePart(piece, true, false));
            } else if (turns && piece.length() <= SHORT_TURN) {
                boolean head = isField(piece, fields)
                        && ((i > 0 && isField(pieces.get(i - 1), fields))
                                || (i + 1 < pieces.size() && isField(pieces.get(i + 1), fields)));
                parts.add(new ClausePart(piece, false, head));
            } else {
                Sentences.of(piece).forEach(sentence -> parts.add(new ClausePart(sentence, false, false)));
            }
        }
        return parts;
    }

    private static boolean isField(String piece, Predicate<String> fields) {
        Matcher turn = OPENING_TURN.matcher(piece);
        return turn.lookingAt() && fields.test(turn.group("field"));
    }

    private static boolean isHeading(String piece, boolean spaced, String next) {
        boolean beforeClause = OPENING_CLAUSE.matcher(next).lookingAt();
        return piece.length() <= MAX_HEADING_LENGTH
                && HEADING.matcher(piece).matches()
                && !STOPPED.matcher(piece).find()
                && (beforeClause ? !OPENING_CLAUSE.matcher(piece).lookingAt() : spaced);
    }
}
