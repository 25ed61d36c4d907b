package dev.tern.documents;

import dev.tern.graph.OcrSpan;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.StreamSupport;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;

/** Reads a PDF's scanned pages, or a picture file, in the parser process. Not thread-safe. */
final class DocumentScans {
    private static final int DOTS_PER_INCH = 200;
    private static final double POINTS_PER_INCH = 72;

    /** The maximum number of pixels of a picture, about A3 at 200 dpi; larger ones are reduced. */
    private static final double READ_PIXELS = 8_000_000;

    private final LoadLimits limits;
    private final ScanReader reader;
    private int unread;
    private int pages;
    private int withText;
    private int leftOut;
    private int undrawn;
    private final OcrSpans spans = new OcrSpans();

    DocumentScans(LoadLimits limits, ScanReader reader) {
        this.limits = limits;
        this.reader = reader;
    }

    /** Reads a page without text, given by its index; counts it if it cannot be drawn. */
    void page(PDDocument pdf, int page, Outline outline) throws UnreadableException {
        BufferedImage picture;
        try {
            if (!pdf.getPage(page).hasContents()) {
                return;
            }
            if (!reader.unavailableReason().isEmpty()) {
                unread++;
                return;
            }
            if (pages == 0) {
                refuseManyScans(pdf);
            }
            picture = draw(pdf, page);
        } catch (IOException | RuntimeException e) {
            undrawn++;
            return;
        }
        read(picture, outline);
    }

    /** Throws if too many pages are scans without text, before any of them is read. */
    private void refuseManyScans(PDDocument pdf) throws UnreadableException {
        int scans = 0;
        for (PDPage page : pdf.getPages()) {
            PDResources resources = page.getResources();
            boolean textless = resources != null
                    && !resources.getFontNames().iterator().hasNext()
                    && StreamSupport.stream(resources.getXObjectNames().spliterator(), false)
                            .allMatch(resources::isImageXObject);
            scans += textless && page.hasContents() ? 1 : 0;
        }
        refuseMany(scans);
    }

    private void refuseMany(int scans) throws UnreadableException {
        limits.check(
                LoadLimit.SCANNED_PAGES,
                scans,
                "has more than " + LoadLimits.number(limits.of(LoadLimit.SCANNED_PAGES)) + " pages without text");
    }

    private static BufferedImage draw(PDDocument pdf, int page) throws IOException {
        PDRectangle box = pdf.getPage(page).getCropBox();
        double squareInches = box.getWidth() / POINTS_PER_INCH * box.getHeight() / POINTS_PER_INCH;
        double dots = Math.min(DOTS_PER_INCH, Math.sqrt(READ_PIXELS / Math.max(squareInches, 1e-3)));
        PDFRenderer renderer = new PDFRenderer(pdf);
        renderer.setSubsamplingAllowed(true);
        return renderer.renderImageWithDPI(page, (float) dots, ImageType.RGB);
    }

    /** Reads the pictures of a file, each as a page. */
    void pictures(Path file, Outline outline) throws UnreadableException {
        if (!reader.unavailableReason().isEmpty()) {
            throw new UnreadableException("is a picture, and " + reader.unavailableReason());
        }
        try (ImageInputStream in = ImageIO.createImageInputStream(file.toFile())) {
            Iterator<ImageReader> decoders = ImageIO.getImageReaders(in);
            if (!decoders.hasNext()) {
                throw new UnreadableException("is a picture that cannot be decoded");
            }
            pictures(decoders.next(), in, outline);
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new UnreadableException("is a picture that cannot be decoded: " + e.getMessage());
        }
    }

    private void pictures(ImageReader decoder, ImageInputStream in, Outline outline)
            throws IOException, UnreadableException {
        try {
            decoder.setInput(in);
            int count = decoder.getNumImages(true);
            for (int i = 0; i < count; i++) {
                long pixels = (long) decoder.getWidth(i) * decoder.getHeight(i);
                limits.check(LoadLimit.PIXELS, pixels, "has a picture of " + LoadLimits.number(pixels) + " pixels");
                outline.nextPage();
                double scale = Math.min(1, Math.sqrt(READ_PIXELS / pixels));
                read(
                        PictureTransform.scaled(decoder.read(i), (int) Math.max(1, decoder.getWidth(i) * scale), (int)
                                Math.max(1, decoder.getHeight(i) * scale)),
                        outline);
            }
        } finally {
            decoder.dispose();
        }
    }

    private void read(BufferedImage picture, Outline outline) throws UnreadableException {
        pages++;
        refuseMany(pages);
        ScanReader.ScannedPage page = reader.read(picture);
        leftOut += page.leftOut();
        withText += page.lines().isEmpty() ? 0 : 1;
        LineBox above = null;
        for (List<OcrLine> row : PageLayout.rows(page.lines())) {
            LineBox first = row.getFirst().box();
            boolean follows = above != null
                    && first.top() - above.bottom() < 0.8 * first.height()
                    && above.top() < first.bottom();
            if (!follows) {
                outline.paragraph();
            } else if (row.size() > 1) {
                outline.line();
            }
            above = first;
            double right = Double.MAX_VALUE;
            for (OcrLine line : row) {
                // A wide distance separates cells.
                boolean cell = line.box().left() - right > 2 * line.box().height();
                outline.append(cell ? " | " : " ");
                for (OcrLine.OcrWord word : line.words()) {
                    outline.append(" " + word.text());
                    spans.word(word, reader.doubts(word), outline);
                }
                right = line.box().right();
            }
            if (row.size() > 1) {
                outline.line();
            }
        }
        spans.end();
    }

    /** Returns the spans of the text that come from pictures. */
    List<OcrSpan> ocrSpans() {
        return spans.spans();
    }

    /** Returns a clause on the scanned pages, or empty if there are none. */
    String remark() {
        List<String> clauses = new ArrayList<>();
        if (unread > 0) {
            clauses.add("has no text on " + countText(unread, "page")
                    + (unread == 1 ? ", which is empty or scanned: " : ", which are empty or scanned: ")
                    + reader.unavailableReason());
        }
        if (withText > 0) {
            clauses.add("is read from pictures on " + LoadLimits.number(withText) + " of " + countText(pages, "page")
                    + " without text, " + spans.remark());
        } else if (pages > 0) {
            clauses.add("shows no text on " + countText(pages, "page"));
        }
        if (leftOut > 0) {
            clauses.add("left out as hardly readable: " + countText(leftOut, "line"));
        }
        if (undrawn > 0) {
            clauses.add("has " + countText(undrawn, "page") + " that cannot be drawn");
        }
        return String.join("; ", clauses);
    }

    private static String countText(int number, String noun) {
        return LoadLimits.number(number) + " " + noun + (number == 1 ? "" : "s");
    }
}
