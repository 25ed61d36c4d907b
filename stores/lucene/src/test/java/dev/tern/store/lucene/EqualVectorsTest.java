package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.FixedBitSet;
import org.junit.jupiter.api.Test;

class EqualVectorsTest {
    @Test
    void areThoseOfMoreThanEightRowsAndThoseNamed() throws IOException {
        long seed = System.nanoTime();
        System.out.println("areThoseOfMoreThanEightRowsAndThoseNamed: seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            List<float[]> vectors = new ArrayList<>();
            int kinds = 1 + random.nextInt(30);
            int rows = 1 + random.nextInt(300);
            FixedBitSet named = new FixedBitSet(rows);
            for (int row = 0; row < rows; row++) {
                vectors.add(vector(random.nextInt(kinds)));
                if (random.nextInt(100) == 0) {
                    named.set(row);
                }
            }

            List<List<Integer>> found =
                    EqualVectors.of(FloatVectorValues.fromFloats(vectors, 2), named, () -> {}).groups().stream()
                            .map(group -> Arrays.stream(group).boxed().toList())
                            .toList();

            assertThat(new HashSet<>(found))
                    .isEqualTo(literally(vectors, named))
                    .hasSameSizeAs(found);
        }
    }

    /** Vectors with equal hashes: 31 times one number's bits plus the other's. */
    private static float[] vector(int kind) {
        int bits = Float.floatToIntBits(0.5f);
        return new float[] {Float.intBitsToFloat(bits + kind), Float.intBitsToFloat(bits - 31 * kind)};
    }

    private static Set<List<Integer>> literally(List<float[]> vectors, FixedBitSet named) {
        Map<String, List<Integer>> byVector = new TreeMap<>();
        for (int row = 0; row < vectors.size(); row++) {
            byVector.computeIfAbsent(Arrays.toString(vectors.get(row)), absent -> new ArrayList<>())
                    .add(row);
        }
        Set<List<Integer>> groups = new HashSet<>(byVector.values());
        groups.removeIf(group -> group.size() <= 8 && group.stream().noneMatch(named::get));
        return groups;
    }

    @Test
    void areReadAsTheyWereWritten() throws IOException {
        EqualVectors written =
                new EqualVectors(List.of(new int[] {0, 1, 300_000}, new int[] {7}, new int[] {5, 1_000_000_000}));
        FieldInfo field = field();
        assertThat(EqualVectors.of(field).groups()).isEmpty();
        assertThat(EqualVectors.of((FieldInfo) null).groups()).isEmpty();

        written.write(field);
        assertThat(EqualVectors.of(field).groups()).containsExactlyElementsOf(written.groups());

        EqualVectors.NONE.write(field);
        assertThat(EqualVectors.of(field).groups()).isEmpty();
    }

    private static FieldInfo field() throws IOException {
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
            Document row = new Document();
            row.add(new KnnFloatVectorField("vector", new float[] {1, 0}));
            writer.addDocument(row);
            try (DirectoryReader reader = DirectoryReader.open(writer)) {
                return reader.leaves().getFirst().reader().getFieldInfos().fieldInfo("vector");
            }
        }
    }
}
