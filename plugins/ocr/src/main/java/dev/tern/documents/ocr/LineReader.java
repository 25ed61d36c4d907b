package dev.tern.documents.ocr;

import ai.onnxruntime.OrtException;
import dev.tern.documents.LineBox;
import dev.tern.documents.OcrLine;
import dev.tern.documents.PictureTransform;
import java.awt.Color;
import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a text line: at each step along the line a network rates each character and a separator.
 * The best ones are joined; separators, and repeats in successive steps, are dropped (connectionist
 * temporal classification, Graves et al. 2006). Not thread-safe.
 */
final class LineReader {
    private static final int HEIGHT = 48;
    private static final int MIN_WIDTH = 320;
    private static final int MAX_WIDTH = 3_200;
    static final int MAX_PIXELS = HEIGHT * MAX_WIDTH;

    private final PictureNetwork network;
    private final List<String> characters;

    /**
     * Creates a reader of text lines.
     *
     * @param network a network that reads text lines
     * @throws OrtException if the network's file does not list its characters
     */
    LineReader(PictureNetwork network) throws OrtException {
        this.network = network;
        this.characters = network.property("character").lines().toList();
        if (characters.isEmpty()) {
            throw new OrtException("it does not list its characters");
        }
    }

    /** Reads the text in a box of a picture; the confidence is 0 if no text is found. */
    OcrLine read(BufferedImage picture, LineBox box) throws OrtException {
        int written = Math.clamp(Math.round(HEIGHT * box.length() / box.height()), 1, MAX_WIDTH);
        PictureNetwork.Output output = network.run(PictureTransform.of(
                picture,
                Math.max(MIN_WIDTH, written),
                HEIGHT,
                onto(written, box),
                Color.GRAY,
                new Rectangle(written, HEIGHT)));
        int steps = (int) output.shape()[1];
        int signs = (int) output.shape()[2];
        float[] likelihoods = output.values();
        List<OcrLine.OcrWord> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        double min = 1;
        double sum = 0;
        int count = 0;
        int before = 0;
        for (int step = 0; step < steps; step++) {
            int sign = best(likelihoods, step * signs, signs);
            if (sign != 0 && sign != before) {
                String character = character(sign);
                double likelihood = Math.min(1, likelihoods[step * signs + sign]);
                sum += likelihood;
                count++;
                if (character.isBlank()) {
                    words.add(new OcrLine.OcrWord(word.toString(), min));
                    word.setLength(0);
                    min = 1;
                } else {
                    word.append(character);
                    min = Math.min(min, likelihood);
                }
            }
            before = sign;
        }
        words.add(new OcrLine.OcrWord(word.toString(), min));
        return new OcrLine(box, words, count == 0 ? 0 : sum / count);
    }

    /** Returns the transform that maps a box onto a picture of the given width. */
    private static AffineTransform onto(int width, LineBox box) {
        AffineTransform onto = new AffineTransform();
        onto.translate(width / 2.0, HEIGHT / 2.0);
        onto.scale(width / box.length(), HEIGHT / box.height());
        onto.rotate(-box.angle());
        onto.translate(-box.x(), -box.y());
        return onto;
    }

    private static int best(float[] likelihoods, int from, int count) {
        int best = from;
        for (int i = from + 1; i < from + count; i++) {
            best = likelihoods[i] > likelihoods[best] ? i : best;
        }
        return best - from;
    }

    /** Returns the character of a class: 0 is the separator, then the listed ones, then a space. */
    private String character(int sign) {
        return sign <= characters.size() ? characters.get(sign - 1) : " ";
    }
}
