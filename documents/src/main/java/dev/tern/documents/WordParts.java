package dev.tern.documents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.xmlbeans.XmlCursor;
import org.apache.xmlbeans.XmlObject;
import org.jspecify.annotations.Nullable;

/**
 * Edits the main part of a docx to the visible text, before POI and Tika read it.
 *
 * <ul>
 *   <li>Deleted, moved, hidden or struck-out text is removed and counted.
 *   <li>Footnotes, endnotes and comments move behind the paragraph or table that refers to them.
 *   <li>Equations become text, by {@link WordEquation}.
 *   <li>A paragraph gets the numbering of its style, which Tika reads in paragraphs only.
 *   <li>Content controls and insertions are unwrapped, as POI does not read all in them.
 * </ul>
 */
final class WordParts {
    private static final String MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    private static final QName VALUE = word("val");
    private static final Set<String> OFF = Set.of("0", "false", "off", "none");
    private static final Pattern WHITE = Pattern.compile("(?i)FFFFFF|FEFEFE");
    private static final Set<String> SPACES = Set.of("p", "tab", "br", "cr");
    private static final String DELETED = "deleted text";
    private static final String MOVED = "moved-away text";
    private static final String HIDDEN = "hidden text";
    private static final String STRUCK = "struck-out text";
    /** Sizes in half points of text under 2 points, which is not meant to be seen. */
    private static final Set<String> TINY = Set.of("0", "1", "2", "3");

    private static final int DEEPEST_STYLE = 20;

    private final Parts parts;
    private final UnseenText unseen;
    private final Map<String, Style> styles = new HashMap<>();
    private final Map<String, String> levels = new HashMap<>();
    private final Map<String, String> notes = new HashMap<>();
    private final List<String> pending = new ArrayList<>();
    private String paragraphStyle = "";
    private String defaultStyle = "";
    private String takenBefore = "";
    private String before = "";

    /** Returns another part of the file by name, or null. */
    @FunctionalInterface
    interface Parts {
        @Nullable
        XmlObject part(String name) throws IOException;
    }

    /**
     * The properties of a style.
     *
     * @param unseen why its text is left out; empty if it is not, null if unspecified
     * @param number the id of its numbering, or null
     */
    private record Style(
            @Nullable String basedOn,
            @Nullable String unseen,
            @Nullable String number,
            @Nullable String level) {}

    WordParts(Parts parts, UnseenText unseen) {
        this.parts = parts;
        this.unseen = unseen;
    }

    private static QName word(String name) {
        return new QName(MAIN, name);
    }

    /** Edits the main part. */
    void edit(XmlObject document) throws IOException {
        each("word/styles.xml", "style", this::readStyle);
        each("word/numbering.xml", "lvl", this::readLevel);
        readNotes("footnote");
        readNotes("endnote");
        readNotes("comment");
        takeOut(document);
        try (XmlCursor body = document.newCursor()) {
            if (!pending.isEmpty() && body.toFirstChild() && body.toChild(word("body"))) {
                body.toEndToken();
                writePending(body);
            }
        }
    }

    /** Passes all elements of a name in a part, if it exists, to a reader. */
    private void each(String name, String element, Consumer<XmlCursor> reader) throws IOException {
        XmlObject part = parts.part(name);
        if (part != null) {
            each(part, element, reader);
        }
    }

    private static void each(XmlObject part, String element, Consumer<XmlCursor> reader) {
        try (XmlCursor at = part.newCursor()) {
            for (; at.hasNextToken(); at.toNextToken()) {
                if (at.isStart() && at.getName().equals(word(element))) {
                    reader.accept(at);
                }
            }
        }
    }

    private void readStyle(XmlCursor style) {
        String id = style.getAttributeText(word("styleId"));
        if (id == null) {
            return;
        }
        if (style.getAttributeText(word("default")) != null
                && "paragraph".equals(style.getAttributeText(word("type")))) {
            defaultStyle = id;
        }
        styles.put(
                id,
                new Style(
                        value(style, "basedOn"),
                        unseen(style),
                        value(style, "pPr", "numPr", "numId"),
                        value(style, "pPr", "numPr", "ilvl")));
    }

