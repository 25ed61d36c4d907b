package dev.tern.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Measures the recognised part of tables in real PDFs: a program, run by hand with a folder of the
 * ICDAR 2013 table competition, {@code NAME.pdf} and {@code NAME-str.xml}. As there, it counts
 * neighbouring cells, blanks skipped (M. Göbel and others, A methodology for evaluating algorithms
 * for table understanding in PDF documents, DocEng 2012).
 */
final class PdfTableAccuracy {
    private PdfTableAccuracy() {}

    private record Counts(int stated, int found, int right) {
        Counts plus(Counts other) {
            return new Counts(stated + other.stated, found + other.found, right + other.right);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "recall %5.1f  precision %5.1f  (%d of %d, %d found)",
                    100.0 * right / Math.max(1, stated),
                    100.0 * right / Math.max(1, found),
                    right,
                    stated,
                    found);
        }
    }

    /** Prints each file and the sum; with a second argument the recognised cells too. */
    public static void main(String[] arguments) throws Exception {
        List<Path> files;
        try (Stream<Path> listed = Files.list(Path.of(arguments[0]))) {
            files = listed.filter(file -> file.toString().endsWith(".pdf"))
                    .sorted()
                    .toList();
        }
        Counts sum = new Counts(0, 0, 0);
        double recall = 0;
        double precision = 0;
        int counted = 0;
        long nanos = 0;
        for (Path file : files) {
            String name = file.getFileName().toString().replace(".pdf", "");
            Path truth = file.resolveSibling(name + "-str.xml");
            long start = System.nanoTime();
            List<List<List<String>>> tables = found(file);
            nanos += System.nanoTime() - start;
            if (arguments.length > 1) {
                tables.forEach(table -> {
                    System.out.println("--- " + name);
                    table.forEach(row -> System.out.println(String.join(" | ", row)));
                });
            }
            if (!Files.exists(truth)) {
                continue;
            }
            Map<String, Integer> stated = neighbours(truth(truth));
            Map<String, Integer> got = neighbours(tables);
            int right = got.entrySet().stream()
                    .mapToInt(entry -> Math.min(entry.getValue(), stated.getOrDefault(entry.getKey(), 0)))
                    .sum();
            Counts counts = new Counts(sum(stated), sum(got), right);
            sum = sum.plus(counts);
            recall += 100.0 * right / Math.max(1, counts.stated);
            precision += counts.found == 0 ? 0 : 100.0 * right / counts.found;
            counted++;
            System.out.printf(Locale.ROOT, "%-10s %s%n", name, counts);
        }
        System.out.printf(
                Locale.ROOT,
                "all        %s; mean of %d files: recall %.1f, precision %.1f; %d ms%n",
                sum,
                counted,
                recall / Math.max(1, counted),
                precision / Math.max(1, counted),
                nanos / 1_000_000);
    }

    private static int sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static List<List<List<String>>> found(Path file) throws IOException {
        List<List<List<String>>> tables = new ArrayList<>();
        PdfPageReader reader = new PdfPageReader(new HiddenText());
        try (PDDocument pdf = Loader.loadPDF(file.toFile())) {
            PdfTags tagged = new PdfTags(pdf);
            for (int page = 0; page < pdf.getNumberOfPages(); page++) {
                for (PdfTable table : PdfText.tables(reader.read(pdf, page, tagged))) {
                    tables.add(table.rows().stream()
                            .map(row -> row.stream().map(RowCell::text).toList())
                            .toList());
                }
            }
        }
        return tables;
    }

    private static List<List<List<String>>> truth(Path file) throws Exception {
        List<List<List<String>>> tables = new ArrayList<>();
        NodeList regions = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getElementsByTagName("region");
        for (int i = 0; i < regions.getLength(); i++) {
            NodeList cells = ((Element) regions.item(i)).getElementsByTagName("cell");
            List<List<String>> rows = new ArrayList<>();
            for (int j = 0; j < cells.getLength(); j++) {
                Element cell = (Element) cells.item(j);
                String text = cell.getElementsByTagName("content").item(0).getTextContent();
                int row = Math.max(0, number(cell, "start-row", 0));
                // One file counts from -1.
                int column = Math.max(0, number(cell, "start-col", 0));
                for (int r = row; r <= number(cell, "end-row", row); r++) {
                    for (int c = column; c <= number(cell, "end-col", column); c++) {
                        while (rows.size() <= r) {
                            rows.add(new ArrayList<>());
                        }
                        while (rows.get(r).size() <= c) {
                            rows.get(r).add("");
                        }
                        rows.get(r).set(c, text);
                    }
                }
            }
            tables.add(rows);
        }
        return tables;
    }

    private static int number(Element element, String name, int otherwise) {
        String value = element.getAttribute(name);
        return value.isEmpty() ? otherwise : Integer.parseInt(value.strip());
    }

    /** Returns the horizontal and vertical neighbours of cells; a spanning cell counts once. */
    private static Map<String, Integer> neighbours(List<List<List<String>>> tables) {
        Map<String, Integer> neighbours = new HashMap<>();
        for (List<List<String>> table : tables) {
            Map<String, Integer> own = new HashMap<>();
            for (List<String> row : table) {
                pairs(row, "right", own);
            }
            int columns = table.stream().mapToInt(List::size).max().orElse(0);
            for (int c = 0; c < columns; c++) {
                int column = c;
                pairs(
                        table.stream()
                                .map(row -> column < row.size() ? row.get(column) : "")
                                .toList(),
                        "below",
                        own);
            }
            own.forEach((pair, count) -> neighbours.merge(pair, count, Integer::sum));
        }
        return neighbours;
    }

    private static void pairs(List<String> cells, String direction, Map<String, Integer> into) {
        String before = "";
        for (String cell : cells) {
            String text = cell.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
            if (text.isEmpty()) {
                continue;
            }
            if (!before.isEmpty() && !before.equals(text)) {
                into.merge(direction + " " + before + " > " + text, 1, Integer::sum);
            }
            before = text;
        }
    }
}
