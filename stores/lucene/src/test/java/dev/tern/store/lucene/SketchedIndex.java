package dev.tern.store.lucene;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;

/** An index of vectors alone, with the sketches of its first segment. */
final class SketchedIndex implements AutoCloseable {
    private static final String FIELD = "vector";
    private static final String ROW = "row";

    private final SegmentVectors segmentVectors = new SegmentVectors();
    private final DirectoryReader reader;

    private SketchedIndex(DirectoryReader reader) throws IOException {
        this.reader = reader;
        segmentVectors.open(reader);
    }

    /** Writes vectors as one segment, and a row without one. */
    static void write(Directory directory, List<float[]> vectors, boolean compound) throws IOException {
        IndexWriterConfig config = config().setUseCompoundFile(compound).setMergePolicy(NoMergePolicy.INSTANCE);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int row = 0; row < vectors.size(); row++) {
                Document document = new Document();
                document.add(new KnnFloatVectorField(FIELD, vectors.get(row), VectorSimilarityFunction.DOT_PRODUCT));
                document.add(new StringField(ROW, Integer.toString(row), Field.Store.NO));
                writer.addDocument(document);
            }
            writer.addDocument(new Document());
        }
    }

    /** Removes rows, by their index in the written list, and merges the rest to one segment. */
    static void removeAndMerge(Directory directory, int rows, IntPredicate removed, boolean compound)
            throws IOException {
        TieredMergePolicy policy = new TieredMergePolicy();
        policy.setNoCFSRatio(compound ? 1 : 0);
        try (IndexWriter writer = new IndexWriter(directory, config().setMergePolicy(policy))) {
            for (int row = 0; row < rows; row++) {
                if (removed.test(row)) {
                    writer.deleteDocuments(new Term(ROW, Integer.toString(row)));
                }
            }
            writer.forceMerge(1);
        }
    }

    private static IndexWriterConfig config() {
        return new IndexWriterConfig().setCodec(new GraphCodec(LuceneOptions.DEFAULTS.vectorGraphFrom()));
    }

    static SketchedIndex open(Directory directory) throws IOException {
        return new SketchedIndex(DirectoryReader.open(directory));
    }

    /** Returns the first segment's sketches; null if there are none. */
    @Nullable
    SegmentSketches sketch() {
        LeafReader leaf = reader.leaves().getFirst().reader();
        return segmentVectors.sketch(leaf, FIELD);
    }

    SegmentSketches.Estimates estimates(float[] target) throws IOException {
        return Objects.requireNonNull(sketch()).estimates(List.of(target)).getFirst();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
