package dev.tern.alias;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Document;
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
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Suggestions on pairs of names that were judged, each pair in a graph of its own. */
class JudgedNamesTest {
    /** A pair of names, whether they are one thing, and how many passages name both. */
    private record Pair(boolean same, int together, String fuller, String shorter) {}

    private static List<Pair> pairs() throws IOException {
        try (InputStream in = Objects.requireNonNull(JudgedNamesTest.class.getResourceAsStream("judged-names.tsv"))) {
            List<Pair> pairs = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                String[] parts = line.split("\t", -1);
                if (!line.startsWith("#")) {
                    pairs.add(new Pair(parts[0].equals("same"), Integer.parseInt(parts[2]), parts[3], parts[4]));
                }
            }
            return pairs;
        }
    }

    private static boolean isSuggested(Pair pair) {
        InMemoryGraphStore store = new InMemoryGraphStore();
        List<Document> documents = new ArrayList<>(List.of(
                named("fuller", List.of(pair.fuller(), "something")),
                named("shorter", List.of(pair.shorter(), "other"))));
        for (int i = 0; i < pair.together(); i++) {
            documents.add(named("both " + i, List.of(pair.fuller(), pair.shorter())));
        }
        new Ingestion(store, new HashingEmbeddingModel(8), Parameters.DEFAULT).ingest(documents, IngestListener.NONE);
        return !new EntityAliases(store).suggest(10).likely().isEmpty();
    }

    private static Document named(String id, List<String> names) {
        return Document.of(id, id).withStatements(List.of(Statement.ofNames(names)));
    }

    @Test
    void nineteenOfTwentySuggestionsAreRight() throws IOException {
        List<Pair> pairs = pairs();
        assertThat(pairs).hasSizeGreaterThan(200);
        List<Pair> suggested =
                pairs.stream().filter(JudgedNamesTest::isSuggested).toList();
        List<Pair> wrong = suggested.stream().filter(pair -> !pair.same()).toList();
        long same = pairs.stream().filter(Pair::same).count();
        assertThat((double) (suggested.size() - wrong.size()) / suggested.size())
                .as(
                        "%d pairs, %d of them the same, %d suggested; wrong: %s",
                        pairs.size(), same, suggested.size(), wrong)
                .isGreaterThanOrEqualTo(0.97);
        assertThat(suggested.size()).isGreaterThan(200);
    }
}
