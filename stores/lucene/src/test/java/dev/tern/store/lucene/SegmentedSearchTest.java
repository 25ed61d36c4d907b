package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares searches of many segments, with and without sketches and filters, to exact ones. */
class SegmentedSearchTest {
    /** Segments with a sketch, and two that are too small for one. */
    private static final int[] SEGMENTS = {300, 900, 60, 2_500, 260, 40, 700};

    private static final int DIMENSION = 96;

    private final Random random = new Random(11);

    @Test
    void theNearestOfManySegmentsAreThoseOfAnExactSearch(@TempDir Path directory) {
        List<float[]> topics = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            topics.add(near(new float[DIMENSION], 1));
        }
        try (GraphStore store = LuceneGraphStore.open(directory, "default");
                GraphStore exact = new InMemoryGraphStore()) {
            int number = 0;
            for (int size : SEGMENTS) {
                List<Embedded<Passage>> passages = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    SourceDocument document = SourceDocument.of("d" + number, "text")
                            .withMetadata(SourceMetadata.EMPTY.with("third", number % 3));
                    Passage passage = Passage.of(document, 0, "text " + number, List.of());
                    // One topic is in each segment, and one in the smallest only.
                    float[] topic = topics.get(size == 40 ? 11 : random.nextInt(11));
                    passages.add(new Embedded<>(passage, near(topic, 0.08)));
                    number++;
                }
                GraphBatch batch = new GraphBatch("m", passages, Map.of(), Map.of(), Set.of());
                store.write(batch);
                exact.write(batch);
            }
            MetadataFilter twoThirds = MetadataFilter.notEqual("third", 0);
            GraphView shown = store.latest().visible(twoThirds);
            GraphView exactlyShown = exact.latest().visible(twoThirds);
            for (int round = 0; round < 3; round++) {
                for (float[] topic : topics) {
                    float[] question = near(topic, 0.05);
                    for (int limit : new int[] {1, 10, 45, 600}) {
                        assertThat(store.latest().nearestPassages(question, limit))
                                .as("round %d, limit %d", round, limit)
                                .isEqualTo(exact.latest().nearestPassages(question, limit));
                        assertThat(shown.nearestPassages(question, limit))
                                .as("round %d, limit %d, two thirds", round, limit)
                                .isEqualTo(exactlyShown.nearestPassages(question, limit));
                    }
                }
            }
        }
    }

    /** Returns a unit vector near another. */
    private float[] near(float[] other, double spread) {
        float[] vector = new float[DIMENSION];
        double squares = 0;
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) (other[i] + spread * random.nextGaussian());
            squares += (double) vector[i] * vector[i];
        }
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] /= (float) Math.sqrt(squares);
        }
        return vector;
    }
}
