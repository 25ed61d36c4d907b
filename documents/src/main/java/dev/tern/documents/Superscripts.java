package dev.tern.documents;

import java.util.Set;
import java.util.regex.Pattern;

/** Reads superscripts as exponents, note marks or plain letters. */
final class Superscripts {
    private static final Pattern MARK = Pattern.compile(
            "[\\[(]?(?:\\d{1,3}+(?:\\s*+[,\u2013-]\\s*+\\d{1,3}+)*+|[*\u2020\u2021\u00a7]{1,3})[\\])]?");
    private static final Pattern EXPONENT =
            Pattern.compile("[-\u2212+]?(?:\\d{1,3}|\\p{L})|\\p{L}\\s?[-\u2212+]\\s?\\d{1,2}");
    /** A formula: factors after an operator, or a sum in brackets. */
    private static final Pattern FORMULA = Pattern.compile(
            "[=+\u2212\u00b7\u00d7*/][\\s\\p{Z}]?\\p{L}{1,2}$|\\(\\p{L}{1,2}\\s?[-+\u2212]\\s?[\\p{L}\\d]{1,3}\\)$");
    /** A number of few digits, a one-letter name or a unit, which may have an exponent. */
    private static final Pattern BASE = Pattern.compile("(?<![\\p{L}\\p{N}.,])(?<base>\\d{1,2}|\\p{L}{1,2})$");

    private static final Set<String> UNITS = Set.of("km", "cm", "mm", "dm", "nm", "ft", "in", "mi", "yd");
    /** The maximum number of characters before superscripts that decide how they are read. */
    static final int TAIL = 20;

    private Superscripts() {}

    /**
     * Returns the text of superscript characters.
     *
     * @param before the text before them
     * @param raised the characters
     * @return an exponent with a caret ({@code ^6} for a 6 after 10), empty for a note mark (a 6
     *     after 1890), else {@code raised}
     */
    static String text(CharSequence before, String raised) {
        String text = raised.strip();
        String tail = end(before);
        var base = BASE.matcher(tail);
        boolean power = EXPONENT.matcher(text).matches()
                && (FORMULA.matcher(tail).find() || (base.find() && isBase(base.group("base"), text)));
        if (power) {
            return "^" + text;
        }
        boolean behindText = !tail.isEmpty() && !Character.isWhitespace(tail.charAt(tail.length() - 1));
        return behindText && MARK.matcher(text).matches() ? "" : raised;
    }

    /** Returns the end of a text, which decides how superscripts after it are read. */
    static String end(CharSequence text) {
        return text.subSequence(Math.max(0, text.length() - TAIL), text.length())
                .toString();
    }

    private static boolean isBase(String base, String power) {
        boolean digits = Character.isDigit(power.charAt(power.length() - 1));
        boolean unit = base.length() == 1 || Character.isDigit(base.charAt(0)) || UNITS.contains(base);
        return unit && (digits || power.equals("n") || power.equals("x"));
    }
}
