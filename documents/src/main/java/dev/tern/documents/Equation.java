package dev.tern.documents;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;
import org.jsoup.select.NodeFilter.FilterResult;
import org.jsoup.select.NodeTraversor;

/** Writes an equation of Word or MathML on one line, such as {@code E=mc^2} or {@code (a+b)/2}. */
final class Equation {
    private static final int MAX_DEPTH = 100;

    private Equation() {}

    /** Returns the text of an equation; a deeply nested equation keeps only its characters. */
    static String text(Element equation) {
        FilterResult result = NodeTraversor.filter(
                (node, depth) -> depth > MAX_DEPTH ? FilterResult.STOP : FilterResult.CONTINUE, equation);
        return result == FilterResult.STOP ? equation.text() : partText(equation);
    }

    /** Replaces the equations of an Office part by runs with their text. */
    static void replaceAll(Element part, Function<String, Element> run) {
        // Paragraphs of equations come first, because they contain single equations.
        for (String equations : List.of("m|oMathPara", "m|oMath")) {
            part.select(equations).forEach(equation -> equation.replaceWith(run.apply(text(equation))));
        }
    }

    private static String partText(Element node) {
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
                        .map(Equation::partText)
                        .collect(Collectors.joining("; "))
                        .strip();
            case "m:func" -> part(node, "m:fName") + " " + part(node, "m:e");
            case "m:m" -> texts(node, "m:mr").collect(Collectors.joining("; "));
            case "m:mr" -> node.children().stream().map(Equation::partText).collect(Collectors.joining(", "));
            default -> mathMl(node);
        };
    }

    /** Returns the text of MathML, which distinguishes operands by position, not by name. */
    private static String mathMl(Element node) {
        String name = node.tagName().substring(node.tagName().indexOf(':') + 1);
        List<Element> parts = node.children();
        if (parts.isEmpty()) {
            return node.text().strip();
        }
        List<String> texts = parts.stream().map(Equation::partText).toList();
        String first = bracketed(texts.getFirst());
        String second = texts.size() < 2 ? "" : bracketed(texts.get(1));
        String third = texts.size() < 3 ? "" : bracketed(texts.get(2));
        return switch (name) {
            case "mfrac" -> first + "/" + second;
            case "msup", "mover" -> first + "^" + second;
            case "msub", "munder" -> first + "_" + second;
            case "msubsup", "munderover" -> first + "_" + second + "^" + third;
            case "msqrt" -> "\u221a" + bracketed(String.join("", texts));
            case "mroot" -> second + "\u221a" + first;
            case "semantics" -> texts.getFirst();
            case "mtable" -> String.join("; ", texts);
            case "mtr" -> String.join(", ", texts);
            case "mfenced" -> "(" + String.join(",", texts) + ")";
            default -> name.endsWith("Pr") ? "" : String.join("", texts);
        };
    }

    private static Stream<String> texts(Element node, String name) {
        return node.children().stream()
                .filter(child -> child.tagName().equals(name))
                .map(Equation::partText);
    }

    private static String part(Element node, String name) {
        return texts(node, name).collect(Collectors.joining());
    }

    /** Returns an operand, in brackets unless it has only letters and digits. */
    private static String operand(Element node, String name) {
        return bracketed(part(node, name));
    }

    private static String bracketed(String text) {
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
