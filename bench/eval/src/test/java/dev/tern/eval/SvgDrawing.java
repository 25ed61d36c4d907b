package dev.tern.eval;

import java.util.List;
import java.util.Locale;

/** Builds a drawing: lines, texts and curves on white, in pixels from the upper left corner. */
final class SvgDrawing {
    private final StringBuilder svg = new StringBuilder();

    /** Creates a drawing of a size in pixels, with a label for screen readers. */
    SvgDrawing(int width, int height, String label) {
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " role=\"img\" aria-label=\"%s\">%n<rect width=\"100%%\" height=\"100%%\""
                        + " fill=\"#ffffff\"/>%n<g font-family=\"sans-serif\" font-size=\"12\" fill=\"#24292f\">%n",
                width,
                height,
                width,
                height,
                label));
    }

    record Point(double x, double y) {}

    void line(double x1, double y1, double x2, double y2, String colour) {
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n",
                x1,
                y1,
                x2,
                y2,
                colour));
    }

    void text(double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text));
    }

    void curve(List<Point> points, String colour) {
        StringBuilder corners = new StringBuilder();
        for (Point point : points) {
            corners.append(String.format(Locale.ROOT, "%.1f,%.1f ", point.x, point.y));
            svg.append(String.format(
                    Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>%n", point.x, point.y, colour));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n",
                corners.toString().strip(),
                colour));
    }

    String end() {
        return svg.append("</g>\n</svg>\n").toString();
    }
}
