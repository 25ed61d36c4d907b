package dev.tern.documents;

import ai.onnxruntime.OrtException;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the writing in pictures of pages with two networks of PP-OCR: one finds lines, one reads them. Not thread-safe. */
final class PictureReader {
    /** A line of less is noise, or so badly read that its words would only mislead. */
    private static final double LEAST_CONFIDENCE = 0.6;

    /** A page of less may stand on its head. */
    private static final double SURE = 0.9;

    private final LineFinder finder;
    private final LineReader reader;

    /**
     * What a picture says.
     *
     * @param lines in no order
     * @param leftOut how many more were found, and not read for sure
     */
    record Page(List<ReadLine> lines, int leftOut) {}

    /**
     * Loads the networks, which stay in memory until the process ends.
     *
     * @throws UnreadableException if they cannot be loaded
     */
    PictureReader(Path finding, Path reading) throws UnreadableException {
        try {
            finder = new LineFinder(new PictureNetwork(finding, LineFinder.MOST_PIXELS));
            reader = new LineReader(new PictureNetwork(reading, LineReader.MOST_PIXELS));
        } catch (OrtException e) {
            throw new UnreadableException("has text in pictures, and the models of " + finding.getParent() + " ("
                    + OcrModels.KEY + ") cannot be loaded: " + e.getMessage());
        }
    }

    /**
     * Reads a picture, whichever side of it is up.
     *
     * @throws UnreadableException if the networks fail
     */
    Page read(BufferedImage picture) throws UnreadableException {
        try {
            List<ReadLine> lines = lines(picture);
            List<ReadLine> sure = lines.stream().filter(PictureReader::isRead).toList();
            return new Page(sure, lines.size() - sure.size());
        } catch (OrtException e) {
            throw new UnreadableException(
                    "has a picture that the models of " + OcrModels.KEY + " fail to read: " + e.getMessage());
        }
    }

    /** Of a script that the network does not know, only marks between the words may be left. */
    private static boolean isRead(ReadLine line) {
        return line.confidence() >= LEAST_CONFIDENCE && line.text().codePoints().anyMatch(Character::isLetterOrDigit);
    }

    private List<ReadLine> lines(BufferedImage picture) throws OrtException {
        BufferedImage level = picture;
        List<LineBox> boxes = finder.find(level);
        if (2 * boxes.stream().filter(LineBox::runsDown).count() > boxes.size()) {
            level = Redrawn.turned(level, 1);
            boxes = finder.find(level);
        }
        List<ReadLine> lines = lines(level, boxes);
        if (lines.isEmpty() || confidence(lines) >= SURE) {
            return lines;
        }
        BufferedImage turned = Redrawn.turned(level, 2);
        List<ReadLine> others = lines(turned, finder.find(turned));
        return confidence(others) > confidence(lines) ? others : lines;
    }

    private List<ReadLine> lines(BufferedImage picture, List<LineBox> boxes) throws OrtException {
        List<ReadLine> lines = new ArrayList<>();
        for (LineBox box : boxes) {
            lines.add(reader.read(picture, box));
        }
        return lines;
    }

    private static double confidence(List<ReadLine> lines) {
        return lines.stream().mapToDouble(ReadLine::confidence).average().orElse(0);
    }
}
