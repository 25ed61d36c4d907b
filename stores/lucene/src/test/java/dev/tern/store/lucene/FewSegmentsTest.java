package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.InfoStream;
import org.junit.jupiter.api.Test;

class FewSegmentsTest {
    private static final int LARGE = 300;

    @Test
    void aLargeGraphIsOneSegmentAndWhatCameSince() throws IOException {
        long seed = System.nanoTime();
        System.out.println("aLargeGraphIsOneSegmentAndWhatCameSince: seed " + seed);
        Random random = new Random(seed);
        int merged = 0;
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
                IndexWriter writer = new IndexWriter(directory, config(1_000_000))) {
            int rows = 0;
            for (int batch = 0; batch < 150; batch++) {
                int size = 1 + random.nextInt(30);
                for (int i = 0; i < size; i++) {
                    writer.addDocument(row(rows++));
                }
                if (random.nextInt(4) == 0) {
                    writer.deleteDocuments(new Term("id", Integer.toString(random.nextInt(rows))));
                }
                writer.commit();
                // A merge after a commit is visible in the next one.
                writer.commit();
                List<Integer> segments = segments(directory);
                int all = segments.stream().mapToInt(Integer::intValue).sum();
                int largest =
                        segments.stream().mapToInt(Integer::intValue).max().orElse(0);
                if (all >= LARGE) {
                    assertThat(all - largest).isLessThan((largest + 1) / 2 + 1);
                    merged += segments.size() == 1 ? 1 : 0;
                }
            }
        }
        // Whenever it has grown by half, and not every time.
        assertThat(merged).isBetween(3, 60);
    }

    @Test
    void noSegmentIsMergedThatHasMoreRowsThanTheHeapAllows() throws IOException {
        int most = 1_000;
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
                IndexWriter writer = new IndexWriter(directory, config(most))) {
            for (int row = 0; row < 5_000; row++) {
                writer.addDocument(row(row));
                if (row % 20 == 19) {
                    writer.commit();
                }
            }
            writer.commit();
            List<Integer> segments = segments(directory);
            assertThat(segments).allSatisfy(rows -> assertThat(rows).isLessThanOrEqualTo(most));
            assertThat(segments.stream().mapToInt(Integer::intValue).sum()).isEqualTo(5_000);
            // Each full one has at least two thirds of the maximum; the rest is as usual.
            assertThat(segments.stream().filter(rows -> rows > most / 1.5)).hasSizeBetween(5, 7);
            assertThat(segments).hasSizeLessThan(20);
        }
    }

    @Test
    void besideALargeMergeOnlySmallOnesBegin() throws IOException {
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory();
                IndexWriter writer = new IndexWriter(directory, unmerged())) {
            for (int size : List.of(1_000, 700, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40)) {
                for (int row = 0; row < size; row++) {
                    writer.addDocument(row(row));
                }
                writer.commit();
            }
            SegmentInfos infos = SegmentInfos.readLatestCommit(directory);
            SegmentMergePolicy policy = new SegmentMergePolicy(LARGE, 1_000_000);

            // No merge is running: all become one.
            assertThat(begun(policy, infos, Set.of())).containsExactly(18);
            // A small merge is running, whose end asks again.
            assertThat(begun(policy, infos, Set.of(infos.info(2), infos.info(3))))
                    .isEmpty();
            // A large one is running: some of the sixteen small segments become one, and the other
            // large one is left for the next large merge.
            Set<SegmentCommitInfo> large = Set.of(infos.info(0));
            MergePolicy.MergeSpecification beside =
                    policy.findMerges(MergeTrigger.SEGMENT_FLUSH, infos, new Context(large));
            assertThat(beside).isNotNull();
            assertThat(beside.merges)
                    .isNotEmpty()
                    .allSatisfy(merge -> assertThat(merge.segments)
                            .hasSizeGreaterThan(1)
                            .doesNotContain(infos.info(0), infos.info(1)));
        }
    }

    private static List<Integer> begun(SegmentMergePolicy policy, SegmentInfos infos, Set<SegmentCommitInfo> merging)
            throws IOException {
        MergePolicy.MergeSpecification begun =
                policy.findMerges(MergeTrigger.SEGMENT_FLUSH, infos, new Context(merging));
        return begun == null
                ? List.of()
                : begun.merges.stream().map(merge -> merge.segments.size()).toList();
    }

    /** A writer's state with running merges. */
    private record Context(Set<SegmentCommitInfo> merging) implements MergePolicy.MergeContext {
        @Override
        public int numDeletesToMerge(SegmentCommitInfo info) {
            return info.getDelCount();
        }

        @Override
        public int numDeletedDocs(SegmentCommitInfo info) {
            return info.getDelCount();
        }

        @Override
        public InfoStream getInfoStream() {
            return InfoStream.NO_OUTPUT;
        }

        @Override
        public Set<SegmentCommitInfo> getMergingSegments() {
            return merging;
        }
    }

    private static IndexWriterConfig unmerged() {
        return new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
    }

    private static IndexWriterConfig config(long most) {
        return new IndexWriterConfig()
                .setMergePolicy(new SegmentMergePolicy(LARGE, most))
                .setMergeScheduler(new SerialMergeScheduler());
    }

    private static Document row(int number) {
        Document row = new Document();
        row.add(new StringField("id", Integer.toString(number), Field.Store.NO));
        return row;
    }

    private static List<Integer> segments(ByteBuffersDirectory directory) throws IOException {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            return reader.leaves().stream().map(leaf -> leaf.reader().numDocs()).toList();
        }
    }
}
