package dev.tern.documents;

import dev.tern.graph.Position;
import dev.tern.graph.Section;
import dev.tern.graph.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Builds a text with its pages and headings. White space in running text is collapsed.
 *
 * <p>A section starts at the first character of its heading or page; an empty section is left out.
 */
final class Outline {
    private static final int LEVELS = 6;
    private static final int HEADING_CHARACTERS = 200;
    private static final int TAIL = 20;

    private final LoadLimits limits;
    private final StringBuilder text = new StringBuilder();
    private final List<Section> sections = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private final String[] headings = new String[LEVELS + 1];
    private String firstHeading = "";
    private int page;
    private boolean pageStarts;
    private boolean spaced;
    private boolean wrapped;
    private int breaks;
    private int headingLevel;
    private int headingStart = -1;

    Outline(LoadLimits limits) {
        this.limits = limits;
        Arrays.fill(headings, "");
    }

    /** Appends characters of running text. */
    void append(CharSequence text) throws UnreadableException {
        String characters = PlainText.visible(text.toString());
        for (int i = 0; i < characters.length(); i++) {
            char c = characters.charAt(i);
            if (isSpace(c)) {
                spaced = true;
                wrapped |= c == '\n';
            } else if (isKept(c)) {
                put(c);
            }
        }
        checkLength();
    }

    /** Appends running text with the author's line ends, as in an address. */
    void appendBroken(String text) throws UnreadableException {
        String[] lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            if (i > 0) {
                line();
            }
            append(lines[i]);
        }
    }

    /** Appends lines, such as code, without collapsing their white space. */
    void appendLines(CharSequence text) throws UnreadableException {
        String characters = PlainText.visible(text.toString());
        for (int i = 0; i < characters.length(); i++) {
            char c = characters.charAt(i);
            if (c == '\n' || (isKept(c) && c != '\r')) {
                if (breaks == 0 || !isSpace(c)) {
                    put(c);
                }
            }
        }
        checkLength();
    }

    /** Returns the number of characters so far, without pending breaks. */
    int length() {
        return text.length();
    }

    /** Returns the last characters, including a pending space. */
    String tail() {
        String last = text.substring(Math.max(0, text.length() - TAIL));
        return spaced || breaks > 0 ? last + ' ' : last;
    }

    /** Returns the offset of the last line. */
    int startOfLine() {
        return text.lastIndexOf("\n") + 1;
    }

    /** Records a written table. */
    void table(Table table) {
        tables.add(table);
    }

    List<Table> tables() {
        return tables;
    }

    /** Returns the innermost open heading, or empty. */
    String heading() {
        return Arrays.stream(headings).filter(name -> !name.isEmpty()).reduce("", (outer, inner) -> inner);
    }

    /** Starts a new line. */
    void line() {
        breaks = Math.max(breaks, 1);
    }

    /** Starts a new paragraph. */
    void paragraph() {
        breaks = 2;
    }

    /** Starts the next page; throws if the document has too many pages. */
    void nextPage() throws UnreadableException {
        paragraph();
        page++;
        pageStarts = true;
        limits.check(
                LoadLimit.PAGES, page, "has more than " + LoadLimits.number(limits.of(LoadLimit.PAGES)) + " pages");
    }

    /** Returns the number of pages started so far. */
    int pages() {
        return page;
    }

    /** Starts a heading, to be ended by {@link #endHeading}. */
    void startHeading(int level) {
        paragraph();
        headingLevel = Math.clamp(level, 1, LEVELS);
        headingStart = -1;
    }

    /** Ends the heading, and starts the section that it names. */
    void endHeading() {
        if (headingLevel > 0 && headingStart >= 0) {
            String name = text.substring(headingStart).strip().replace('\n', ' ');
            headings[headingLevel] = shortened(name);
            Arrays.fill(headings, headingLevel + 1, LEVELS + 1, "");
            if (firstHeading.isEmpty()) {
                firstHeading = headings[headingLevel];
            }
            startSection(headingStart);
        }
        headingLevel = 0;
        headingStart = -1;
        paragraph();
    }

    /** Starts a named section below the current heading; an empty name ends this section. */
    void aside(String name) {
        paragraph();
        headings[LEVELS] = name;
        pageStarts = true;
    }

    /** Returns the first heading, or empty. */
    String firstHeading() {
        return firstHeading;
    }

    String text() {
        return text.toString();
    }

    List<Section> sections() {
        return sections;
    }

    private void put(char c) {
        if (breaks > 0) {
            if (!text.isEmpty()) {
                text.append(breaks == 1 ? "\n" : "\n\n");
            }
            breaks = 0;
        } else if (spaced
                && !text.isEmpty()
                && !(wrapped && LineJoiner.isUnspaced(text.charAt(text.length() - 1), c))) {
            text.append(' ');
        }
        spaced = false;
        wrapped = false;
        if (pageStarts) {
            startSection(text.length());
            pageStarts = false;
        }
        if (headingLevel > 0 && headingStart < 0) {
            headingStart = text.length();
        }
        text.append(c);
    }

    private void startSection(int start) {
        if (!sections.isEmpty() && sections.getLast().start() == start) {
            sections.removeLast();
        }
        sections.add(new Section(start, page, path()));
    }

    private String path() {
        return IntStream.rangeClosed(1, LEVELS)
                .mapToObj(level -> headings[level])
                .filter(name -> !name.isEmpty())
                .collect(Collectors.joining(Position.BETWEEN_HEADINGS));
    }

    private void checkLength() throws UnreadableException {
        long max = limits.of(LoadLimit.TEXT_CHARACTERS);
        if (text.length() > max) {
            limits.check(
                    LoadLimit.TEXT_CHARACTERS,
                    text.length(),
                    "has more than " + LoadLimits.number(max) + " characters of text");
        }
    }

    private static String shortened(String name) {
        if (name.length() <= HEADING_CHARACTERS) {
            return name;
        }
        int end = Character.isHighSurrogate(name.charAt(HEADING_CHARACTERS - 1))
                ? HEADING_CHARACTERS - 1
                : HEADING_CHARACTERS;
        return name.substring(0, end);
    }

    private static boolean isSpace(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    /** Returns false for control characters, which some stores cannot hold. */
    private static boolean isKept(char c) {
        return c == '\t' || !Character.isISOControl(c);
    }
}
