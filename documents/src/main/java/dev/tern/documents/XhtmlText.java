package dev.tern.documents;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Turns the XHTML that every parser of ours reports into one outline: pages, headings, paragraphs, rows. Scripts, styles,
 * what guides through a site, and the names of attached files are left out.
 */
final class XhtmlText extends DefaultHandler {
    private static final Set<String> LEFT_OUT = Set.of(
            "head",
            "script",
            "style",
            "noscript",
            "template",
            "nav",
            "footer",
            "aside",
            "svg",
            "iframe",
            "object",
            "embed",
            "button",
            "select",
            "textarea",
            "datalist",
            "dialog",
            "canvas",
            "audio",
            "video");
    private static final Set<String> LEFT_OUT_ROLES =
            Set.of("navigation", "banner", "contentinfo", "search", "menu", "menubar", "dialog", "alert");
    private static final Set<String> LEFT_OUT_CLASSES = Set.of(
            "slide-master-content",
            "embedded",
            "package-entry",
            "attachment",
            "attachment-entry",
            "slide-notes-master");
    private static final Set<String> PARAGRAPHS = Set.of(
            "p",
            "div",
            "section",
            "article",
            "main",
            "header",
            "table",
            "ul",
            "ol",
            "dl",
            "pre",
            "blockquote",
            "figure",
            "figcaption",
            "hr",
            "address",
            "details",
            "fieldset",
            "form",
            "body");
    private static final Set<String> LINES = Set.of("br", "li", "tr", "dt", "dd", "summary", "caption", "option");
    private static final Set<String> PAGES = Set.of("page", "slide-content");
    private static final Pattern INVISIBLE = Pattern.compile("(?i)(display\\s*:\\s*none|visibility\\s*:\\s*hidden)");
    private static final String CELLS_APART = " | ";

    private final LoadLimits limits;
    private final boolean classesTell;
    private final Outline outline;
    private int depth;
    private int leftOutDepth;
    private int preformatted;
    private boolean cellBefore;
    private boolean cellPending;

    /**
     * One that has read nothing.
     *
     * @param classesTell whether the classes of elements come from a parser and not from the document's author
     */
    XhtmlText(LoadLimits limits, boolean classesTell) {
        this.limits = limits;
        this.classesTell = classesTell;
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
                    LoadLimit.NESTING,
                    depth,
                    "has more than " + limits.of(LoadLimit.NESTING) + " elements in one another");
            if (leftOutDepth == 0 && isLeftOut(name, attributes)) {
                leftOutDepth = depth;
            }
            if (leftOutDepth == 0) {
                open(name, attributes);
            }
        } catch (UnreadableException e) {
            throw new SAXException(e);
        }
    }

    private boolean isLeftOut(String name, Attributes attributes) {
        return LEFT_OUT.contains(name)
                || attributes.getValue("hidden") != null
                || INVISIBLE.matcher(value(attributes, "style")).find()
                || LEFT_OUT_ROLES.contains(value(attributes, "role"))
                || (classesTell && LEFT_OUT_CLASSES.contains(value(attributes, "class")));
    }

    private void open(String name, Attributes attributes) throws UnreadableException {
        if (headingLevel(name) > 0) {
            outline.startHeading(headingLevel(name));
            return;
        }
        boundary(name);
        switch (name) {
            case "div" -> {
                if (classesTell && PAGES.contains(value(attributes, "class"))) {
                    outline.nextPage();
                }
            }
            case "tr" -> cellBefore = false;
            case "td", "th" -> {
                cellPending = cellBefore;
                cellBefore = true;
            }
            case "li" -> outline.append("- ");
            case "pre" -> preformatted++;
            default -> {}
        }
    }

    @Override
    public void endElement(String uri, String localName, String qualifiedName) {
        String name = name(localName, qualifiedName);
        if (leftOutDepth == 0) {
            if (headingLevel(name) > 0) {
                outline.endHeading();
            } else {
                if (name.equals("pre")) {
                    preformatted--;
                }
                boundary(name);
            }
        } else if (leftOutDepth == depth) {
            leftOutDepth = 0;
        }
        depth--;
    }

    /** Inside a row a paragraph is a part of its cell. */
    private void boundary(String name) {
        if (LINES.contains(name)) {
            outline.line();
        } else if (PARAGRAPHS.contains(name)) {
            if (cellBefore && !name.equals("table")) {
                space();
            } else {
                outline.paragraph();
            }
        }
        if (name.equals("table")) {
            cellBefore = false;
            cellPending = false;
        }
    }

    private void space() {
        try {
            outline.append(" ");
        } catch (UnreadableException e) {
            throw new AssertionError("a space adds nothing to the text by itself", e);
        }
    }

    @Override
    public void characters(char[] characters, int start, int length) throws SAXException {
        if (leftOutDepth > 0) {
            return;
        }
        String text = new String(characters, start, length);
        try {
            if (cellPending && !text.isBlank()) {
                outline.append(CELLS_APART);
                cellPending = false;
            }
            if (preformatted > 0) {
                outline.appendLines(text);
            } else {
                outline.append(text);
            }
        } catch (UnreadableException e) {
            throw new SAXException(e);
        }
    }

    @Override
    public void ignorableWhitespace(char[] characters, int start, int length) throws SAXException {
        characters(characters, start, length);
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
