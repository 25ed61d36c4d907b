package dev.tern.graph;

import dev.tern.error.TernException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Parses filters in the form that users write and {@code toString} returns.
 *
 * <pre>
 *   any        all { "or" all }
 *   all        one { "and" one }
 *   one        "not" one | "(" any ")" | "everything" | "nothing" | condition
 *   condition  name ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) value
 *            | name [ "not" ] "in" "(" [ value { "," value } ] ")"
 *            | name "contains" string | name "exists"
 *   name       letters, digits, "_", "." and "-", or any string
 *   value      string | whole number | number with a point or an exponent
 *            | "true" | "false" | 2020-02-20T20:20:20Z
 *   string     "..." or '...', with a backslash before a quote or a backslash in it
 * </pre>
 */
final class FilterParser {
    private static final String SYMBOLS = "()=!<>,";

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int next;
    private int depth;

    private record Token(String text, boolean quoted, int start) {
        boolean is(String word) {
            return !quoted && text.toLowerCase(Locale.ROOT).equals(word);
        }
    }

    private FilterParser(String text) {
        this.text = text;
    }

    /** Parses the text of a filter: see {@link MetadataFilter#parse}. */
    static MetadataFilter parse(String text) {
        FilterParser parser = new FilterParser(text);
        parser.cut();
        try {
            MetadataFilter filter = parser.any();
            if (!parser.peek().text().isEmpty() || parser.peek().quoted()) {
                throw parser.expected("\"and\", \"or\" or the end");
            }
            return filter;
        } catch (IllegalArgumentException e) {
            throw TernException.user("the filter cannot be used: " + e.getMessage(), e);
        }
    }

    private void cut() {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            int start = at;
            if (Character.isWhitespace(c)) {
                at++;
            } else if (c == '"' || c == '\'') {
                at = string(start, c);
            } else if (SYMBOLS.indexOf(c) >= 0) {
                boolean two = "!<>".indexOf(c) >= 0 && at + 1 < text.length() && text.charAt(at + 1) == '=';
                at += two ? 2 : 1;
                tokens.add(new Token(text.substring(start, at), false, start));
            } else {
                while (at < text.length() && isWord(text.charAt(at))) {
                    at++;
                }
                tokens.add(new Token(text.substring(start, at), false, start));
            }
        }
        tokens.add(new Token("", false, text.length()));
    }

    private static boolean isWord(char c) {
        return !Character.isWhitespace(c) && c != '"' && c != '\'' && SYMBOLS.indexOf(c) < 0;
    }

    private int string(int start, char quote) {
        StringBuilder value = new StringBuilder();
        int at = start + 1;
        while (at < text.length() && text.charAt(at) != quote) {
            if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                at++;
            }
            value.append(text.charAt(at));
            at++;
        }
        if (at >= text.length()) {
            throw TernException.user("the filter has a string at character " + (start + 1) + " that does not end");
        }
        tokens.add(new Token(value.toString(), true, start));
        return at + 1;
    }

    private Token peek() {
        return tokens.get(next);
    }

    private Token take() {
        return tokens.get(next < tokens.size() - 1 ? next++ : next);
    }

    private boolean takeIf(String word) {
        boolean there = peek().is(word);
        if (there) {
            take();
        }
        return there;
    }

    private void require(String symbol) {
        if (!takeIf(symbol)) {
            throw expected("\"" + symbol + "\"");
        }
    }

    private TernException expected(String expectation) {
        Token found = peek();
        boolean end = found.text().isEmpty() && !found.quoted();
        return TernException.user("the filter has " + (end ? "its end" : "\"" + found.text() + "\"") + " at character "
                + (found.start() + 1) + " where " + expectation + " is expected");
    }

    private MetadataFilter any() {
        List<MetadataFilter> some = new ArrayList<>(List.of(all()));
        while (takeIf("or")) {
            some.add(all());
        }
        return some.size() == 1 ? some.getFirst() : MetadataFilter.or(some.toArray(MetadataFilter[]::new));
    }

    private MetadataFilter all() {
        List<MetadataFilter> some = new ArrayList<>(List.of(parseCondition()));
        while (takeIf("and")) {
            some.add(parseCondition());
        }
        return some.size() == 1 ? some.getFirst() : MetadataFilter.and(some.toArray(MetadataFilter[]::new));
    }

    private MetadataFilter parseCondition() {
        // Limits brackets and negations before there is a filter that could check its own depth.
        if (++depth > 4 * MetadataFilter.MAX_DEPTH) {
            throw TernException.user("the filter has more than " + 4 * MetadataFilter.MAX_DEPTH + " nested brackets");
        }
        try {
            if (takeIf("not")) {
                return MetadataFilter.not(parseCondition());
            }
            if (takeIf("(")) {
                MetadataFilter within = any();
                require(")");
                return within;
            }
            if (takeIf("everything")) {
                return MetadataFilter.everything();
            }
            return takeIf("nothing") ? MetadataFilter.or() : condition();
        } finally {
            depth--;
        }
    }

    private MetadataFilter condition() {
        String name = name();
        if (takeIf("exists")) {
            return MetadataFilter.exists(name);
        }
        if (takeIf("contains")) {
            if (!peek().quoted()) {
                throw expected("a string in quotes");
            }
            return MetadataFilter.contains(name, take().text());
        }
        if (takeIf("not")) {
            require("in");
            return MetadataFilter.notIn(name, values());
        }
        if (takeIf("in")) {
            return MetadataFilter.in(name, values());
        }
        Token sign = peek();
        if (sign.quoted() || !List.of("=", "!=", "<", "<=", ">", ">=").contains(sign.text())) {
            throw expected("a comparison such as =, <, in, contains or exists");
        }
        take();
        MetadataValue value = value();
        return switch (sign.text()) {
            case "=" -> MetadataFilter.equal(name, value);
            case "!=" -> MetadataFilter.notEqual(name, value);
            case "<" -> MetadataFilter.less(name, value);
            case "<=" -> MetadataFilter.atMost(name, value);
            case ">" -> MetadataFilter.greater(name, value);
            default -> MetadataFilter.atLeast(name, value);
        };
    }

    private String name() {
        Token token = peek();
        boolean plain = !token.text().isEmpty()
                && token.text().chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-');
        if (!token.quoted() && !plain) {
            throw expected("the name of a value");
        }
        return take().text();
    }

    private List<MetadataValue> values() {
        require("(");
        List<MetadataValue> values = new ArrayList<>();
        while (!takeIf(")")) {
            if (!values.isEmpty()) {
                require(",");
            }
            values.add(value());
        }
        return values;
    }

    private MetadataValue value() {
        Token token = peek();
        if (token.quoted()) {
            return MetadataValue.of(take().text());
        }
        if (token.is("true") || token.is("false")) {
            return MetadataValue.of(take().is("true"));
        }
        try {
            MetadataValue value = unquoted(token.text());
            take();
            return value;
        } catch (NumberFormatException | DateTimeException e) {
            TernException failure = expected(
                    "a value (a string in quotes, a number, true, false, or an instant like 2020-02-20T20:20:20Z)");
            failure.addSuppressed(e);
            throw failure;
        }
    }

    private static MetadataValue unquoted(String word) {
        if (word.endsWith("Z")) {
            return MetadataValue.of(Instant.parse(word));
        }
        // Double.parseDouble also reads 0x1p3, NaN, 5f and 5d.
        if (!word.matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?")) {
            throw new NumberFormatException("no number");
        }
        return word.matches("[-+]?[0-9]+")
                ? MetadataValue.of(Long.parseLong(word))
                : MetadataValue.of(Double.parseDouble(word));
    }
}
