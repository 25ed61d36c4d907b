package dev.tern.store.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Samples;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searching by way of a vector graph, which needs more rows than the contract writes. */
class VectorGraphTest {
    private static final int PASSAGES = 2_500;
    private static final LuceneOptions GRAPH_EARLY = LuceneOptions.DEFAULTS.withVectorGraphFrom(1_000);

    @Test
    void findsNearlyAllAndNothingRemoved(@TempDir Path directory) {
        List<Passage> passages = new ArrayList<>();
        Set<String> gone = new HashSet<>();
        for (int i = 0; i < PASSAGES; i++) {
            passages.add(
                    Samples.passage("d" + i, 0, "text " + i, Statement.of("hub " + i % 2, "touches", "spoke " + i)));
            if (i % 5 == 0) {
                gone.add("d" + i);
            }
        }
        try (GraphStore store = LuceneGraphStore.open(directory, "default", GRAPH_EARLY);
                GraphStore reference = new InMemoryGraphStore()) {
            store.write(Samples.batch(passages));
            store.removeDocuments(gone);
            reference.write(Samples.batch(passages));
            reference.removeDocuments(gone);
            int same = 0;
            int asked = 0;
            for (int i = 0; i < 20; i++) {
                float[] question = Samples.vector("question " + i);
                List<String> hub = List.of(dev.tern.graph.Entity.named("hub 1").id());
                Set<Object> expected = new HashSet<>(reference.nearestPassages(question, 10));
                expected.addAll(reference.nearestRelations(question, 10));
                expected.addAll(reference.relationsTouching(hub, question, 10));
                Set<Object> found = new HashSet<>(store.nearestPassages(question, 10));
                found.addAll(store.nearestRelations(question, 10));
                found.addAll(store.relationsTouching(hub, question, 10));
                asked += expected.size();
                expected.retainAll(found);
                same += expected.size();
                assertThat(store.nearestEntities(question, 10)).hasSize(10);
            }
            assertThat(same / (double) asked).isGreaterThan(0.97);
            assertThat(store.nearestPassages(Samples.vector("all"), PASSAGES)).hasSize(PASSAGES - gone.size());
        }
    }

    @Test
    void aRelationOfThousandsOfPassagesTakesTheRoomOfNoOther(@TempDir Path directory) {
        Statement notice = Statement.of("this page", "was printed by", "the town hall");
        List<Passage> passages = new ArrayList<>();
        for (int i = 0; i < PASSAGES; i++) {
            passages.add(
                    i % 50 == 0
                            ? Samples.passage("d" + i, 0, "text " + i, notice, Statement.of("room " + i, "has", "view"))
                            : Samples.passage("d" + i, 0, "text " + i, notice));
        }
        try (GraphStore store = LuceneGraphStore.open(directory, "default", GRAPH_EARLY);
                GraphStore reference = new InMemoryGraphStore()) {
            store.write(Samples.batch(passages));
            reference.write(Samples.batch(passages));
            float[] question = Samples.vector(notice.text());
            assertThat(store.nearestRelations(question, 20)).isEqualTo(reference.nearestRelations(question, 20));
        }
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
        assertThat(GraphCodec.vectorGraphFrom(option, dimension)).isEqualTo(from);
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> LuceneOptions.DEFAULTS.withVectorGraphFrom(999))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("vectorGraphFrom is 999; it is at least 1000");
        assertThatThrownBy(() -> new LuceneOptions(1_000, 0, Duration.ZERO, 1_000_000, 64))
                .hasMessage("writeBufferMegabytes is 0; it is 1 to 1024");
        assertThatThrownBy(() -> LuceneOptions.DEFAULTS.withMergeWait(Duration.ofSeconds(-1)))
                .hasMessage("mergeWait is PT-1S; it is zero or more");
        assertThatThrownBy(() -> LuceneOptions.DEFAULTS.withCheckMegabytes(-1))
                .hasMessage("checkMegabytes is -1; it is 0 to 1048576");
    }
}
