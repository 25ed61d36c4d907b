package dev.tern.documents;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Joins the wrapped lines of prose in plain text; verses, lists, tables and code stay as they are.
 *
 * <p>A block of lines is prose if sentences go on across its line ends. Evidence is a line end
 * within a phrase ("of", "und"), the end of a sentence within a line, and lines that have no room
 * for the next word. In a text with such blocks, full lines of other blocks are joined too.
 */
final class WrappedText {
    private static final Set<String> WITHIN_PHRASES = ReaderLists.of("wrapped").collect(Collectors.toSet());
    private static final int MIN_LENGTH = 24;
    /** The minimum length of lines that are joined even if some have room for the next word. */
    private static final int MIN_RAGGED_LENGTH = 40;

    /** The length from which a line that has no room is continued by one in lower case. */
    private static final int MIN_SURE_LENGTH = 60;

    private static final int MAX_LENGTH = 120;
    /** The minimum number of line ends of a narrow block; of others, two give the text's width. */
    private static final int MIN_LINE_ENDS = 3;

    /** One line end in so many may leave room for the next word. */
    private static final int LINE_ENDS_FOR_ROOM = 6;

    private static final Pattern SENTENCE_END = Pattern.compile("\\p{Ll}{3}[.!?] ++[\\p{Lu}\\p{Lt}]|\u3002.");
    private static final Pattern OWN_LINE = Pattern.compile("\\A[ \\t]*+(?:[-*+\u2022\u2013>|#=<{}@/$]|\\d{1,3}[.)]\\s"
            + "|\\(?\\p{L}\\)\\s|[\\p{L}-]{1,20}: )|\\t|\\S {3,}+\\S|[{};|]$");
    private static final Pattern ITEM =
            Pattern.compile("^[ \\t]*+(?:[-*+\u2022\u2013]|\\d{1,3}[.)]|\\(?\\p{L}\\))[ \\t]++(?=\\S)");
    private static final int MAX_ITEM_LINES = 20;
    private static final Pattern ENDS = Pattern.compile("[.!?:;\u2026\u3002\uff01\uff1f][\"'\u201d\u00bb\u300d)]?+$");
    private static final Pattern PAUSES = Pattern.compile("[,\uff0c\u3001]$");
    private static final Pattern CUT_WORD = Pattern.compile("[\\p{L}\\p{N}]-$");
    /** The end of a long line that hardly ends there: a word in lower case of a few letters. */
    private static final Pattern MID_SENTENCE = Pattern.compile("^(?=.{60}).* \\p{Ll}{1,6}$");

    private final String[] lines;
    private final StringBuilder joined;
    private final LineJoiner words = new LineJoiner();
    /** The width of the text, given by blocks that are surely wrapped; 0 if there are none. */
    private int width;

    private WrappedText(String text) {
        lines = text.split("\n", -1);
        joined = new StringBuilder(text.length());
        words.learnHyphenated(text);
    }

    /** Returns a text with the wrapped lines of its prose joined. */
    static String joined(String text) {
        return new WrappedText(text).join();
    }

    private String join() {
        for (int start = 0; start < lines.length; start = end(start)) {
            Block block = block(start);
            int min = block.longest() < MIN_RAGGED_LENGTH ? MIN_LINE_ENDS : 2;
            if (block.isFilled(block.longest()) && block.isProse() && block.lineEnds() >= min) {
                width = Math.max(width, block.longest());
            }
        }
        for (int start = 0; start < lines.length; start = end(start)) {
            Block block = block(start);
            boolean prose = block.isProse();
            boolean fits = block.longest() <= 1.1 * width;
            int full = fits || block.longest() >= MIN_SURE_LENGTH ? Math.max(width, block.longest()) : width;
            boolean filled = fits && block.isFilled(full);
            joined.append(start == 0 ? "" : "\n").append(lines[start]);
            for (int i = 1; i < block.lines().size(); i++) {
                boolean continues = prose ? block.isWrapped(i) : block.isFull(i, full) && (filled || block.goesOn(i));
                if (continues || block.continuesItem(i)) {
                    while (!joined.isEmpty() && joined.charAt(joined.length() - 1) == ' ') {
                        joined.setLength(joined.length() - 1);
                    }
                    words.join(joined, block.line(i));
                } else {
                    joined.append('\n').append(lines[start + i]);
                }
            }
        }
        return joined.toString();
    }

    /** Returns the end of the block that starts at a line; a blank line is a block. */
    private int end(int start) {
        int end = start + 1;
        while (end < lines.length && !lines[start].isBlank() && !lines[end].isBlank()) {
            end++;
        }
        return end;
    }

    private Block block(int start) {
        List<String> block = Arrays.asList(lines).subList(start, end(start));
        return new Block(
                block, block.stream().mapToInt(WrappedText::width).max().orElse(0));
    }

    /** Adjacent lines that are not blank. */
    private record Block(List<String> lines, int longest) {
        private String line(int i) {
            return lines.get(i).strip();
        }

