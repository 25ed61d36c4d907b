package dev.tern.documents;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.poi.sl.usermodel.AutoNumberingScheme;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Entities;

/**
 * Edits a slide of a pptx, or its notes, before POI and Tika read it: text that viewers do not see
 * is removed, merged cells repeat the text of the first, and the authors' descriptions of pictures,
 * charts and drawings are appended.
 */
final class SlideParts {
    private static final Set<String> OFF = Set.of("0", "false");

    /** The number of indentation levels of paragraphs. */
    private static final int LEVELS = 9;

    private SlideParts() {}

    /** Returns true if the author has hidden a slide. */
    static boolean isHidden(Document slide) {
        Element root = slide.selectFirst("p|sld[show]");
        return root != null && OFF.contains(root.attr("show"));
    }

    /**
     * Edits a slide or notes.
     *
     * @param hidden true if the slide is hidden; it is emptied but keeps its number
     */
    static void edit(Document part, boolean hidden, HiddenText unseen) {
        if (hidden) {
            part.select("p|spTree > *:not(p|nvGrpSpPr, p|grpSpPr)").remove();
        }
        for (Element properties : part.select("*|cNvPr[hidden]")) {
            List<Element> above = properties.parents();
            // A shape within a hidden shape has been removed already.
            if (!OFF.contains(properties.attr("hidden")) && properties.ownerDocument() != null) {
                above.get(1).remove();
                unseen.count("hidden shapes");
            }
        }
        part.select("mc|AlternateContent:has(m|oMath) > mc|Fallback").remove();
        part.select("mc|AlternateContent:has(m|oMath), mc|Choice:has(m|oMath), a14|m")
                .unwrap();
        Equation.replaceAll(part, text -> new Element("a:r").appendChild(new Element("a:t").text(text)));
        for (Element paragraph : part.select("a|p")) {
            String before = "";
            for (Element run : paragraph.select("> a|r")) {
                before = rewriteRun(run, before, unseen);
            }
        }
        part.select("p|txBody, a|txBody").forEach(SlideParts::writeNumbers);
        part.select("a|tbl").forEach(SlideParts::fillCoveredCells);
        for (Element tree : part.select("p|sld > p|cSld > p|spTree")) {
            for (Element described : part.select("p|cNvPr[descr]")) {
                String text = XhtmlText.described(described.attr("descr"));
                if (!text.isEmpty()) {
                    tree.append(
                            "<p:sp><p:nvSpPr><p:cNvPr id=\"1\" name=\"\"/><p:cNvSpPr txBox=\"1\"/><p:nvPr/></p:nvSpPr>"
                                    + "<p:spPr/>" + body("p", text) + "</p:sp>");
                }
            }
        }
    }

    /** Writes the automatic numbers of paragraphs, which Tika leaves out. */
    private static void writeNumbers(Element body) {
        int[] last = new int[LEVELS];
        String[] types = new String[LEVELS];
        for (Element paragraph : body.select("> a|p")) {
            Element numbering = paragraph.selectFirst("> a|pPr > a|buAutoNum");
            Element text = paragraph.selectFirst("> a|r > a|t");
            int level = Math.min(XhtmlText.number(paragraph.select("> a|pPr").attr("lvl"), 0), LEVELS - 1);
            Arrays.fill(last, level + 1, LEVELS, 0);
            String type = numbering == null ? "" : numbering.attr("type");
            if (!type.equals(types[level])) {
                last[level] = 0;
                types[level] = type;
            }
            if (numbering != null && text != null) {
                last[level] = last[level] == 0 ? XhtmlText.number(numbering.attr("startAt"), 1) : last[level] + 1;
                text.text(scheme(numbering).format(last[level]) + " " + text.wholeText());
            }
        }
    }

    private static AutoNumberingScheme scheme(Element numbering) {
        return Arrays.stream(AutoNumberingScheme.values())
                .filter(scheme -> scheme.name().replace("Right", "R").equals(numbering.attr("type")))
                .findFirst()
                .orElse(AutoNumberingScheme.arabicPeriod);
    }

    /** Removes a struck-out run or rewrites a superscript; returns the end of the original text. */
    private static String rewriteRun(Element run, String before, HiddenText unseen) {
        Element properties = run.selectFirst("> a|rPr");
        Element text = run.selectFirst("> a|t");
        String strike = properties == null ? "" : properties.attr("strike");
        if (!strike.isEmpty() && !strike.equals("noStrike")) {
            unseen.count("struck-out text");
            run.remove();
            return before;
        }
        if (text == null) {
            return before;
        }
        String said = text.wholeText();
        String baseline = properties == null ? "" : properties.attr("baseline");
        if (!baseline.isEmpty() && !baseline.startsWith("-") && !OFF.contains(baseline)) {
            text.text(Superscripts.text(before, said));
        }
        return Superscripts.end(before + said);
    }

    /** Fills the covered cells of a table, which exist but are empty. */
    private static void fillCoveredCells(Element table) {
        List<List<Element>> rows = table.select("> a|tr").stream()
                .<List<Element>>map(row -> row.select("> a|tc").asList())
                .toList();
        for (int row = 0; row < rows.size(); row++) {
            for (int column = 0; column < rows.get(row).size(); column++) {
                Element cell = rows.get(row).get(column);
                String text = TableGrid.spannedText(
                        String.join(" ", cell.select("a|p").eachText()));
                int end = Math.min(rows.size(), row + span(cell, "rowSpan"));
                for (List<Element> below : isMerged(cell) ? List.<List<Element>>of() : rows.subList(row, end)) {
                    below.stream()
                            .skip(column)
                            .limit(span(cell, "gridSpan"))
                            .filter(SlideParts::isMerged)
                            .forEach(covered -> covered.empty().append(body("a", text)));
                }
            }
        }
    }

    private static String body(String prefix, String text) {
        return "<" + prefix + ":txBody><a:bodyPr/><a:p><a:r><a:t>" + Entities.escape(text) + "</a:t></a:r></a:p></"
                + prefix + ":txBody>";
    }

    private static boolean isMerged(Element cell) {
        return isOn(cell.attr("hMerge")) || isOn(cell.attr("vMerge"));
    }

    private static boolean isOn(String value) {
        return !value.isEmpty() && !OFF.contains(value);
    }

    private static int span(Element cell, String direction) {
        return TableGrid.spanned(XhtmlText.number(cell.attr(direction), 1));
    }
}
