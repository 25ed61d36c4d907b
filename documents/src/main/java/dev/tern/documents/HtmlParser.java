package dev.tern.documents;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.parser.Parser;
import org.apache.tika.parser.html.HtmlEncodingDetector;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.Elements;
import org.jsoup.select.Selector;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/** Parses the main part of HTML into SAX events, without text hidden by its style sheets. */
final class HtmlParser implements Parser {
    private static final long serialVersionUID = 1L;
    private static final String XHTML = "http://www.w3.org/1999/xhtml";
    /** The key of the remark on the page's encoding. */
    static final String REMARK = "tern:remark";

    /** The length from which text counts; a shorter main part may be a "loading" notice. */
    private static final int ENOUGH = 200;
    /** The maximum number of rules that hide or show something, per style sheet. */
    private static final int MAX_RULES = 500;

    private static final int MAX_SELECTOR_LENGTH = 500;
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?(?:\\*/|\\z)|<!--|-->");
    /** A block of rules that may not apply, such as a block for printing, with nested blocks. */
    private static final Pattern OTHER_BLOCK =
            Pattern.compile("(?i)(?<![^{};])\\s*+@(?!supports|layer|media(?![^{};]*(?:print|width|height|speech)))"
                    + "[^{};]*+\\{(?:[^{}]++|\\{[^{}]*+\\})*+\\}?");

    /** A rule with selectors and a style, without nested rules. */
    private static final Pattern RULE = Pattern.compile("(?<![^{};])([^{};]++)\\{([^{}]*+)(?:\\}|$)");

    private static final Pattern RAISED = Pattern.compile("vertical-align\\s*:\\s*super");
    private static final Pattern DISPLAYED = Pattern.compile("(?i)(?:display|visibility)\\s*:");

    private static final String NO_TEXT =
            "script, style, noscript, template, nav, rt, rp, rtc, svg, iframe, object, embed,"
                    + " button, select, textarea, datalist, dialog, canvas, audio, video";

    /** After so many kept parts no more are checked, as nested parts would take quadratic time. */
    private static final int MAX_KEPT = 20;

    private static final String HEADINGS = "h1, h2, h3, h4, h5, h6";
    private static final String PARTS = ":is(div, p, ul, ol, section, aside, header, footer, form, a, span)";
    /** Classes and ids of parts to hide: cookie notices, and parts around or beside the text. */
    private static final Set<String> COOKIES = ReaderLists.of("cookies").collect(Collectors.toSet());

    private static final Set<String> AROUND = ReaderLists.of("around").collect(Collectors.toSet());
    private static final Set<String> BESIDE = ReaderLists.of("beside").collect(Collectors.toSet());

    private final transient HiddenText unseen;

    HtmlParser(HiddenText unseen) {
        this.unseen = unseen;
    }

    @Override
    public Set<MediaType> getSupportedTypes(ParseContext context) {
        return Set.of(MediaType.TEXT_HTML, MediaType.application("xhtml+xml"));
    }

    @Override
    public void parse(InputStream in, ContentHandler handler, Metadata metadata, ParseContext context)
            throws IOException, SAXException {
        TextEncoding.DecodedText decoded = decode(in.readAllBytes(), metadata);
        metadata.set(REMARK, decoded.remark());
        Document page = Jsoup.parse(decoded.text());
        metadata.set(TikaCoreProperties.TITLE, page.title());
        metadata.set(
                TikaCoreProperties.CREATOR, page.select("meta[name=author]").attr("content"));
        page.select("math").forEach(equation -> equation.replaceWith(new TextNode(Equation.text(equation))));
        page.select("ol[reversed]:not([start])")
                .forEach(list -> list.attr("start", String.valueOf(list.childrenSize())));
        leaveHidden(page, unseen);
        leaveMain(page);
        hideSurroundings(page.body());
        LinkedParts.hide(page.body());
        write(page, handler);
    }

    /** Decodes a page; the server or the page itself may declare the encoding. */
    private static TextEncoding.DecodedText decode(byte[] bytes, Metadata metadata) throws IOException {
        String byServer = Objects.requireNonNullElse(metadata.get(Metadata.CONTENT_ENCODING), "");
        Charset inPage = new HtmlEncodingDetector().detect(new ByteArrayInputStream(bytes), metadata);
        // A page is not UTF-16 if its declaration is readable as ASCII.
        String byPage = inPage == null || inPage.name().startsWith("UTF-16") ? "" : inPage.name();
        return TextEncoding.decode(bytes, TextEncoding.charset(byServer) == null ? byPage : byServer);
    }

    /** Applies the style sheets that hide text; removes scripts, controls and other non-text. */
    static void leaveHidden(Document page, HiddenText unseen) {
        for (Element sheet : page.select("style")) {
            apply(COMMENT.matcher(sheet.data()).replaceAll(" "), page, unseen);
        }
        page.body().select("span[style~=" + RAISED + "]").tagName("sup");
        page.body().select(NO_TEXT).remove();
    }

