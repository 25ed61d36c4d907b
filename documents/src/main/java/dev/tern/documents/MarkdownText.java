package dev.tern.documents;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.front.matter.YamlFrontMatterExtension;
import org.commonmark.ext.front.matter.YamlFrontMatterVisitor;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.xml.sax.SAXException;

/** Converts Markdown to text with headings, lists and tables. Thread-safe. */
final class MarkdownText {
    /** The delimiter of TOML front matter, as Hugo writes it in place of YAML. */
    private static final String TOML = "+++";

    private static final Pattern TOML_VALUE =
            Pattern.compile("(?m)^(?<key>title|author|date)[ \\t]*+=[ \\t]*+[\"']?+(?<value>[^\"'\\r\\n]++)");

    private static final Pattern STRUCK = Pattern.compile("~~(?=\\S)[^~]{1,500}(?<=\\S)~~");
    /** The mark of a footnote, after the annotated text or before the note. */
    private static final Pattern NOTE_MARK = Pattern.compile("\\[\\^[^\\]\\s]{1,40}\\](?:: ?)?");

    /** Elements of HTML that are kept within a line. */
    private static final Set<String> INLINE = Set.of("sup", "sub", "del", "s", "strike", "br", "img");

    private static final Set<String> WITHOUT_END = Set.of("br", "img");

    private static final List<Extension> EXTENSIONS =
            List.of(YamlFrontMatterExtension.create(), TablesExtension.create());

    private final Parser parser =
            Parser.builder().extensions(EXTENSIONS).maxOpenBlockParsers(200).build();
    private final HtmlRenderer renderer = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .attributeProviderFactory(context -> (node, tag, attributes) -> {
                if (node instanceof OrderedList list && ")".equals(list.getMarkerDelimiter())) {
                    attributes.put(XhtmlText.DELIMITER, ")");
                }
            })
            .build();

    ParsedFile parse(String whole, String type, String remark, LoadLimits limits) throws UnreadableException {
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
            document.accept(new SeenText(unseen));
            Document page = Jsoup.parse(renderer.render(document));
            HtmlParser.leaveHidden(page, unseen);
            HtmlParser.write(page, written);
        } catch (SAXException e) {
            if (e.getException() instanceof UnreadableException reason) {
                throw reason;
            }
            throw new IllegalStateException(e);
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
                HiddenText.joined(remark, unseen.remark()));
    }

    private static String first(Map<String, List<String>> front, String key) {
        return front.getOrDefault(key, List.of()).stream().findFirst().orElse("");
    }

    /** Removes struck-out text, footnote marks and most inline tags; closes open tags of blocks. */
    private static final class SeenText extends AbstractVisitor {
        private final HiddenText unseen;

        private SeenText(HiddenText unseen) {
            this.unseen = unseen;
        }

        @Override
        public void visit(Text literal) {
            Matcher struck =
                    STRUCK.matcher(NOTE_MARK.matcher(literal.getLiteral()).replaceAll(""));
            if (struck.find()) {
                unseen.count("struck-out text");
            }
            literal.setLiteral(struck.replaceAll(""));
        }

        @Override
        public void visit(FencedCodeBlock code) {
            code.setLiteral(code.getLiteral().stripTrailing());
        }

        @Override
        public void visit(IndentedCodeBlock code) {
            code.setLiteral(code.getLiteral().stripTrailing());
        }

        @Override
        public void visit(HtmlBlock html) {
            html.setLiteral(Jsoup.parseBodyFragment(html.getLiteral()).body().html());
        }

        @Override
        public void visit(HtmlInline mark) {
            String name = name(mark);
            boolean ends = WITHOUT_END.contains(name);
            for (Node next = mark.getNext(); next != null && !ends; next = next.getNext()) {
                ends = next instanceof HtmlInline end
                        && end.getLiteral().startsWith("</")
                        && name(end).equals(name);
            }
            boolean kept = INLINE.contains(name) && (ends || mark.getLiteral().startsWith("</"));
            mark.setLiteral(kept ? mark.getLiteral() : "");
        }

        private static String name(HtmlInline mark) {
            return mark.getLiteral().replaceAll("^</?|[\\s>/].*$", "").toLowerCase(Locale.ROOT);
        }
    }
}
