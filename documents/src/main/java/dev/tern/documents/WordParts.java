package dev.tern.documents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.NodeFilter.FilterResult;
import org.jspecify.annotations.Nullable;

/**
 * Edits the main part of a docx to the visible text, before POI and Tika read it.
 *
 * <ul>
 *   <li>Deleted, moved, hidden or struck-out text is removed and counted.
 *   <li>Footnotes, endnotes and comments move behind the paragraph or table that refers to them.
 *   <li>Equations become text, by {@link Equation}.
 *   <li>A paragraph gets the numbering of its style, which Tika reads in paragraphs only.
 *   <li>Content controls and insertions are unwrapped, as POI does not read all in them.
 *   <li>Merged cells are split: each place has the text of the first.
 * </ul>
 */
final class WordParts {
    private static final Set<String> OFF = Set.of("0", "false", "off", "none");
    private static final Pattern WHITE = Pattern.compile("(?i)FFFFFF|FEFEFE");
    private static final Set<String> SPACES = Set.of("w:p", "w:tab", "w:br", "w:cr");
    private static final String DELETED = "deleted text";
    private static final String MOVED = "moved text";
    private static final String HIDDEN = "hidden text";
    private static final String STRUCK = "struck-out text";
    private static final String NO_TEXT =
            "w|sdtPr, w|sdtEndPr, w|customXmlPr, w|smartTagPr, w|commentRangeStart," + " w|commentRangeEnd, w|rt";
    private static final String WRAPPERS =
            "w|ins, w|moveTo, w|smartTag, w|customXml, w|sdt, w|sdtContent, w|bdo, w|dir";

    /** The sizes, in half points, of text that is too small to be read. */
    private static final Set<String> TINY = Set.of("0", "1", "2", "3");

    private static final int DEEPEST_STYLE = 20;
    /** The maximum number of columns of a table in Word. */
    private static final int MAX_COLUMNS = 63;

    private final FileParts parts;
    private final HiddenText unseen;
    private final Map<String, Style> styles = new HashMap<>();
    private final Map<String, String> levels = new HashMap<>();
    /** The list that each numbering belongs to; numberings of one list share its counters. */
    private final Map<String, String> lists = new HashMap<>();
    /** The numberings that will restart their list at their first occurrence. */
    private final Set<String> restarting = new HashSet<>();
    /** The last restarted numbering of each list, which then numbers all paragraphs of the list. */
    private final Map<String, String> counting = new HashMap<>();

    private final Map<String, String> notes = new HashMap<>();
    private final List<String> pending = new ArrayList<>();
    private String paragraphStyle = "";
    private String defaultStyle = "";
    private String takenBefore = "";
    private String before = "";

    /** Reads another part of the file by name, or an empty document if there is none. */
    @FunctionalInterface
    interface FileParts {
        Document part(String name) throws IOException;
    }

    /**
     * The properties of a style.
     *
     * @param hiddenReason the reason for omitting its text; empty if it is visible, null to inherit
     * @param tinyReason the same for the size of its text
     * @param number the id of its numbering, or null
     */
    private record Style(
            @Nullable String basedOn,
            @Nullable String hiddenReason,
            @Nullable String tinyReason,
            @Nullable String number,
            @Nullable String level) {}

    WordParts(FileParts parts, HiddenText unseen) {
        this.parts = parts;
        this.unseen = unseen;
    }

    /** Edits the main part of a docx in place. */
    void edit(Document document) throws IOException {
        parts.part("word/styles.xml").select("w|style").forEach(this::readStyle);
        Document numbering = parts.part("word/numbering.xml");
        for (Element number : numbering.select("w|num:not(:has(w|lvl))")) {
            lists.put(number.attr("w:numId"), String.valueOf(value(number, "w:abstractNumId")));
        }
        restarting.addAll(
                numbering.select("w|num:has(w|startOverride):not(:has(w|lvl))").eachAttr("w:numId"));
        for (Element level : numbering.select("w|lvl")) {
            String style = value(level, "w:pStyle");
            if (style != null && level.hasAttr("w:ilvl")) {
                levels.putIfAbsent(style, level.attr("w:ilvl"));
            }
        }
        for (String kind : List.of("footnote", "endnote", "comment")) {
            readNotes(kind);
        }
        takeOut(document);
        Element body = document.selectFirst("w|body");
        if (body != null) {
            pending.forEach(note -> body.appendChild(paragraph(note)));
        }
        document.select("w|tbl").forEach(WordParts::splitMergedCells);
    }

