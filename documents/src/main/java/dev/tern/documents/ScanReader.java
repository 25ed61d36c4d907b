package dev.tern.documents;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Reads page pictures of any orientation in the parser process. Not thread-safe. */
final class ScanReader {
    /** The minimum confidence of a line; below it the line is noise or misleading. */
    private static final double MIN_CONFIDENCE = 0.6;

    /** The confidence of a page below which it may be upside down. */
    private static final double SURE = 0.9;

    private final OcrSettings settings;
    private final ProgressSignal working;
    private @Nullable PictureReader reader;
    private @Nullable String missing;

    /** Receives progress after each page, which shows that the process is alive. */
    @FunctionalInterface
    interface ProgressSignal {
        void pageRead() throws IOException;
    }

    /**
     * The text of a picture.
     *
     * @param lines the lines, unordered
     * @param leftOut the number of lines that were too uncertain
     */
    record ScannedPage(List<OcrLine> lines, int leftOut) {}

    ScanReader(OcrSettings settings, ProgressSignal working) {
        this.settings = settings;
        this.working = working;
    }

    /** Returns the reason why pictures cannot be read, as first found; empty if they can. */
    String unavailableReason() {
        String why = missing;
        if (why == null) {
            why = unavailableReason(settings, true);
            missing = why;
        }
        return why;
    }

    /**
     * Returns the reason why text in pictures cannot be read, and the remedy; empty if text can be
     * read.
     *
     * @param mayStartPrograms true if programs may be started to check them
     */
    static String unavailableReason(OcrSettings settings, boolean mayStartPrograms) {
        if (!settings.usesTesseract() && !settings.usesModels()) {
            return "text in pictures is read only if " + OcrSettings.MODELS
                    + " names the folder of OCR models (" + OcrSettings.INSTALLATION + "), or "
                    + OcrSettings.LANGUAGES
                    + " the Tesseract languages";
        }
        return engine().map(engine -> engine.unavailableReason(settings, mayStartPrograms))
                .orElse("text in pictures is not read: dev.tern:tern-ocr is not on the class path");
    }

    private static Optional<OcrEngine> engine() {
        return ServiceLoader.load(OcrEngine.class, OcrEngine.class.getClassLoader())
                .findFirst();
    }

    /** Returns true if a word is doubtful; punctuation, which noise often yields, never is. */
    boolean doubts(OcrLine.OcrWord word) {
        return word.hasLetters() && 100 * word.confidence() < settings.doubtPercent();
    }

    /**
     * Reads a picture of the type {@code TYPE_INT_RGB}.
     *
     * @throws UnreadableException if it cannot be read
     */
    ScannedPage read(BufferedImage picture) throws UnreadableException {
        try {
            List<OcrLine> lines = lines(picture);
            working.pageRead();
            List<OcrLine> sure = lines.stream()
                    .filter(line -> line.confidence() >= MIN_CONFIDENCE && line.hasLetters())
                    .toList();
            return new ScannedPage(sure, lines.size() - sure.size());
        } catch (NoClassDefFoundError | UnsatisfiedLinkError e) {
            throw new UnreadableException("has text in pictures, and ONNX Runtime for the models of "
                    + OcrSettings.MODELS + " cannot be loaded: " + e.getMessage());
        } catch (IOException e) {
            throw new IllegalStateException("no process waits for the document any longer", e);
        }
    }

    private List<OcrLine> lines(BufferedImage picture) throws UnreadableException {
        BufferedImage level = picture;
        List<OcrLine> lines = reader().read(level);
        if (LineBox.runDown(lines.stream().map(OcrLine::box).toList())) {
            level = PictureTransform.rotate(level, 1);
            lines = reader().read(level);
        }
        if (lines.isEmpty() || confidence(lines) >= SURE) {
            return lines;
        }
        List<OcrLine> others = reader().read(PictureTransform.rotate(level, 2));
        return confidence(others) > confidence(lines) ? others : lines;
    }

    private PictureReader reader() throws UnreadableException {
        if (reader == null) {
            reader = engine().orElseThrow().reader(settings);
        }
        return reader;
    }

    private static double confidence(List<OcrLine> lines) {
        return lines.stream().mapToDouble(OcrLine::confidence).average().orElse(0);
    }
}
