package dev.tern.eval;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Plots a time against the relations of the graph, as SVG with log axes. */
final class GrowthPlot {
    private static final int WIDTH = 800;
    private static final int HEIGHT = 400;
    private static final int LEFT = 64;
    private static final int RIGHT = 250;
    private static final int TOP = 24;
    private static final int BOTTOM = 48;
    private static final List<String> COLOURS = List.of("#0969da", "#54aeff", "#bc4c00", "#8250df", "#1a7f37");
    private static final int[] STEPS = {1, 2, 5};

    private final String title;
    private final String unit;
    private final Map<String, List<SvgDrawing.Point>> curves;
    private final double fewest;
    private final double most;
    private final double least;
    private final double longest;

    private GrowthPlot(String title, String unit, Map<String, List<SvgDrawing.Point>> curves) {
        this.title = title;
        this.unit = unit;
        this.curves = curves;
        List<SvgDrawing.Point> points =
                curves.values().stream().flatMap(List::stream).toList();
        fewest = 0.8 * points.stream().mapToDouble(SvgDrawing.Point::x).min().orElse(1);
        most = 1.25 * points.stream().mapToDouble(SvgDrawing.Point::x).max().orElse(10);
        least = 0.7 * points.stream().mapToDouble(SvgDrawing.Point::y).min().orElse(1);
        longest = 1.4 * points.stream().mapToDouble(SvgDrawing.Point::y).max().orElse(10);
    }

    /** Returns the plot of at most five named curves of relations and times. */
    static String svg(String title, String unit, Map<String, List<SvgDrawing.Point>> curves) {
        return new GrowthPlot(title, unit, curves).draw();
    }

    private String draw() {
        SvgDrawing svg = new SvgDrawing(WIDTH, HEIGHT, title);
        for (double decade = 1; decade <= most; decade *= 10) {
            for (int step : STEPS) {
                if (decade * step >= least && decade * step <= longest) {
                    svg.line(LEFT, y(decade * step), WIDTH - RIGHT, y(decade * step), "#d0d7de");
                    svg.text(
                            LEFT - 8,
                            y(decade * step) + 4,
                            "end",
                            String.format(Locale.ROOT, "%,.0f %s", decade * step, unit));
                }
            }
            if (decade >= fewest) {
                svg.line(x(decade), TOP, x(decade), HEIGHT - BOTTOM, "#d0d7de");
                svg.text(x(decade), HEIGHT - BOTTOM + 18, "middle", String.format(Locale.ROOT, "%,.0f", decade));
            }
        }
        svg.text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", "relations of the graph");
        int legend = TOP + 16;
        int number = 0;
        for (Map.Entry<String, List<SvgDrawing.Point>> curve : curves.entrySet()) {
            String colour = COLOURS.get(number++);
            svg.curve(
                    curve.getValue().stream()
                            .map(point -> new SvgDrawing.Point(x(point.x()), y(point.y())))
                            .toList(),
                    colour);
            svg.line(WIDTH - RIGHT + 14, legend - 4, WIDTH - RIGHT + 34, legend - 4, colour);
            svg.text(WIDTH - RIGHT + 40, legend, "start", curve.getKey());
            legend += 20;
        }
        return svg.end();
    }

    private double x(double relations) {
        return LEFT + Math.log(relations / fewest) / Math.log(most / fewest) * (WIDTH - RIGHT - LEFT);
    }

    private double y(double millis) {
        return HEIGHT - BOTTOM - Math.log(millis / least) / Math.log(longest / least) * (HEIGHT - BOTTOM - TOP);
    }
}
