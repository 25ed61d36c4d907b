package dev.tern.documents;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.jspecify.annotations.Nullable;

/** The pages of one document that are pictures, in the parser process. Not thread-safe. */
final class Scans implements AutoCloseable {
    private static final int DOTS_AN_INCH = 200;
    private static final double POINTS_AN_INCH = 72;

    /** What has more pixels is made smaller before it is read: A3 at 200 dots an inch has as many. */
    private static final double READ_PIXELS = 8_000_000;

    private final LoadLimits limits;
    private final ScanReader reader;
    private final Path file;
    private @Nullable PDDocument pdf;
    private int unread;
    private int pages;
    private int withText;
    private int leftOut;
    private double confidence;
    private long characters;

    Scans(LoadLimits limits, ScanReader reader, Path file) {
        this.limits = limits;
        this.reader = reader;
        this.file = file;
    }

    /** Reads a page of a PDF without text, from 1, into an outline that is at that page. */
    void page(int page, Outline outline) throws UnreadableException {
        try {
            if (pdf == null) {
                pdf = Loader.loadPDF(file.toFile());
            }
            PDPage drawn = pdf.getPage(page - 1);
            if (!drawn.hasContents()) {
                return;
            }
            if (!reader.missing().isEmpty()) {
                unread++;
                return;
            }
            PDRectangle box = drawn.getCropBox();
            double squareInches = box.getWidth() / POINTS_AN_INCH * box.getHeight() / POINTS_AN_INCH;
            double dots = Math.min(DOTS_AN_INCH, Math.sqrt(READ_PIXELS / Math.max(squareInches, 1e-3)));
            PDFRenderer renderer = new PDFRenderer(pdf);
            renderer.setSubsamplingAllowed(true);
            read(renderer.renderImageWithDPI(page - 1, (float) dots, ImageType.RGB), outline);
        } catch (IOException e) {
            throw new UnreadableException("has a page " + page + " that cannot be drawn: " + e.getMessage());
        }
    }

    /** Reads the pictures of a file, each as a page. */
    void pictures(Outline outline) throws UnreadableException {
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
                        Redrawn.scaled(decoder.read(i), (int) Math.max(1, decoder.getWidth(i) * scale), (int)
                                Math.max(1, decoder.getHeight(i) * scale)),
                        outline);
            }
        } finally {
            decoder.dispose();
        }
    }

    private void read(BufferedImage picture, Outline outline) throws UnreadableException {
        pages++;
        limits.check(
                LoadLimit.SCANNED_PAGES,
                pages,
                "has more than " + LoadLimits.number(limits.of(LoadLimit.SCANNED_PAGES)) + " pages without text");
        PictureReader.Page page = reader.read(picture);
        leftOut += page.leftOut();
        withText += page.lines().isEmpty() ? 0 : 1;
        LineBox above = null;
        for (List<ReadLine> row : PageLayout.rows(page.lines())) {
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
            for (ReadLine line : row) {
                // What stands far from what is before it is another cell.
                boolean cell = line.box().left() - right > 2 * line.box().height();
                outline.append((cell ? " | " : " ") + line.text());
                right = line.box().right();
                confidence += line.confidence() * line.text().length();
                characters += line.text().length();
            }
            if (row.size() > 1) {
                outline.line();
            }
        }
    }

    /** What is to be said of the document beside its text: a clause, or empty if it has no pages without text. */
    String note() {
        if (unread > 0) {
            return "has no text on " + counted(unread, "page")
                    + (unread == 1 ? ", which is empty or scanned: " : ", which are empty or scanned: ")
                    + reader.missing();
        }
        if (pages == 0) {
            return "";
        }
        String said = withText == 0
                ? "shows no text on " + counted(pages, "page")
                : String.format(
                        Locale.ROOT,
                        "is read from pictures on %s of %s, with a confidence of %.2f",
                        LoadLimits.number(withText),
                        counted(pages, "page") + " without text",
                        confidence / characters);
        return leftOut == 0 ? said : said + "; left out as hardly readable: " + counted(leftOut, "line");
    }

    private static String counted(int number, String noun) {
        return LoadLimits.number(number) + " " + noun + (number == 1 ? "" : "s");
    }

    @Override
    public void close() {
        IOUtils.closeQuietly(pdf);
        pdf = null;
    }
}
