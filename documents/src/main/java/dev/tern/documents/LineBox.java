package dev.tern.documents;

import java.awt.geom.AffineTransform;
import java.util.List;

/**
 * The rectangle around a line of text in a picture, in pixels, with y downwards.
 *
 * @param x the x coordinate of the centre
 * @param y the y coordinate of the centre
 * @param length the size along the line
 * @param height the size across the line
 * @param angle the clockwise rotation in radians, -π/2 to π/2
 */
public record LineBox(double x, double y, double length, double height, double angle) {
    /** The squared ratio of length to height from which pixels show the direction of their line. */
    private static final double ELONGATED = 4;

    /**
     * Returns the rectangle around pixels, along their principal axis.
     *
     * @param pixels pixel indices, row by row
     * @param start the first index in {@code pixels}, inclusive
     * @param end the last index in {@code pixels}, exclusive
     * @param width the picture's width
     */
    public static LineBox around(int[] pixels, int start, int end, int width) {
        double count = end - start;
        double meanX = 0;
        double meanY = 0;
        for (int i = start; i < end; i++) {
            meanX += pixels[i] % width / count;
            meanY += Math.floorDiv(pixels[i], width) / count;
        }
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (int i = start; i < end; i++) {
            double x = pixels[i] % width - meanX;
            double y = Math.floorDiv(pixels[i], width) - meanY;
            xx += x * x / count;
            xy += x * y / count;
            yy += y * y / count;
        }
        double spread = Math.hypot((xx - yy) / 2, xy);
        double angle =
                (xx + yy) / 2 + spread > ELONGATED * ((xx + yy) / 2 - spread) ? Math.atan2(2 * xy, xx - yy) / 2 : 0;
        return along(angle, pixels, start, end, width);
    }

    private static LineBox along(double angle, int[] pixels, int start, int end, int width) {
        double cos = Math.cos(angle);
        double sin = Math.sin(angle);
        double left = Double.MAX_VALUE;
        double right = -Double.MAX_VALUE;
        double top = Double.MAX_VALUE;
        double bottom = -Double.MAX_VALUE;
        for (int i = start; i < end; i++) {
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

    /** Returns this box with a margin on every side. */
    public LineBox widened(double room) {
        return new LineBox(x, y, length + 2 * room, height + 2 * room, angle);
    }

    /** Returns this box in a picture of another size. */
    public LineBox scaled(double factorX, double factorY) {
        boolean down = runsDown();
        return new LineBox(
                x * factorX,
                y * factorY,
                length * (down ? factorY : factorX),
                height * (down ? factorX : factorY),
                angle);
    }

    /** Returns true if the text runs up or down, not from left to right. */
    boolean runsDown() {
        return Math.abs(angle) > Math.PI / 4;
    }

    /** Returns true if most lines run up or down. */
    public static boolean runDown(List<LineBox> boxes) {
        return 2 * boxes.stream().filter(LineBox::runsDown).count() > boxes.size();
    }

    /** Returns the transform that maps the box onto a picture of a size. */
    public AffineTransform into(int newWidth, int newHeight) {
        AffineTransform into = new AffineTransform();
        into.translate(newWidth / 2.0, newHeight / 2.0);
        into.scale(newWidth / length, newHeight / height);
        into.rotate(-angle);
        into.translate(-x, -y);
        return into;
    }

    double left() {
        return x - length / 2;
    }

    double right() {
        return x + length / 2;
    }

    double top() {
        return y - height / 2;
    }

    double bottom() {
        return y + height / 2;
    }
}
