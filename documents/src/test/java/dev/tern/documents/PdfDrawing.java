package dev.tern.documents;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureElement;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureTreeRoot;
import org.apache.pdfbox.pdmodel.documentinterchange.markedcontent.PDPropertyList;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationText;
import org.apache.pdfbox.pdmodel.interactive.form.PDAcroForm;
import org.apache.pdfbox.pdmodel.interactive.form.PDTextField;
import org.apache.pdfbox.util.Matrix;

/** Draws the pages of a PDF, in points from the upper left corner. */
final class PdfDrawing implements AutoCloseable {
    private final PDDocument document = new PDDocument();
    private PDPageContentStream page;
    private boolean bold;
    private float size = 10;

    PdfDrawing() throws IOException {
        page = newPage(0);
    }

    /** Starts a new page. */
    PdfDrawing page() throws IOException {
        page.close();
        page = newPage(0);
        return this;
    }

    /** Starts a page that needs a quarter turn before it is read. */
    PdfDrawing turnedPage() throws IOException {
        page.close();
        page = newPage(90);
        return this;
    }

    private PDPageContentStream newPage(int rotation) throws IOException {
        PDPage added = new PDPage(PDRectangle.A4);
        added.setRotation(rotation);
        document.addPage(added);
        PDPageContentStream content = new PDPageContentStream(document, added);
        if (rotation == 0) {
            content.transform(new Matrix(1, 0, 0, -1, 0, PDRectangle.A4.getHeight()));
        } else {
            content.transform(new Matrix(0, 1, 1, 0, 0, 0));
        }
        return content;
    }

    /** Sets whether the following text is bold. */
    PdfDrawing bold(boolean isBold) {
        bold = isBold;
        return this;
    }

    /** Sets the size of the following text, in points. */
    PdfDrawing size(double points) {
        size = (float) points;
        return this;
    }

    PdfDrawing text(double x, double y, String text) throws IOException {
        return text(
                x,
                y,
                text,
                new PDType1Font(bold ? Standard14Fonts.FontName.HELVETICA_BOLD : Standard14Fonts.FontName.HELVETICA));
    }

    PdfDrawing text(double x, double y, String text, PDFont font) throws IOException {
        page.beginText();
        page.setFont(font, size);
        page.setTextMatrix(new Matrix(1, 0, 0, -1, (float) x, (float) y));
        page.showText(text);
        page.endText();
        return this;
    }

    /** Writes text in the rendering mode of a layer below a scan. */
    PdfDrawing invisible(double x, double y, String text) throws IOException {
        page.setRenderingMode(RenderingMode.NEITHER);
        text(x, y, text);
        page.setRenderingMode(RenderingMode.FILL);
        return this;
    }

    /** Draws a grey picture over the page. */
    PdfDrawing picture() throws IOException {
        BufferedImage grey = new BufferedImage(8, 8, BufferedImage.TYPE_BYTE_GRAY);
        page.drawImage(LosslessFactory.createFromImage(document, grey), 0, 0, 500, 800);
        return this;
    }

    PdfDrawing comment(String author, String text) throws IOException {
        PDAnnotationText note = new PDAnnotationText();
        note.setContents(text);
        note.setTitlePopup(author);
        document.getPage(document.getNumberOfPages() - 1).setAnnotations(List.of(note));
        return this;
    }

    /** Adds a field of a form without a widget. */
    PdfDrawing field(String name, String value) {
        PDAcroForm form = new PDAcroForm(document);
        document.getDocumentCatalog().setAcroForm(form);
        PDTextField field = new PDTextField(form);
        field.setPartialName(name);
        field.getCOSObject().setString(COSName.V, value);
        form.setFields(List.of(field));
        return this;
    }

    /** Writes a row, each cell in its column; blank ones are skipped. */
    PdfDrawing row(double y, List<Double> columns, String... cells) throws IOException {
        for (int i = 0; i < cells.length; i++) {
            if (!cells[i].isEmpty()) {
                text(columns.get(i), y, cells[i]);
            }
        }
        return this;
    }

    /** Writes a tagged table of close cells; the first row is heads. */
    PdfDrawing taggedTable(double y, String[]... rows) throws IOException {
        PDStructureTreeRoot root = new PDStructureTreeRoot();
        document.getDocumentCatalog().setStructureTreeRoot(root);
        PDStructureElement table = new PDStructureElement("Table", root);
        root.appendKid(table);
        PDPage on = document.getPage(document.getNumberOfPages() - 1);
        int content = 0;
        double at = y;
        for (String[] cells : rows) {
            PDStructureElement row = new PDStructureElement("TR", table);
            table.appendKid(row);
            double x = 60;
            for (String text : cells) {
                PDStructureElement cell = new PDStructureElement(at == y ? "TH" : "TD", row);
                cell.setPage(on);
                cell.appendKid(content);
                row.appendKid(cell);
                COSDictionary properties = new COSDictionary();
                properties.setInt(COSName.MCID, content++);
                page.beginMarkedContent(COSName.P, PDPropertyList.create(properties));
                text(x, at, text);
                page.endMarkedContent();
                x += 40;
            }
            at += 14;
        }
        return this;
    }

    PdfDrawing line(double fromX, double fromY, double toX, double toY) throws IOException {
        page.moveTo((float) fromX, (float) fromY);
        page.lineTo((float) toX, (float) toY);
        page.stroke();
        return this;
    }

    Path save(Path file) throws IOException {
        page.close();
        document.save(file.toFile());
        return file;
    }

    @Override
    public void close() throws IOException {
        document.close();
    }
}
