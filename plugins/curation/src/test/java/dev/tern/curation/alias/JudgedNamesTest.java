package dev.tern.curation.alias;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.Ingestion;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks suggestions for judged pairs of names, each pair in a graph of its own. */
class JudgedNamesTest {
    /** A judged pair of names, the numbers of their passages, and other names of the graph. */
    private record Pair(
            boolean same, int together, int first, int second, String name, String other, List<String> others) {
        static Pair of(String line) {
            String[] parts = line.split("\t", -1);
            return new Pair(
                    parts[0].equals("same"),
                    Integer.parseInt(parts[3]),
                    Integer.parseInt(parts[4]),
                    Integer.parseInt(parts[5]),
                    parts[6],
                    parts[7],
                    List.of(parts).subList(8, parts.length));
        }

        /** Returns the rule by which the pair is suggested; empty if it is not. */
        String rule() {
            List<SourceDocument> documents = new ArrayList<>();
            stated(documents, "both", together, List.of(name, other));
            // More passages only repeat that the name occurs without the other.
            stated(documents, "first", Math.min(first, 2), List.of(name, "something"));
            stated(documents, "second", Math.min(second, 2), List.of(other, "other"));
            others.forEach(more -> stated(documents, more, 1, List.of(more, "more")));
            InMemoryGraphStore store = new InMemoryGraphStore();
            new Ingestion(store, new HashingEmbeddingModel(8), Parameters.DEFAULT)
                    .ingest(documents, IngestListener.NONE);
            return new AliasFinder(store)
                    .suggest(10).likely().stream()
                            .filter(made -> made.names().containsAll(List.of(name, other)))
                            .map(made -> made.evidence().getFirst().rule().toString())
                            .findFirst()
                            .orElse("");
        }

        private static void stated(List<SourceDocument> documents, String title, int times, List<String> names) {
            for (int i = 0; i < times; i++) {
                String id = title + " " + i;
                documents.add(SourceDocument.of(id, id).withStatements(List.of(Statement.ofNames(names))));
            }
        }
    }

    private static List<Pair> pairs(String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(JudgedNamesTest.class.getResourceAsStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Pair::of)
                    .toList();
        }
    }

    /** The precision of a rule's suggestions. */
    private record Rule(int right, int made, List<Pair> wrong) {
        private static final double NINETY_FIVE = 1.96;

        Rule and(Rule other) {
            List<Pair> all = new ArrayList<>(wrong);
            all.addAll(other.wrong);
            return new Rule(right + other.right, made + other.made, all);
        }

        double precision() {
            return (double) right / made;
        }

        /** Returns a bound of the Wilson interval of a share. */
        private double bound(int side) {
            double z = NINETY_FIVE * NINETY_FIVE / made;
            double middle = precision() + z / 2;
            double half = NINETY_FIVE * Math.sqrt(precision() * (1 - precision()) / made + z / made / 4);
            return (middle + side * half) / (1 + z);
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%d of %d, %.3f to %.3f", right, made, bound(-1), bound(1));
        }
    }

    private static Map<String, Rule> byRule(String file) throws IOException {
        Map<String, Rule> rules = new TreeMap<>();
        for (Pair pair : pairs(file)) {
            String rule = pair.rule();
            if (!rule.isEmpty()) {
                Rule one = new Rule(pair.same() ? 1 : 0, 1, pair.same() ? List.of() : List.of(pair));
                rules.merge(rule, one, Rule::and);
                rules.merge("all", one, Rule::and);
            }
        }
        return rules;
    }

    @Test
    void nineteenOfTwentySuggestionsAreRightWhereRulesWereFirstChosen() throws IOException {
        Map<String, Rule> rules = byRule("judged-names.tsv");
        Rule all = Objects.requireNonNull(rules.get("all"));
        assertThat(all.precision()).as("%s; wrong: %s", rules, all.wrong()).isGreaterThanOrEqualTo(0.97);
        assertThat(all.made()).isGreaterThan(120);
    }

    @Test
    void nineteenOfTwentySuggestionsAreRightElsewhere() throws IOException {
        Map<String, Rule> rules = byRule("held-out-names.tsv");
        Rule all = Objects.requireNonNull(rules.get("all"));
        assertThat(all.precision()).as("%s; wrong: %s", rules, all.wrong()).isGreaterThanOrEqualTo(0.97);
        assertThat(all.bound(-1)).as(all.toString()).isGreaterThan(0.95);
        assertThat(all.made()).isGreaterThan(550);
    }
}
