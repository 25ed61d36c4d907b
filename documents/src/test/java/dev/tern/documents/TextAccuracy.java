package dev.tern.documents;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures the correctness of extracted text: a program for a folder of files, each beside a
 * {@code .txt} file of the same name with the expected text, paragraphs separated by blank lines,
 * or beside a {@code .json} file with this text under "text".
 * It counts words in order, whole paragraphs, and table rows.
 */
final class TextAccuracy {
    private static final Pattern BLANK_LINES = Pattern.compile("\\n\\s*\\n");
    private static final Predicate<String> ROW =
            Pattern.compile("[^:]{1,80}: .*[;.]$").asMatchPredicate();

    private TextAccuracy() {}

    /**
     * The figures of documents of one format.
     *
     * @param files the number of files
     * @param words the mean share of correct words, of all expected or found
     * @param paragraphs the number of expected paragraphs
     * @param rightParagraphs the number of exactly matching ones
     * @param rows the number of expected table rows
     * @param rightRows the number of exactly matching ones
     * @param millis the time for reading
     */
    record Figures(int files, double words, int paragraphs, int rightParagraphs, int rows, int rightRows, long millis) {
        static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0, 0);

        Figures plus(Figures other) {
            int both = files + other.files;
            return new Figures(
                    both,
                    (words * files + other.words * other.files) / Math.max(1, both),
                    paragraphs + other.paragraphs,
                    rightParagraphs + other.rightParagraphs,
                    rows + other.rows,
                    rightRows + other.rightRows,
                    millis + other.millis);
        }

        boolean right() {
            return words == 1 && rightParagraphs == paragraphs && rightRows == rows;
        }
    }

    /** Prints the figures of each incorrect file, and of each format. */
    public static void main(String[] arguments) throws IOException {
        Map<String, Figures> formats = new TreeMap<>();
        of(Path.of(arguments[0])).forEach((name, figures) -> {
            formats.merge(ContentType.ending(name), figures, Figures::plus);
            if (!figures.right()) {
                print(name, figures);
            }
        });
        System.out.println();
        formats.forEach(TextAccuracy::print);
        print("all", formats.values().stream().reduce(Figures.NONE, Figures::plus));
    }

    private static void print(String name, Figures figures) {
        System.out.printf(
                Locale.ROOT,
                "%-30s %3d files  words %5.1f %%  paragraphs %d of %d  rows %d of %d  %d ms%n",
                name,
                figures.files,
                100 * figures.words,
                figures.rightParagraphs,
                figures.paragraphs,
                figures.rightRows,
                figures.rows,
                figures.millis);
    }

    /** Returns the figures of each file of a folder with an expected text; formats are timed. */
    static Map<String, Figures> of(Path folder) throws IOException {
        Map<String, Map<String, String>> formats = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                String right = right(folder, name);
                if (!right.isEmpty()) {
                    formats.computeIfAbsent(ContentType.ending(name), ignored -> new TreeMap<>())
                            .put(name, right);
                }
            }
        }
        Map<String, Figures> figures = new TreeMap<>();
        for (Map<String, String> files : formats.values()) {
            long start = System.nanoTime();
            Map<String, String> texts = Loading.of(folder, files.keySet().toArray(String[]::new)).documents().stream()
                    .collect(Collectors.toMap(
                            document -> document.id().replaceFirst("/#.*", ""),
                            SourceDocument::text,
                            (one, next) -> one + "\n\n" + next));
            long millis = (System.nanoTime() - start) / 1_000_000 / files.size();
            files.forEach((name, right) -> figures.put(name, of(right, texts.getOrDefault(name, ""), millis)));
        }
        return figures;
    }

    /** Returns the expected text, in NAME.txt, or "text" in the JSON beside it; empty if none. */
    private static String right(Path folder, String name) throws IOException {
        Path json = folder.resolve(name.replaceFirst("\\.[^.]*$", "") + ".json");
        Path text = folder.resolve(name + ".txt");
        if (Files.exists(text)) {
            return Files.readString(text);
        }
        return Files.exists(json) && !name.endsWith(".json")
                ? new ObjectMapper().readTree(json.toFile()).path("text").asText()
                : "";
    }

    private static Figures of(String right, String text, long millis) {
        String[] should = words(right);
        String[] are = words(text);
        double words = should.length + are.length == 0 ? 1 : 2.0 * common(should, are) / (should.length + are.length);
        Set<String> paragraphs =
                BLANK_LINES.splitAsStream(text).map(TextAccuracy::lines).collect(Collectors.toSet());
        Set<String> lines = text.lines().map(TextAccuracy::line).collect(Collectors.toCollection(HashSet::new));
        List<String> rightParagraphs = BLANK_LINES
                .splitAsStream(right)
                .map(TextAccuracy::lines)
                .filter(paragraph -> !paragraph.isEmpty())
                .toList();
        List<String> rows = right.lines().map(TextAccuracy::line).filter(ROW).toList();
        return new Figures(
                1,
                words,
                rightParagraphs.size(),
                (int) rightParagraphs.stream().filter(paragraphs::contains).count(),
                rows.size(),
                (int) rows.stream().filter(lines::contains).count(),
                millis);
    }

    private static String lines(String text) {
        return text.replaceAll("[^\\S\n]+", " ").replaceAll(" ?\n ?", "\n").strip();
    }

    private static String line(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    private static String[] words(String text) {
        return line(text).isEmpty() ? new String[0] : line(text).split(" ");
    }

    /** Returns the length of the longest common subsequence of words. */
    private static int common(String[] one, String[] other) {
        int[] before = new int[other.length + 1];
        for (String word : one) {
            int[] now = new int[other.length + 1];
            for (int i = 0; i < other.length; i++) {
                now[i + 1] = word.equals(other[i]) ? before[i] + 1 : Math.max(now[i], before[i + 1]);
            }
            before = now;
        }
        return Arrays.stream(before).max().orElse(0);
    }
}
