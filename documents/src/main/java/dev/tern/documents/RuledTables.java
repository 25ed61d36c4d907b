package dev.tern.documents;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds tables whose cells are separated by rules: crossing lines form a grid, and fields of the
 * grid with no line between them are one cell.
 */
final class RuledTables {
    private static final int MAX_LINES = 2_000;
    private static final int MAX_PLACES = 20_000;
    private static final int MAX_CELL_LENGTH = 1_500;

    /** The minimum share of filled cells; below it, the grid is a diagram or an empty form. */
    private static final double MIN_FILLED_SHARE = 0.3;

    /** The minimum share of the columns that a text line fills if it is a row. */
    private static final double FILLED_COLUMNS = 0.7;

    /** The share of lines with {@link #FILLED_COLUMNS}, between two rules, that makes all rows. */
    private static final double FILLED_LINES = 0.8;

    /** The number of words in a cell from which it may be running text. */
    private static final int WORDS_OF_TEXT = 3;

    /** The maximum distance of words in a line, in font sizes. */
    private static final double WORDS_APART = 0.4;

    private final List<RuledLine> across;
    private final List<RuledLine> upright;
    private final List<PdfWord> words;

    RuledTables(PdfPage page) {
        across = RuledLine.joined(page.rulings(), false);
        upright = RuledLine.joined(page.rulings(), true);
        words = page.words().stream().filter(word -> !word.turned()).toList();
    }

    List<PdfTable> find() {
        if (across.size() + upright.size() > MAX_LINES) {
            return List.of();
        }
        List<PdfTable> tables = new ArrayList<>();
        for (List<RuledLine> group : groups()) {
            PdfTable table = table(group);
            if (table != null) {
                tables.add(table);
            }
        }
        tables.sort(Comparator.comparingDouble(PdfTable::top));
        return tables;
    }

