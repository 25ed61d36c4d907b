package dev.tern.documents.ocr;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.Arrays;

/** Measures a page's skew: the angle at which dark points are densest in rows (Postl 1986). */
final class PageSlant {
    private static final double MAX_DEGREES = 8;
    private static final double STEP_DEGREES = 0.5;

    /** The distance in pixels between points that are read, in both directions. */
    private static final int STRIDE = 2;

    private static final int DARK = 128;

    private PageSlant() {}

    /**
     * Returns the clockwise angle in radians, from -{@value #MAX_DEGREES} to {@value #MAX_DEGREES}
     * degrees; 0 if lines are level or undetected.
     *
     * @param picture a picture of the type {@code TYPE_INT_RGB}
     */
    static double of(BufferedImage picture) {
        int[] pixels = ((DataBufferInt) picture.getRaster().getDataBuffer()).getData();
        int width = picture.getWidth();
        int height = picture.getHeight();
        int[] dark = new int[pixels.length / 8];
        int count = 0;
        for (int y = 0; y < height; y += STRIDE) {
            for (int x = 0; x < width; x += STRIDE) {
                int at = y * width + x;
                if (((pixels[at] >> 8) & 255) < DARK) {
                    if (count == dark.length) {
                        // A picture with more than half of its points dark is no page.
                        return 0;
                    }
                    dark[count++] = at;
                }
            }
        }
        double best = 0;
        double max = gathered(dark, count, 0, width, height);
        for (double degrees = -MAX_DEGREES; degrees <= MAX_DEGREES; degrees += STEP_DEGREES) {
            double gathered = gathered(dark, count, Math.tan(Math.toRadians(degrees)), width, height);
            if (gathered > max) {
                max = gathered;
                best = degrees;
            }
        }
        return Math.toRadians(best);
    }

    /** Returns the sum, over all rows of a slope, of the squared number of points in the row. */
    private static double gathered(int[] points, int count, double slope, int width, int height) {
        int room = (int) (Math.abs(slope) * width) + 1;
        int[] rows = new int[height + 2 * room];
        for (int i = 0; i < count; i++) {
            int down = points[i] / width;
            rows[room + (int) (down - slope * (points[i] % width))]++;
        }
        return Arrays.stream(rows).mapToDouble(row -> (double) row * row).sum();
    }
}
