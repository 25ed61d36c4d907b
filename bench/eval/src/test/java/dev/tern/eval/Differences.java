package dev.tern.eval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Compares the results of two runs of {@code tern eval --out}, for {@code bench/try}. */
final class Differences {
    private static final int FIRST = 5;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * The result of a question.
     *
     * @param text the question
     * @param places the rank of each gold document, from 1; 0 if it was not found
     */
    private record Found(String id, String text, List<Integer> places) {
        int first() {
            return (int)
                    places.stream().filter(place -> place > 0 && place <= FIRST).count();
        }

        double recall() {
            return 100.0 * first() / places.size();
        }

        double all() {
            return first() == places.size() ? 100 : 0;
        }

        String shown() {
            return places.stream()
                    .map(place -> place == 0 ? "-" : String.valueOf(place))
                    .collect(Collectors.joining(","));
        }
    }

    /** A question before and after a change. */
    private record Pair(Found before, Found after) {
        int gain() {
            return after.first() - before.first();
        }
    }

    private final String set;
    private final List<Pair> pairs = new ArrayList<>();

    /**
     * Reads the questions of two runs.
     *
     * @param set the name of the set
     * @param before the folder of the first run
     * @param after the folder of the second run
     */
    Differences(String set, Path before, Path after) throws IOException {
        this.set = set;
        Map<String, Found> earlier = questions(before);
        questions(after).forEach((id, found) -> {
            Found first = earlier.get(id);
            if (first != null) {
                pairs.add(new Pair(first, found));
            }
        });
    }

    /** Prints the tables of sets, each given by name, folder before and folder after. */
    public static void main(String[] arguments) throws IOException {
        List<Differences> sets = new ArrayList<>();
        for (int i = 0; i < arguments.length; i += 3) {
            sets.add(new Differences(arguments[i], Path.of(arguments[i + 1]), Path.of(arguments[i + 2])));
        }
        tables(sets).forEach(System.out::println);
    }

    /** Returns the table of figures, and that of questions whose gold documents changed rank. */
    static List<String> tables(List<Differences> sets) {
        List<String> lines = new ArrayList<>();
        lines.add(row("", "R@5", "", "all@5", "", "questions", ""));
        lines.add(row("", "commit", "now", "commit", "now", "better", "worse"));
        sets.forEach(set -> lines.add(set.figures()));
        sets.forEach(set -> lines.addAll(set.questions()));
        return lines;
    }

    private static Map<String, Found> questions(Path run) throws IOException {
        Map<String, Found> questions = new LinkedHashMap<>();
        for (String line : Files.readAllLines(run.resolve("questions.jsonl"))) {
            JsonNode node = JSON.readTree(line);
            List<Integer> places = new ArrayList<>();
            node.path("gold").forEach(gold -> places.add(gold.path("place").asInt()));
            String id = node.path("id").asText();
            questions.put(id, new Found(id, node.path("question").asText(), places));
        }
        return questions;
    }

    private static String row(Object... cells) {
        return String.format(Locale.ROOT, "%-24s %8s %8s   %8s %8s   %8s %8s", cells)
                .stripTrailing();
    }

    private static String percent(double sum, int of) {
        return of == 0 ? "-" : String.format(Locale.ROOT, "%.2f", sum / of);
    }

    private String figures() {
        int questions = pairs.size();
        return row(
                set,
                percent(
                        pairs.stream()
                                .mapToDouble(pair -> pair.before().recall())
                                .sum(),
                        questions),
                percent(
                        pairs.stream()
                                .mapToDouble(pair -> pair.after().recall())
                                .sum(),
                        questions),
                percent(pairs.stream().mapToDouble(pair -> pair.before().all()).sum(), questions),
                percent(pairs.stream().mapToDouble(pair -> pair.after().all()).sum(), questions),
                pairs.stream().filter(pair -> pair.gain() > 0).count(),
                pairs.stream().filter(pair -> pair.gain() < 0).count());
    }

    private List<String> questions() {
        List<String> lines = new ArrayList<>();
        List<Pair> changed = pairs.stream()
                .filter(pair -> pair.gain() != 0)
                .sorted(Comparator.comparingInt(Pair::gain))
                .toList();
        long moved = pairs.stream()
                .filter(pair -> pair.gain() == 0
                        && !pair.before().places().equals(pair.after().places()))
                .count();
        if (!changed.isEmpty()) {
            lines.add("");
            lines.add(set + ": gold among the first " + FIRST + ", and its places");
        }
        for (Pair pair : changed) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %d/%d -> %d/%2$d  %s -> %s  %s  %s",
                    pair.before().first(),
                    pair.before().places().size(),
                    pair.after().first(),
                    pair.before().shown(),
                    pair.after().shown(),
                    pair.after().id(),
                    pair.after().text()));
        }
        if (moved > 0) {
            lines.add("");
            lines.add(set + ": gold changed places in " + moved + (changed.isEmpty() ? "" : " more")
                    + " of the questions, without coming among the first " + FIRST + " or leaving them");
        }
        if (moved == 0 && changed.isEmpty()) {
            lines.add("");
            lines.add(set + ": all gold is where it was");
        }
        return lines;
    }
}