    private void readLevel(XmlCursor level) {
        String style = value(level, "pStyle");
        String number = level.getAttributeText(word("ilvl"));
        if (style != null && number != null) {
            levels.putIfAbsent(style, number);
        }
    }

    /** Gives restarted numberings a list of their own, as Tika counts on in the shared one. */
    static void restart(XmlObject numbering) {
        Map<String, XmlCursor> lists = new HashMap<>();
        each(
                numbering,
                "abstractNum",
                list -> lists.put(list.getAttributeText(word("abstractNumId")), list.newCursor()));
        each(numbering, "num", number -> {
            Map<String, String> starts = new HashMap<>();
            eachChild(number, "lvlOverride", level -> {
                String start = value(level, "startOverride");
                if (start != null && !has(level, "lvl")) {
                    starts.put(level.getAttributeText(word("ilvl")), start);
                }
            });
            XmlCursor list = lists.get(value(number, "abstractNumId"));
            if (list == null || starts.isEmpty()) {
                return;
            }
            String own = "1" + number.getAttributeText(word("numId")) + "000000";
            try (XmlCursor copy = list.newCursor();
                    XmlCursor named = number.newCursor()) {
                list.copyXml(copy);
                copy.toPrevSibling();
                copy.setAttributeText(word("abstractNumId"), own);
                eachChild(copy, "lvl", level -> {
                    String start = starts.get(level.getAttributeText(word("ilvl")));
                    if (start != null && level.toChild(word("start"))) {
                        level.setAttributeText(VALUE, start);
                        level.toParent();
                    }
                });
                named.toChild(word("abstractNumId"));
                named.setAttributeText(VALUE, own);
                for (named.toCursor(number); named.toChild(word("lvlOverride")); named.toCursor(number)) {
                    named.removeXml();
                }
            }
        });
        lists.values().forEach(XmlCursor::close);
    }

    private static void eachChild(XmlCursor parent, String name, Consumer<XmlCursor> reader) {
        try (XmlCursor at = parent.newCursor()) {
            for (boolean found = at.toChild(word(name)); found; found = at.toNextSibling(word(name))) {
                reader.accept(at);
            }
        }
    }

    private void readNotes(String kind) throws IOException {
        XmlObject part = parts.part("word/" + kind + "s.xml");
        if (part == null) {
            return;
        }
        takeOut(part);
        pending.clear();
        each(part, kind, note -> {
            String author = note.getAttributeText(word("author"));
            String by = kind.equals("comment") ? "Comment" + (author == null ? "" : " by " + author) + ": " : "";
            String text = text(note);
            if (!text.isEmpty()) {
                notes.put(kind + note.getAttributeText(word("id")), by + text);
            }
        });
    }

    private void takeOut(XmlObject part) {
        try (XmlCursor at = part.newCursor()) {
            while (at.hasNextToken()) {
                if (!at.isStart() || !takeOut(at)) {
                    at.toNextToken();
                }
            }
        }
    }

    /** Edits an element; returns true if it was removed and the cursor is at the next one. */
    private boolean takeOut(XmlCursor at) {
        QName name = at.getName();
        if (WordEquation.isOne(name)) {
            String text = WordEquation.text(at.getObject().getDomNode());
            try (XmlCursor before = at.newCursor()) {
                before.beginElement(word("r"));
                before.insertElementWithText(word("t"), text);
            }
            return at.removeXml();
        }
        return name.getNamespaceURI().equals(MAIN)
                && switch (name.getLocalPart()) {
                    case "del", "delText" -> takeOut(at, DELETED);
                    case "moveFrom" -> takeOut(at, MOVED);
                    case "tr" -> has(at, "trPr", "del") && takeOut(at, DELETED);
                    case "p" -> {
                        writePendingBefore(at);
                        takenBefore = "";
                        before = "";
                        yield joinsNext(at) || number(at);
                    }
                    case "tbl", "sectPr" -> writePendingBefore(at);
                    case "ins", "moveTo", "smartTag", "customXml", "sdt", "sdtContent", "bdo", "dir" -> unwrap(at);
                    case "sdtPr", "sdtEndPr", "customXmlPr", "smartTagPr" -> at.removeXml();
                    case "r" -> {
                        String why = unseenRun(at);
                        takenBefore = why.isEmpty() && has(at, "t") ? "" : takenBefore;
                        yield !why.isEmpty() ? takeOut(at, why) : read(at);
                    }
                    case "footnoteReference", "endnoteReference", "commentReference" -> {
                        String kind = name.getLocalPart().replace("Reference", "");
                        String note = notes.get(kind + at.getAttributeText(word("id")));
                        if (note != null) {
                            pending.add(note);
                        }
                        yield at.removeXml();
                    }
                    case "commentRangeStart", "commentRangeEnd", "rt" -> at.removeXml();
                    default -> false;
                };
    }

