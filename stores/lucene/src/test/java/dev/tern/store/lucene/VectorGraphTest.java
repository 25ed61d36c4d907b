package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of searches by a vector graph, which needs more rows than the contract writes. */
class VectorGraphTest {
    private static final int PASSAGES = 2_500;
    private static final LuceneOptions GRAPH_EARLY =
            new LuceneOptions(1_000, 48, Duration.ofHours(1), 200_000_000, 256);

    @Test
    void findsNearlyAllAndNothingRemoved(@TempDir Path directory) throws IOException {
        List<Passage> passages = new ArrayList<>();
        Set<String> gone = new HashSet<>();
        for (int i = 0; i < PASSAGES; i++) {
            passages.add(
                    Samples.passage("d" + i, 0, "text " + i, Statement.of("hub " + i % 2, "touches", "spoke " + i)));
            if (i % 5 == 0) {
                gone.add("d" + i);
            }
        }
        written(directory, passages);
        try (GraphStore store = LuceneGraphStore.open(directory, "default", GRAPH_EARLY);
                GraphStore reference = new InMemoryGraphStore()) {
            store.removeDocuments(gone);
            reference.write(Samples.batch(passages));
            reference.removeDocuments(gone);
            int same = 0;
            int asked = 0;
            for (int i = 0; i < 20; i++) {
                float[] question = Samples.vector("question " + i);
                List<String> hub = List.of(dev.tern.graph.Entity.named("hub 1").id());
                Set<Object> expected = new HashSet<>(reference.latest().nearestPassages(question, 10));
                expected.addAll(reference.latest().nearestRelations(question, 10));
                expected.addAll(reference.latest().relationsTouching(hub, question, 10));
                Set<Object> found = new HashSet<>(store.latest().nearestPassages(question, 10));
                found.addAll(store.latest().nearestRelations(question, 10));
                found.addAll(store.latest().relationsTouching(hub, question, 10));
                asked += expected.size();
                expected.retainAll(found);
                same += expected.size();
                assertThat(store.latest().nearestEntities(question, 10)).hasSize(10);
            }
            assertThat(same / (double) asked).isGreaterThan(0.97);
            assertThat(store.latest().nearestPassages(Samples.vector("all"), PASSAGES))
                    .hasSize(PASSAGES - gone.size());
        }
    }

    @Test
    void aRelationOfThousandsOfPassagesTakesTheRoomOfNoOther(@TempDir Path directory) throws IOException {
        Statement notice = Statement.of("this page", "was printed by", "the town hall");
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < PASSAGES; i++) {
            passages.add(
                    i % 50 == 0
                            ? Samples.passage("d" + i, 0, "text " + i, notice, Statement.of("room " + i, "has", "view"))
                            : Samples.passage("d" + i, 0, "text " + i, notice));
        }
        written(directory, passages);
        try (GraphStore store = LuceneGraphStore.open(directory, "default", GRAPH_EARLY);
                GraphStore reference = new InMemoryGraphStore()) {
            reference.write(Samples.batch(passages));
            float[] question = Samples.vector(notice.text());
            assertThat(store.latest().nearestRelations(question, 20))
                    .isEqualTo(reference.latest().nearestRelations(question, 20));
        }
    }

    @Tag("slow")
    @Test
    void whatTwentyPassagesStateIsFoundAlsoWhenFewOfThemAreLeft(@TempDir Path directory) throws IOException {
        List<Passage> passages = new ArrayList<>();
        List<Statement> notices = new ArrayList<>();
        Set<String> most = new HashSet<>();
        for (int i = 0; i < PASSAGES; i++) {
            Statement view = Statement.of("room " + i, "has", "view");
            Statement notice = Statement.of("notice " + i % 10, "was printed by", "the town hall");
            passages.add(
                    i < 200
                            ? Samples.passage("d" + i, 0, "text " + i, view, notice)
                            : Samples.passage("d" + i, 0, "text " + i, view));
            if (i < 10) {
                notices.add(notice);
            } else if (i >= 20 && i < 200) {
                most.add("d" + i);
            }
        }
        written(directory, passages);
        try (GraphStore reference = new InMemoryGraphStore()) {
            reference.write(Samples.batch(passages));
            findsAsNearest(directory, notices, reference);
            assertThat(leftOut(directory)).isEqualTo(200);
            try (GraphStore store = LuceneGraphStore.open(directory, "default", GRAPH_EARLY)) {
                store.removeDocuments(most);
            }
            reference.removeDocuments(most);
            findsAsNearest(directory, notices, reference);
            OneSegment.of(directory.resolve("default"), GRAPH_EARLY.vectorGraphFrom());
            findsAsNearest(directory, notices, reference);
            // The graph is grown from the previous one, which lacks them.
            assertThat(leftOut(directory)).isEqualTo(20);
        }
    }

    private static void findsAsNearest(Path directory, List<Statement> statements, GraphStore reference) {
        try (GraphStore store = LuceneGraphStore.open(directory, "default", GRAPH_EARLY)) {
            for (Statement statement : statements) {
                float[] question = Samples.vector(statement.text());
                assertThat(store.latest().nearestRelations(question, 1))
                        .isEqualTo(reference.latest().nearestRelations(question, 1));
            }
        }
    }

    /** Returns the number of relations' rows that the only segment's vector graph leaves out. */
    private static long leftOut(Path directory) throws IOException {
        try (Directory index = FSDirectory.open(directory.resolve("default"));
                DirectoryReader reader = DirectoryReader.open(index)) {
            assertThat(reader.leaves()).hasSize(1);
            FieldInfos fields = reader.leaves().getFirst().reader().getFieldInfos();
            return EqualVectors.of(fields.fieldInfo(IndexFields.RELATION_VECTOR))
                    .rows()
                    .count();
        }
    }

    /** Writes passages into one segment, which has a vector graph. */
    private static void written(Path directory, List<Passage> passages) throws IOException {
        try (GraphStore store = LuceneGraphStore.open(directory, "default", GRAPH_EARLY)) {
            // A flushed segment has no vector graph, a merged one has.
            store.write(Samples.batch(passages.subList(0, 100)));
            store.write(Samples.batch(passages.subList(100, passages.size())));
        }
        OneSegment.of(directory.resolve("default"), GRAPH_EARLY.vectorGraphFrom());
    }

    @ParameterizedTest
    @CsvSource({
        "150000, 384, 150000",
        "150000, 3, 150000",
        "150000, 1536, 37500",
        "150000, 4096, 14062",
        "1000, 16384, 1000",
        "2147483647, 768, 1073741823"
    })
    void longerVectorsHaveAVectorGraphEarlier(int option, int dimension, int from) {
        assertThat(VectorGraphFormat.vectorGraphFrom(option, dimension)).isEqualTo(from);
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new LuceneOptions(999, 1, Duration.ZERO, 1_000_000, 64))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("vectorGraphFrom is 999; it must be at least 1000");
        assertThatThrownBy(() -> new LuceneOptions(1_000, 0, Duration.ZERO, 1_000_000, 64))
                .hasMessage("writeBufferMegabytes is 0; it must be 1 to 1024");
        assertThatThrownBy(() -> LuceneOptions.DEFAULTS.withMergeWait(Duration.ofSeconds(-1)))
                .hasMessage("mergeWait is PT-1S; it must be zero or more");
        assertThatThrownBy(() -> LuceneOptions.DEFAULTS.withCheckMegabytes(-1))
                .hasMessage("checkMegabytes is -1; it must be 0 to 1048576");
    }
}
