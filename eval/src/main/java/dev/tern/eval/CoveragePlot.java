package dev.tern.eval;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Draws how much of what is needed graph mode shows its chat model against how long the list is, as SVG. Tokens are on a logarithmic
 * axis.
 */
public final class CoveragePlot {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 400;
    private static final int LEFT = 56;
    private static final int RIGHT = 150;
    private static final int TOP = 24;
    private static final int BOTTOM = 48;
    private static final int[] TICKS = {100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000};

    private final List<CandidateFigures> figures;
    private final double lowestTokens;
    private final double highestTokens;
    private final double lowestPercent;

    /** A curve and how it is drawn. */
    private record Curve(String name, String colour, ToDoubleFunction<CandidateFigures> value) {}

    private CoveragePlot(List<CandidateFigures> figures) {
        this.figures = figures;
        this.lowestTokens = Math.max(
                1,
                0.8
                        * figures.stream()
                                .mapToDouble(CandidateFigures::tokens)
                                .min()
                                .orElse(1));
        this.highestTokens = Math.max(
                2 * lowestTokens,
                1.2
                        * figures.stream()
                                .mapToDouble(CandidateFigures::tokens)
                                .max()
                                .orElse(1));
        double least = figures.stream()
                .mapToDouble(each -> Math.min(
                        each.evidence().low(),
                        Math.min(each.coverage().low(), each.allGold().low())))
                .min()
                .orElse(0);
        this.lowestPercent = Math.max(0, 10 * Math.floor(least / 10));
    }

    /** The drawing; of no figures an empty one. */
    public static String svg(List<CandidateFigures> figures) {
        return new CoveragePlot(figures).draw();
    }

    private String draw() {
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " role=\"img\" aria-label=\"Gold documents and evidence in the list of candidates by its"
                        + " length\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n<g"
                        + " font-family=\"sans-serif\" font-size=\"12\" fill=\"#24292f\">%n",
                WIDTH,
                HEIGHT,
                WIDTH,
                HEIGHT));
        axes(svg);
        List<Curve> curves = List.of(
                new Curve("coverage", "#0969da", each -> each.coverage().value()),
                new Curve("all gold covered", "#8250df", each -> each.allGold().value()),
                new Curve("evidence", "#bc4c00", each -> each.evidence().value()));
        for (int i = 0; i < curves.size(); i++) {
            curve(svg, curves.get(i), TOP + 16 + 20 * i);
        }
        return svg.append("</g>\n</svg>\n").toString();
    }

    private void axes(StringBuilder svg) {
        for (int percent = (int) lowestPercent; percent <= 100; percent += 10) {
            line(svg, LEFT, y(percent), WIDTH - RIGHT, y(percent), "#d0d7de");
            text(svg, LEFT - 8, y(percent) + 4, "end", percent + " %");
        }
        for (int tokens : TICKS) {
            if (tokens >= lowestTokens && tokens <= highestTokens) {
                line(svg, x(tokens), TOP, x(tokens), HEIGHT - BOTTOM, "#d0d7de");
                text(svg, x(tokens), HEIGHT - BOTTOM + 18, "middle", String.format(Locale.ROOT, "%,d", tokens));
            }
        }
        text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", "tokens of the list of candidates");
    }

    private void curve(StringBuilder svg, Curve curve, int legend) {
        StringBuilder points = new StringBuilder();
        for (CandidateFigures each : figures) {
            double x = x(each.tokens());
            double y = y(curve.value.applyAsDouble(each));
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
            svg.append(String.format(
                    Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>%n", x, y, curve.colour));
        }
        svg.append(String.format(
                Locale.ROOT,
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>%n",
                points.toString().strip(),
                curve.colour));
        line(svg, WIDTH - RIGHT + 14, legend - 4, WIDTH - RIGHT + 34, legend - 4, curve.colour);
        text(svg, WIDTH - RIGHT + 40, legend, "start", curve.name);
    }

    private static void line(StringBuilder svg, double x1, double y1, double x2, double y2, String colour) {
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n",
                x1,
                y1,
                x2,
                y2,
                colour));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text));
    }

    private double x(double tokens) {
        double share = (Math.log(Math.max(tokens, lowestTokens)) - Math.log(lowestTokens))
                / (Math.log(highestTokens) - Math.log(lowestTokens));
        return LEFT + share * (WIDTH - RIGHT - LEFT);
    }

    private double y(double percent) {
        double share = (percent - lowestPercent) / (100 - lowestPercent);
        return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
    }
}
