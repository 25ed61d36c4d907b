package dev.tern.documents;

import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.poi.xslf.usermodel.XSLFNotes;
import org.apache.poi.xslf.usermodel.XSLFSheet;
import org.apache.poi.xslf.usermodel.XSLFSlide;
import org.apache.xmlbeans.XmlCursor;
import org.apache.xmlbeans.XmlObject;

/** Removes text that viewers do not see from a slide in memory. The file stays unchanged. */
final class SlideParts {
    private static final Set<String> SHAPES =
            Set.of("sp", "pic", "graphicFrame", "grpSp", "cxnSp", "contentPart", "AlternateContent");
    private static final Set<String> OFF = Set.of("0", "false");

    private SlideParts() {}

    /** Empties a hidden slide but keeps its number; removes hidden text from others. */
    static void leaveUnseen(XSLFSlide slide, UnseenText unseen) {
        boolean hidden = slide.isHidden();
        if (hidden) {
            unseen.count("hidden slides");
        }
        edit(slide, hidden, unseen);
        XSLFNotes notes = slide.getNotes();
        if (notes != null) {
            edit(notes, hidden, unseen);
        }
    }

    private static void edit(XSLFSheet sheet, boolean all, UnseenText unseen) {
        XmlObject xml = sheet.getXmlObject();
        try (XmlCursor at = xml.newCursor()) {
            int depth = 0;
            String before = "";
            do {
                String name = at.isStart() ? at.getName().getLocalPart() : "";
                boolean shape = SHAPES.contains(name);
                if ((shape && all) || isUnseen(at, name, shape, unseen)) {
                    at.removeXml();
                    continue;
                }
                if (name.equals("p")) {
                    before = "";
                } else if (name.equals("r")) {
                    before = read(at, before);
                }
                depth += at.isStart() ? 1 : at.isEnd() ? -1 : 0;
                at.toNextToken();
            } while (depth > 0);
        }
    }

    private static boolean isUnseen(XmlCursor at, String name, boolean shape, UnseenText unseen) {
        if (shape && isHidden(at)) {
            unseen.count("hidden shapes");
            return true;
        }
        if (name.equals("r") && isStruck(at)) {
            unseen.count("struck-out text");
            return true;
        }
        return false;
    }

    /** Returns whether a shape is hidden; its properties are in its first child. */
    private static boolean isHidden(XmlCursor shape) {
        try (XmlCursor at = shape.newCursor()) {
            if (!at.toFirstChild()) {
                return false;
            }
            String hidden = at.toFirstChild() ? at.getAttributeText(new QName("hidden")) : null;
            return hidden != null && !OFF.contains(hidden);
        }
    }

    /** Writes raised text as {@link Raised} does; returns the text of the run. */
    private static String read(XmlCursor run, String before) {
        try (XmlCursor at = run.newCursor()) {
            boolean properties =
                    at.toFirstChild() && at.getName().getLocalPart().equals("rPr");
            String baseline = properties ? at.getAttributeText(new QName("baseline")) : null;
            while (!at.getName().getLocalPart().equals("t")) {
                if (!at.toNextSibling()) {
                    return before;
                }
            }
            String said = at.getTextValue();
            if (baseline != null && !baseline.startsWith("-") && !OFF.contains(baseline)) {
                at.setTextValue(Raised.text(before, said));
            }
            return said;
        }
    }

    private static boolean isStruck(XmlCursor run) {
        try (XmlCursor at = run.newCursor()) {
            String strike = at.toFirstChild() && at.getName().getLocalPart().equals("rPr")
                    ? at.getAttributeText(new QName("strike"))
                    : null;
            return strike != null && !strike.equals("noStrike");
        }
    }
}
