package dev.tern.documents;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Orders the lines of a page: text columns one after the other, else rows from top to bottom. */
final class PageLayout {
    /** The minimum lines of a column that are more than {@link #LONG} times as long as high. */
    private static final int MIN_LINES = 4;

    private static final double LONG = 8;

    private PageLayout() {}

    /** A part of a page that stands within a rectangle. */
    interface BoxedPart {
        LineBox box();
    }

    /** Returns the rows of a page; lines at the same height of a column form one row. */
    static <T extends BoxedPart> List<List<T>> rows(List<T> lines) {
        List<T> sorted = lines.stream()
                .sorted(Comparator.comparingDouble(line -> line.box().y()))
                .toList();
        // A boundary of columns has long lines on both sides.
        List<T> longLines = sorted.stream().filter(PageLayout::isLong).toList();
        double first =
                longLines.stream().mapToDouble(line -> line.box().right()).min().orElse(Double.MAX_VALUE);
        double last =
                longLines.stream().mapToDouble(line -> line.box().left()).max().orElse(-Double.MAX_VALUE);
        return sorted.stream()
                .map(line -> line.box().right())
                .distinct()
                .filter(x -> first <= x && x <= last && isBetweenColumns(x, sorted))
                .min(Comparator.comparingLong(x -> crossing(x, sorted)))
                .map(x -> columns(x, sorted))
                .orElseGet(() -> oneBelowTheOther(sorted));
    }

    /** Returns true if long lines stand on both sides of an x coordinate and few cross it. */
    private static boolean isBetweenColumns(double x, List<? extends BoxedPart> lines) {
        return 4 * crossing(x, lines) < lines.size()
                && isColumn(lines.stream().filter(line -> isLeft(line, x)).toList())
                && isColumn(lines.stream().filter(line -> isRight(line, x)).toList());
    }

    private static long crossing(double x, List<? extends BoxedPart> lines) {
        return lines.stream()
                .filter(line -> !isLeft(line, x) && !isRight(line, x))
                .count();
    }

    private static boolean isColumn(List<? extends BoxedPart> lines) {
        List<? extends BoxedPart> longLines =
                lines.stream().filter(PageLayout::isLong).toList();
        return longLines.size() >= MIN_LINES && 2 * length(longLines) >= length(lines);
    }

    private static double length(List<? extends BoxedPart> lines) {
        return lines.stream().mapToDouble(line -> line.box().length()).sum();
    }

    private static boolean isLong(BoxedPart line) {
        return line.box().length() > LONG * line.box().height();
    }

    private static boolean isLeft(BoxedPart line, double x) {
        return line.box().right() <= x;
    }

    private static boolean isRight(BoxedPart line, double x) {
        return line.box().left() >= x;
    }

    /** Returns both columns; a line across them, such as a heading, precedes the text below it. */
    private static <T extends BoxedPart> List<List<T>> columns(double x, List<T> sorted) {
        List<List<T>> rows = new ArrayList<>();
        List<T> left = new ArrayList<>();
        List<T> right = new ArrayList<>();
        for (T line : sorted) {
            if (isLeft(line, x)) {
                left.add(line);
            } else if (isRight(line, x)) {
                right.add(line);
            } else {
                rows.addAll(oneAfterTheOther(left, right));
                left.clear();
                right.clear();
                rows.add(List.of(line));
            }
        }
        rows.addAll(oneAfterTheOther(left, right));
        return rows;
    }

    private static <T extends BoxedPart> List<List<T>> oneAfterTheOther(List<T> left, List<T> right) {
        return Stream.concat(rows(left).stream(), rows(right).stream()).toList();
    }

    private static <T extends BoxedPart> List<List<T>> oneBelowTheOther(List<T> sorted) {
        List<List<T>> rows = new ArrayList<>();
        for (T line : sorted) {
            LineBox last = rows.isEmpty() ? null : rows.getLast().getFirst().box();
            boolean beside = last != null
                    && Math.abs(line.box().y() - last.y())
                            < Math.min(last.height(), line.box().height()) / 2;
            if (!beside) {
                rows.add(new ArrayList<>());
            }
            rows.getLast().add(line);
        }
        rows.forEach(
                row -> row.sort(Comparator.comparingDouble(line -> line.box().x())));
        return rows;
    }
}
