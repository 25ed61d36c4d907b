package dev.tern.documents.ocr;

import dev.tern.documents.LineBox;
import dev.tern.documents.OcrLine;
import dev.tern.documents.OcrSettings;
import dev.tern.documents.UnreadableException;
import java.util.ArrayList;
import java.util.List;

/** Parses Tesseract's table: a tab-separated row for each page, block, paragraph, line and word. */
public final class TesseractTable {
    private static final String HEAD =
            "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext";
    private static final String LEVEL_OF_WORDS = "5";
    private static final int COLUMNS = 12;
    private static final int PERCENT = 100;

    /** The margin added to tight boxes, in line heights, to match the boxes of the models. */
    private static final double ROOM = 0.2;

    private TesseractTable() {}

    /**
     * A word of the table.
     *
     * @param line the numbers of its page, block, paragraph and line
     */
    private record TableWord(List<String> line, int left, int top, int width, int height, OcrLine.OcrWord word) {
        /**
         * Parses the cells of a row.
         *
         * @throws NumberFormatException if a number is malformed, or the confidence is not 0 to 100
         */
        static TableWord of(String[] cells) {
            double percent = Double.parseDouble(cells[10]);
            if (!(percent >= 0 && percent <= PERCENT)) {
                throw new NumberFormatException("a confidence of " + percent);
            }
            return new TableWord(
                    List.of(cells).subList(1, 5),
                    Integer.parseInt(cells[6]),
                    Integer.parseInt(cells[7]),
                    Integer.parseInt(cells[8]),
                    Integer.parseInt(cells[9]),
                    new OcrLine.OcrWord(cells[11], percent / PERCENT));
        }

        int characters() {
            return word.text().length();
        }

        /** Returns true if both are on one line, at most two heights apart, in either direction. */
        boolean follows(TableWord other) {
            int gap = Math.max(left - other.left - other.width, other.left - left - width);
            return line.equals(other.line) && gap <= 2 * Math.max(height, other.height);
        }
    }

    /**
     * Returns the lines of a table. A line of the table is divided at wide gaps; blank words are
     * dropped.
     *
     * @throws UnreadableException if the text is no such table
     */
    public static List<OcrLine> lines(String table) throws UnreadableException {
        List<String> rows = table.lines().toList();
        try {
            if (rows.isEmpty() || !rows.getFirst().equals(HEAD)) {
                throw new NumberFormatException("no head");
            }
            List<OcrLine> lines = new ArrayList<>();
            List<TableWord> line = new ArrayList<>();
            for (String row : rows.subList(1, rows.size())) {
                String[] cells = row.split("\t", COLUMNS);
                if (cells[0].equals(LEVEL_OF_WORDS) && !cells[cells.length - 1].isBlank()) {
                    TableWord tableWord = TableWord.of(cells);
                    if (!line.isEmpty() && !tableWord.follows(line.getLast())) {
                        lines.add(line(line));
                        line.clear();
                    }
                    line.add(tableWord);
                }
            }
            if (!line.isEmpty()) {
                lines.add(line(line));
            }
            return lines;
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            throw new UnreadableException(
                    "has a picture for which Tesseract (" + OcrSettings.LANGUAGES + ") returns no table of words");
        }
    }

    private static OcrLine line(List<TableWord> words) {
        int left = words.stream().mapToInt(TableWord::left).min().orElseThrow();
        int top = words.stream().mapToInt(TableWord::top).min().orElseThrow();
        int width =
                words.stream().mapToInt(word -> word.left + word.width).max().orElseThrow() - left;
        int height =
                words.stream().mapToInt(word -> word.top + word.height).max().orElseThrow() - top;
        int characters = words.stream().mapToInt(TableWord::characters).sum();
        double sum = words.stream()
                .mapToDouble(word -> word.characters() * word.word.confidence())
                .sum();
        // A single upright letter may be higher than wide.
        boolean down = height > width && characters > 1;
        LineBox box = new LineBox(
                left + width / 2.0,
                top + height / 2.0,
                down ? height : width,
                down ? width : height,
                down ? Math.PI / 2 : 0);
        return new OcrLine(
                box.widened(ROOM * box.height()),
                words.stream().map(TableWord::word).toList(),
                characters == 0 ? 0 : sum / characters);
    }
}
