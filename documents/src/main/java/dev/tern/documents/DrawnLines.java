package dev.tern.documents;

import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.util.Matrix;

/** Collects the straight lines drawn on a PDF page, and the edges of areas. Not thread-safe. */
final class DrawnLines {
    /** A page with more lines is a drawing or a map. */
    private static final int MAX_LINES = 10_000;

    private static final double THIN = 2.5;
    private static final double ROW = 60;
    /** Shorter lines are parts of letters and signs. */
    private static final double MIN_LENGTH = 4;

    private final List<LineSegment> lines = new ArrayList<>();
    private final List<List<Point2D>> path = new ArrayList<>();

    /** A line from one point to another, y upwards. */
    private record LineSegment(double x0, double y0, double x1, double y1) {}

    void clear() {
        lines.clear();
        path.clear();
    }

    /** Returns the bounding box of the path so far. */
    Rectangle2D bounds() {
        return bounds(path.stream().flatMap(List::stream).toList());
    }

    private static Rectangle2D bounds(List<Point2D> points) {
        Rectangle2D bounds = new Rectangle2D.Double();
        if (!points.isEmpty()) {
            bounds.setRect(points.getFirst().getX(), points.getFirst().getY(), 0, 0);
            points.forEach(bounds::add);
        }
        return bounds;
    }

    /** Applies a PDF operator that builds or paints a path (ISO 32000-2, 8.5). */
    void path(String operator, double[] numbers, Matrix transform) {
        switch (operator) {
            case "m" -> jump(numbers, 0, transform);
            case "l" -> point(numbers, 0, 2, transform);
            case "re" -> rectangle(numbers, transform);
            case "h" -> close();
            // Curves are ignored, but lines continue from their ends.
            case "c" -> jump(numbers, 4, transform);
            case "v", "y" -> jump(numbers, 2, transform);
            case "n" -> path.clear();
            default -> paint(operator);
        }
    }

    private void point(double[] numbers, int from, int count, Matrix transform) {
        if (numbers.length == count && !path.isEmpty() && path.size() <= MAX_LINES) {
            path.getLast().add(transform.transformPoint((float) numbers[from], (float) numbers[from + 1]));
        }
    }

    private void jump(double[] numbers, int from, Matrix transform) {
        path.add(new ArrayList<>());
        point(numbers, from, from + 2, transform);
    }

    private void rectangle(double[] numbers, Matrix transform) {
        if (numbers.length == 4) {
            double right = numbers[0] + numbers[2];
            double top = numbers[1] + numbers[3];
            jump(new double[] {numbers[0], numbers[1]}, 0, transform);
            point(new double[] {right, numbers[1]}, 0, 2, transform);
            point(new double[] {right, top}, 0, 2, transform);
            point(new double[] {numbers[0], top}, 0, 2, transform);
            close();
        }
    }

    private void close() {
        if (!path.isEmpty() && path.getLast().size() > 1) {
            path.getLast().add(path.getLast().getFirst());
        }
    }

    private void paint(String operator) {
        if (operator.equals("s") || operator.startsWith("b")) {
            close();
        }
        boolean filled = !operator.equalsIgnoreCase("s");
        boolean stroked = !operator.startsWith("f") && !operator.startsWith("F");
        for (List<Point2D> points : path) {
            if (filled) {
                fill(points);
            }
            if (stroked) {
                stroke(points);
            }
        }
        path.clear();
    }

    private void stroke(List<Point2D> points) {
        for (int i = 1; i < points.size() && lines.size() <= MAX_LINES; i++) {
            Point2D from = points.get(i - 1);
            Point2D to = points.get(i);
            lines.add(new LineSegment(from.getX(), from.getY(), to.getX(), to.getY()));
        }
    }

    private void fill(List<Point2D> points) {
        if (points.size() < 4 || lines.size() > MAX_LINES) {
            return;
        }
        Rectangle2D area = bounds(points);
        double left = area.getMinX();
        double right = area.getMaxX();
        double low = area.getMinY();
        double high = area.getMaxY();
        if (high - low <= THIN) {
            lines.add(new LineSegment(left, (low + high) / 2, right, (low + high) / 2));
        } else if (right - left <= THIN) {
            lines.add(new LineSegment((left + right) / 2, low, (left + right) / 2, high));
        } else if (Math.min(high - low, right - left) <= ROW) {
            lines.add(new LineSegment(left, low, right, low));
            lines.add(new LineSegment(left, high, right, high));
            lines.add(new LineSegment(left, low, left, high));
            lines.add(new LineSegment(right, low, right, high));
        }
    }

    /**
     * Returns the horizontal and vertical lines, as seen with upright text; none if too many.
     *
     * @param direction the direction of the text, in degrees counter-clockwise: 0, 90, 180 or 270
     * @param page the visible area
     */
    List<RuledLine> rulings(int direction, PDRectangle page) {
        if (lines.size() > MAX_LINES) {
            return List.of();
        }
        List<RuledLine> rulings = new ArrayList<>();
        for (LineSegment line : lines) {
            Point2D from = rotate(line.x0 - page.getLowerLeftX(), line.y0 - page.getLowerLeftY(), direction, page);
            Point2D to = rotate(line.x1 - page.getLowerLeftX(), line.y1 - page.getLowerLeftY(), direction, page);
            Rectangle2D box = bounds(List.of(from, to));
            if (box.getWidth() >= MIN_LENGTH && box.getHeight() < 1) {
                rulings.add(new RuledLine(false, from.getY(), box.getMinX(), box.getMaxX()));
            } else if (box.getHeight() >= MIN_LENGTH && box.getWidth() < 1) {
                rulings.add(new RuledLine(true, from.getX(), box.getMinY(), box.getMaxY()));
            }
        }
        return rulings;
    }

    /** Rotates a point as PDFBox rotates text. */
    private static Point2D rotate(double x, double y, int direction, PDRectangle page) {
        return switch (direction) {
            case 90 -> new Point2D.Double(y, x);
            case 180 -> new Point2D.Double(page.getWidth() - x, y);
            case 270 -> new Point2D.Double(page.getHeight() - y, page.getWidth() - x);
            default -> new Point2D.Double(x, page.getHeight() - y);
        };
    }
}
