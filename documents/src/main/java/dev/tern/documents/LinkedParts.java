package dev.tern.documents;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/**
 * Hides lists of links, and parts that are named for comments, teasers and the like, in pages with
 * prose. In technical documentation links stay: signatures consist of them.
 */
final class LinkedParts {
    private static final Set<String> SITE = ReaderLists.of("site").collect(Collectors.toSet());
    private static final Set<String> SMALL = ReaderLists.of("small").collect(Collectors.toSet());
    private static final Set<String> PARTS =
            Set.of("div", "section", "ul", "ol", "aside", "header", "footer", "form", "dl", "article");
    private static final Pattern WORDS = Pattern.compile("[^\\p{L}]+|(?<=\\p{Ll})(?=\\p{Lu})");
    /** The length from which text of one element, without that of its children, is prose. */
    private static final int PROSE_LENGTH = 80;

    /** The length of the prose that has to remain. */
    private static final int ENOUGH = 400;

    private static final int MAX_CODES = 2;

    private final Map<Element, Lengths> lengths = new HashMap<>();
    private final boolean technical;
    private final int prose;

    /** The lengths of an element's text, of the linked text and of the prose in it, and its links. */
    private record Lengths(int text, int linked, int prose, int links) {
        Lengths plus(Lengths other) {
            return new Lengths(text + other.text, linked + other.linked, prose + other.prose, links + other.links);
        }
    }

    private LinkedParts(Element body) {
        technical = body.select("pre, code").size() > MAX_CODES;
        prose = measured(body, false).prose;
    }

    static void hide(Element body) {
        LinkedParts parts = new LinkedParts(body);
        if (parts.prose >= ENOUGH) {
            parts.hideIn(body);
        }
    }

    private Lengths measured(Element element, boolean within) {
        boolean link = within || element.nameIs("a");
        int own = 0;
        Lengths inner = new Lengths(0, 0, 0, element.nameIs("a") ? 1 : 0);
        for (Node child : element.childNodes()) {
            if (child instanceof TextNode text) {
                own += text.text().strip().length();
            } else if (child instanceof Element part) {
                inner = inner.plus(measured(part, link));
            }
        }
        Lengths all = inner.plus(new Lengths(own, link ? own : 0, !link && own >= PROSE_LENGTH ? own : 0, 0));
        lengths.put(element, all);
        return all;
    }

    private void hideIn(Element element) {
        for (Element part : element.children()) {
            if (!part.hasAttr("hidden") && PARTS.contains(part.normalName()) && isBeside(part)) {
                part.attr("hidden", "");
            } else {
                hideIn(part);
            }
        }
    }

    private boolean isBeside(Element part) {
        Lengths its = lengths.getOrDefault(part, new Lengths(0, 0, 0, 0));
        boolean list = (2 * its.linked >= its.text && its.links > 1 && 4 * its.prose < prose)
                || (4 * its.linked >= its.text && its.links > 3 && its.prose == 0);
        return (list && !technical)
                || (prose - its.prose >= ENOUGH && isNamed(part, SITE))
                || (its.prose == 0 && isNamed(part, SMALL));
    }

    /** Returns true if a class, or the id of a part that is no section, has one of some words. */
    private static boolean isNamed(Element part, Set<String> names) {
        String id = part.is("section, [class*=section], [class*=chapter]") ? "" : part.id();
        return Arrays.stream(WORDS.split(part.className() + " " + id))
                .anyMatch(word -> names.contains(word.toLowerCase(Locale.ROOT)));
    }
}
