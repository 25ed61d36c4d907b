package dev.tern.documents;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;

/** Pages of known texts, as text and as scans at 200 dpi; single columns are A5, for speed. */
final class ScannedPages {
    static final int DOTS = 200;
    private static final float MARGIN = 72;
    private static final float SIZE = 11;
    private static final float LEADING = 15;

    private ScannedPages() {}

    /** Adds a page with text, whose lines are wrapped at spaces. */
    static void addText(PDDocument document, String text) throws IOException {
        PDFont font = font(document);
        addLines(document, PDRectangle.A5, font, lines(font, text, PDRectangle.A5.getWidth() - 2 * MARGIN));
    }

    /** Returns a picture of a page with a text. */
    static BufferedImage page(String text) throws IOException {
        try (PDDocument document = new PDDocument()) {
            addText(document, text);
            return new PDFRenderer(document).renderImageWithDPI(0, DOTS, ImageType.GRAY);
        }
    }

    /** Returns a picture of a page with two columns. */
    static BufferedImage columns(String left, String right) throws IOException {
        try (PDDocument document = new PDDocument()) {
            PDFont font = font(document);
            float width = PDRectangle.A4.getWidth() / 2 - 1.5f * MARGIN;
            addLines(document, PDRectangle.A4, font, lines(font, left, width));
            write(document, document.getPage(0), font, width + 2 * MARGIN, lines(font, right, width));
            return new PDFRenderer(document).renderImageWithDPI(0, DOTS, ImageType.GRAY);
        }
    }

    private static PDFont font(PDDocument document) throws IOException {
        try (InputStream in =
                PDDocument.class.getResourceAsStream("/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf")) {
            return PDType0Font.load(document, in);
        }
    }

    private static String[] lines(PDFont font, String text, float width) throws IOException {
        StringBuilder lines = new StringBuilder();
        String line = "";
        for (String word : text.split(" ", -1)) {
            String longer = line.isEmpty() ? word : line + " " + word;
            if (font.getStringWidth(longer) * SIZE / 1000 > width) {
                lines.append(line).append('\n');
                longer = word;
            }
            line = longer;
        }
        return lines.append(line).toString().split("\n", -1);
    }

    private static void addLines(PDDocument document, PDRectangle paper, PDFont font, String... lines)
            throws IOException {
        PDPage page = new PDPage(paper);
        document.addPage(page);
        write(document, page, font, MARGIN, lines);
    }

    private static void write(PDDocument document, PDPage page, PDFont font, float x, String... lines)
            throws IOException {
        try (PDPageContentStream content =
                new PDPageContentStream(document, page, PDPageContentStream.AppendMode.APPEND, true)) {
            content.beginText();
            content.setFont(font, SIZE);
            content.setLeading(LEADING);
            content.newLineAtOffset(x, page.getMediaBox().getHeight() - MARGIN);
            for (String line : lines) {
                content.showText(line);
                content.newLine();
            }
            content.endText();
        }
    }

    static void addScan(PDDocument document, BufferedImage picture) throws IOException {
        float width = picture.getWidth() * 72f / DOTS;
        float height = picture.getHeight() * 72f / DOTS;
        PDPage page = new PDPage(new PDRectangle(width, height));
        document.addPage(page);
        try (PDPageContentStream content = new PDPageContentStream(document, page)) {
            content.drawImage(LosslessFactory.createFromImage(document, picture), 0, 0, width, height);
        }
    }

    /** Adds a page with an undecodable picture. */
    static void addUndrawable(PDDocument document) throws IOException {
        PDPage page = new PDPage(PDRectangle.A4);
        document.addPage(page);
        PDStream contents = new PDStream(document);
        try (OutputStream out = contents.createOutputStream()) {
            out.write("q 100 0 0 100 0 0 cm BI /W 9 /H 9 /BPC 8 /CS /RGB /F /DCT ID no picture EI Q"
                    .getBytes(StandardCharsets.US_ASCII));
        }
        page.setContents(contents);
    }

    /** Writes a PDF whose pages are pictures. */
    static Path pdf(Path file, BufferedImage... pages) throws IOException {
        try (PDDocument document = new PDDocument()) {
            for (BufferedImage picture : pages) {
                addScan(document, picture);
            }
            document.save(file.toFile());
        }
        return file;
    }

    /** Returns a page of dots. */
    static BufferedImage noise(long seed) {
        Random random = new Random(seed);
        BufferedImage page = new BufferedImage(800, 800, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < page.getHeight(); y++) {
            for (int x = 0; x < page.getWidth(); x++) {
                page.setRGB(x, y, random.nextInt(1 << 24));
            }
        }
        return page;
    }
}
