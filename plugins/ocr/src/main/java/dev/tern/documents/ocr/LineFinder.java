package dev.tern.documents.ocr;

import ai.onnxruntime.OrtException;
import dev.tern.documents.LineBox;
import dev.tern.documents.PictureTransform;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds text lines: a network gives each pixel's likelihood of lying in the middle of a line, and
 * connected likely pixels become a box (Liao et al., Real-time Scene Text Detection with
 * Differentiable Binarization, 2020). Not thread-safe.
 */
final class LineFinder {
    /** The maximum number of pixels of the input; larger pictures are reduced, A4 to 95 dpi. */
    static final int MAX_PIXELS = 884_736;

    private static final int MAX_SIDE = 3_200;

    /** The maximum number of lines found in a picture; a picture with more is no page. */
    private static final int MAX_LINES = 2_000;

    private static final int STEP = 32;
    private static final float LIKELY_PIXEL = 0.3f;
    private static final double LIKELY_LINE = 0.6;
    private static final int MIN_PIXELS = 3;

    /** The unclip ratio: a line's margin is its area times this, divided by its perimeter. */
    private static final double ROOM = 1.5;

    /** The variance ratio, along to across, above which pixels determine their line's angle. */
    private static final double ELONGATED = 4;

    private final PictureNetwork network;

    LineFinder(PictureNetwork network) {
        this.network = network;
    }

    /** Returns the lines of a picture, unordered. */
    List<LineBox> find(BufferedImage picture) throws OrtException {
        double scale = Math.min(1, Math.sqrt((double) MAX_PIXELS / picture.getWidth() / picture.getHeight()));
        int width = multiple(picture.getWidth() * scale);
        int height = multiple(picture.getHeight() * scale);
        float[] likelihoods =
                network.run(PictureTransform.scaled(picture, width, height)).values();
        return spots(likelihoods, width, height).stream()
                .map(box -> scaled(box, (double) picture.getWidth() / width, (double) picture.getHeight() / height))
                .toList();
    }

    private static int multiple(double pixels) {
        return Math.clamp((long) pixels / STEP, 1, MAX_SIDE / STEP) * STEP;
    }

    private static List<LineBox> spots(float[] likelihoods, int width, int height) {
        List<LineBox> boxes = new ArrayList<>();
        boolean[] seen = new boolean[likelihoods.length];
        int[] spot = new int[likelihoods.length];
        for (int at = 0; at < likelihoods.length && boxes.size() < MAX_LINES; at++) {
            if (!seen[at] && likelihoods[at] > LIKELY_PIXEL) {
                int pixels = flood(at, likelihoods, seen, spot, width, height);
                double sum = 0;
                for (int i = 0; i < pixels; i++) {
                    sum += likelihoods[spot[i]];
                }
                LineBox box = around(spot, pixels, width);
                if (sum >= LIKELY_LINE * pixels && Math.min(box.length(), box.height()) >= MIN_PIXELS) {
                    boxes.add(box.widened(ROOM * box.length() * box.height() / (2 * (box.length() + box.height()))));
                }
            }
        }
        return boxes;
    }

    /** Collects the likely pixels connected with the start, and returns their number. */
    private static int flood(int start, float[] likelihoods, boolean[] seen, int[] spot, int width, int height) {
        int count = 0;
        spot[count++] = start;
        seen[start] = true;
        for (int done = 0; done < count; done++) {
            for (int neighbour = 0; neighbour < 9; neighbour++) {
                int x = spot[done] % width + neighbour % 3 - 1;
                int y = spot[done] / width + neighbour / 3 - 1;
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

    /** Returns the box around pixels: along their principal axis, or level if not elongated. */
    private static LineBox around(int[] pixels, int count, int width) {
        double meanX = 0;
        double meanY = 0;
        for (int i = 0; i < count; i++) {
            meanX += (double) (pixels[i] % width) / count;
            meanY += (double) Math.floorDiv(pixels[i], width) / count;
        }
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (int i = 0; i < count; i++) {
            double x = pixels[i] % width - meanX;
            double y = Math.floorDiv(pixels[i], width) - meanY;
            xx += x * x / count;
            xy += x * y / count;
            yy += y * y / count;
        }
        double spread = Math.hypot((xx - yy) / 2, xy);
        double angle =
                (xx + yy) / 2 + spread > ELONGATED * ((xx + yy) / 2 - spread) ? Math.atan2(2 * xy, xx - yy) / 2 : 0;
        return along(angle, pixels, count, width);
    }

    private static LineBox along(double angle, int[] pixels, int count, int width) {
        double cos = Math.cos(angle);
        double sin = Math.sin(angle);
        double left = Double.MAX_VALUE;
        double right = -Double.MAX_VALUE;
        double top = Double.MAX_VALUE;
        double bottom = -Double.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            double x = pixels[i] % width + 0.5;
            double y = Math.floorDiv(pixels[i], width) + 0.5;
            left = Math.min(left, x * cos + y * sin);
            right = Math.max(right, x * cos + y * sin);
            top = Math.min(top, y * cos - x * sin);
            bottom = Math.max(bottom, y * cos - x * sin);
        }
        double along = (left + right) / 2;
        double across = (top + bottom) / 2;
        return new LineBox(
                along * cos - across * sin, along * sin + across * cos, right - left + 1, bottom - top + 1, angle);
    }

    /** Returns a box, scaled to a picture of another size. */
    private static LineBox scaled(LineBox box, double factorX, double factorY) {
        boolean down = box.runsDown();
        return new LineBox(
                box.x() * factorX,
                box.y() * factorY,
                box.length() * (down ? factorY : factorX),
                box.height() * (down ? factorX : factorY),
                box.angle());
    }
}
