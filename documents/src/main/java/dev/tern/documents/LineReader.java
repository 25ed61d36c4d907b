package dev.tern.documents;

import ai.onnxruntime.OrtException;
import java.awt.Color;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.util.List;

/**
 * Reads a line of writing: a network tells for each step along the line how likely each character is, and characters that
 * repeat, or the sign between characters, fall away (connectionist temporal classification, Graves et al. 2006). Not thread-safe.
 */
final class LineReader {
    private static final int HEIGHT = 48;
    private static final int LEAST_WIDTH = 320;
    private static final int MOST_WIDTH = 3_200;
    static final int MOST_PIXELS = HEIGHT * MOST_WIDTH;

    private final PictureNetwork network;
    private final List<String> characters;

    /**
     * Reads with a network for lines of text.
     *
     * @throws OrtException if the file of the network does not list its characters
     */
    LineReader(PictureNetwork network) throws OrtException {
        this.network = network;
        this.characters = network.property("character").lines().toList();
        if (characters.isEmpty()) {
            throw new OrtException("it does not list its characters");
        }
    }

    /** What a box of a picture says. */
    ReadLine read(BufferedImage picture, LineBox box) throws OrtException {
        int written = Math.clamp(Math.round(HEIGHT * box.length() / box.height()), 1, MOST_WIDTH);
        PictureNetwork.Output output = network.run(Redrawn.of(
                picture,
                Math.max(LEAST_WIDTH, written),
                HEIGHT,
                box.into(written, HEIGHT),
                Color.GRAY,
                new Rectangle(written, HEIGHT)));
        int steps = (int) output.shape()[1];
        int signs = (int) output.shape()[2];
        float[] likelihoods = output.values();
        StringBuilder text = new StringBuilder();
        double sum = 0;
        int count = 0;
        int before = 0;
        for (int step = 0; step < steps; step++) {
            int best = step * signs;
            for (int i = best + 1; i < (step + 1) * signs; i++) {
                best = likelihoods[i] > likelihoods[best] ? i : best;
            }
            int sign = best - step * signs;
            if (sign != 0 && sign != before) {
                text.append(character(sign));
                sum += likelihoods[best];
                count++;
            }
            before = sign;
        }
        return new ReadLine(box, text.toString().strip(), count == 0 ? 0 : sum / count);
    }

    /** The first sign stands between characters, and behind the characters of the list comes the space. */
    private String character(int sign) {
        return sign <= characters.size() ? characters.get(sign - 1) : " ";
    }
}