        private int lineEnds() {
            return lines.size() - 1;
        }

        private boolean isProse() {
            if (lineEnds() == 0 || longest < MIN_LENGTH || longest > MAX_LENGTH || !isIndentedEvenly()) {
                return false;
            }
            if (isSentence()) {
                return true;
            }
            long flow = lineEnds(i -> isWithinPhrase(line(i - 1)))
                    + lines.stream()
                            .filter(line -> SENTENCE_END.matcher(line).find())
                            .count();
            long stops = lineEnds(i -> !isOpen(i) || PAUSES.matcher(line(i - 1)).find());
            if (lineEnds() > 1 && 2 * stops > lineEnds()) {
                return false;
            }
            boolean flows = flow > 0 && 4 * flow >= lineEnds();
            boolean filled = isFilled(longest);
            if (longest < MIN_RAGGED_LENGTH) {
                return flows && filled && lineEnds() >= MIN_LINE_ENDS;
            }
            return flows || (filled && !isLower(line(0)) && lineEnds(i -> isLower(line(i))) > 0);
        }

        /**
         * Returns true if full lines form one sentence, which ends with the last line. The first of
         * two lines may be a heading if it is short or ends with a capitalised word.
         */
        private boolean isSentence() {
            boolean column = lineEnds() >= MIN_LINE_ENDS && 2 * lineEnds(i -> isLower(line(i))) >= lineEnds();
            return (column || longest >= MIN_RAGGED_LENGTH)
                    && (lines.size() > 2 || MID_SENTENCE.matcher(line(0)).find())
                    && lineEnds(i -> isFull(i, longest) && isOpen(i)) == lineEnds()
                    && ENDS.matcher(line(lineEnds())).find();
        }

        private boolean isFilled(int longest) {
            return lineEnds(i -> !isFull(i, longest)) <= lineEnds() / LINE_ENDS_FOR_ROOM;
        }

        /** Returns true if a line of prose continues the line before it. */
        private boolean isWrapped(int i) {
            // A short first line may be a heading.
            double min = (i == 1 ? 0.6 : 0.35) * longest;
            return !isOwn(i) && (isFull(i, longest) || (isOpen(i) && (width(line(i - 1)) >= min || isLower(line(i)))));
        }

        /** Returns true if a line below the text of a list item, not its mark, continues a long line. */
        private boolean continuesItem(int i) {
            int indent = indent(lines.get(i));
            for (int at = i - 1; indent > 0 && at >= Math.max(0, i - MAX_ITEM_LINES); at--) {
                Matcher item = ITEM.matcher(lines.get(at));
                if (item.lookingAt()) {
                    boolean below =
                            item.end() == indent && !ITEM.matcher(lines.get(i)).lookingAt();
                    return below && isOpen(i) && longest >= MIN_LENGTH && width(lines.get(i - 1)) >= 0.6 * longest;
                }
                if (indent(lines.get(at)) != indent) {
                    return false;
                }
            }
            return false;
        }

        /** Returns true if the line before a line has no room for its first word. */
        private boolean isFull(int i, int longest) {
            String next = line(i);
            int word = next.indexOf(' ') < 0 ? next.length() : next.indexOf(' ');
            int length = width(lines.get(i - 1).stripTrailing());
            return !isOwn(i) && length <= longest && length + 1 + width(next.substring(0, word)) > longest;
        }

        /** Returns true if the line before a line ends no sentence. */
        private boolean isOpen(int i) {
            return !ENDS.matcher(line(i - 1)).find();
        }

        /** Returns true if a line surely continues the sentence of the line before it. */
        private boolean goesOn(int i) {
            return isOpen(i) && (isLower(line(i)) || isWithinPhrase(line(i - 1)));
        }

        /** Returns true if a line, or the one before it, is a line of its own, such as an item. */
        private boolean isOwn(int i) {
            return OWN_LINE.matcher(lines.get(i - 1)).find()
                    || OWN_LINE.matcher(lines.get(i)).find();
        }

        private boolean isIndentedEvenly() {
            return lines.stream().skip(1).mapToInt(Block::indent).distinct().count() <= 1;
        }

        private static int indent(String line) {
            return line.length() - line.stripLeading().length();
        }

        private long lineEnds(IntPredicate test) {
            return IntStream.range(1, lines.size()).filter(test).count();
        }

        private static boolean isWithinPhrase(String line) {
            String last = line.substring(line.lastIndexOf(' ') + 1).toLowerCase(Locale.ROOT);
            return WITHIN_PHRASES.contains(last) || CUT_WORD.matcher(line).find();
        }

        private static boolean isLower(String line) {
            return Character.isLowerCase(line.codePointAt(0));
        }
    }

    /** Returns the width of a line; Chinese and Japanese characters count double. */
    private static int width(String line) {
        return line.length()
                + (int) line.chars().filter(c -> LineJoiner.isUnspaced(c, c)).count();
    }
}
