package dev.tern.documents;

import org.apache.poi.xslf.usermodel.XSLFSlide;
import org.apache.xmlbeans.XmlObject;
import org.openxmlformats.schemas.drawingml.x2006.main.CTNonVisualDrawingProps;

/** What pictures, charts and drawings of slides show, as their authors describe it. */
final class SlidePictures {
    private static final String DESCRIBED =
            "declare namespace p='http://schemas.openxmlformats.org/presentationml/2006/main' .//p:cNvPr";

    private SlidePictures() {}

    /** Writes it into the slide in memory, behind its texts; the file stays as it is. */
    static void tell(XSLFSlide slide) {
        for (XmlObject found : slide.getXmlObject().selectPath(DESCRIBED)) {
            if (found instanceof CTNonVisualDrawingProps described) {
                String text = XhtmlText.described(described.getDescr());
                if (!text.isEmpty()) {
                    slide.createTextBox().setText(text);
                }
            }
        }
    }
}
