package dev.tern.documents;

import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.poi.xslf.usermodel.XSLFNotes;
import org.apache.poi.xslf.usermodel.XSLFSheet;
import org.apache.poi.xslf.usermodel.XSLFSlide;
import org.apache.xmlbeans.XmlCursor;
import org.apache.xmlbeans.XmlObject;

/**
 * Takes out of a slide in memory the text that is not before the eyes of who sees the presentation.
 * The file stays as it is.
 */
final class SlideParts {
    private static final Set<String> SHAPES =
            Set.of("sp", "pic", "graphicFrame", "grpSp", "cxnSp", "contentPart", "AlternateContent");
    private static final Set<String> OFF = Set.of("0", "false");

    private SlideParts() {}

    /**
     * Empties a hidden slide, which stays as a page so that the others keep their numbers; of
     * others takes out hidden shapes and struck text.
     */
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
            do {
                String name = at.isStart() ? at.getName().getLocalPart() : "";
                boolean shape = SHAPES.contains(name);
                if ((shape && all) || isUnseen(at, name, shape, unseen)) {
                    at.removeXml();
                    continue;
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

    /** The properties of a shape stand in its first child. */
    private static boolean isHidden(XmlCursor shape) {
        try (XmlCursor at = shape.newCursor()) {
            if (!at.toFirstChild()) {
                return false;
            }
            String hidden = at.toFirstChild() ? at.getAttributeText(new QName("hidden")) : null;
            return hidden != null && !OFF.contains(hidden);
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
