package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.VectorUtil;
import org.apache.lucene.util.hnsw.UpdateableRandomVectorScorer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SketchScorersTest {
    private final Random random = new Random(11);

    @ParameterizedTest
    @ValueSource(ints = {3, 64, 100, 384})
    void scoresAreThoseOfTheNumbersThatAreKept(int dimension) throws IOException {
        List<float[]> vectors = vectors(70, dimension, 1);
        try (Directory directory = new ByteBuffersDirectory();
                SketchScorers scorers = new SketchScorers(
                        FloatVectorValues.fromFloats(vectors, dimension), directory, "_0", () -> {})) {
            UpdateableRandomVectorScorer scorer = scorers.copy().scorer();
            assertThat(scorer.maxOrd()).isEqualTo(70);
            for (int one = 0; one < 70; one += 7) {
                scorer.setScoringOrdinal(one);
                int[] others = random.ints(100, 0, 70).toArray();
                float[] scores = new float[101];
                scores[100] = -1;
                float best = scorer.bulkScore(others, scores, 100);
                float most = 0;
                for (int i = 0; i < 100; i++) {
                    assertThat(scores[i])
                            .as("dimension %d, %d and %d, seed 11", dimension, one, others[i])
                            .isEqualTo(scorer.score(others[i]))
                            .isCloseTo(literally(vectors.get(one), vectors.get(others[i])), within(1e-5f));
                    most = Math.max(most, scores[i]);
                }
                assertThat(best).isEqualTo(most);
                assertThat(scores[100]).isEqualTo(-1);
            }
        }
    }

    /** Computes the score of two vectors from signs and sizes directly. */
    private static float literally(float[] one, float[] other) {
        double product = 0;
        for (int i = 0; i < one.length; i++) {
            product += kept(one, i) * kept(other, i);
        }
        double cosine = product / (productOfKept(one) * productOfKept(other));
        return (float) Math.max(0, (1 + cosine) / 2);
    }

    private static double kept(float[] vector, int i) {
        double mean = IntStream.range(0, vector.length)
                .mapToDouble(each -> Math.abs(vector[each]))
                .average()
                .orElseThrow();
        return Math.signum(vector[i]) * (Math.abs(vector[i]) > 1.25 * mean ? VectorSketch.LARGE : 1);
    }

    private static double productOfKept(float[] vector) {
        return IntStream.range(0, vector.length)
                .mapToDouble(i -> kept(vector, i) * vector[i])
                .sum();
    }

    /** The second value is the number of graphs built by sketches; a few large numbers prevent them. */
    @ParameterizedTest
    @CsvSource({"1, 1", "30, 0"})
    void aGraphBuiltByThemFindsTheNearest(double largeNumbers, int bySketches) throws IOException {
        List<float[]> vectors = vectors(3_000, 384, largeNumbers);
        List<String> made = new ArrayList<>();
        Directory counted = new FilterDirectory(new ByteBuffersDirectory()) {
            @Override
            public IndexOutput createTempOutput(String prefix, String suffix, IOContext context) throws IOException {
                if (suffix.equals("sketches")) {
                    made.add(suffix);
                }
                return super.createTempOutput(prefix, suffix, context);
            }
        };
        try (Directory directory = counted) {
            merged(directory, vectors);
            assertThat(made).isEqualTo(Collections.nCopies(bySketches, "sketches"));
            assertThat(directory.listAll()).noneMatch(name -> name.endsWith(".tmp"));
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                int found = 0;
                for (int i = 0; i < 50; i++) {
                    float[] question = near(vectors.get(i * 60), largeNumbers);
                    Set<Integer> nearest = new HashSet<>(nearest(vectors, question));
                    // Enough rows that Lucene does not compare them all.
                    for (ScoreDoc hit :
                            searcher.search(new KnnFloatVectorQuery("vector", question, 100), 10).scoreDocs) {
                        found += nearest.contains(hit.doc) ? 1 : 0;
                    }
                }
                assertThat(found / 500.0).as("seed 11").isGreaterThan(0.97);
            }
        }
    }

    private static void merged(Directory directory, List<float[]> vectors) throws IOException {
        try (IndexWriter writer = new IndexWriter(directory, config().setMergePolicy(NoMergePolicy.INSTANCE))) {
            for (int row = 0; row < vectors.size(); row++) {
                Document document = new Document();
                document.add(new KnnFloatVectorField("vector", vectors.get(row), VectorSimilarityFunction.DOT_PRODUCT));
                writer.addDocument(document);
                if (row == vectors.size() / 2) {
                    writer.commit();
                }
            }
        }
        try (IndexWriter writer = new IndexWriter(directory, config())) {
            writer.forceMerge(1);
        }
    }

    private static IndexWriterConfig config() {
        return new IndexWriterConfig().setCodec(new GraphCodec(1_000));
    }

    private static List<Integer> nearest(List<float[]> vectors, float[] question) {
        return IntStream.range(0, vectors.size())
                .boxed()
                .sorted((one, other) -> Float.compare(
                        VectorUtil.dotProduct(vectors.get(other), question),
                        VectorUtil.dotProduct(vectors.get(one), question)))
                .limit(10)
                .toList();
    }

    @Test
    void theFileIsGoneInTheEnd() throws IOException {
        try (Directory directory = new ByteBuffersDirectory()) {
            SketchScorers scorers = scorersOfTen(directory);
            assertThat(directory.listAll()).singleElement().asString().startsWith("_0_sketches_");
            scorers.close();
            assertThat(directory.listAll()).isEmpty();
        }
    }

    @Test
    void theFileIsGoneWhereItCannotBeWrittenOrRead() throws IOException {
        try (Directory directory = new ByteBuffersDirectory()) {
            Directory full = new FilterDirectory(directory) {
                @Override
                public IndexOutput createTempOutput(String prefix, String suffix, IOContext context)
                        throws IOException {
                    IndexOutput out = super.createTempOutput(prefix, suffix, context);
                    return new FilterIndexOutput("full", out.getName(), out) {
                        @Override
                        public void writeLong(long word) throws IOException {
                            if (getFilePointer() > 100) {
                                throw new IOException("No space left on device");
                            }
                            super.writeLong(word);
                        }
                    };
                }
            };
            Directory unreadable = new FilterDirectory(directory) {
                @Override
                public IndexInput openInput(String name, IOContext context) throws IOException {
                    throw new IOException("Input/output error");
                }
            };
            assertThatThrownBy(() -> scorersOfTen(full)).hasMessage("No space left on device");
            assertThatThrownBy(() -> scorersOfTen(unreadable)).hasMessage("Input/output error");
            assertThat(directory.listAll()).isEmpty();
        }
    }

    @Test
    void aMergeThatIsAbortedEndsWhileRowsAreReadAndLeavesNoFile() throws IOException {
        FloatVectorValues vectors = FloatVectorValues.fromFloats(vectors(3 * SketchScorers.ROWS_PER_CHECK, 8, 1), 8);
        try (Directory directory = new ByteBuffersDirectory()) {
            AtomicInteger checks = new AtomicInteger();
            IORunnable abortedLater = () -> {
                if (checks.incrementAndGet() % 2 == 0) {
                    throw new MergePolicy.MergeAbortedException("merge is aborted");
                }
            };
            assertThatThrownBy(() -> new SketchScorers(vectors, directory, "_0", abortedLater))
                    .isInstanceOf(MergePolicy.MergeAbortedException.class);
            assertThat(directory.listAll()).isEmpty();
            assertThatThrownBy(() -> EqualVectors.of(vectors, new FixedBitSet(vectors.size()), abortedLater))
                    .isInstanceOf(MergePolicy.MergeAbortedException.class);
            assertThat(checks).hasValue(4);
        }
    }

    @Test
    void theNextWriterRemovesTheFileThatAKilledOneLeft() throws IOException {
        try (Directory directory = new ByteBuffersDirectory()) {
            merged(directory, vectors(10, 384, 1));
            // Neither closed nor removed.
            scorersOfTen(directory);
            assertThat(directory.listAll()).anyMatch(name -> name.contains("sketches"));
            new IndexWriter(directory, config()).close();
            assertThat(directory.listAll()).noneMatch(name -> name.contains("sketches"));
        }
    }

    private SketchScorers scorersOfTen(Directory directory) throws IOException {
        return new SketchScorers(FloatVectorValues.fromFloats(vectors(10, 64, 1), 64), directory, "_0", () -> {});
    }

    /** Returns vectors in groups of twenty near ones. */
    private List<float[]> vectors(int count, int dimension, double largeNumbers) {
        List<float[]> vectors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            vectors.add(near(i % 20 == 0 ? new float[dimension] : vectors.get(i - i % 20), largeNumbers));
        }
        return vectors;
    }

    private float[] near(float[] other, double largeNumbers) {
        float[] vector = new float[other.length];
        double squares = 0;
        for (int i = 0; i < vector.length; i++) {
            double size = i % 50 == 0 ? largeNumbers : 1;
            vector[i] = (float) (other[i] * Math.sqrt(other.length) + random.nextGaussian() * size);
            squares += vector[i] * vector[i];
        }
        for (int i = 0; i < vector.length; i++) {
            vector[i] /= (float) Math.sqrt(squares);
        }
        return vector;
    }
}
