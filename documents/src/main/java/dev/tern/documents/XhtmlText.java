package dev.tern.documents;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.poi.hwpf.converter.NumberFormatter;
import org.jsoup.parser.Tag;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Turns the XHTML of the parsers into one outline: pages, headings, paragraphs, rows. Hidden text
 * and the names of attachments are left out.
 */
final class XhtmlText extends DefaultHandler {
    /** Elements that hold notes inside the main part of a page, and site information elsewhere. */
    private static final Set<String> BESIDE_MAIN = Set.of("footer", "aside");

    private static final Set<String> MAIN = Set.of("main", "article");
    private static final Set<String> DELETED = Set.of("del", "s", "strike");
    private static final Set<String> LEFT_OUT_ROLES = ReaderLists.of("roles").collect(Collectors.toSet());
    private static final Set<String> LEFT_OUT_CLASSES = ReaderLists.of("office").collect(Collectors.toSet());
    /** Elements that jsoup treats as blocks, although they begin no paragraph. */
    private static final Set<String> NO_PARAGRAPHS =
            Set.of("ins", "thead", "tbody", "tfoot", "colgroup", "col", "html");

    private static final Set<String> LINES = Set.of("br", "li", "tr", "dt", "dd", "summary", "caption", "option");
    private static final Set<String> PAGES = Set.of("page", "slide-content");
    private static final Pattern FILE_NAME =
            Pattern.compile("(?i)[\\w\\-. ]{1,200}\\.(png|jpe?g|gif|svg|webp|bmp|tiff?|emf|wmf)");
    private static final Pattern SMALL_NUMBER = Pattern.compile("\\d{1,6}");
    private static final int[] NO_NUMBER = {};

    /** The attribute with the delimiter after item numbers, if it is not a full stop. */
    static final String DELIMITER = "data-delimiter";

    private final LoadLimits limits;
    private final boolean classesTell;
    private final Outline outline;
    private final HiddenText unseen;
    private int depth;
    private int leftOutDepth;
    private int partDepth;
    private String unseenKind = "";
    private int preformatted;
    private final Deque<TableGrid> tables = new ArrayDeque<>();
    private int itemStart = -1;
    private @Nullable StringBuilder raised;
    private int raisedDepth;
    /** The last number, format, delimiter and step of the open lists; empty if unnumbered. */
    private final Deque<int[]> lists = new ArrayDeque<>();

    /**
     * Creates an empty text.
     *
     * @param classesTell true if element classes come from a parser and not from the author
     * @param unseen counts the text left out
     */
    XhtmlText(LoadLimits limits, boolean classesTell, HiddenText unseen) {
        this.limits = limits;
        this.classesTell = classesTell;
        this.unseen = unseen;
        this.outline = new Outline(limits);
    }

    Outline outline() {
        return outline;
    }

    @Override
    public void startElement(String uri, String localName, String qualifiedName, Attributes attributes)
            throws SAXException {
        String name = name(localName, qualifiedName);
        depth++;
        try {
            limits.check(
                    LoadLimit.NESTING, depth, "has more than " + limits.of(LoadLimit.NESTING) + " nested elements");
            boolean main = MAIN.contains(name) || value(attributes, "role").equals("main");
            if (partDepth == 0 && main) {
                partDepth = depth;
            }
            if (leftOutDepth == 0 && isLeftOut(name, attributes)) {
                leftOutDepth = depth;
                unseenKind = unseenKind(name, attributes);
            }
            if (leftOutDepth == 0) {
                open(name, attributes);
            }
        } catch (UnreadableException e) {
            throw new SAXException(e);
        }
    }

    private boolean isLeftOut(String name, Attributes attributes) {
        return name.equals("head")
                || (partDepth == 0
                        && BESIDE_MAIN.contains(name)
                        && !value(attributes, "epub:type").contains("note"))
                || attributes.getValue("hidden") != null
                || value(attributes, "aria-hidden").equals("true")
                || PageStyle.isNotShown(value(attributes, "style"))
                || !unseenKind(name, attributes).isEmpty()
                || LEFT_OUT_ROLES.contains(value(attributes, "role"))
                || (classesTell && LEFT_OUT_CLASSES.contains(value(attributes, "class")));
    }

