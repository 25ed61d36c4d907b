package dev.tern.documents;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.poi.common.usermodel.fonts.FontCharset;
import org.jspecify.annotations.Nullable;

/**
 * Reads RTF: paragraphs, headings, list numbers and tables, without hidden, deleted and struck-out
 * text. Footnotes and comments follow their paragraph or table. Not thread-safe.
 */
final class RtfText {
    /** Groups that are ignored, as are groups with an asterisk, except {@link #WITH_TEXT}. */
    private static final Set<String> WITHOUT_TEXT =
            Set.of(("colortbl filetbl fldinst header headerf headerl headerr footer footerf footerl footerr listtable"
                + " listoverridetable pict object objdata objclass nonshppict sp xe tc rxe txe template revtbl")
                    .split(" "));

    private static final Set<String> WITH_TEXT =
            Set.of("shpinst", "annotation", "atnauthor", "footnote", "nesttableprops");
    private static final Set<String> NOTES = Set.of("annotation", "footnote");
    private static final Map<String, String> SIGNS = Map.ofEntries(
            Map.entry("tab", " "),
            Map.entry("emdash", "\u2014"),
            Map.entry("endash", "\u2013"),
            Map.entry("lquote", "\u2018"),
            Map.entry("rquote", "\u2019"),
            Map.entry("ldblquote", "\u201c"),
            Map.entry("rdblquote", "\u201d"),
            Map.entry("bullet", "\u2022"));
    private static final String NOWHERE = "*";
    private static final Pattern HEADING = Pattern.compile("(?i)heading ([1-6])|\\btitle;");
    private static final Pattern CONTROL = Pattern.compile("([a-zA-Z]{1,32})(-?\\d{1,10})? ?");

    private final LoadLimits limits;
    private final byte[] rtf;
    private final String controls;
    private final Outline outline;
    private final HiddenText unseen;
    private final Deque<RtfGroup> groups = new ArrayDeque<>();
    private final Map<Integer, Charset> fonts = new HashMap<>();
    private final Map<Integer, Integer> headings = new HashMap<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Map<String, StringBuilder> texts = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private Charset usual = Charset.forName("windows-1252");
    private RtfGroup group = new RtfGroup();
    private int at;
    private int fallback;
    private int style;
    private int defaultFont;
    private String leftOut = "";

    /** The cells of the open row with their merges, and the row above. */
    private List<RowCell> cells = new ArrayList<>();

    private List<RowCell> above = List.of();
    private final List<String> merges = new ArrayList<>();
    private String merge = "";
    private boolean headRow;
    private @Nullable TableRows table;

    /** The properties of a group, which end with it. */
    private static final class RtfGroup {
        private String destination = "";
        private Charset charset = Charset.forName("windows-1252");
        private String hidden = "";
        private boolean raised;
        private int fallbacks = 1;
        private int level;
        private boolean inRow;

        RtfGroup copy() {
            RtfGroup copy = new RtfGroup();
            copy.destination = destination;
            copy.charset = charset;
            copy.hidden = hidden;
            copy.raised = raised;
            copy.fallbacks = fallbacks;
            copy.level = level;
            copy.inRow = inRow;
            return copy;
        }
    }

    RtfText(LoadLimits limits, byte[] rtf, Outline outline, HiddenText unseen) {
        this.limits = limits;
        this.rtf = rtf;
        this.controls = new String(rtf, StandardCharsets.ISO_8859_1);
        this.outline = outline;
        this.unseen = unseen;
    }

    /** Returns the text of a group of the document's information, such as its title. */
    String information(String name) {
        return texts.getOrDefault(name, new StringBuilder()).toString().strip();
    }

    /** Writes the whole text into the outline. */
    void write() throws UnreadableException {
        while (at < rtf.length) {
            byte next = rtf[at++];
            switch (next) {
                case '{' -> {
                    flush();
                    fallback = 0;
                    groups.push(group.copy());
                    limits.check(
                            LoadLimit.NESTING,
                            groups.size(),
                            "has more than " + limits.of(LoadLimit.NESTING) + " nested groups");
                }
                case '}' -> {
                    flush();
                    fallback = 0;
                    endGroup();
                }
                case '\\' -> control();
                case '\r', '\n', 0 -> {}
                default -> add(next);
            }
        }
        flush();
        while (!groups.isEmpty() && !group.destination.isEmpty()) {
            endGroup();
        }
        if (group.inRow && !cells.isEmpty()) {
            endCell();
        }
        group.inRow = false;
        paragraph();
        if (!cells.isEmpty()) {
            endRow();
        }
        endTable();
    }

