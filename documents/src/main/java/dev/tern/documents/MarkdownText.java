package dev.tern.documents;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.ext.front.matter.YamlFrontMatterExtension;
import org.commonmark.ext.front.matter.YamlFrontMatterVisitor;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.commonmark.parser.Parser;
import org.jspecify.annotations.Nullable;

/** Converts Markdown to text with headings, lists and tables. Thread-safe. */
final class MarkdownText {
    /** The delimiter of TOML front matter, as Hugo writes it in place of YAML. */
    private static final String TOML = "+++";

    private static final Pattern TOML_VALUE =
            Pattern.compile("(?m)^(?<key>title|author|date)[ \\t]*+=[ \\t]*+[\"']?+(?<value>[^\"'\\r\\n]++)");

    private static final Set<String> DELETED = Set.of("del", "s", "strike");
    private static final Pattern STRUCK = Pattern.compile("~~(?=\\S)[^~]{1,500}(?<=\\S)~~");
    /** The mark of a footnote, behind a text or before the note. */
    private static final Pattern NOTE_MARK = Pattern.compile("\\[\\^[^\\]\\s]{1,40}\\](?:: ?)?");

    private final Parser parser = Parser.builder()
            .extensions(List.of(YamlFrontMatterExtension.create(), TablesExtension.create()))
            .maxOpenBlockParsers(200)
            .build();

    Parsed parse(String whole, String type, String note, LoadLimits limits) throws UnreadableException {
        int toml = whole.startsWith(TOML) ? whole.indexOf("\n" + TOML, TOML.length()) + 1 : 0;
        String markdown = toml > 0 ? whole.substring(toml + TOML.length()) : whole;
        Map<String, List<String>> values = new HashMap<>();
        for (Matcher value = TOML_VALUE.matcher(whole.substring(0, toml)); value.find(); ) {
            values.putIfAbsent(value.group("key"), List.of(value.group("value")));
        }
        Outline outline = new Outline(limits);
        Node document;
        YamlFrontMatterVisitor front = new YamlFrontMatterVisitor();
        UnseenText unseen = new UnseenText();
        try {
            document = parser.parse(markdown);
            document.accept(front);
            document.accept(new Writer(outline, unseen));
        } catch (Refused e) {
            throw e.reason;
        } catch (StackOverflowError e) {
            throw new UnreadableException("is nested too deeply to be read");
        }
        values.putAll(front.getData());
        String title = first(values, "title");
        return new Parsed(
                outline.text(),
                outline.sections(),
                outline.tables(),
                title.isEmpty() ? outline.firstHeading() : title,
                type,
                first(values, "author"),
                first(values, "date"),
                Stream.of(note, unseen.note()).filter(part -> !part.isEmpty()).collect(Collectors.joining("; ")));
    }

    /** Replaces comments and tags of HTML by spaces, in linear time. */
    static String withoutMarks(String html) {
        StringBuilder text = new StringBuilder(html.length());
        boolean commentsClose = true;
        int done = 0;
        for (int open = html.indexOf('<'); open >= 0; open = html.indexOf('<', done)) {
            int end = -1;
            if (commentsClose && html.startsWith("<!--", open)) {
                int close = html.indexOf("-->", open + 4);
                commentsClose = close >= 0;
                end = commentsClose ? close + 3 : -1;
            }
            if (end < 0) {
                end = html.indexOf('>', open) + 1;
                if (end == 0) {
                    break;
                }
            }
            text.append(html, done, open).append(' ');
            done = end;
        }
        return text.append(html, done, html.length()).toString();
    }

    private static String first(Map<String, List<String>> front, String key) {
        List<String> values = front.getOrDefault(key, List.of());
        return values.isEmpty() ? "" : values.getFirst();
    }

    /** Carries a reason through the visitor, whose methods declare no exceptions. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final UnreadableException reason;

        private Refused(UnreadableException reason) {
            super(reason);
            this.reason = reason;
        }
    }

    /** Writes the nodes into an outline. */
    private static final class Writer extends AbstractVisitor {
        private final Outline outline;
        /** The text of the table cell being read. */
        private @Nullable StringBuilder cell;

        private @Nullable StringBuilder raised;
        /** The numbers of the last items of lists. */
        private final IdentityHashMap<Node, Integer> numbers = new IdentityHashMap<>();

        private final UnseenText unseen;
        /** The name of the element that is open and whose text is struck out, or empty. */
        private String deleted = "";

        private Writer(Outline outline, UnseenText unseen) {
            this.outline = outline;
            this.unseen = unseen;
        }