    /** Applies the hiding rules of a style sheet; selectors with pseudo-classes match nothing. */
    private static void apply(String sheet, Document page, HiddenText unseen) {
        Set<Element> hidden = new LinkedHashSet<>();
        int rules = 0;
        Matcher rule = RULE.matcher(OTHER_BLOCK.matcher(sheet).replaceAll(" "));
        while (rules < MAX_RULES && rule.find()) {
            rules += apply(rule.group(1).strip(), rule.group(2), page, hidden) ? 1 : 0;
        }
        for (Element element : hidden) {
            if (PageStyle.isNotShown(element.attr("style")) && element.hasText() && element.hasParent()) {
                unseen.count("hidden text");
                element.remove();
            }
        }
    }

    /** Applies a rule; returns true if its style hides or shows elements. */
    private static boolean apply(String selector, String style, Document page, Set<Element> hidden) {
        boolean hides = PageStyle.isNotShown(style) || PageStyle.isInvisible(style) || PageStyle.isStruck(style);
        boolean shows = !hides && !hidden.isEmpty() && DISPLAYED.matcher(style).find();
        if (RAISED.matcher(style).find()) {
            matching(page, selector).stream().filter(at -> at.nameIs("span")).forEach(span -> span.tagName("sup"));
        }
        if (hides || shows) {
            for (Element element : matching(page, selector)) {
                if (hides) {
                    element.attr("style", element.attr("style") + ";" + style);
                    hidden.add(element);
                } else if (hidden.remove(element)) {
                    element.removeAttr("style");
                }
            }
        }
        return hides || shows;
    }

    private static Elements matching(Document page, String selector) {
        try {
            return selector.contains(":") || selector.length() > MAX_SELECTOR_LENGTH
                    ? new Elements()
                    : page.body().select(selector.strip());
        } catch (Selector.SelectorParseException | IllegalArgumentException e) {
            return new Elements();
        }
    }

    /** Reduces a page to its main part, or its only article, if it has enough of the text. */
    private static void leaveMain(Document page) {
        Element body = page.body();
        int all = body.text().length();
        Elements main = page.select("main, [role=main]");
        Elements articles = page.select("article");
        int said = main.text().length();
        boolean article = articles.size() == 1 && 2 * articles.text().length() > all;
        Elements left = said > 0 && (said >= ENOUGH || 4 * said > all) ? main : article ? articles : new Elements();
        if (!left.isEmpty()) {
            body.empty();
            left.forEach(body::appendChild);
        }
    }

    /** Hides parts around the text, except if they have most of it, or a heading with prose. */
    private static void hideSurroundings(Element body) {
        int all = body.text().length();
        int kept = 0;
        for (Element part : body.select(PARTS)) {
            Set<String> names = part.classNames();
            // Generators write the heading of a section as its id.
            names.add(!part.hasAttr("id") || part.is("section, .section, a, span") ? "" : part.id());
            boolean cookies = !Collections.disjoint(names, COOKIES);
            if (kept < MAX_KEPT && (cookies || isAround(part, names)) && part.closest("[hidden]") == null) {
                int length = part.text().length();
                int linked = part.select("a, label, " + HEADINGS).text().length();
                boolean prose = length - linked >= ENOUGH && part.selectFirst(HEADINGS) != null;
                if (2 * length > all || (prose && !cookies)) {
                    kept++;
                } else {
                    part.attr("hidden", "");
                }
            }
        }
    }

    private static boolean isAround(Element part, Set<String> names) {
        boolean beside = part.attr("role").equals("complementary") || !Collections.disjoint(names, BESIDE);
        return !Collections.disjoint(names, AROUND)
                || part.attr("aria-label").regionMatches(true, 0, "breadcrumb", 0, 10)
                || (beside && part.closest("main, article, [role=main]") == null);
    }

    /** Writes a page, or a node of it, to a SAX handler. */
    static void write(Node node, ContentHandler handler) throws SAXException {
        String name = node.nodeName();
        boolean element = node instanceof Element && !(node instanceof Document);
        if (node instanceof TextNode text) {
            String whole = text.getWholeText();
            handler.characters(whole.toCharArray(), 0, whole.length());
        } else if (element) {
            AttributesImpl attributes = new AttributesImpl();
            for (Attribute attribute : node.attributes()) {
                attributes.addAttribute("", attribute.getKey(), attribute.getKey(), "CDATA", attribute.getValue());
            }
            handler.startElement(XHTML, name, name, attributes);
        }
        for (Node child : node.childNodes()) {
            write(child, handler);
        }
        if (element) {
            handler.endElement(XHTML, name, name);
        }
    }
}
