package dev.tern.documents;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.pdfbox.text.TextPosition;
import org.apache.pdfbox.util.Matrix;

/**
 * Turns oblique text of a PDF page upright, letters of about the same angle together, into an area
 * below the page. Not thread-safe.
 */
final class ObliqueText {
    /** The maximum angle, in degrees, between letters of a line, and of lines that are askew. */
    private static final double ASKEW = 5;

    /** The distance of the turned text from the page, in points; no page is as high. */
    private static final float BELOW = 50_000;

    private final List<Double> angles = new ArrayList<>();
    private final IdentityHashMap<TextPosition, Double> turned = new IdentityHashMap<>();

    void clear() {
        angles.clear();
        turned.clear();
    }

    /** Returns the angle of oblique letters, counter-clockwise in degrees, or 0. */
    double angle(TextPosition letter) {
        Matrix matrix = letter.getTextMatrix();
        double angle = Math.toDegrees(Math.atan2(matrix.getShearY(), matrix.getScaleX()));
        if (Math.abs(angle - 90 * Math.rint(angle / 90)) <= ASKEW) {
            return 0;
        }
        double known = angles.stream()
                .filter(other -> Math.abs(other - angle) <= ASKEW)
                .findFirst()
                .orElse(angle);
        if (known == angle) {
            angles.add(angle);
        }
        return known;
    }

    /** Returns the transformation that turns letters of an angle upright. */
    static Matrix turn(double angle) {
        return angle == 0 ? new Matrix() : Matrix.getRotateInstance(Math.toRadians(-angle), 0, -BELOW);
    }

    /** Records the angle of a letter that is turned upright now. */
    void put(TextPosition letter, double angle) {
        if (angle != 0) {
            turned.put(letter, angle);
        }
    }

    /** Returns the direction of a letter, counter-clockwise in degrees. */
    double direction(TextPosition letter) {
        return turned.getOrDefault(letter, (double) Math.round(letter.getDir()));
    }

    boolean isOblique(double direction) {
        return angles.contains(direction);
    }

    /**
     * Adds oblique words to an upright page: between its lines if no line is beside them, as with
     * labels, else at the end, as with watermarks.
     *
     * @param height the height of the page
     */
    static void add(List<PdfWord> words, List<PdfWord> oblique, double angle, double height) {
        double sine = Math.sin(Math.toRadians(angle));
        double cosine = Math.cos(Math.toRadians(angle));
        DoubleSummaryStatistics heights = oblique.stream()
                .flatMapToDouble(word -> DoubleStream.of(word.left(), word.right())
                        .map(x -> height - x * sine - (height + BELOW - word.middle()) * cosine))
                .summaryStatistics();
        int above = (int) words.stream()
                .takeWhile(word -> word.middle() < heights.getMin())
                .count();
        boolean apart = words.stream().skip(above).allMatch(word -> word.middle() > heights.getMax());
        words.addAll(apart ? above : words.size(), oblique);
    }
}