        @Override
        public void visit(Heading heading) {
            outline.startHeading(heading.getLevel());
            visitChildren(heading);
            outline.endHeading();
        }

        @Override
        public void visit(Paragraph paragraph) {
            // In a tight list the paragraph follows the mark of its item.
            boolean first = paragraph.getParent() instanceof ListItem && paragraph.getPrevious() == null;
            if (!first) {
                outline.paragraph();
            }
            visitChildren(paragraph);
            raised = null;
            deleted = "";
            outline.line();
        }

        @Override
        public void visit(ListItem item) {
            outline.line();
            add(mark(item));
            visitChildren(item);
        }

        private String mark(ListItem item) {
            if (!(item.getParent() instanceof OrderedList list)) {
                return "- ";
            }
            Integer start = list.getMarkerStartNumber();
            int number = item.getPrevious() == null ? (start == null ? 1 : start) : numbers.getOrDefault(list, 0) + 1;
            numbers.put(list, number);
            return number + (list.getMarkerDelimiter() == null ? "." : list.getMarkerDelimiter()) + " ";
        }

        @Override
        public void visit(FencedCodeBlock code) {
            code(code.getLiteral());
        }

        @Override
        public void visit(IndentedCodeBlock code) {
            code(code.getLiteral());
        }

        private void code(String literal) {
            outline.paragraph();
            try {
                outline.appendLines(literal.stripTrailing());
            } catch (UnreadableException e) {
                throw new Refused(e);
            }
            outline.paragraph();
        }

        @Override
        public void visit(HtmlBlock html) {
            outline.paragraph();
            add(withoutMarks(html.getLiteral()));
            outline.paragraph();
        }

        @Override
        public void visit(ThematicBreak ruler) {
            outline.paragraph();
        }

        @Override
        public void visit(CustomBlock block) {
            if (block instanceof TableBlock) {
                outline.paragraph();
                TableRows rows = new TableRows(outline, outline.heading());
                try {
                    write(block, rows);
                    rows.end();
                } catch (UnreadableException e) {
                    throw new Refused(e);
                }
                outline.paragraph();
            }
        }

        /** Writes the rows of a table, or of its head or body. */
        private void write(Node parent, TableRows rows) throws UnreadableException {
            for (Node node = parent.getFirstChild(); node != null; node = node.getNext()) {
                if (node instanceof TableRow row) {
                    rows.row(cells(row));
                } else {
                    write(node, rows);
                }
            }
        }

        private List<RowCell> cells(TableRow row) {
            List<RowCell> cells = new ArrayList<>();
            for (Node node = row.getFirstChild(); node != null; node = node.getNext()) {
                StringBuilder text = new StringBuilder();
                cell = text;
                visitChildren(node);
                cell = null;
                boolean head = node instanceof TableCell marked && marked.isHeader();
                cells.add(new RowCell(text.toString().strip(), head));
            }
            return cells;
        }

        @Override
        public void visit(Text text) {
            String literal = NOTE_MARK.matcher(text.getLiteral()).replaceAll("");
            Matcher struck = STRUCK.matcher(literal);
            if (struck.find()) {
                unseen.count("struck-out text");
            }
            add(struck.replaceAll(""));
        }

        @Override
        public void visit(Code code) {
            add(code.getLiteral());
        }

        @Override
        public void visit(SoftLineBreak line) {
            add("\n");
        }

        @Override
        public void visit(HtmlInline mark) {
            String name = mark.getLiteral().replaceAll("^</?|[\\s>/].*$", "").toLowerCase(Locale.ROOT);
            boolean end = mark.getLiteral().startsWith("</");
            if (deleted.isEmpty() && !end && DELETED.contains(name)) {
                deleted = name;
                unseen.count("deleted text");
            } else if (end && deleted.equals(name)) {
                deleted = "";
            }
            if (mark.getLiteral().equalsIgnoreCase("<sup>")) {
                raised = new StringBuilder();
            } else if (raised != null && mark.getLiteral().equalsIgnoreCase("</sup>")) {
                String text = raised.toString();
                raised = null;
                add(Raised.text(cell == null ? outline.tail() : cell, text));
            }
        }

        @Override
        public void visit(HardLineBreak line) {
            if (cell == null) {
                outline.line();
            }
        }

        private void add(String text) {
            try {
                if (!deleted.isEmpty()) {
                    return;
                }
                if (raised != null) {
                    raised.append(text);
                } else if (cell != null) {
                    cell.append(text);
                } else {
                    outline.append(text);
                }
            } catch (UnreadableException e) {
                throw new Refused(e);
            }
        }
    }
}