    private void add(int next) {
        if (fallback > 0) {
            fallback--;
        } else {
            bytes.write(next);
        }
    }

    private void endGroup() {
        String ended = group.destination;
        // The group of the document may end the last paragraph.
        boolean whole = groups.size() < 2 && ended.isEmpty();
        group = whole ? group : groups.isEmpty() ? new RtfGroup() : groups.pop();
        if (ended.equals(group.destination)) {
            return;
        }
        if (ended.equals("fonttbl")) {
            group.charset = fonts.getOrDefault(defaultFont, usual);
        } else if (NOTES.contains(ended)) {
            String text = information(ended);
            String author = information("atnauthor");
            String comment = "Comment" + (author.isEmpty() ? "" : " by " + author) + ": ";
            if (!text.isEmpty()) {
                notes.add((ended.equals("footnote") ? "" : comment) + text);
            }
            texts.remove(ended);
        }
    }

    /** Decodes the pending bytes, which have one encoding, and appends the text to its group. */
    private void flush() {
        String text = bytes.size() == 0 ? "" : bytes.toString(group.charset);
        bytes.reset();
        if (!text.isEmpty()) {
            write(text);
        }
    }

    private void write(String text) {
        if (group.destination.equals(NOWHERE)) {
            return;
        }
        boolean shown = group.destination.isEmpty() || NOTES.contains(group.destination);
        if (shown && !group.hidden.isEmpty()) {
            if (!leftOut.equals(group.hidden) && !text.isBlank()) {
                unseen.count(group.hidden);
                leftOut = group.hidden;
            }
            return;
        }
        leftOut = text.isBlank() ? leftOut : "";
        StringBuilder all = texts.computeIfAbsent(group.destination, ignored -> new StringBuilder());
        all.append(group.raised ? Superscripts.text(all, text) : text);
        if (group.destination.equals("stylesheet") && text.endsWith(";")) {
            Matcher heading = HEADING.matcher(text);
            if (heading.find()) {
                headings.put(style, heading.group(1) == null ? 1 : Integer.parseInt(heading.group(1)));
            }
        }
    }

    private void control() throws UnreadableException {
        Matcher word = CONTROL.matcher(controls).region(at, rtf.length);
        if (word.lookingAt()) {
            at = word.end();
            String number = word.group(2);
            boolean off = "0".equals(number);
            int value = number == null ? -1 : Math.clamp(Long.parseLong(number), -99_999, 1 << 30);
            flush();
            fallback = 0;
            if (word.group(1).equals("u")) {
                write(String.valueOf((char) value));
                fallback = group.fallbacks;
            } else {
                control(word.group(1), value, off);
            }
        } else if (at < rtf.length && rtf[at] == '\'') {
            String hex = controls.substring(at + 1, Math.min(rtf.length, at + 3));
            at = Math.min(rtf.length, at + 3);
            add(hex.matches("[0-9a-fA-F]{2}") ? Integer.parseInt(hex, 16) : '?');
        } else if (at < rtf.length) {
            flush();
            String sign = controls.substring(at, ++at);
            if (sign.equals("*")) {
                Matcher after = CONTROL.matcher(controls).region(Math.min(rtf.length, at + 1), rtf.length);
                boolean said = after.lookingAt() && WITH_TEXT.contains(after.group(1));
                group.destination = said ? group.destination : NOWHERE;
            } else if (sign.equals("\n") || sign.equals("\r")) {
                paragraph();
            } else if (fallback > 0) {
                fallback--;
            } else {
                write(sign.equals("~") ? " " : sign.equals("_") ? "-" : "\\{}".contains(sign) ? sign : "");
            }
        }
    }

