package dev.tern.documents;

import org.apache.poi.xslf.usermodel.XSLFSlide;
import org.apache.xmlbeans.XmlObject;
import org.openxmlformats.schemas.drawingml.x2006.main.CTNonVisualDrawingProps;

/** Describes pictures, charts and drawings on slides, in their authors' words. */
final class SlidePictures {
    private static final String DESCRIBED =
            "declare namespace p='http://schemas.openxmlformats.org/presentationml/2006/main' .//p:cNvPr";

    private SlidePictures() {}

    /** Appends the descriptions to the texts of a slide in memory; the file stays unchanged. */
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