    /** Returns the kind of hidden text that an element has; empty if it is not hidden. */
    private static String unseenKind(String name, Attributes attributes) {
        if (DELETED.contains(name)) {
            return "deleted text";
        }
        if (PageStyle.isStruck(value(attributes, "style"))) {
            return "struck-out text";
        }
        return PageStyle.isInvisible(value(attributes, "style")) ? "invisible text" : "";
    }

    private void open(String name, Attributes attributes) throws UnreadableException {
        boolean page = name.equals("div") && classesTell && PAGES.contains(value(attributes, "class"));
        if (headingLevel(name) > 0 || page || name.equals("table")) {
            // A table with headings, pages or tables in its cells is for layout.
            leaveTable();
        }
        if (headingLevel(name) > 0) {
            outline.startHeading(headingLevel(name));
            return;
        }
        boolean mark = value(attributes, "role").equals("doc-noteref")
                || value(attributes, "epub:type").equals("noteref");
        if ((name.equals("sup") || mark) && raised == null) {
            raised = new StringBuilder();
            raisedDepth = depth;
            return;
        }
        if (name.equals("img")) {
            append(" " + described(attributes.getValue("alt")) + " ");
        }
        if (table() != null && openInTable(name, attributes)) {
            return;
        }
        boundary(name);
        if (page) {
            outline.nextPage();
        }
        switch (name) {
            case "table" -> tables.push(new TableGrid(new TableRows(outline, outline.heading())));
            case "ul" -> lists.push(NO_NUMBER);
            case "ol" -> {
                String type = value(attributes, "type");
                String start = value(attributes, "start");
                int step = attributes.getValue("reversed") == null ? 1 : -1;
                int first = start.startsWith("-") ? -number(start.substring(1), 1) : number(start, 1);
                lists.push(new int[] {
                    first - step,
                    type.isEmpty() ? '1' : type.charAt(0),
                    value(attributes, DELIMITER).isEmpty() ? '.' : ')',
                    step
                });
            }
            case "li" -> {
                outline.append(mark(attributes));
                itemStart = outline.length();
            }
            case "pre" -> preformatted++;
            default -> {}
        }
    }

    /** Returns the innermost table, or null if there is none or if it is plain. */
    private @Nullable TableGrid table() {
        TableGrid innermost = tables.peek();
        return innermost == null || innermost.isPlain() ? null : innermost;
    }

    private void leaveTable() throws UnreadableException {
        TableGrid table = table();
        if (table != null) {
            outline.append(table.becomePlain());
            outline.paragraph();
        }
    }

    private boolean openInTable(String name, Attributes attributes) throws UnreadableException {
        TableGrid table = requireNonNull(table());
        switch (name) {
            case "caption" -> table.startCaption();
            case "thead" -> table.head(true);
            case "tr" -> table.startRow();
            case "td", "th" ->
                table.startCell(name.equals("th"), number(attributes, "colspan"), number(attributes, "rowspan"));
            default -> {
                return belongsToCell(table, name);
            }
        }
        return true;
    }

    private boolean closeInTable(String name) throws UnreadableException {
        TableGrid table = requireNonNull(table());
        switch (name) {
            case "caption" -> table.endCaption();
            case "thead" -> table.head(false);
            case "tr" -> table.endRow();
            case "td", "th" -> table.endCell();
            default -> {
                return belongsToCell(table, name);
            }
        }
        return true;
    }

    /** Returns true if a cell takes an element; blocks and lines in it are separated by a space. */
    private static boolean belongsToCell(TableGrid table, String name) {
        if (table.acceptsText() && (isParagraph(name) || LINES.contains(name))) {
            table.append(" ");
        }
        return table.acceptsText();
    }

    private String mark(Attributes item) {
        int[] last = lists.isEmpty() ? NO_NUMBER : lists.element();
        if (last.length == 0) {
            return "- ";
        }
        last[0] = item.getValue("value") == null ? last[0] + last[3] : number(item, "value");
        return numbered(last[0], Character.toString(last[1])) + (char) last[2] + " ";
    }

