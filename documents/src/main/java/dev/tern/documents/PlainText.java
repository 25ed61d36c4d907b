package dev.tern.documents;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Cleans plain text: drops invisible characters, normalises line ends, joins wrapped lines. */
final class PlainText {
    private static final int MAX_VALUE_LENGTH = 200;
    /** A title: a separate first line that begins like a name and does not end like a sentence. */
    private static final Pattern TITLE = Pattern.compile(
            "\\s{0,99}+(?<title>[\\p{Lu}\\p{Lt}\\p{Lo}\\p{N}\u00bf\u00a1\"'\u201c\u00ab\u300c\u300e][^\\n]{0,118}"
                    + "[^\\s.:;,\u2026\u3002\uff0c\uff1a])[ \\t]{0,9}\\n[ \\t]{0,9}\\n");

    /** Soft hyphens, zero-width spaces, direction and byte order marks, and tag characters. */
    private static final Pattern INVISIBLE = Pattern.compile("\u00ad\n"
            + "|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\\x{e0000}-\\x{e007f}]");

    /** List bullets of the fonts Symbol and Wingdings, at code points of the private use area. */
    private static final Pattern BULLETS = Pattern.compile("[\uf06c\uf06e\uf076\uf0a7\uf0b7\uf0d8\uf0fc]");

    /** The codes by which programs colour the text of a terminal. */
    private static final Pattern TERMINAL = Pattern.compile("\u001b\\[[0-9;?]{0,20}[A-Za-z]");

