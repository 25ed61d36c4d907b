package dev.tern.documents;

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
    /** Returns this box with a margin on every side. */
    public LineBox widened(double room) {
        return new LineBox(x, y, length + 2 * room, height + 2 * room, angle);
    }

    /** Returns true if the text runs up or down, not from left to right. */
    public boolean runsDown() {
        return Math.abs(angle) > Math.PI / 4;
    }

    /** Returns true if most lines run up or down. */
    public static boolean runDown(List<LineBox> boxes) {
        return 2 * boxes.stream().filter(LineBox::runsDown).count() > boxes.size();
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
