package dev.tern.documents;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;

/** Writes an equation of Word on one line, such as {@code E=mc^2} or {@code (a+b)/2}. */
final class WordEquation {
    private WordEquation() {}

    /** Returns the text of an equation, or of a part of one. */
    static String text(Element node) {
        return switch (node.tagName()) {
            case "m:t" -> node.wholeText();
            case "m:f" -> operand(node, "m:num") + "/" + operand(node, "m:den");
            case "m:sSup" -> operand(node, "m:e") + "^" + operand(node, "m:sup");
            case "m:sSub" -> operand(node, "m:e") + "_" + operand(node, "m:sub");
            case "m:sSubSup" -> operand(node, "m:e") + "_" + operand(node, "m:sub") + "^" + operand(node, "m:sup");
            case "m:rad" -> part(node, "m:deg") + "\u221a" + operand(node, "m:e");
            case "m:nary" ->
                property(node, "m:chr", "\u222b") + "_" + operand(node, "m:sub") + "^" + operand(node, "m:sup") + " "
                        + part(node, "m:e");
            case "m:d" ->
                texts(node, "m:e")
                        .collect(Collectors.joining(
                                property(node, "m:sepChr", "|"),
                                property(node, "m:begChr", "("),
                                property(node, "m:endChr", ")")));
            case "m:limLow" -> part(node, "m:e") + "_" + operand(node, "m:lim");
            case "m:limUpp" -> part(node, "m:e") + "^" + operand(node, "m:lim");
            case "m:eqArr" ->
                node.children().stream()
                        .map(WordEquation::text)
                        .collect(Collectors.joining("; "))
                        .strip();
            case "m:func" -> part(node, "m:fName") + " " + part(node, "m:e");
            case "m:mr" -> node.children().stream().map(WordEquation::text).collect(Collectors.joining(", ")) + "; ";
            default ->
                node.tagName().endsWith("Pr")
                        ? ""
                        : node.children().stream().map(WordEquation::text).collect(Collectors.joining());
        };
    }

    private static Stream<String> texts(Element node, String name) {
        return node.children().stream()
                .filter(child -> child.tagName().equals(name))
                .map(WordEquation::text);
    }

    private static String part(Element node, String name) {
        return texts(node, name).collect(Collectors.joining());
    }

    /** Returns an operand, in brackets unless it is a single name or number. */
    private static String operand(Element node, String name) {
        String text = part(node, name);
        return text.codePoints().allMatch(Character::isLetterOrDigit) ? text : "(" + text + ")";
    }

    private static String property(Element node, String name, String usual) {
        return node.children().stream()
                .filter(child -> child.tagName().endsWith("Pr"))
                .flatMap(properties -> properties.children().stream())
                .filter(child -> child.tagName().equals(name) && child.hasAttr("m:val"))
                .map(child -> child.attr("m:val"))
                .findFirst()
                .orElse(usual);
    }
}
