package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Samples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilteredGraphTest {
    private static final int PASSAGES = 3_000;

    @TempDir
    private Path directory;

    private static Passage passage(int i, Random random) {
        StringBuilder text = new StringBuilder("Number " + i);
        for (int words = random.nextInt(30); words > 0; words--) {
            text.append(" w").append((int) Math.abs(random.nextGaussian() * 20));
        }
        SourceMetadata metadata = SourceMetadata.EMPTY
                .with("half", i % 2)
                .with("hundredth", i % 100)
                .with("number", i)
                .with("side", i < PASSAGES / 2);
        SourceDocument document = SourceDocument.of("d" + i, text.toString()).withMetadata(metadata);
        return Passage.of(
                document, 0, text.toString(), List.of(Statement.of("thing " + i, "leads to", "thing " + (i + 1) / 2)));
    }

    private static void fill(GraphStore store) {
        Random random = new Random(5);
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < PASSAGES; i++) {
            passages.add(passage(i, random));
        }
        for (int start = 0; start < PASSAGES; start += 500) {
            store.write(Samples.batch(passages.subList(start, start + 500)));
        }
        store.removeDocuments(List.of("d1", "d100", "d2999"));
    }

    /** Filters that match from most of the graph down to one passage; few entities of a side are near the other's. */
    private static final List<MetadataFilter> FILTERS = List.of(
            MetadataFilter.notEqual("number", 7),
            MetadataFilter.equal("half", 1),
            MetadataFilter.equal("side", true),
            MetadataFilter.equal("hundredth", 7),
            MetadataFilter.atLeast("number", PASSAGES - 20),
            MetadataFilter.equal("number", 7),
            MetadataFilter.equal("number", 1));

    @Test
    void whateverShareIsVisibleTheNearestAreThoseOfTheReference() {
        try (GraphStore store = LuceneGraphStore.open(directory, "default");
                GraphStore literal = new InMemoryGraphStore()) {
            fill(store);
            fill(literal);
            for (MetadataFilter filter : FILTERS) {
                try (GraphView visible = store.latest().visible(filter);
                        GraphView expected = literal.latest().visible(filter)) {
                    for (String text : List.of("thing 8", "thing 1600", "thing 2990", "nothing of the kind")) {
                        float[] vector = Samples.vector(text);
                        assertThat(visible.nearestEntities(vector, 5))
                                .as("%s near %s", filter, text)
                                .extracting(Scored::value)
                                .isEqualTo(values(expected.nearestEntities(vector, 5)));
                        assertThat(visible.nearestRelations(vector, 5))
                                .as("%s near %s", filter, text)
                                .isEqualTo(expected.nearestRelations(vector, 5));
                        assertThat(visible.nearestPassages(vector, 5))
                                .as("%s near %s", filter, text)
                                .isEqualTo(expected.nearestPassages(vector, 5));
                    }
                    assertThat(visible.statistics()).isEqualTo(expected.statistics());
                }
            }
        }
    }

    private static List<Entity> values(List<Scored<Entity>> entities) {
        return entities.stream().map(Scored::value).toList();
    }

    @Test
    void wordsAreWeighedAsIfThereWereNoOtherPassages() {
        try (GraphStore store = LuceneGraphStore.open(directory, "default");
                GraphStore literal = new InMemoryGraphStore()) {
            fill(store);
            fill(literal);
            for (MetadataFilter filter : FILTERS) {
                try (GraphView visible = store.latest().visible(filter);
                        GraphView expected = literal.latest().visible(filter)) {
                    for (String question : List.of("w1", "w3 or w40", "number 7", "w2 w5 w9 w60")) {
                        Map<String, Double> scores = new HashMap<>();
                        expected.passagesByText(question, PASSAGES)
                                .forEach(found -> scores.put(found.value().id(), found.score()));
                        List<Scored<Passage>> found = visible.passagesByText(question, PASSAGES);
                        assertThat(found).as("%s under %s", question, filter).hasSameSizeAs(scores.keySet());
                        assertThat(found)
                                .as("%s under %s", question, filter)
                                .allSatisfy(one -> assertThat(one.score())
                                        .isCloseTo(
                                                scores.getOrDefault(one.value().id(), Double.NaN), within(1e-5)));
                    }
                }
            }
        }
    }
}