    private static final Pattern LINE_ENDS = Pattern.compile("\r\n?|\f");
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}&&[^\n\t]]");
    private static final int MIN_WRAPPED_LENGTH = 40;
    /** The minimum line length of a narrow column of {@link #MIN_NARROW_LINES} or more lines. */
    private static final int MIN_NARROW_LENGTH = 24;

    private static final int MIN_NARROW_LINES = 4;
    private static final int MAX_WRAPPED_LENGTH = 120;
    private static final Pattern PROSE = Pattern.compile("(?m)^\\p{Ll}|[.!?\u3002] ?+[\\p{Lu}\\p{Lo}]");
    private static final Pattern OWN_LINE = Pattern.compile("\\A[ \\t]*+(?:[-*+\u2022\u2013>|#=<{}@/]|\\d{1,3}[.)]\\s"
            + "|\\(?\\p{L}\\)\\s|[\\p{L}-]{1,20}: )|\\t|\\S {3,}+\\S|[{};|]$");
    private static final Pattern ENDS = Pattern.compile("[.!?:;\u2026\u3002\uff01\uff1f][\"'\u201d\u00bb\u300d)]?+$");

    /** The end of a long line that hardly ends there: a word in lower case of a few letters. */
    private static final Pattern MID_SENTENCE = Pattern.compile("^(?=.{60}).* \\p{Ll}{1,6}[ \\t]*+$");

    private PlainText() {}

    /** Removes invisible characters, and normalises look-alike spaces and hyphens. */
    static String visible(String text) {
        if (text.chars().allMatch(c -> c < 0xa0)) {
            return text;
        }
        return BULLETS.matcher(INVISIBLE.matcher(text).replaceAll(""))
                .replaceAll("\u2022")
                .replace('\u00a0', ' ')
                .replace('\u2007', ' ')
                .replace('\u202f', ' ')
                .replace('\u2010', '-')
                .replace('\u2011', '-');
    }

    /** Joins the wrapped lines of prose; other lines, such as list items, stay as they are. */
    static String unwrapped(String text) {
        LineJoiner words = new LineJoiner();
        words.learnHyphenated(text);
        String[] lines = text.split("\n", -1);
        StringBuilder joined = new StringBuilder(text.length());
        int start = 0;
        int longest = 0;
        for (int i = 0; i < lines.length; i++) {
            boolean first = i == 0 || lines[i - 1].isBlank();
            if (first && !lines[i].isBlank()) {
                start = i;
                longest = wrappedLineLength(lines, start);
            }
            if (!first && longest > 0 && isJoined(lines, start, i, longest)) {
                while (!joined.isEmpty() && joined.charAt(joined.length() - 1) == ' ') {
                    joined.setLength(joined.length() - 1);
                }
                words.join(joined, lines[i].strip());
            } else {
                joined.append(i == 0 ? "" : "\n").append(lines[i]);
            }
        }
        return joined.toString();
    }

    /** Returns the length of the longest line of a wrapped paragraph; 0 if it is not wrapped. */
    private static int wrappedLineLength(String[] lines, int start) {
        int end = start;
        int longest = 0;
        while (end < lines.length && !lines[end].isBlank()) {
            longest = Math.max(longest, width(lines[end++]));
        }
        List<String> block = Arrays.asList(lines).subList(start, end);
        int width = longest;
        long full = IntStream.range(1, block.size())
                .filter(i -> isFull(block.get(i - 1), block.get(i).strip(), width))
                .count();
        boolean narrow = longest >= MIN_NARROW_LENGTH
                && block.size() >= MIN_NARROW_LINES
                && full + 1 >= block.size() - 1
                && 2
                                * block.stream()
                                        .filter(line -> Character.isLowerCase(line.codePointAt(0)))
                                        .count()
                        >= block.size();
        boolean wrapped = (longest >= MIN_WRAPPED_LENGTH || narrow)
                && longest <= MAX_WRAPPED_LENGTH
                && (PROSE.matcher(String.join("\n", block)).find() || isSentence(block, full));
        return wrapped ? longest : 0;
    }

    /**
     * Returns true if full lines form one sentence, which ends with the last line. The first of two
     * lines may be a heading if it is short or ends with a capitalised word.
     */
    private static boolean isSentence(List<String> block, long full) {
        return (block.size() > 2 || MID_SENTENCE.matcher(block.getFirst()).find())
                && full == block.size() - 1
                && ENDS.matcher(block.getLast().stripTrailing()).find()
                && block.subList(0, block.size() - 1).stream()
                        .noneMatch(line -> ENDS.matcher(line.stripTrailing()).find());
    }

    /** Returns true if a line has no room for the first word of the next line. */
    private static boolean isFull(String line, String next, int longest) {
        int word = next.indexOf(' ') < 0 ? next.length() : next.indexOf(' ');
        return width(line.stripTrailing()) + 1 + width(next.substring(0, word)) > longest;
    }

    private static boolean isJoined(String[] lines, int start, int at, int longest) {
        String before = lines[at - 1];
        String next = lines[at];
        if (next.isBlank()
                || OWN_LINE.matcher(before).find()
                || OWN_LINE.matcher(next).find()) {
            return false;
        }
        String rest = next.strip();
        // A short first line may be a heading.
        double least = at - 1 == start ? 0.6 : 0.35;
        return isFull(before, rest, longest)
                || (!ENDS.matcher(before.stripTrailing()).find()
                        && (width(before) >= least * longest || Character.isLowerCase(rest.codePointAt(0))));
    }

    /** Returns the width of a line; Chinese and Japanese characters count double. */
    private static int width(String line) {
        return line.length()
                + (int) line.chars().filter(c -> LineJoiner.isUnspaced(c, c)).count();
    }

    /** Returns the title of a text, a short separate first line; empty if there is none. */
    static String title(String text) {
        Matcher first = TITLE.matcher(text);
        return first.lookingAt() ? first.group("title").strip() : "";
    }

    static String clean(String original) {
        String text = TERMINAL.matcher(visible(original)).replaceAll("");
        return CONTROLS.matcher(LINE_ENDS.matcher(text).replaceAll("\n")).replaceAll("");
    }

    /** Returns a value on one line; empty if it exceeds {@value #MAX_VALUE_LENGTH} characters. */
    static String oneLine(String value) {
        String line = visible(value).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() > MAX_VALUE_LENGTH ? "" : storable(line);
    }

    /** Replaces unpaired surrogates, which no store can hold, by question marks. */
    static String storable(String text) {
        return text.replaceAll("\\p{Cs}", "?");
    }
}
