package dev.tern.documents;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.poi.ss.util.CellReference;
import org.apache.tika.exception.TikaException;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.ParserDecorator;
import org.apache.tika.parser.odf.OpenDocumentContentParser;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/**
 * Parses an OpenDocument, zipped or flat, without hidden text; notes follow the paragraph that
 * refers to them.
 */
final class VisibleOpenDocument extends ParserDecorator {
    private static final long serialVersionUID = 1L;

    /** The kinds of hidden text, by selectors of the style properties that hide it. */
    private static final Map<String, String> HIDING = Map.of(
            "style|text-properties[text:display=none]",
            "hidden text",
            "style|text-properties[^style:text-line-through-]:not([style:text-line-through-style=none],"
                    + " [style:text-line-through-type=none])",
            "struck-out text",
            "style|table-properties[table:display=false]",
            "hidden sheets",
            "style|drawing-page-properties[presentation:visibility=hidden]",
            "hidden slides");

    private static final Set<String> BLOCKS = Set.of("text:p", "text:h", "table:table");
    private static final String NO_TEXT =
            "text|tracked-changes, office|meta, office|settings, office|scripts, office|master-styles,"
                    + " office|binary-data";
    /** The maximum nesting that Tika's XML parser reads; its own message names a JDK property. */
    private static final int MAX_NESTING = 100;

    private static final int DEEPEST_STYLE = 20;

    private static final String BASED_ON_TITLE = "style|style[style:parent-style-name=Title]";
    private static final String RAISED = "style|text-properties[style:text-position~=^(super|[1-9])]";

    private final transient Path file;
    private final transient HiddenText unseen;
    private final boolean flat;

    /**
     * Creates a parser for a file.
     *
     * @param file the file, which has the styles that are not in the content itself
     * @param flat true if the file is one XML document
     * @param unseen counts the text that is left out
     */
    VisibleOpenDocument(Path file, boolean flat, HiddenText unseen) {
        super(new OpenDocumentContentParser());
        this.file = file;
        this.flat = flat;
        this.unseen = unseen;
    }

    @Override
    public void parse(InputStream in, ContentHandler handler, Metadata metadata, ParseContext context)
            throws IOException, SAXException, TikaException {
        Document content = Jsoup.parse(in, "UTF-8", "", Parser.xmlParser());
        // The first is the document, which contains the outermost element.
        if (content.selectFirst("* > *" + " > *".repeat(MAX_NESTING)) != null) {
            throw new SAXException(new UnreadableException("has more than " + MAX_NESTING + " nested elements"));
        }
        content.outputSettings().prettyPrint(false).syntax(Document.OutputSettings.Syntax.xml);
        if (content.selectFirst("office|document-styles") != null) {
            // The only text of the styles is page headers, page footers and samples of masters.
            return;
        }
        if (flat) {
            readProperties(content, metadata);
        }
        leave(content, "text|tracked-changes text|deletion", "deleted text");
        content.select(NO_TEXT).remove();
        nameCells(content);
        leaveHiddenRowsAndColumns(content);
        writeEquations(content);
        List<Document> parts = List.of(part("styles.xml"), content);
        Styles styles = new Styles(parts);
        for (Element styled : content.select("text|span, text|p, text|h, table|table-cell, table|table, draw|page")) {
            String style = styled.attributes().asList().stream()
                    .filter(attribute -> attribute.getKey().endsWith(":style-name"))
                    .map(Attribute::getValue)
                    .findFirst()
                    .orElse("");
            HIDING.forEach((property, kind) -> {
                boolean left = unseen.leavesParts() || kind.endsWith("text");
                if (left && styled.hasParent() && styles.has(style, property)) {
                    leave(styled, kind);
                }
            });
            if (styled.tagName().equals("text:span") && styles.has(style, RAISED)) {
                raise(styled);
            } else if (styled.tagName().equals("text:p")
                    && (style.equals("Title") || styles.has(style, BASED_ON_TITLE))) {
                styled.tagName("text:h").attr("text:is-list-header", "true");
            }
        }
        new OpenDocumentNumbers(parts).write(content);
        for (Element aside :
                content.select("office|annotation, text|note").asList().reversed()) {
            moveBehind(aside);
        }
        for (Element sheet : content.select("office|spreadsheet > table|table[table:name]")) {
            String name = sheet.hasText() ? sheet.attr("table:name") : "";
            sheet.before(new Element("text:h").attr("text:outline-level", "1").text(name));
        }
        super.parse(
                new ByteArrayInputStream(content.outerHtml().getBytes(StandardCharsets.UTF_8)),
                handler,
                // With the metadata, the body would begin with the title.
                new Metadata(),
                context);
    }

    private static void readProperties(Document content, Metadata metadata) {
        metadata.set(TikaCoreProperties.TITLE, content.select("dc|title").text());
        metadata.set(
                TikaCoreProperties.CREATOR,
                content.select("office|meta > dc|creator").text());
        metadata.set(
                TikaCoreProperties.CREATED, content.select("meta|creation-date").text());
    }

