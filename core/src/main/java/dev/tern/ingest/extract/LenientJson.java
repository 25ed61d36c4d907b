package dev.tern.ingest.extract;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lenient parser of the JSON in a text. The parser ignores surrounding text, accepts single
 * quotes, comments, and missing commas and quotes, and keeps a truncated array or object, marked as
 * incomplete.
 *
 * <p>Reads the text once, without backtracking, so time is linear in its length; never throws.
 */
final class LenientJson {
    /** The maximum depth; deeper values are left out. */
    static final int MAX_DEPTH = 32;

    /** The maximum number of values; further values are left out. */
    static final int MAX_VALUES = 100_000;

    private static final int UNICODE_DIGITS = 4;

    private final String text;
    private final List<Value> found = new ArrayList<>();
    private final Deque<OpenContainer> open = new ArrayDeque<>();
    private int at;
    private int tooDeep;
    private int values;

    private LenientJson(String text) {
        this.text = text;
    }

    sealed interface Value {}

    /** A string, a number or an unquoted word. */
    record Scalar(String text) implements Value {}

    /**
     * An array or an object.
     *
     * @param object true for an object
     * @param keys the key of each value of an object, "" if it has none; empty for an array
     * @param values the values in order
     * @param closed false if reading ended before its closing bracket
     */
    record Container(boolean object, List<String> keys, List<Value> values, boolean closed) implements Value {}

    private static final class OpenContainer {
        final boolean object;
        final List<String> keys = new ArrayList<>();
        final List<Value> values = new ArrayList<>();

        /** A string that is a key if a colon follows. */
        @Nullable
        String key;

        boolean valued;

        OpenContainer(boolean object) {
            this.object = object;
        }
    }

    /** Returns the outermost arrays and objects in a text, in order. */
    static List<Container> in(String text) {
        LenientJson json = new LenientJson(text);
        json.read();
        List<Container> containers = new ArrayList<>();
        for (Value value : json.found) {
            if (value instanceof Container container) {
                containers.add(container);
            }
        }
        return containers;
    }

    private void read() {
        while (at < text.length() && values < MAX_VALUES) {
            char c = text.charAt(at);
            if (c == '/' && !open.isEmpty() && isComment(at)) {
                at = endOfComment();
            } else if (c == '{' || c == '[') {
                at++;
                begin(c == '{');
            } else if (open.isEmpty() && tooDeep == 0) {
                at++;
            } else if (c == '}' || c == ']') {
                at++;
                end(true);
            } else if (c == '"' || c == '“' || (c == '\'' && opensValue())) {
                at++;
                String string = string(c == '“' ? '”' : c);
                if (string != null) {
                    scalar(string);
                }
            } else if (isBare(c)) {
                scalar(bare());
            } else {
                at++;
                if (c == ':') {
                    colon();
                } else if (c == ',') {
                    comma();
                }
            }
        }
        while (!open.isEmpty()) {
            end(false);
        }
    }

    /** Returns true if a comment begins at an offset; the slashes of an address begin none. */
    private boolean isComment(int start) {
        boolean marked = text.startsWith("//", start) || text.startsWith("/*", start);
        return marked && text.charAt(start - 1) != ':';
    }

    private int endOfComment() {
        String mark = text.charAt(at + 1) == '*' ? "*/" : "\n";
        int end = text.indexOf(mark, at + 2);
        return end < 0 ? text.length() : end + mark.length();
    }

    private void begin(boolean object) {
        values++;
        if (open.size() >= MAX_DEPTH) {
            tooDeep++;
        } else {
            open.push(new OpenContainer(object));
        }
    }

    private void end(boolean closed) {
        if (tooDeep > 0 && closed) {
            tooDeep--;
            return;
        }
        tooDeep = 0;
        OpenContainer ended = open.pop();
        completeValue(ended);
        add(new Container(ended.object, List.copyOf(ended.keys), List.copyOf(ended.values), closed));
    }

    private void scalar(String string) {
        values++;
        if (tooDeep > 0 || open.isEmpty()) {
            return;
        }
        OpenContainer in = open.getFirst();
        if (in.object && !in.valued) {
            completeValue(in);
            in.key = string;
        } else {
            add(new Scalar(string));
        }
    }

    private void add(Value value) {
        if (open.isEmpty()) {
            found.add(value);
            return;
        }
        OpenContainer in = open.getFirst();
        if (in.object) {
            // The key may be missing, as in {["a", "b", "c"]}.
            in.keys.add(in.key == null ? "" : in.key);
            in.key = null;
            in.valued = false;
        }
        in.values.add(value);
    }

    /** Turns a string that would be a key but has no value into a value, as in {"a", "b"}. */
    private static void completeValue(OpenContainer in) {
        if (in.object && in.key != null && !in.valued) {
            in.keys.add("");
            in.values.add(new Scalar(in.key));
        }
        in.key = null;
        in.valued = false;
    }

    private void colon() {
        if (tooDeep == 0 && !open.isEmpty() && open.getFirst().key != null) {
            open.getFirst().valued = true;
        }
    }

    private void comma() {
        if (tooDeep == 0 && !open.isEmpty()) {
            completeValue(open.getFirst());
        }
    }

    /** Returns true if the single quote at the offset opens a string, and is no apostrophe. */
    private boolean opensValue() {
        char before = at == 0 ? ' ' : text.charAt(at - 1);
        return !Character.isLetterOrDigit(before);
    }

    /** Returns the string up to its closing quote; null if the text ends before. */
    private @Nullable String string(char quote) {
        StringBuilder string = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                string.append(escaped());
            } else if (c == quote && (quote != '\'' || closesValue())) {
                return string.toString();
            } else {
                string.append(c);
            }
        }
        return null;
    }

    /** Returns true if the single quote just read closes its string, since a separator follows. */
    private boolean closesValue() {
        int next = at;
        // Skips at most eight spaces, so that a megabyte of quotes and spaces takes linear time.
        while (next < text.length() && next < at + 8 && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        return next >= text.length() || ",:]}".indexOf(text.charAt(next)) >= 0;
    }

    private String escaped() {
        char c = text.charAt(at++);
        return switch (c) {
            case 'n', 'r', 't', 'b', 'f' -> " ";
            case 'u' -> unicode();
            default -> String.valueOf(c);
        };
    }

    private String unicode() {
        int end = Math.min(text.length(), at + UNICODE_DIGITS);
        int code = 0;
        for (int i = at; i < end; i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit < 0) {
                return "\\u";
            }
            code = 16 * code + digit;
        }
        if (end - at < UNICODE_DIGITS) {
            return "\\u";
        }
        at = end;
        return String.valueOf((char) code);
    }

    private static boolean isBare(char c) {
        return !Character.isWhitespace(c) && ",:[]{}\"“".indexOf(c) < 0;
    }

    /** Returns a number, or one or more unquoted words. */
    private String bare() {
        int start = at;
        while (at < text.length() && (isBare(text.charAt(at)) || text.charAt(at) == ' ')) {
            at++;
            if (text.charAt(at - 1) == ' ' && isComment(at)) {
                break;
            }
        }
        return text.substring(start, at).strip();
    }
}
