package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that sketches exclude no near row, and that searches with them are exact. */
class SketchTest {
    private static final int ROWS = 3_000;

    private final Random random = new Random(7);

    /** The last value is the maximum fraction of rows not excluded in a search for ten. */
    @ParameterizedTest
    @CsvSource({"384, 1, 0.05", "1024, 1, 0.02", "100, 1, 0.5", "384, 2, 0.05", "3, 1, 1"})
    void noneOfTheNearestIsRuledOutAndFarOnesAre(int dimension, double largeNumbers, double maxLeft)
            throws IOException {
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            // The first of a hundred, and others increasingly far from it.
            int place = i % 100;
            float[] first = place == 0 ? new float[dimension] : vectors.get(i - place);
            vectors.add(unit(first, place == 0 ? 0 : 8.0 / place, largeNumbers));
        }
        SketchedIndex index = index(vectors);
        long left = 0;
        for (int row = 0; row < ROWS; row += 100) {
            float[] target = vectors.get(row);
            SegmentSketches.Estimates estimates = index.estimates(target);
            double[] cosines = vectors.stream()
                    .mapToDouble(vector -> Embedded.cosine(vector, target))
                    .toArray();
            double[] sorted = Arrays.stream(cosines).sorted().toArray();
            for (int n : new int[] {1, 2, 3, 5, 10, 20, 40, 80}) {
                double least = sorted[ROWS - n];
                Set<Integer> found = new HashSet<>(
                        Arrays.stream(estimates.atLeast(least)).boxed().toList());
                left += n == 10 ? found.size() : 0;
                for (int other = 0; other < ROWS; other++) {
                    if (cosines[other] >= least) {
                        assertThat(found)
                                .as("dimension %d, nearest %d of row %d, seed 7", dimension, n, row)
                                .contains(other);
                    }
                }
            }
            if (dimension >= 100) {
                assertThat(Arrays.stream(estimates.nearest(10, any -> true))
                                .boxed()
                                .toList())
                        .contains(row);
            }
        }
        assertThat(left / (double) ROWS / (ROWS / 100)).isLessThanOrEqualTo(maxLeft);
    }

    @Test
    void vectorsWhoseNumbersDifferTooMuchAreNotSketched() throws IOException {
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            vectors.add(unit(new float[384], 0, 30));
        }
        assertThat(index(vectors).sketch()).isNull();
    }

    @Test
    void aVectorOfEqualNumbersIsNearToItself() throws IOException {
        float[] vector = new float[64];
        Arrays.fill(vector, 0.125f);
        List<float[]> vectors = Collections.nCopies(SketchWriter.MIN_ROWS, vector);
        assertThat(index(vectors).estimates(vector).atLeast(0.999)).hasSize(vectors.size());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.999, 1.001})
    void aVectorThatIsNotQuiteOfUnitLengthIsNearToItself(double length) throws IOException {
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            float[] vector = i == 0 ? new float[384] : unit(new float[384], 0, 1);
            if (i == 0) {
                Arrays.fill(vector, (float) (1 / Math.sqrt(384)));
            }
            for (int j = 0; j < vector.length; j++) {
                vector[j] *= (float) length;
            }
            vectors.add(vector);
        }
        SketchedIndex index = index(vectors);
        for (int row = 0; row < vectors.size(); row++) {
            // As in the search's scores: not divided by the lengths.
            assertThat(index.estimates(vectors.get(row)).atLeast(length * length - 1e-5))
                    .contains(row);
        }
    }

    /** Returns an index in memory, which needs no closing. */
    private static SketchedIndex index(List<float[]> vectors) throws IOException {
        Directory directory = new ByteBuffersDirectory();
        SketchedIndex.write(directory, vectors, false);
        return SketchedIndex.open(directory);
    }

    private float[] unit(float[] near, double nearness, double largeNumbers) {
        float[] vector = new float[near.length];
        double sum = 0;
        for (int i = 0; i < vector.length; i++) {
            // Some models have a few numbers that are much larger than the others.
            double size = i % 50 == 0 ? largeNumbers : 1;
            vector[i] = (float) (near[i] * nearness * Math.sqrt(near.length) + random.nextGaussian() * size);
            sum += (double) vector[i] * vector[i];
        }
        for (int i = 0; i < vector.length; i++) {
            vector[i] = (float) (vector[i] / Math.sqrt(sum));
        }
        return vector;
    }

    @Test
    void whatIsFoundIsWhatComparingEveryVectorFinds(@TempDir Path directory) {
        List<Passage> passages = new ArrayList<>();
        Set<String> gone = new HashSet<>();
        for (int i = 0; i < ROWS; i++) {
            passages.add(Samples.passage(
                    "d" + i,
                    0,
                    "text " + i,
                    Statement.of("hub " + i % 2, "touches", "spoke " + i),
                    // Many passages share a statement, so that few relations have the best rows.
                    Statement.of("hub " + i % 3, "is near to", "rim " + i % 20)));
            if (i % 7 == 0) {
                gone.add("d" + i);
            }
        }
        try (GraphStore store = LuceneGraphStore.open(directory, "default");
                GraphStore reference = new InMemoryGraphStore()) {
            store.write(Samples.batch(passages));
            store.removeDocuments(gone);
            reference.write(Samples.batch(passages));
            reference.removeDocuments(gone);
            for (int i = 0; i < 40; i++) {
                // Near to relations with many passages, to entities, and to nothing.
                float[] question =
                        Samples.vector(i % 2 == 0 ? "hub " + i % 3 + " is near to rim " + i % 20 : "spoke " + i);
                assertThat(store.latest().nearestRelations(question, 5))
                        .isEqualTo(reference.latest().nearestRelations(question, 5));
                assertThat(store.latest().nearestEntities(List.of(question, Samples.vector("rim 3")), 3))
                        .isEqualTo(reference.latest().nearestEntities(List.of(question, Samples.vector("rim 3")), 3));
                assertThat(store.latest().nearestPassages(question, 4))
                        .isEqualTo(reference.latest().nearestPassages(question, 4));
                assertThat(store.latest()
                                .nearestEntities(
                                        Samples.vector(
                                                Entity.named("spoke " + i).name()),
                                        100))
                        .isEqualTo(reference.latest().nearestEntities(Samples.vector("spoke " + i), 100));
            }
        }
    }
}
