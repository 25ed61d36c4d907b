package dev.tern.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Writes an equation of Word on one line, such as {@code E=mc^2} or {@code (a+b)/2}. */
final class WordEquation {
    private static final String MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math";

    private WordEquation() {}

    /** Returns whether an element is an equation, or a paragraph of equations. */
    static boolean isOne(QName name) {
        return name.getNamespaceURI().equals(MATH)
                && (name.getLocalPart().equals("oMath") || name.getLocalPart().equals("oMathPara"));
    }

    /** Returns the text of an equation, or of a part of one. */
    static String text(Node node) {
        if (!MATH.equals(node.getNamespaceURI())) {
            return node instanceof Element ? children(node) : "";
        }
        return switch (node.getLocalName()) {
            case "t" -> node.getFirstChild() == null ? "" : node.getFirstChild().getNodeValue();
            case "f" -> operand(node, "num") + "/" + operand(node, "den");
            case "sSup" -> operand(node, "e") + "^" + operand(node, "sup");
            case "sSub" -> operand(node, "e") + "_" + operand(node, "sub");
            case "sSubSup" -> operand(node, "e") + "_" + operand(node, "sub") + "^" + operand(node, "sup");
            case "rad" -> part(node, "deg") + "\u221a" + operand(node, "e");
            case "nary" ->
                property(node, "chr", "\u222b") + "_" + operand(node, "sub") + "^" + operand(node, "sup") + " "
                        + part(node, "e");
            case "d" ->
                elements(node).stream()
                        .filter(child -> "e".equals(child.getLocalName()))
                        .map(WordEquation::text)
                        .collect(Collectors.joining(
                                property(node, "sepChr", "|"),
                                property(node, "begChr", "("),
                                property(node, "endChr", ")")));
            case "limLow" -> part(node, "e") + "_" + operand(node, "lim");
            case "limUpp" -> part(node, "e") + "^" + operand(node, "lim");
            case "eqArr" ->
                elements(node).stream()
                        .map(WordEquation::text)
                        .collect(Collectors.joining("; "))
                        .strip();
            case "func" -> part(node, "fName") + " " + part(node, "e");
            case "mr" -> elements(node).stream().map(WordEquation::text).collect(Collectors.joining(", ")) + "; ";
            default -> node.getLocalName().endsWith("Pr") ? "" : children(node);
        };
    }

    private static String children(Node node) {
        return elements(node).stream().map(WordEquation::text).collect(Collectors.joining());
    }

    private static String part(Node node, String name) {
        return elements(node).stream()
                .filter(child -> name.equals(child.getLocalName()))
                .map(WordEquation::text)
                .collect(Collectors.joining());
    }

    /** Returns an operand, in brackets unless it is a single name or number. */
    private static String operand(Node node, String name) {
        String text = part(node, name);
        return text.codePoints().allMatch(Character::isLetterOrDigit) ? text : "(" + text + ")";
    }

    private static String property(Node node, String name, String usual) {
        return elements(node).stream()
                .filter(child -> child.getLocalName().endsWith("Pr"))
                .flatMap(properties -> elements(properties).stream())
                .filter(child -> name.equals(child.getLocalName()) && child.hasAttributeNS(MATH, "val"))
                .map(child -> child.getAttributeNS(MATH, "val"))
                .findFirst()
                .orElse(usual);
    }

    private static List<Element> elements(Node node) {
        List<Element> elements = new ArrayList<>();
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                elements.add(element);
            }
        }
        return elements;
    }
}
