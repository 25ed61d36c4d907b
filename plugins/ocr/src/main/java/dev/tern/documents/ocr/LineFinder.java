package dev.tern.documents.ocr;

import ai.onnxruntime.OrtException;
import dev.tern.documents.LineBox;
import dev.tern.documents.Redrawn;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds lines of writing: a network tells for each pixel how likely it lies in the middle of a line, and likely pixels that hang
 * together become a box (Liao et al., Real-time Scene Text Detection with Differentiable Binarization, 2020). Not thread-safe.
 */
final class LineFinder {
    /** The most pixels that the network sees; what has more is made smaller: an A4 page to 95 dots an inch. */
    static final int MOST_PIXELS = 884_736;

    private static final int LONGEST_SIDE = 3_200;

    /** The most lines of a page; what has more is no page. */
    private static final int MOST_LINES = 2_000;

    private static final int STEP = 32;
    private static final float LIKELY_PIXEL = 0.3f;
    private static final double LIKELY_LINE = 0.6;
    private static final int LEAST_PIXELS = 3;

    /** The network marks the middle of lines, and this much of area by circumference is missing around it. */
    private static final double ROOM = 1.5;

    private final PictureNetwork network;

    LineFinder(PictureNetwork network) {
        this.network = network;
    }

    /** The lines of a picture, in no order. */
    List<LineBox> find(BufferedImage picture) throws OrtException {
        double scale = Math.min(1, Math.sqrt((double) MOST_PIXELS / picture.getWidth() / picture.getHeight()));
        int width = multiple(picture.getWidth() * scale);
        int height = multiple(picture.getHeight() * scale);
        float[] likelihoods =
                network.run(Redrawn.scaled(picture, width, height)).values();
        return spots(likelihoods, width, height).stream()
                .map(box -> box.scaled((double) picture.getWidth() / width, (double) picture.getHeight() / height))
                .toList();
    }

    private static int multiple(double pixels) {
        return Math.clamp((long) pixels / STEP, 1, LONGEST_SIDE / STEP) * STEP;
    }

    private static List<LineBox> spots(float[] likelihoods, int width, int height) {
        List<LineBox> boxes = new ArrayList<>();
        boolean[] seen = new boolean[likelihoods.length];
        int[] spot = new int[likelihoods.length];
        for (int at = 0; at < likelihoods.length && boxes.size() < MOST_LINES; at++) {
            if (!seen[at] && likelihoods[at] > LIKELY_PIXEL) {
                int pixels = flood(at, likelihoods, seen, spot, width, height);
                double sum = 0;
                for (int i = 0; i < pixels; i++) {
                    sum += likelihoods[spot[i]];
                }
                LineBox box = LineBox.around(spot, 0, pixels, width);
                if (sum >= LIKELY_LINE * pixels && Math.min(box.length(), box.height()) >= LEAST_PIXELS) {
                    boxes.add(box.widened(ROOM * box.length() * box.height() / (2 * (box.length() + box.height()))));
                }
            }
        }
        return boxes;
    }

    /** Puts the pixels that hang together with one into {@code spot}, and tells how many they are. */
    private static int flood(int start, float[] likelihoods, boolean[] seen, int[] spot, int width, int height) {
        int count = 0;
        spot[count++] = start;
        seen[start] = true;
        for (int done = 0; done < count; done++) {
            for (int beside = 0; beside < 9; beside++) {
                int x = spot[done] % width + beside % 3 - 1;
                int y = spot[done] / width + beside / 3 - 1;
                boolean inside = x >= 0 && x < width && y >= 0 && y < height;
                int next = y * width + x;
                if (inside && !seen[next] && likelihoods[next] > LIKELY_PIXEL) {
                    seen[next] = true;
                    spot[count++] = next;
                }
            }
        }
        return count;
    }
}