    /** Returns the groups of connected lines that have more than three lines. */
    private List<List<RuledLine>> groups() {
        List<RuledLine> all = Stream.concat(across.stream(), upright.stream()).toList();
        int[] group = IntStream.range(0, all.size()).toArray();
        for (int i = 0; i < across.size(); i++) {
            for (int j = across.size(); j < all.size(); j++) {
                if (all.get(i).crosses(all.get(j))) {
                    group[root(group, i)] = root(group, j);
                }
            }
        }
        Map<Integer, List<RuledLine>> groups = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            groups.computeIfAbsent(root(group, i), ignored -> new ArrayList<>()).add(all.get(i));
        }
        return groups.values().stream().filter(lines -> lines.size() > 3).toList();
    }

    private static int root(int[] parents, int of) {
        int root = of;
        while (parents[root] != root) {
            parents[root] = parents[parents[root]];
            root = parents[root];
        }
        return root;
    }

    private @Nullable PdfTable table(List<RuledLine> lines) {
        double[] xs = edges(lines, true);
        double[] ys = edges(lines, false);
        if (xs.length < 3 || ys.length < 2 || (xs.length - 1) * (ys.length - 1) > MAX_PLACES) {
            return null;
        }
        List<PdfWord> inside = words.stream()
                .filter(word -> within(xs, word.centre()) && within(ys, word.middle()))
                .toList();
        if (isInText(inside)) {
            return null;
        }
        double[] finer = withRows(ys, xs, inside);
        return new Grid(xs, finer, lines, inside).table();
    }

    /** Returns true if all lines go on outside, as lines with framed words do. */
    private boolean isInText(List<PdfWord> inside) {
        Set<PdfWord> framed = new HashSet<>(inside);
        List<PdfWord> others =
                words.stream().filter(word -> !framed.contains(word)).toList();
        return TextLine.of(inside).stream()
                .allMatch(line -> others.stream()
                        .anyMatch(word -> !word.isBelow(line.words().getFirst())
                                && Math.max(word.left() - line.right(), line.left() - word.right())
                                        < WORDS_APART * word.size()));
    }

    private static boolean within(double[] edges, double place) {
        return edges[0] <= place && place < edges[edges.length - 1];
    }

    /** Returns the edges of columns or rows; without outer rules, the ends of crossing lines. */
    private static double[] edges(List<RuledLine> lines, boolean upright) {
        List<Double> places = new ArrayList<>();
        double first = Double.MAX_VALUE;
        double last = -Double.MAX_VALUE;
        for (RuledLine line : lines) {
            if (line.upright() == upright) {
                places.add(line.at());
            } else {
                first = Math.min(first, line.from());
                last = Math.max(last, line.to());
            }
        }
        places.add(first);
        places.add(last);
        places.sort(null);
        List<Double> edges = new ArrayList<>();
        for (double place : places) {
            if (edges.isEmpty() || place - edges.getLast() > RuledLine.NEAR) {
                edges.add(place);
            }
        }
        return edges.stream().mapToDouble(edge -> edge).toArray();
    }

    /** Returns row edges; splits a row into its lines if most of them fill most columns. */
    private static double[] withRows(double[] ys, double[] xs, List<PdfWord> words) {
        List<Double> finer = new ArrayList<>();
        long columns = columns(xs, words);
        int first =
                words.stream().mapToInt(word -> column(xs, word.centre())).min().orElse(0);
        for (int i = 0; i + 1 < ys.length; i++) {
            finer.add(ys[i]);
            double top = ys[i];
            double bottom = ys[i + 1];
            List<TextLine> text = TextLine.of(words.stream()
                    .filter(word -> top <= word.middle() && word.middle() < bottom)
                    .toList());
            long full = text.stream()
                    .filter(line -> column(xs, line.words().getFirst().centre()) == first
                            && columns(xs, line.words()) >= FILLED_COLUMNS * columns)
                    .count();
            if (text.size() > 2 && full >= FILLED_LINES * text.size() && !runOn(xs, text)) {
                for (int line = 1; line < text.size(); line++) {
                    finer.add((text.get(line - 1).bottom() + text.get(line).top()) / 2);
                }
            }
        }
        finer.add(ys[ys.length - 1]);
        return finer.stream().mapToDouble(edge -> edge).toArray();
    }

    /** Returns true if lines often continue in lower case in their column, like running text. */
    static boolean runOn(double[] xs, List<TextLine> lines) {
        int all = 0;
        int small = 0;
        for (int i = 1; i < lines.size(); i++) {
            for (int column = 0; column + 1 < xs.length; column++) {
                List<PdfWord> before = in(xs, column, lines.get(i - 1));
                List<PdfWord> words = in(xs, column, lines.get(i));
                if (before.size() >= WORDS_OF_TEXT && !words.isEmpty()) {
                    all++;
                    small += Character.isLowerCase(words.getFirst().text().codePointAt(0)) ? 1 : 0;
                }
            }
        }
        return 3 * small > all;
    }

    private static List<PdfWord> in(double[] xs, int column, TextLine line) {
        return line.words().stream()
                .filter(word -> column(xs, word.centre()) == column)
                .toList();
    }

    private static long columns(double[] xs, List<PdfWord> words) {
        return words.stream()
                .mapToInt(word -> column(xs, word.centre()))
                .distinct()
                .count();
    }

    private static int column(double[] edges, double place) {
        int found = Arrays.binarySearch(edges, place);
        return Math.clamp(found < 0 ? -found - 2 : found, 0, edges.length - 2);
    }

    /** The fields between lines. */
    private static final class Grid {
        private final double[] xs;
        private final double[] ys;
        private final int columns;
        private final int rows;
        private final int[] cells;
        private final List<RuledLine> lines;
        private final List<PdfWord> words;
        private final Map<Integer, List<PdfWord>> inPlaces = new TreeMap<>();

        private Grid(double[] xs, double[] ys, List<RuledLine> lines, List<PdfWord> words) {
            this.xs = xs;
            this.ys = ys;
            this.columns = xs.length - 1;
            this.rows = ys.length - 1;
            this.cells = IntStream.range(0, rows * columns).toArray();
            this.lines = lines;
            this.words = words;
            for (PdfWord word : words) {
                int place = column(ys, word.middle()) * columns + column(xs, word.centre());
                inPlaces.computeIfAbsent(place, ignored -> new ArrayList<>()).add(word);
            }
        }

        private @Nullable PdfTable table() {
            joinPlaces();
            Map<Integer, List<PdfWord>> inCells = new TreeMap<>();
            inPlaces.forEach((place, written) -> inCells.computeIfAbsent(
                            RuledTables.root(cells, place), ignored -> new ArrayList<>())
                    .addAll(written));
            Map<Integer, RowCell> said = new TreeMap<>();
            inCells.forEach((cell, written) -> said.put(cell, cell(written)));
            List<Integer> full = kept(columns, rows, (column, row) -> cellAt(row, column), said);
            List<Integer> fullRows = kept(rows, columns, this::cellAt, said);
            Set<Integer> before = new HashSet<>();
            List<List<RowCell>> written = fullRows.stream()
                    .map(row -> row(row, full, said, before))
                    .filter(row -> row.stream().anyMatch(cell -> !cell.isBlank()))
                    .toList();
            long cellCount = IntStream.range(0, cells.length)
                    .map(i -> RuledTables.root(cells, i))
                    .distinct()
                    .count();
            boolean isTable = full.size() > 1
                    && written.size() > 1
                    && said.size() >= MIN_FILLED_SHARE * cellCount
                    && said.values().stream().allMatch(cell -> cell.text().length() <= MAX_CELL_LENGTH)
                    && said.size() > 3;
            PdfTable table = new PdfTable(words, written, starts(full), ys[0], ys[rows]);
            return isTable && table.cellsOfRow() > 1 ? table : null;
        }

        private List<Double> starts(List<Integer> full) {
            return Stream.concat(full.stream().map(column -> xs[column]), Stream.of(xs[columns]))
                    .toList();
        }

        /**
         * Returns the indexes of the columns or rows to keep. Cells with text are considered from
         * narrow to wide; one that spans no kept column or row adds the first that it spans.
         */
        private static List<Integer> kept(int count, int across, IntBinaryOperator cellAt, Map<Integer, RowCell> said) {
            Map<Integer, Set<Integer>> reach = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < across; j++) {
                    int cell = cellAt.applyAsInt(i, j);
                    if (said.containsKey(cell)) {
                        reach.computeIfAbsent(cell, ignored -> new TreeSet<>()).add(i);
                    }
                }
            }
            List<Set<Integer>> narrowFirst = reach.values().stream()
                    .distinct()
                    .sorted(Comparator.comparingInt(Set::size))
                    .toList();
            Set<Integer> kept = new TreeSet<>();
            for (Set<Integer> places : narrowFirst) {
                if (places.stream().noneMatch(kept::contains)) {
                    kept.add(places.iterator().next());
                }
            }
            return List.copyOf(kept);
        }

        private int cellAt(int row, int column) {
            return RuledTables.root(cells, row * columns + column);
        }

        private void joinPlaces() {
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++) {
                    if (column + 1 < columns
                            && !isLine(true, xs[column + 1], (ys[row] + ys[row + 1]) / 2)
                            && !isApart(row * columns + column)) {
                        join(cellAt(row, column), cellAt(row, column + 1));
                    }
                    if (row + 1 < rows
                            && isEdge(ys[row + 1])
                            && !isLine(false, ys[row + 1], (xs[column] + xs[column + 1]) / 2)) {
                        join(cellAt(row, column), cellAt(row + 1, column));
                    }
                }
            }
        }

        /** Returns true if a field's text is as far from the text to its right as cells are. */
        private boolean isApart(int place) {
            List<PdfWord> before = inPlaces.getOrDefault(place, List.of());
            List<PdfWord> behind = inPlaces.getOrDefault(place + 1, List.of());
            if (before.isEmpty() || behind.isEmpty()) {
                return false;
            }
            double right = before.stream().mapToDouble(PdfWord::right).max().orElseThrow();
            double left = behind.stream().mapToDouble(PdfWord::left).min().orElseThrow();
            return left - right > TextLine.APART * before.getFirst().size();
        }

        /** Returns true if a line is drawn at a row edge; rows split by their text have none. */
        private boolean isEdge(double y) {
            return lines.stream().anyMatch(line -> !line.upright() && Math.abs(line.at() - y) <= RuledLine.NEAR);
        }

        private void join(int one, int other) {
            cells[Math.max(one, other)] = Math.min(one, other);
        }

        private boolean isLine(boolean upright, double at, double along) {
            return lines.stream()
                    .anyMatch(line -> line.upright() == upright
                            && Math.abs(line.at() - at) <= RuledLine.NEAR
                            && line.from() <= along
                            && along <= line.to());
        }

        private static RowCell cell(List<PdfWord> words) {
            List<PdfWord> ordered = TextLine.of(words).stream()
                    .flatMap(line -> line.words().stream())
                    .toList();
            return new RowCell(PdfWord.text(ordered), words.stream().allMatch(PdfWord::bold));
        }

        /** Returns the cells of a row; a spanning cell is repeated unless its text is long. */
        private List<RowCell> row(int row, List<Integer> full, Map<Integer, RowCell> said, Set<Integer> before) {
            return full.stream()
                    .map(column -> {
                        int cell = cellAt(row, column);
                        RowCell text = said.getOrDefault(cell, RowCell.of(""));
                        return before.add(cell) ? text : new RowCell(TableGrid.spannedText(text.text()), text.head());
                    })
                    .toList();
        }
    }
}
