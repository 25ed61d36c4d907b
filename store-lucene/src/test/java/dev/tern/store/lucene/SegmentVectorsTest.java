package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When sketches are made, and that the memory they do not take is given back. */
class SegmentVectorsTest {
    private static final String FIELD = "vector";
    private static final int ROWS = 2_000;
    private static final int DIMENSION = 256;
    private static final long BYTES = Sketch.bytes(ROWS, DIMENSION);

    private final Directory directory = new ByteBuffersDirectory();
    private DirectoryReader reader;

    @BeforeEach
    void write() throws IOException {
        write(1);
    }

    private void write(float first) throws IOException {
        Random random = new Random(7);
        IndexWriterConfig config = new IndexWriterConfig()
                .setCodec(new GraphCodec(LuceneOptions.DEFAULTS.vectorGraphFrom()))
                .setOpenMode(IndexWriterConfig.OpenMode.CREATE);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int row = 0; row < ROWS; row++) {
                float[] vector = new float[DIMENSION];
                double squares = 0;
                for (int i = 0; i < DIMENSION; i++) {
                    vector[i] = (float) random.nextGaussian() * (i == 0 ? first : 1);
                    squares += (double) vector[i] * vector[i];
                }
                for (int i = 0; i < DIMENSION; i++) {
                    vector[i] /= (float) Math.sqrt(squares);
                }
                Document document = new Document();
                document.add(new KnnFloatVectorField(FIELD, vector, VectorSimilarityFunction.DOT_PRODUCT));
                writer.addDocument(document);
            }
            writer.forceMerge(1);
        }
        reader = DirectoryReader.open(directory);
    }

    @AfterEach
    void close() throws IOException {
        reader.close();
        directory.close();
    }

    @Test
    void itIsMadeAtTheSecondSearchAndItsBytesAreGivenBackWithTheSegment() throws IOException {
        SketchRoom room = new SketchRoom(BYTES);
        SegmentVectors segmentVectors = new SegmentVectors(room);
        assertThat(search(segmentVectors, false)).isNull();
        assertThat(search(segmentVectors, true)).as("the same search").isNull();
        Sketch made = search(segmentVectors, false);
        assertThat(made).isNotNull();
        assertThat(search(segmentVectors, false)).isSameAs(made);
        assertThat(room.taken()).isEqualTo(BYTES);
        reader.close();
        assertThat(room.taken()).isZero();
    }

    @Test
    void anInterruptedMakingGivesItsBytesBackAndIsTriedAgain() throws IOException {
        SketchRoom room = new SketchRoom(BYTES);
        SegmentVectors segmentVectors = new SegmentVectors(room);
        assertThat(search(segmentVectors, false)).isNull();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> search(segmentVectors, false)).isInstanceOf(CancellationException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(room.taken()).isZero();
        assertThat(search(segmentVectors, false)).isNotNull();
        assertThat(room.taken()).isEqualTo(BYTES);
    }

    @Test
    void whatFoundNoRoomIsTriedAgain() throws IOException {
        SketchRoom room = new SketchRoom(BYTES);
        assertThat(room.take(1)).isTrue();
        SegmentVectors segmentVectors = new SegmentVectors(room);
        for (int i = 0; i < 3; i++) {
            assertThat(search(segmentVectors, false)).isNull();
        }
        assertThat(room.taken()).isEqualTo(1);
        room.giveBack(1);
        assertThat(search(segmentVectors, false)).isNotNull();
    }

    @Test
    void vectorsThatAreNotFitTakeNoRoom() throws IOException {
        reader.close();
        write(1_000);
        SketchRoom room = new SketchRoom(BYTES);
        SegmentVectors segmentVectors = new SegmentVectors(room);
        for (int i = 0; i < 3; i++) {
            assertThat(search(segmentVectors, false)).isNull();
            assertThat(room.taken()).isZero();
        }
    }

    private @Nullable Sketch search(SegmentVectors segmentVectors, boolean again) throws IOException {
        LeafReader leaf = reader.leaves().getFirst().reader();
        return segmentVectors.sketch(leaf, FIELD, leaf.getFloatVectorValues(FIELD), again);
    }
}
