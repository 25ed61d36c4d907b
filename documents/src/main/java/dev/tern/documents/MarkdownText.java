package dev.tern.documents;

import java.util.ArrayDeque;
import java.util.Deque;
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
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
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
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/** Converts Markdown to text with headings, lists and tables. Thread-safe. */
final class MarkdownText {
    /** The delimiter of TOML front matter, as Hugo writes it in place of YAML. */
    private static final String TOML = "+++";

    private static final Pattern TOML_VALUE =
            Pattern.compile("(?m)^(?<key>title|author|date)[ \\t]*+=[ \\t]*+[\"']?+(?<value>[^\"'\\r\\n]++)");

    private static final Pattern STRUCK = Pattern.compile("~~(?=\\S)[^~]{1,500}(?<=\\S)~~");
    /** The mark of a footnote, behind a text or before the note. */
    private static final Pattern NOTE_MARK = Pattern.compile("\\[\\^[^\\]\\s]{1,40}\\](?:: ?)?");

    private final Parser parser = Parser.builder()
            .extensions(List.of(YamlFrontMatterExtension.create(), TablesExtension.create()))
            .maxOpenBlockParsers(200)
            .build();

    ParsedFile parse(String whole, String type, String note, LoadLimits limits) throws UnreadableException {
        int toml = whole.startsWith(TOML) ? whole.indexOf("\n" + TOML, TOML.length()) + 1 : 0;
        String markdown = toml > 0 ? whole.substring(toml + TOML.length()) : whole;
        Map<String, List<String>> values = new HashMap<>();
        for (Matcher value = TOML_VALUE.matcher(whole.substring(0, toml)); value.find(); ) {
            values.putIfAbsent(value.group("key"), List.of(value.group("value")));
        }
        HiddenText unseen = new HiddenText();
        XhtmlText written = new XhtmlText(limits, false, unseen);
        YamlFrontMatterVisitor front = new YamlFrontMatterVisitor();
        try {
            Node document = parser.parse(markdown);
            document.accept(front);
            document.accept(new NodeWriter(written, unseen));
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof SAXException stop
                    && stop.getException() instanceof UnreadableException reason) {
                throw reason;
            }
            throw e;
        } catch (StackOverflowError e) {
            throw new UnreadableException("is nested too deeply to be read");
        }
        Outline outline = written.outline();
        values.putAll(front.getData());
        String title = first(values, "title");
        return new ParsedFile(
                outline.text(),
                outline.sections(),
                outline.tables(),
                title.isEmpty() ? outline.firstHeading() : title,
                type,
                first(values, "author"),
                first(values, "date"),
                Stream.of(note, unseen.remark()).filter(part -> !part.isEmpty()).collect(Collectors.joining("; ")));
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

    /** Reports the nodes as HTML elements; items of lists become lines. */
    private static final class NodeWriter extends AbstractVisitor {
        private static final Set<String> INLINE = Set.of("sup", "del", "s", "strike");

        private final XhtmlText text;
        private final HiddenText unseen;
        /** The elements of HTML that are open in a paragraph, heading or cell. */
        private final Deque<String> open = new ArrayDeque<>();
        /** The numbers of the last items of lists. */
        private final IdentityHashMap<Node, Integer> numbers = new IdentityHashMap<>();

        private NodeWriter(XhtmlText text, HiddenText unseen) {
            this.text = text;
            this.unseen = unseen;
        }

        @Override
        public void visit(Heading heading) {
            element("h" + heading.getLevel(), heading);
        }

        @Override
        public void visit(Paragraph paragraph) {
            // In a tight list the paragraph follows the mark of its item.
            boolean first = paragraph.getParent() instanceof ListItem && paragraph.getPrevious() == null;
            if (!first) {
                write("p", "");
            }
            visitWhole(paragraph);
            write("br", "");
        }

        @Override
        public void visit(ListItem item) {
            write("br", "");
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
            write("pre", code.getLiteral().stripTrailing());
        }

        @Override
        public void visit(IndentedCodeBlock code) {
            write("pre", code.getLiteral().stripTrailing());
        }

        @Override
        public void visit(HtmlBlock html) {
            write("p", withoutMarks(html.getLiteral()));
        }

        @Override
        public void visit(ThematicBreak ruler) {
            write("hr", "");
        }

        @Override
        public void visit(CustomBlock block) {
            if (block instanceof TableBlock) {
                element("table", block);
            }
        }

        @Override
        public void visit(CustomNode node) {
            switch (node) {
                case TableHead head -> element("thead", head);
                case TableRow row -> element("tr", row);
                case TableCell cell -> element(cell.isHeader() ? "th" : "td", cell);
                default -> visitChildren(node);
            }
        }

        @Override
        public void visit(Text literal) {
            Matcher struck =
                    STRUCK.matcher(NOTE_MARK.matcher(literal.getLiteral()).replaceAll(""));
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
            if (!mark.getLiteral().startsWith("</")) {
                if (INLINE.contains(name)) {
                    open.push(name);
                    start(name);
                }
            } else if (name.equals(open.peek())) {
                end(open.pop());
            }
        }

        @Override
        public void visit(HardLineBreak line) {
            write("br", "");
        }

        private void element(String name, Node node) {
            start(name);
            visitWhole(node);
            end(name);
        }

        /** Visits the children of a node, and closes the elements that they leave open. */
        private void visitWhole(Node node) {
            visitChildren(node);
            while (!open.isEmpty()) {
                end(open.pop());
            }
        }

        private void write(String name, String content) {
            start(name);
            add(content);
            end(name);
        }

        private void start(String name) {
            report(() -> text.startElement("", name, name, new AttributesImpl()));
        }

        private void end(String name) {
            report(() -> text.endElement("", name, name));
        }

        private void add(String characters) {
            report(() -> text.characters(characters.toCharArray(), 0, characters.length()));
        }

        /** Runs an event; wraps its SAXException, which a visitor's methods cannot throw. */
        private static void report(Event event) {
            try {
                event.report();
            } catch (SAXException e) {
                throw new IllegalStateException(e);
            }
        }

        private interface Event {
            void report() throws SAXException;
        }
    }
}