    private void control(String word, int value, boolean off) throws UnreadableException {
        switch (word) {
            case "ansicpg" -> {
                Charset named = TextEncoding.charset("windows-" + value);
                usual = named == null ? usual : named;
                group.charset = usual;
            }
            case "mac" -> {
                usual = Charset.forName("x-MacRoman");
                group.charset = usual;
            }
            case "fcharset" -> {
                FontCharset known = FontCharset.valueOf(value);
                Charset named = known == null || value < 2 ? null : known.getCharset();
                fonts.put(style, named == null ? usual : named);
            }
            case "f" -> {
                style = group.destination.equals("fonttbl") ? value : style;
                group.charset = fonts.getOrDefault(value, usual);
            }
            case "deff" -> defaultFont = value;
            case "uc" -> group.fallbacks = Math.max(0, value);
            case "bin" -> at = Math.clamp((long) at + value, at, rtf.length);
            case "v" -> group.hidden = off ? "" : "hidden text";
            case "deleted" -> group.hidden = off ? "" : "deleted text";
            case "strike", "striked" -> group.hidden = off ? "" : "struck-out text";
            case "super" -> group.raised = !off;
            case "nosupersub", "sub" -> group.raised = false;
            case "plain" -> {
                group.hidden = "";
                group.raised = false;
                group.charset = fonts.getOrDefault(defaultFont, usual);
            }
            case "s" -> {
                style = value;
                group.level = headings.getOrDefault(value, 0);
            }
            case "outlinelevel" -> {
                if (group.destination.equals("stylesheet")) {
                    headings.put(style, value + 1);
                } else {
                    group.level = value + 1;
                }
            }
            case "fonttbl", "stylesheet", "info", "title", "author", "footnote", "annotation", "atnauthor" ->
                begin(word);
            case "trowd", "intbl", "clvmrg", "clmrg", "trhdr", "cellx", "cell", "nestcell", "row", "nestrow" ->
                tableControl(word);
            case "par", "sect", "page", "pard", "line" -> endLine(word);
            default -> {
                if (WITHOUT_TEXT.contains(word)) {
                    group.destination = NOWHERE;
                }
                write(SIGNS.getOrDefault(word, ""));
            }
        }
    }

    private void begin(String destination) {
        if (!group.destination.equals(NOWHERE)) {
            group.destination = destination;
            // Word hides the mark of a comment, although the mark's group contains the comment.
            group.hidden = destination.equals("annotation") ? "" : group.hidden;
            group.charset = destination.equals("info") ? usual : group.charset;
            texts.remove(destination);
        }
    }

    private void endLine(String word) throws UnreadableException {
        boolean apart = !group.destination.isEmpty();
        if (word.equals("pard")) {
            group.level = 0;
            group.inRow = false;
        } else if (apart || word.equals("line")) {
            write(apart ? " " : "\n");
        } else {
            paragraph();
        }
    }

    private void tableControl(String word) throws UnreadableException {
        switch (group.destination.isEmpty() ? word : "") {
            case "" -> write(" ");
            case "trowd" -> {
                merges.clear();
                headRow = false;
            }
            case "clvmrg", "clmrg" -> merge = word;
            case "trhdr" -> headRow = true;
            case "intbl" -> group.inRow = true;
            case "cellx" -> {
                merges.add(merge);
                merge = "";
            }
            case "cell", "nestcell" -> endCell();
            default -> endRow();
        }
    }

    private void endRow() throws UnreadableException {
        if (table == null) {
            table = new TableRows(outline, outline.heading());
        }
        table.row(cells);
        group.inRow = false;
        groups.forEach(outer -> outer.inRow = false);
        above = cells;
        cells = new ArrayList<>();
    }

    private void endCell() throws UnreadableException {
        int column = cells.size();
        String how = column < merges.size() ? merges.get(column) : "";
        String text = taken();
        boolean down = how.equals("clvmrg") && column < above.size();
        RowCell merged = down ? above.get(column) : how.equals("clmrg") && column > 0 ? cells.getLast() : null;
        cells.add(
                merged == null || !text.isBlank()
                        ? new RowCell(text, headRow)
                        : new RowCell(TableGrid.spannedText(merged.text()), headRow));
        if (cells.size() == TableRows.MAX_COLUMNS) {
            endRow();
        }
    }

    private String taken() {
        StringBuilder text = texts.remove("");
        return text == null ? "" : text.toString();
    }

    /** Ends a paragraph; within a row it is part of a cell. */
    private void paragraph() throws UnreadableException {
        if (group.inRow) {
            write(" ");
            return;
        }
        String text = taken();
        if (!cells.isEmpty()) {
            if (text.isBlank()) {
                return;
            }
            endRow();
        }
        if (!text.isBlank() || !notes.isEmpty()) {
            endTable();
        }
        if (group.level > 0 && group.level < 7 && !text.isBlank()) {
            outline.startHeading(group.level);
            outline.append(text);
            outline.endHeading();
        } else {
            outline.paragraph();
            outline.appendBroken(text.strip());
        }
        writeNotes();
    }

    private void writeNotes() throws UnreadableException {
        for (String note : notes) {
            outline.paragraph();
            outline.append(note);
        }
        outline.paragraph();
        notes.clear();
    }

    private void endTable() throws UnreadableException {
        if (table != null) {
            table.end();
            table = null;
            above = List.of();
            writeNotes();
        }
        merges.clear();
    }
}