    /** Returns a number in a format: 1, I, i, A or a; empty for an empty format. */
    static String numbered(int number, String format) {
        // The index of a format equals POI's number of it.
        int known = number < 1 ? 0 : Math.max(0, "1IiAa".indexOf(format));
        return format.isEmpty() ? "" : NumberFormatter.getNumber(number, known);
    }

    /** Returns the author's description of a picture; empty for a mere file name. */
    static String described(@Nullable String alternative) {
        String text = alternative == null ? "" : alternative.strip();
        return FILE_NAME.matcher(text).matches() ? "" : text;
    }

    private static int number(Attributes attributes, String name) {
        return number(value(attributes, name), 1);
    }

    /** Parses a number of up to six digits; returns {@code usual} for other text. */
    static int number(String value, int usual) {
        return SMALL_NUMBER.matcher(value).matches() ? Integer.parseInt(value) : usual;
    }

    private void append(String text) throws UnreadableException {
        if (raised != null) {
            raised.append(text);
            return;
        }
        TableGrid table = table();
        if (table != null && table.acceptsText()) {
            table.append(text);
            return;
        }
        if (preformatted > 0) {
            outline.appendLines(text);
        } else if (classesTell) {
            outline.appendBroken(text);
        } else {
            outline.append(text);
        }
    }

    @Override
    public void endElement(String uri, String localName, String qualifiedName) throws SAXException {
        String name = name(localName, qualifiedName);
        try {
            if (leftOutDepth == 0) {
                close(name);
            } else if (leftOutDepth == depth) {
                leftOutDepth = 0;
                unseenKind = "";
            }
            if (partDepth == depth) {
                partDepth = 0;
            }
        } catch (UnreadableException e) {
            throw new SAXException(e);
        }
        depth--;
    }

    private void close(String name) throws UnreadableException {
        if (raised != null && depth <= raisedDepth) {
            String text = raised.toString();
            raised = null;
            TableGrid table = table();
            append(Superscripts.text(table != null && table.acceptsText() ? table.tail() : outline.tail(), text));
        }
        if (headingLevel(name) > 0) {
            outline.endHeading();
            return;
        }
        if (name.equals("table") && !tables.isEmpty()) {
            tables.pop().end();
        } else if (table() != null && closeInTable(name)) {
            return;
        }
        if (name.equals("pre")) {
            preformatted--;
        }
        if ((name.equals("ul") || name.equals("ol")) && !lists.isEmpty()) {
            lists.pop();
        }
        boundary(name);
    }

    private void boundary(String name) throws UnreadableException {
        if (LINES.contains(name)) {
            outline.line();
        } else if (outline.length() == itemStart && (name.equals("p") || name.equals("div"))) {
            // The first paragraph of an item follows the item's mark on the same line.
            outline.append(" ");
        } else if (isParagraph(name)) {
            outline.paragraph();
        }
    }

    @Override
    public void characters(char[] characters, int start, int length) throws SAXException {
        if (leftOutDepth > 0) {
            if (!unseenKind.isEmpty() && !new String(characters, start, length).isBlank()) {
                unseen.count(unseenKind);
                unseenKind = "";
            }
            return;
        }
        try {
            append(new String(characters, start, length));
        } catch (UnreadableException e) {
            throw new SAXException(e);
        }
    }

    @Override
    public void ignorableWhitespace(char[] characters, int start, int length) throws SAXException {
        characters(new char[] {' '}, 0, 1);
    }

    private static boolean isParagraph(String name) {
        return Tag.isKnownTag(name)
                && Tag.valueOf(name).isBlock()
                && !LINES.contains(name)
                && !NO_PARAGRAPHS.contains(name);
    }

    private static int headingLevel(String name) {
        boolean heading = name.length() == 2 && name.charAt(0) == 'h' && name.charAt(1) >= '1' && name.charAt(1) <= '6';
        return heading ? name.charAt(1) - '0' : 0;
    }

    private static String name(String localName, String qualifiedName) {
        return (localName.isEmpty() ? qualifiedName : localName).toLowerCase(Locale.ROOT);
    }

    private static String value(Attributes attributes, String name) {
        String value = attributes.getValue(name);
        return value == null ? "" : value;
    }
}