    private void readStyle(Element style) {
        String id = style.attr("w:styleId");
        if (style.hasAttr("w:default") && style.attr("w:type").equals("paragraph")) {
            defaultStyle = id;
        }
        styles.put(
                id,
                new Style(
                        value(style, "w:basedOn"),
                        unseen(style),
                        tiny(style),
                        value(style, "w:pPr", "w:numPr", "w:numId"),
                        value(style, "w:pPr", "w:numPr", "w:ilvl")));
    }

    /**
     * Gives each restarted numbering its own list, because Tika would continue the numbers of the
     * shared list, and removes blank bullets, because Tika would write a point.
     */
    static void restart(Document numbering) {
        numbering
                .select("w|lvl:has(w|numFmt[w:val=bullet]):has(w|lvlText[w:val~=^\\s*$]) w|numFmt")
                .attr("w:val", "none");
        Map<String, Element> lists = numbering.select("w|abstractNum").stream()
                .collect(Collectors.toMap(list -> list.attr("w:abstractNumId"), list -> list, (one, other) -> one));
        for (Element number : numbering.select("w|num")) {
            Map<String, String> starts = new HashMap<>();
            for (Element level : number.select("w|lvlOverride:has(w|startOverride):not(:has(w|lvl))")) {
                starts.put(level.attr("w:ilvl"), String.valueOf(value(level, "w:startOverride")));
            }
            Element shared = child(number, "w:abstractNumId");
            Element list = shared == null ? null : lists.get(shared.attr("w:val"));
            if (shared == null || list == null || starts.isEmpty()) {
                continue;
            }
            String own = "1" + number.attr("w:numId") + "000000";
            Element copy = list.clone().attr("w:abstractNumId", own);
            for (Element level : children(copy, "w:lvl")) {
                String start = starts.get(level.attr("w:ilvl"));
                Element first = child(level, "w:start");
                if (start != null && first != null) {
                    first.attr("w:val", start);
                }
            }
            list.before(copy);
            shared.attr("w:val", own);
            children(number, "w:lvlOverride").forEach(Element::remove);
        }
    }

    private void readNotes(String kind) throws IOException {
        Document part = parts.part("word/" + kind + "s.xml");
        takeOut(part);
        pending.clear();
        for (Element note : part.select("w|" + kind)) {
            String author = note.hasAttr("w:author") ? " by " + note.attr("w:author") : "";
            String text = text(note);
            if (!text.isEmpty()) {
                notes.put(kind + note.attr("w:id"), (kind.equals("comment") ? "Comment" + author + ": " : "") + text);
            }
        }
    }

    private void takeOut(Document part) {
        part.select(NO_TEXT).remove();
        part.select(WRAPPERS).unwrap();
        Equation.replaceAll(part, WordParts::run);
        part.filter((node, depth) ->
                node instanceof Element element && isTakenOut(element) ? FilterResult.REMOVE : FilterResult.CONTINUE);
    }

    /** Edits an element; returns true if it has to be removed. */
    private boolean isTakenOut(Element at) {
        return switch (at.tagName()) {
            case "w:del", "w:delText" -> counted(at, DELETED);
            case "w:moveFrom" -> counted(at, MOVED);
            case "w:tr" -> child(at, "w:trPr", "w:del") != null && counted(at, DELETED);
            case "w:p" -> {
                writePendingBefore(at);
                takenBefore = "";
                before = "";
                boolean joined = joinsNext(at);
                if (!joined) {
                    number(at);
                }
                yield joined;
            }
            case "w:tbl", "w:sectPr" -> {
                writePendingBefore(at);
                yield false;
            }
            case "w:r" -> {
                String why = unseenRun(at);
                Element text = child(at, "w:t");
                takenBefore = why.isEmpty() && text != null ? "" : takenBefore;
                if (why.isEmpty() && text != null) {
                    read(at, text);
                }
                yield !why.isEmpty() && counted(at, why);
            }
            case "w:footnoteReference", "w:endnoteReference", "w:commentReference" -> {
                String kind = at.tagName().substring(2).replace("Reference", "");
                Optional.ofNullable(notes.get(kind + at.attr("w:id"))).ifPresent(pending::add);
                yield true;
            }
            default -> false;
        };
    }

