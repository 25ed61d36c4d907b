package dev.tern.documents.ocr;

import ai.onnxruntime.OrtException;
import dev.tern.documents.LineBox;
import dev.tern.documents.OcrLine;
import dev.tern.documents.OcrSettings;
import dev.tern.documents.PictureReader;
import dev.tern.documents.UnreadableException;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads text in page pictures with two PP-OCR models, for detection and recognition. Not
 * thread-safe.
 */
final class PpOcrReader implements PictureReader {
    private final LineFinder finder;
    private final LineReader reader;

    /**
     * Loads the models, which stay in memory until the process exits.
     *
     * @throws UnreadableException if a network cannot be loaded
     */
    PpOcrReader(Path finding, Path reading) throws UnreadableException {
        try {
            finder = new LineFinder(new PictureNetwork(finding, LineFinder.MAX_PIXELS));
            reader = new LineReader(new PictureNetwork(reading, LineReader.MAX_PIXELS));
        } catch (OrtException e) {
            throw new UnreadableException("has text in pictures, and the models of " + finding.getParent() + " ("
                    + OcrSettings.MODELS + ") cannot be loaded: " + e.getMessage());
        }
    }

    @Override
    public List<OcrLine> read(BufferedImage picture) throws UnreadableException {
        try {
            List<LineBox> boxes = finder.find(picture);
            boolean turned = LineBox.runDown(boxes);
            List<OcrLine> lines = new ArrayList<>();
            for (LineBox box : boxes) {
                lines.add(turned ? new OcrLine(box, List.of(), 0) : reader.read(picture, box));
            }
            return lines;
        } catch (OrtException e) {
            throw new UnreadableException(
                    "has a picture that the models of " + OcrSettings.MODELS + " fail to read: " + e.getMessage());
        }
    }
}
