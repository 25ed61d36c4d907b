package dev.tern.documents;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Reads pictures of pages in the parser process, whichever side of them is up. What reads them is made ready with the first. Not
 * thread-safe.
 */
final class ScanReader {
    /** A line of less is noise, or so badly read that its words would only mislead. */
    private static final double LEAST_CONFIDENCE = 0.6;

    /** A page of less may stand on its head. */
    private static final double SURE = 0.9;

    private final OcrSettings settings;
    private final Working working;
    private @Nullable PictureReader reader;
    private @Nullable String missing;

    /** Learns that a page was read, and so that the process has not stopped. */
    @FunctionalInterface
    interface Working {
        void pageRead() throws IOException;
    }

    /**
     * What a picture says.
     *
     * @param lines in no order
     * @param leftOut how many more were found, and not read for sure
     */
    record Page(List<ReadLine> lines, int leftOut) {}

    ScanReader(OcrSettings settings, Working working) {
        this.settings = settings;
        this.working = working;
    }

    /** Why pictures are not read, and what to do: a clause; empty where they are read. */
    String missing() {
        String why = missing;
        if (why == null) {
            why = missing(settings, true);
            missing = why;
        }
        return why;
    }

    /**
     * Says why text in pictures is not read, and what to do: a clause; empty where nothing is known against it.
     *
     * @param tried whether programs may be started to see whether they work
     */
    static String missing(OcrSettings settings, boolean tried) {
        if (!settings.usesTesseract() && !settings.usesNetworks()) {
            return "text in pictures is read only where " + OcrSettings.MODELS
                    + " names the folder of the models for it (" + OcrSettings.HOW + "), or " + OcrSettings.LANGUAGES
                    + " the languages for Tesseract";
        }
        return engine().map(engine -> engine.missing(settings, tried))
                .orElse("text in pictures is not read, for what reads it is missing: add dev.tern:tern-ocr");
    }

    private static Optional<OcrEngine> engine() {
        return ServiceLoader.load(OcrEngine.class, OcrEngine.class.getClassLoader())
                .findFirst();
    }

    /** Whether a word that was read may be another. Marks between words, of which noise gives many, are none. */
    boolean doubts(ReadLine.Word word) {
        return word.hasLetters() && 100 * word.confidence() < settings.doubtPercent();
    }

    /**
     * Reads a picture of the type {@code TYPE_INT_RGB}.
     *
     * @throws UnreadableException if it cannot be read
     */
    Page read(BufferedImage picture) throws UnreadableException {
        try {
            List<ReadLine> lines = lines(picture);
            working.pageRead();
            List<ReadLine> sure = lines.stream()
                    .filter(line -> line.confidence() >= LEAST_CONFIDENCE && line.hasLetters())
                    .toList();
            return new Page(sure, lines.size() - sure.size());
        } catch (NoClassDefFoundError | UnsatisfiedLinkError e) {
            throw new UnreadableException("has text in pictures, and ONNX Runtime, which reads it with the models of "
                    + OcrSettings.MODELS + ", cannot be loaded: " + e.getMessage());
        } catch (IOException e) {
            throw new IllegalStateException("no process waits for the document any more", e);
        }
    }

    private List<ReadLine> lines(BufferedImage picture) throws UnreadableException {
        BufferedImage level = picture;
        List<ReadLine> lines = reader().read(level);
        if (LineBox.runDown(boxes(lines))) {
            level = Redrawn.turned(level, 1);
            lines = reader().read(level);
        }
        if (lines.isEmpty() || confidence(lines) >= SURE) {
            return lines;
        }
        List<ReadLine> others = reader().read(Redrawn.turned(level, 2));
        return confidence(others) > confidence(lines) ? others : lines;
    }

    private PictureReader reader() throws UnreadableException {
        if (reader == null) {
            reader = engine().orElseThrow().reader(settings);
        }
        return reader;
    }

    private static List<LineBox> boxes(List<ReadLine> lines) {
        return lines.stream().map(ReadLine::box).toList();
    }

    private static double confidence(List<ReadLine> lines) {
        return lines.stream().mapToDouble(ReadLine::confidence).average().orElse(0);
    }
}
