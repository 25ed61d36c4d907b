package dev.tern.documents;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/**
 * Writes the marks of list items and the numbers of headings of an OpenDocument into their text.
 * Tika ignores the formats of numbers, named list styles, and lists that continue. Not thread-safe.
 */
final class OpenDocumentNumbers {
    private static final int LEVELS = 10;
    private static final String HEADINGS = "*";

    /** The format of each level of each list style, by style name and level. */
    private final Map<String, Element> formats = new HashMap<>();
    /** The last number of each level, by style; 0 before the first. */
    private final Map<String, int[]> last = new HashMap<>();

    /** Reads the list styles of the parts of a document; later ones take precedence. */
    OpenDocumentNumbers(List<Document> parts) {
        for (Document part : parts) {
            for (Element style : part.select("text|list-style, text|outline-style")) {
                String name = style.tagName().equals("text:list-style") ? style.attr("style:name") : HEADINGS;
                style.children().forEach(format -> formats.put(name + " " + format.attr("text:level"), format));
            }
        }
    }

    /** Writes the numbers, and turns lists into sections, which Tika skips, in linear time. */
    void write(Document content) {
        for (Element list : content.select("text|list:not(text|list text|list)")) {
            boolean goesOn = list.attr("text:continue-numbering").equals("true") || list.hasAttr("text:continue-list");
            String style = list.attr("text:style-name");
            if (!goesOn) {
                last.remove(style);
            }
            write(list, style, 1);
        }
        for (Element heading : content.select("text|h:not([text:is-list-header=true], text|list text|h)")) {
            int level = XhtmlText.number(heading.attr("text:outline-level"), 1);
            heading.prependChild(new TextNode(mark(HEADINGS, level, heading.attr("text:start-value"))));
        }
        content.select("text|list, text|list-item, text|list-header").tagName("text:section");
    }

    private void write(Element list, String outer, int level) {
        String style = list.hasAttr("text:style-name") ? list.attr("text:style-name") : outer;
        for (Element item : list.children()) {
            Element first = item.firstElementChild();
            if (first != null
                    && item.tagName().equals("text:list-item")
                    && !first.tagName().equals("text:list")) {
                first.prependChild(new TextNode(mark(style, level, item.attr("text:start-value"))));
            }
            item.select("> text|list").forEach(inner -> write(inner, style, level + 1));
        }
    }

    /** Returns the mark of the next item: its number, a dash if it is unnumbered, or empty. */
    private String mark(String style, int level, String start) {
        Element format = formats.get(style + " " + level);
        if (level < 1 || level > LEVELS || (format == null && style.equals(HEADINGS))) {
            return "";
        }
        if (format == null || !format.hasAttr("style:num-format")) {
            return "- ";
        }
        int[] numbers = last.computeIfAbsent(style, ignored -> new int[LEVELS + 1]);
        int next = numbers[level] == 0 ? XhtmlText.number(format.attr("text:start-value"), 1) : numbers[level] + 1;
        numbers[level] = XhtmlText.number(start, next);
        Arrays.fill(numbers, level + 1, LEVELS + 1, 0);
        int shown = Math.clamp(XhtmlText.number(format.attr("text:display-levels"), 1), 1, level);
        String text = IntStream.rangeClosed(level + 1 - shown, level)
                .filter(at -> formats.containsKey(style + " " + at))
                .mapToObj(at -> XhtmlText.numbered(
                        Math.max(1, numbers[at]),
                        formats.getOrDefault(style + " " + at, format).attr("style:num-format")))
                .filter(number -> !number.isEmpty())
                .collect(Collectors.joining("."));
        String prefix = format.attr("style:num-prefix");
        return text.isEmpty()
                ? ""
                : prefix + text + format.attr("style:num-suffix").strip() + " ";
    }
}
