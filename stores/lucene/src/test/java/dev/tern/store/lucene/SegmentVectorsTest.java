package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.Embedded;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that large segments have sketches, through merges, closed with their segment. */
class SegmentVectorsTest {
    private static final int ROWS = 2_000;
    private static final int DIMENSION = 256;

    private final Random random = new Random(7);
    private final Directory directory = new ByteBuffersDirectory();

    @AfterEach
    void close() throws IOException {
        directory.close();
    }

    private List<float[]> vectors(int rows, double first) {
        List<float[]> vectors = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            float[] vector = new float[DIMENSION];
            double squares = 0;
            for (int i = 0; i < DIMENSION; i++) {
                vector[i] = (float) (random.nextGaussian() * (i == 0 ? first : 1));
                squares += (double) vector[i] * vector[i];
            }
            for (int i = 0; i < DIMENSION; i++) {
                vector[i] /= (float) Math.sqrt(squares);
            }
            vectors.add(vector);
        }
        return vectors;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sketchesAreThoseOfTheRowsWhetherWrittenAtOnceOrMerged(boolean compound) throws IOException {
        List<float[]> vectors = vectors(ROWS, 1);
        // One of the segments is too small for sketches.
        SketchedIndex.write(directory, vectors.subList(0, ROWS - 100), compound);
        SketchedIndex.write(directory, vectors.subList(ROWS - 100, ROWS), compound);
        // Numbers 0 to 99 of the second segment occur in the first too.
        SketchedIndex.removeAndMerge(directory, ROWS - 100, row -> row >= 100 && row % 3 == 0, compound);
        List<float[]> kept = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
            if (row < 100 || row % 3 != 0 || row >= ROWS - 100) {
                kept.add(vectors.get(row));
            }
        }
        try (Directory atOnce = new ByteBuffersDirectory()) {
            SketchedIndex.write(atOnce, kept, compound);
            try (SketchedIndex merged = SketchedIndex.open(directory);
                    SketchedIndex written = SketchedIndex.open(atOnce)) {
                for (int row = 0; row < kept.size(); row += 97) {
                    float[] target = kept.get(row);
                    assertThat(merged.estimates(target).atLeast(0.2))
                            .as("row %d, seed 7", row)
                            .contains(near(kept, target, 0.2));
                    assertThat(merged.estimates(target).nearest(10, any -> true))
                            .isEqualTo(written.estimates(target).nearest(10, any -> true));
                }
            }
        }
    }

    private static int[] near(List<float[]> vectors, float[] target, double cosine) {
        return IntStream.range(0, vectors.size())
                .filter(row -> Embedded.cosine(vectors.get(row), target) >= cosine)
                .toArray();
    }

    @Test
    void fewVectorsHaveNoSketch() throws IOException {
        SketchedIndex.write(directory, vectors(SketchWriter.MIN_ROWS - 1, 1), true);
        try (SketchedIndex index = SketchedIndex.open(directory)) {
            assertThat(index.sketch()).isNull();
        }
    }

    @Test
    void vectorsThatAreNotFitHaveNoneAndNoneIsLeftWhereTheyAreMergedWithOthers() throws IOException {
        SketchedIndex.write(directory, vectors(ROWS, 1), false);
        try (SketchedIndex index = SketchedIndex.open(directory)) {
            assertThat(index.sketch()).isNotNull();
        }
        SketchedIndex.write(directory, vectors(20 * ROWS, 1_000), false);
        SketchedIndex.removeAndMerge(directory, 0, none -> false, false);
        try (SketchedIndex index = SketchedIndex.open(directory)) {
            assertThat(index.sketch()).isNull();
        }
    }

    @Test
    void whereMergingLeavesNoVectorOrFewThereIsNone() throws IOException {
        for (int left : new int[] {0, 1, SketchWriter.MIN_ROWS - 1}) {
            try (Directory emptied = new ByteBuffersDirectory()) {
                SketchedIndex.write(emptied, vectors(ROWS, 1), false);
                SketchedIndex.removeAndMerge(emptied, ROWS, row -> row >= left, false);
                try (SketchedIndex index = SketchedIndex.open(emptied)) {
                    assertThat(index.sketch()).as("%d left", left).isNull();
                }
            }
        }
    }

    @Test
    void vectorsThatAreNotFitHaveNoneHoweverManyWereRemovedFromAmongThem() throws IOException {
        SketchedIndex.write(directory, vectors(20 * ROWS, 1_000), false);
        SketchedIndex.removeAndMerge(directory, 20 * ROWS, row -> row % 100 != 0, false);
        try (SketchedIndex index = SketchedIndex.open(directory)) {
            assertThat(index.sketch()).isNull();
        }
    }

    @Test
    void whatLuceneMergedWithoutTernHasNone() throws IOException {
        SketchedIndex.write(directory, vectors(ROWS, 1), false);
        SketchedIndex.write(directory, vectors(ROWS, 1), false);
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            writer.forceMerge(1);
        }
        try (SketchedIndex index = SketchedIndex.open(directory)) {
            assertThat(index.sketch()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theFileIsClosedWithItsSegment(boolean compound) throws IOException {
        SketchedIndex.write(directory, vectors(ROWS, 1), compound);
        Set<IndexInput> open = new HashSet<>();
        Directory watched = new FilterDirectory(directory) {
            @Override
            public IndexInput openInput(String name, IOContext context) throws IOException {
                IndexInput input = new FilterIndexInput(name, super.openInput(name, context)) {
                    @Override
                    public void close() throws IOException {
                        open.remove(this);
                        super.close();
                    }
                };
                open.add(input);
                return input;
            }
        };
        try (SketchedIndex index = SketchedIndex.open(watched)) {
            assertThat(index.sketch()).isNotNull();
            assertThat(open).isNotEmpty();
        }
        assertThat(open).isEmpty();
    }

    @Test
    void aFileThatIsNotTheSegmentsIsRefused() throws IOException {
        SketchedIndex.write(directory, vectors(ROWS, 1), false);
        String name = List.of(directory.listAll()).stream()
                .filter(file -> file.endsWith(".sketch"))
                .findFirst()
                .orElseThrow();
        byte[] bytes;
        try (IndexInput input = directory.openInput(name, IOContext.DEFAULT)) {
            bytes = new byte[(int) input.length()];
            input.readBytes(bytes, 0, bytes.length);
        }
        directory.deleteFile(name);
        try (IndexOutput output = directory.createOutput(name, IOContext.DEFAULT)) {
            output.writeBytes(bytes, bytes.length / 2);
        }
        assertThatThrownBy(() -> SketchedIndex.open(directory))
                .isInstanceOf(CorruptIndexException.class)
                .hasMessageContaining(name);
    }
}
