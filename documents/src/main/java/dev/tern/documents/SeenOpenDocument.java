package dev.tern.documents;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.tika.exception.TikaException;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.ParserDecorator;
import org.apache.tika.parser.odf.OpenDocumentContentParser;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;

/** Parses an OpenDocument without hidden text; notes follow the paragraph that refers to them. */
final class SeenOpenDocument extends ParserDecorator {
    private static final long serialVersionUID = 1L;

    /** Names for hidden text, by the style properties that hide it. */
    private static final Map<String, String> HIDING = Map.of(
            "style|text-properties[text:display=none]", "hidden text",
            "style|text-properties[style:text-line-through-style]:not([style:text-line-through-style=none])",
                    "struck-out text",
            "style|table-properties[table:display=false]", "hidden sheets",
            "style|drawing-page-properties[presentation:visibility=hidden]", "hidden slides");

    private final transient UnseenText unseen;

    SeenOpenDocument(UnseenText unseen) {
        super(new OpenDocumentContentParser());
        this.unseen = unseen;
    }

    @Override
    public void parse(InputStream in, ContentHandler handler, Metadata metadata, ParseContext context)
            throws IOException, SAXException, TikaException {
        Document content = Jsoup.parse(in, "UTF-8", "", Parser.xmlParser());
        content.outputSettings().prettyPrint(false).syntax(Document.OutputSettings.Syntax.xml);
        leave(content, "text|tracked-changes text|deletion", "deleted text");
        content.select("text|tracked-changes").remove();
        leave(content, "[table:visibility=collapse], [table:visibility=filter]", "hidden rows");
        HIDING.forEach((property, kind) -> {
            for (Element properties : content.select(property)) {
                Element style = properties.parent();
                String name = style == null ? "" : style.attr("style:name");
                for (Element styled : content.select("text|span, text|p, text|h, table|table, draw|page")) {
                    boolean has = !name.isEmpty()
                            && (styled.attr("text:style-name").equals(name)
                                    || styled.attr("table:style-name").equals(name)
                                    || styled.attr("draw:style-name").equals(name));
                    if (has) {
                        styled.remove();
                        unseen.count(kind);
                    }
                }
            }
        });
        for (Element aside :
                content.select("office|annotation, text|note").asList().reversed()) {
            moveBehind(aside);
        }
        super.parse(
                new ByteArrayInputStream(content.outerHtml().getBytes(StandardCharsets.UTF_8)),
                handler,
                metadata,
                context);
    }

    private void leave(Document content, String selector, String kind) {
        for (Element element : content.select(selector)) {
            unseen.count(kind);
            element.remove();
        }
    }

    private static void moveBehind(Element aside) {
        Element block = aside;
        for (Element at = aside.parent(); at != null; at = at.parent()) {
            boolean text = at.tagName().equals("text:p") || at.tagName().equals("text:h");
            block = text || at.tagName().equals("table:table") || at.tagName().equals("text:list") ? at : block;
        }
        String creator = aside.select("dc|creator").text();
        String by = creator.isEmpty() ? "" : " by " + creator;
        String before = aside.tagName().equals("text:note") ? "" : "Comment" + by + ": ";
        block.after(new Element("text:p").text(before + aside.select("text|p").text()));
        aside.remove();
    }
}