    /** Counts removed text; adjacent pieces of a kind count once. Always returns true. */
    private boolean counted(Element at, String kind) {
        if (!takenBefore.equals(kind) && !at.wholeText().isBlank()) {
            unseen.count(kind);
            takenBefore = kind;
        }
        return true;
    }

    /** Converts a superscript run, and adds the run to the text before the next run. */
    private void read(Element run, Element text) {
        String said = text.wholeText();
        if ("superscript".equals(value(run, "w:rPr", "w:vertAlign"))) {
            text.text(Superscripts.text(before, said));
        }
        before = Superscripts.end(before + said);
    }

    private String unseenRun(Element run) {
        String marked = resolved(run, unseen(run), Style::hiddenReason);
        String small = resolved(run, tiny(run), Style::tinyReason);
        return !marked.isEmpty() ? marked : !small.isEmpty() || isWhite(run) ? HIDDEN : "";
    }

    private String resolved(Element run, @Nullable String own, Function<Style, @Nullable String> property) {
        String byStyle = own == null ? inherited(value(run, "w:rPr", "w:rStyle"), property) : own;
        return Objects.requireNonNullElse(byStyle == null ? inherited(paragraphStyle, property) : byStyle, "");
    }

    /**
     * Returns true if a run is white on white. Returns false in tables, boxes and paragraphs of a
     * special style, where the background may be dark.
     */
    private boolean isWhite(Element run) {
        String colour = value(run, "w:rPr", "w:color");
        return colour != null
                && WHITE.matcher(colour).matches()
                && child(run, "w:rPr", "w:shd") == null
                && child(run, "w:rPr", "w:highlight") == null
                && paragraphStyle.equals(defaultStyle)
                && run.parents().stream()
                        .noneMatch(at -> at.tagName().equals("w:tbl")
                                || at.tagName().equals("w:txbxContent")
                                || child(at, "w:pPr", "w:shd") != null
                                || child(at, "w:background") != null);
    }

    /** Returns the reason why text is hidden; empty if it is shown, null if unspecified. */
    private static @Nullable String unseen(Element element) {
        boolean said = false;
        for (String property : List.of("w:vanish", "w:strike", "w:dstrike")) {
            Element found = child(element, "w:rPr", property);
            if (found != null && !OFF.contains(found.attr("w:val"))) {
                return property.equals("w:vanish") ? HIDDEN : STRUCK;
            }
            said |= found != null;
        }
        return said ? "" : null;
    }