    /** Replaces embedded equations, each a part of its own in MathML, by their text. */
    private void writeEquations(Document content) throws IOException {
        for (Element object : content.select("draw|object")) {
            String folder = object.attr("xlink:href").replaceAll("^\\./|/$", "");
            Element own = object.selectFirst("math, *|math");
            Element math = own == null ? part(folder + "/content.xml").selectFirst("math, *|math") : own;
            Element frame = object.closest("draw|frame");
            if (math != null && frame != null) {
                frame.replaceWith(new TextNode(Equation.text(math)));
            }
        }
    }

    private static void raise(Element raised) {
        StringBuilder before = new StringBuilder();
        Node node = raised.previousSibling();
        for (; node != null && before.length() < Superscripts.TAIL; node = node.previousSibling()) {
            String element = node instanceof Element inner ? inner.wholeText() : "";
            before.insert(0, node instanceof TextNode text ? text.getWholeText() : element);
        }
        raised.text(Superscripts.text(before, raised.text()));
    }

    /** Returns a part of the file; an empty document if there is none, as in a flat file. */
    private Document part(String name) throws IOException {
        if (flat) {
            return new Document("");
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            ZipEntry entry = zip.getEntry(name);
            return entry == null
                    ? new Document("")
                    : Jsoup.parse(zip.getInputStream(entry), "UTF-8", "", Parser.xmlParser());
        }
    }

    /** The styles of a document by name; a style is based on its parent. */
    private static final class Styles {
        private static final Element NONE = new Element("none");
        private final Map<String, Element> styles = new HashMap<>();
        private final Map<String, Boolean> known = new HashMap<>();

        Styles(List<Document> parts) {
            parts.forEach(
                    part -> part.select("style|style").forEach(style -> styles.put(style.attr("style:name"), style)));
        }

        private Element style(String name) {
            return styles.getOrDefault(name, NONE);
        }

        boolean has(String name, String property) {
            return known.computeIfAbsent(
                    name + "\n" + property,
                    key -> Stream.iterate(style(name), at -> style(at.attr("style:parent-style-name")))
                            .limit(DEEPEST_STYLE)
                            .anyMatch(style -> !style.select(property).isEmpty()));
        }
    }

    /** Gives comments of a spreadsheet their cell's name, by all rows and columns. */
    private static void nameCells(Document content) {
        for (Element sheet : content.select("office|spreadsheet > table|table:has(office|annotation)")) {
            long row = 1;
            for (Element cells : sheet.select("table|table-row")) {
                int column = 0;
                for (Element cell : cells.children().asList()) {
                    Element first = cell.firstElementChild();
                    if (first != null && first.tagName().equals("office:annotation")) {
                        first.attr("cell", " on " + CellReference.convertNumToColString(column) + row);
                    }
                    column = Math.min(TableRows.MAX_COLUMNS, column + repeated(cell));
                }
                row += Math.max(1, XhtmlText.number(cells.attr("table:number-rows-repeated"), 1));
            }
        }
    }

    /** Removes hidden rows and the cells of hidden columns; cells and columns may be repeated. */
    private void leaveHiddenRowsAndColumns(Document content) {
        if (!unseen.leavesParts()) {
            return;
        }
        leave(content, "table|table-row[table:visibility~=collapse|filter]", "hidden rows");
        for (Element table : content.select("table|table")) {
            BitSet hidden = new BitSet();
            int column = 0;
            for (Element one : table.select("table|table-column")) {
                int end = Math.min(TableRows.MAX_COLUMNS, column + repeated(one));
                if (!one.attr("table:visibility").isEmpty()
                        && !one.attr("table:visibility").equals("visible")) {
                    hidden.set(column, end);
                    unseen.count("hidden columns");
                }
                column = end;
            }
            if (hidden.isEmpty()) {
                continue;
            }
            for (Element row : table.select("table|table-row")) {
                int at = 0;
                for (Element cell : row.children().asList()) {
                    int end = Math.min(TableRows.MAX_COLUMNS, at + repeated(cell));
                    int left = end - at - hidden.get(at, end).cardinality();
                    if (left > 0) {
                        cell.attr("table:number-columns-repeated", String.valueOf(left));
                    } else {
                        cell.remove();
                    }
                    at = end;
                }
            }
        }
    }

    private static int repeated(Element element) {
        return Math.max(1, XhtmlText.number(element.attr("table:number-columns-repeated"), 1));
    }

    private void leave(Document content, String selector, String kind) {
        content.select(selector).forEach(element -> leave(element, kind));
    }

    private void leave(Element element, String kind) {
        if (element.tagName().equals("table:table-cell")) {
            element.empty();
        } else {
            element.remove();
        }
        unseen.count(kind);
    }

    private static void moveBehind(Element aside) {
        Element block = aside;
        for (Element at = aside.parent(); at != null; at = at.parent()) {
            block = BLOCKS.contains(at.tagName()) ? at : block;
        }
        String creator = aside.select("dc|creator").text();
        String by = creator.isEmpty() ? "" : " by " + creator;
        String before = aside.tagName().equals("text:note") ? "" : "Comment" + aside.attr("cell") + by + ": ";
        block.after(new Element("text:p").text(before + aside.select("text|p").text()));
        aside.remove();
    }
}