    /** Puts the content of an element in its place. */
    private static boolean unwrap(XmlCursor at) {
        try (XmlCursor behind = at.newCursor()) {
            behind.toEndToken();
            behind.toNextToken();
            while (at.toFirstAttribute()) {
                at.removeXml();
                at.toParent();
            }
            at.moveXmlContents(behind);
        }
        return at.removeXml();
    }

    /** Removes an element, and counts adjacent ones of a kind as one place. */
    private boolean takeOut(XmlCursor at, String kind) {
        if (!takenBefore.equals(kind) && !at.getTextValue().isBlank()) {
            unseen.count(kind);
            takenBefore = kind;
        }
        return at.removeXml();
    }

    /** Keeps the text of a run for the next one, and converts superscripts by {@link Raised}. */
    private boolean read(XmlCursor run) {
        try (XmlCursor text = run.newCursor()) {
            if (text.toChild(word("t"))) {
                String said = text.getTextValue();
                boolean raised = "superscript".equals(value(run, "rPr", "vertAlign"));
                if (raised) {
                    text.setTextValue(Raised.text(before, said));
                }
                before = said;
            }
        }
        return false;
    }

    private String unseenRun(XmlCursor run) {
        String own = unseen(run);
        String byStyle = own == null ? inherited(value(run, "rPr", "rStyle"), Style::unseen) : own;
        String byParagraph = byStyle == null ? inherited(paragraphStyle, Style::unseen) : byStyle;
        return byParagraph == null ? isWhite(run) ? HIDDEN : "" : byParagraph;
    }

    /**
     * Returns whether a run is white on the paper; in tables, boxes and paragraphs of other styles
     * the ground may be dark.
     */
    private boolean isWhite(XmlCursor run) {
        String colour = value(run, "rPr", "color");
        if (colour == null
                || !WHITE.matcher(colour).matches()
                || has(run, "rPr", "shd")
                || has(run, "rPr", "highlight")
                || !paragraphStyle.equals(defaultStyle)) {
            return false;
        }
        try (XmlCursor at = run.newCursor()) {
            boolean paper = true;
            while (paper && at.toParent() && at.isStart()) {
                String name = at.getName().getLocalPart();
                paper = !name.equals("tbl")
                        && !name.equals("txbxContent")
                        && !has(at, "pPr", "shd")
                        && !has(at, "background");
            }
            return paper;
        }
    }

    /** Returns why properties hide text; empty if they show it, null if they are silent. */
    private static @Nullable String unseen(XmlCursor element) {
        boolean said = false;
        for (String property : List.of("vanish", "strike", "dstrike")) {
            if (has(element, "rPr", property)) {
                String value = value(element, "rPr", property);
                if (value == null || !OFF.contains(value)) {
                    return property.equals("vanish") ? HIDDEN : STRUCK;
                }
                said = true;
            }
        }
        String size = value(element, "rPr", "sz");
        boolean tiny = size != null && TINY.contains(size);
        return tiny ? HIDDEN : said ? "" : null;
    }

    private @Nullable String inherited(@Nullable String style, Function<Style, @Nullable String> property) {
        @Nullable Style at = styles.get(style);
        for (int depth = 0; at != null && depth < DEEPEST_STYLE; depth++) {
            String value = property.apply(at);
            if (value != null) {
                return value;
            }
            at = styles.get(at.basedOn);
        }
        return null;
    }