    /** Returns the same for the size of text. */
    private static @Nullable String tiny(Element element) {
        String size = value(element, "w:rPr", "w:sz");
        return size == null ? null : TINY.contains(size) ? HIDDEN : "";
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
    private void number(Element paragraph) {
        String style = value(paragraph, "w:pPr", "w:pStyle");
        paragraphStyle = style == null ? defaultStyle : style;
        String own = value(paragraph, "w:pPr", "w:numPr", "w:numId");
        String number = own == null ? inherited(paragraphStyle, Style::number) : own;
        if (number == null || number.equals("0")) {
            return;
        }
        String list = lists.getOrDefault(number, "");
        if (restarting.remove(number)) {
            counting.put(list, number);
        }
        number = counting.getOrDefault(list, number);
        Element named = child(paragraph, "w:pPr", "w:numPr", "w:numId");
        if (named != null && value(paragraph, "w:pPr", "w:numPr", "w:ilvl") != null) {
            named.attr("w:val", number);
            return;
        }
        String level = own == null ? inherited(paragraphStyle, Style::level) : null;
        Element properties = child(paragraph, "w:pPr");
        if (properties == null) {
            properties = new Element("w:pPr");
            paragraph.prependChild(properties);
        }
        children(properties, "w:numPr").forEach(Element::remove);
        Element numbering = new Element("w:numPr");
        properties.appendChild(numbering);
        numbering.appendChild(
                new Element("w:ilvl").attr("w:val", level == null ? levels.getOrDefault(paragraphStyle, "0") : level));
        numbering.appendChild(new Element("w:numId").attr("w:val", number));
    }

    /** Moves a paragraph with a deleted end into the next one; returns true if it did. */
    private static boolean joinsNext(Element paragraph) {
        Element next = paragraph.nextElementSibling();
        boolean ends = child(paragraph, "w:pPr", "w:rPr", "w:del") != null
                || child(paragraph, "w:pPr", "w:rPr", "w:moveFrom") != null;
        if (!ends || next == null || !next.tagName().equals("w:p")) {
            return false;
        }
        children(paragraph, "w:pPr").forEach(Element::remove);
        Element properties = child(next, "w:pPr");
        next.insertChildren(
                properties == null ? 0 : properties.siblingIndex() + 1, List.copyOf(paragraph.childNodes()));
        return true;
    }

    private void writePendingBefore(Element block) {
        Element parent = block.parent();
        if (parent != null && parent.tagName().equals("w:body")) {
            pending.forEach(note -> block.before(paragraph(note)));
            pending.clear();
        }
    }

    /** Splits the merged cells of a table, within the limits of {@link TableGrid}. */
    private static void splitMergedCells(Element table) {
        Map<Integer, String> above = new HashMap<>();
        for (Element row : children(table, "w:tr")) {
            int column = number(child(row, "w:trPr", "w:gridBefore"), 0);
            for (int i = 0; i < column; i++) {
                row.prependChild(cell(""));
            }
            for (Element cell : children(row, "w:tc").stream().skip(column).toList()) {
                Element merged = child(cell, "w:tcPr", "w:vMerge");
                boolean continues = merged != null && !merged.attr("w:val").equals("restart");
                String text = continues ? above.getOrDefault(column, "") : ownText(cell);
                if (continues) {
                    cell.appendChild(paragraph(text));
                }
                int columns = Math.max(1, number(child(cell, "w:tcPr", "w:gridSpan"), 1));
                for (int i = 1; i < columns; i++) {
                    cell.after(cell(text));
                }
                for (int i = 0; i < columns; i++) {
                    above.put(column++, text);
                }
            }
        }
    }

    private static String ownText(Element cell) {
        return TableGrid.spannedText(
                children(cell, "w:p").stream().map(WordParts::text).collect(Collectors.joining(" ")));
    }

    private static int number(@Nullable Element property, int usual) {
        String value = property == null ? "" : property.attr("w:val");
        return value.matches("\\d{1,6}") ? Math.min(Integer.parseInt(value), MAX_COLUMNS) : usual;
    }

    private static Element cell(String text) {
        return new Element("w:tc").appendChild(paragraph(text));
    }

    private static Element paragraph(String text) {
        return new Element("w:p").appendChild(run(text));
    }

    private static Element run(String text) {
        Element written = new Element("w:t").attr("xml:space", "preserve").text(text);
        return new Element("w:r").appendChild(written);
    }

    /** Returns the text of an element; paragraphs, tabs and line breaks become spaces. */
    private static String text(Element element) {
        return element.getAllElements().stream()
                .map(at -> at.tagName().equals("w:t") ? at.wholeText() : SPACES.contains(at.tagName()) ? " " : "")
                .collect(Collectors.joining())
                .strip();
    }

    private static List<Element> children(Element parent, String name) {
        return parent.children().stream()
                .filter(child -> child.tagName().equals(name))
                .toList();
    }

    /** Returns the first element of a path of names below another, or null. */
    private static @Nullable Element child(Element parent, String... path) {
        @Nullable Element at = parent;
        for (String name : path) {
            at = at == null ? null : at.firstElementChild();
            while (at != null && !at.tagName().equals(name)) {
                at = at.nextElementSibling();
            }
        }
        return at;
    }

    private static @Nullable String value(Element element, String... path) {
        Element at = child(element, path);
        return at != null && at.hasAttr("w:val") ? at.attr("w:val") : null;
    }
}
