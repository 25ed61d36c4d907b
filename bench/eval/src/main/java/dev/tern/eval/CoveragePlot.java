package dev.tern.eval;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Plots the coverage of gold documents by the tokens of the candidate list, as a log-scale SVG. */
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

    /** Returns the plot; without figures its axes only. */
    public static String svg(List<CandidateFigures> figures) {
        return new CoveragePlot(figures).draw();
    }

    private String draw() {
        SvgDrawing svg =
                new SvgDrawing(WIDTH, HEIGHT, "Gold documents and evidence in the list of candidates by its length");
        axes(svg);
        List<Curve> curves = List.of(
                new Curve("coverage", "#0969da", each -> each.coverage().value()),
                new Curve("all gold covered", "#8250df", each -> each.allGold().value()),
                new Curve("evidence", "#bc4c00", each -> each.evidence().value()));
        for (int i = 0; i < curves.size(); i++) {
            curve(svg, curves.get(i), TOP + 16 + 20 * i);
        }
        return svg.end();
    }

    private void axes(SvgDrawing svg) {
        for (int percent = (int) lowestPercent; percent <= 100; percent += 10) {
            svg.line(LEFT, y(percent), WIDTH - RIGHT, y(percent), "#d0d7de");
            svg.text(LEFT - 8, y(percent) + 4, "end", percent + " %");
        }
        for (int tokens : TICKS) {
            if (tokens >= lowestTokens && tokens <= highestTokens) {
                svg.line(x(tokens), TOP, x(tokens), HEIGHT - BOTTOM, "#d0d7de");
                svg.text(x(tokens), HEIGHT - BOTTOM + 18, "middle", String.format(Locale.ROOT, "%,d", tokens));
            }
        }
        svg.text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", "tokens of the list of candidates");
    }

    private void curve(SvgDrawing svg, Curve curve, int legend) {
        svg.curve(
                figures.stream()
                        .map(each -> new SvgDrawing.Point(x(each.tokens()), y(curve.value.applyAsDouble(each))))
                        .toList(),
                curve.colour);
        svg.line(WIDTH - RIGHT + 14, legend - 4, WIDTH - RIGHT + 34, legend - 4, curve.colour);
        svg.text(WIDTH - RIGHT + 40, legend, "start", curve.name);
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