    /** Writes the number that a style gives a paragraph, and keeps the style for its runs. */
    private boolean number(XmlCursor paragraph) {
        String style = value(paragraph, "pPr", "pStyle");
        paragraphStyle = style == null ? defaultStyle : style;
        String own = value(paragraph, "pPr", "numPr", "numId");
        String number = own == null ? inherited(paragraphStyle, Style::number) : own;
        if (number == null || number.equals("0") || value(paragraph, "pPr", "numPr", "ilvl") != null) {
            return false;
        }
        String level = own == null ? inherited(paragraphStyle, Style::level) : null;
        try (XmlCursor at = paragraph.newCursor()) {
            if (!at.toChild(word("pPr"))) {
                at.toFirstContentToken();
                at.beginElement(word("pPr"));
                at.toParent();
            }
            if (at.toChild(word("numPr"))) {
                at.removeXml();
                at.toParent();
            }
            at.toEndToken();
            at.beginElement(word("numPr"));
            insert(at, "ilvl", level == null ? levels.getOrDefault(paragraphStyle, "0") : level);
            insert(at, "numId", number);
        }
        return false;
    }

    private static void insert(XmlCursor at, String name, String value) {
        at.beginElement(word(name));
        at.insertAttributeWithValue(VALUE, value);
        at.toEndToken();
        at.toNextToken();
    }

    /** Moves a paragraph with a deleted end into the next one. */
    private static boolean joinsNext(XmlCursor paragraph) {
        if (!has(paragraph, "pPr", "rPr", "del") && !has(paragraph, "pPr", "rPr", "moveFrom")) {
            return false;
        }
        try (XmlCursor next = paragraph.newCursor();
                XmlCursor properties = paragraph.newCursor()) {
            if (!next.toNextSibling() || !next.getName().equals(word("p"))) {
                return false;
            }
            if (next.toChild(word("pPr"))) {
                next.toEndToken();
                next.toNextToken();
            } else {
                next.toFirstContentToken();
            }
            if (properties.toChild(word("pPr"))) {
                properties.removeXml();
            }
            paragraph.moveXmlContents(next);
        }
        return paragraph.removeXml();
    }

    private boolean writePendingBefore(XmlCursor block) {
        try (XmlCursor parent = block.newCursor();
                XmlCursor before = block.newCursor()) {
            if (!pending.isEmpty() && parent.toParent() && parent.getName().equals(word("body"))) {
                writePending(before);
            }
        }
        return false;
    }

    private void writePending(XmlCursor before) {
        for (String note : pending) {
            before.beginElement(word("p"));
            before.beginElement(word("r"));
            before.insertElementWithText(word("t"), note);
            before.toParent();
            before.toParent();
            before.toEndToken();
            before.toNextToken();
        }
        pending.clear();
    }

    /** Returns the text of an element; paragraphs, tabs and line breaks become spaces. */
    private static String text(XmlCursor element) {
        StringBuilder text = new StringBuilder();
        try (XmlCursor at = element.newCursor()) {
            int depth = 0;
            do {
                depth += at.isStart() ? 1 : at.isEnd() ? -1 : 0;
                if (at.isStart() && at.getName().equals(word("t"))) {
                    text.append(at.getTextValue());
                } else if (at.isStart() && SPACES.contains(at.getName().getLocalPart())) {
                    text.append(' ');
                }
                at.toNextToken();
            } while (depth > 0);
        }
        return text.toString().strip();
    }

    private static boolean has(XmlCursor element, String... path) {
        try (XmlCursor at = element.newCursor()) {
            return to(at, path);
        }
    }

    private static @Nullable String value(XmlCursor element, String... path) {
        try (XmlCursor at = element.newCursor()) {
            return to(at, path) ? at.getAttributeText(VALUE) : null;
        }
    }

    private static boolean to(XmlCursor at, String... path) {
        return Stream.of(path).allMatch(name -> at.toChild(word(name)));
    }
}
