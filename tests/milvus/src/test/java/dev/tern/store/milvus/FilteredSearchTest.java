package dev.tern.store.milvus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.contract.Samples;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Filters that let through more than can be named, where the contract's graphs are too small for that. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class FilteredSearchTest {
    /** The number of passages: a fifth of them, and the entities of nine tenths, exceed the ids of one request. */
    private static final int PASSAGES = 5_400;

    private static final int FIRST = 1_000;
    private static final int LIMIT = 20;
    private static final List<String> QUESTIONS = List.of("first", "second");

    /** Filters that match most rows, half of them, too few for a search among all, few, and none. */
    private static final Map<String, MetadataFilter> SHARES = Map.of(
            "90 %", MetadataFilter.notEqual("tenth", 0),
            "50 %", MetadataFilter.less("number", PASSAGES / 2),
            "20 %", MetadataFilter.in("tenth", List.of(3, 7)),
            "0.5 %", MetadataFilter.atLeast("number", PASSAGES - 30),
            "none", MetadataFilter.exists("nothing"));

    private final ServerUnderTest server;

    FilteredSearchTest(ServerUnderTest server) {
        this.server = server;
    }

    private static Passage passage(int number) {
        SourceMetadata metadata =
                SourceMetadata.EMPTY.with("tenth", number % 10).with("number", number);
        String text = "text " + number;
        return Passage.of(
                SourceDocument.of("d" + number, text).withMetadata(metadata),
                0,
                text,
                List.of(
                        Statement.of("hub " + number % 3, "touches", "spoke " + number),
                        Statement.of("everyone", "says", "this")));
    }

    @Test
    void findsWhatTheReferenceFindsAtEveryShare() {
        List<Passage> passages = IntStream.range(0, PASSAGES)
                .mapToObj(FilteredSearchTest::passage)
                .toList();
        try (GraphStore reference = new InMemoryGraphStore();
                OwnGraphs graphs = new OwnGraphs(server, settings -> settings.index(IndexKind.FLAT));
                GraphStore store = graphs.open("filtered")) {
            write(passages.subList(0, FIRST), reference, store);
            SHARES.forEach((share, filter) -> assertSame(share + " at first", filter, store, reference));
            // A filter that few passed may be met by many by now, and one that none passed by few.
            write(passages.subList(FIRST, PASSAGES), reference, store);
            SHARES.forEach((share, filter) -> assertSame(share, filter, store, reference));
            SHARES.forEach((share, filter) -> assertSame(share + " again", filter, store, reference));
        }
    }

    private static void write(List<Passage> passages, GraphStore... stores) {
        for (GraphStore store : stores) {
            store.write(Samples.batch(passages));
        }
    }

    private static void assertSame(String share, MetadataFilter filter, GraphStore store, GraphStore reference) {
        try (GraphView found = store.latest().visible(filter);
                GraphView expected = reference.latest().visible(filter)) {
            assertThat(found.statistics()).as("counts, %s", share).isEqualTo(expected.statistics());
            for (String question : QUESTIONS) {
                assertSame(share, found, expected, Samples.vector(question));
            }
        }
    }

    private static void assertSame(String share, GraphView found, GraphView expected, float[] vector) {
        List<String> hub = List.of(Entity.named("hub 1").id());
        assertThat(values(found.nearestPassages(vector, LIMIT)))
                .as("passages, %s", share)
                .isEqualTo(values(expected.nearestPassages(vector, LIMIT)));
        assertThat(values(found.nearestRelations(vector, LIMIT)))
                .as("relations, %s", share)
                .isEqualTo(values(expected.nearestRelations(vector, LIMIT)));
        assertThat(values(found.relationsTouching(hub, vector, LIMIT)))
                .as("relations at a hub, %s", share)
                .isEqualTo(values(expected.relationsTouching(hub, vector, LIMIT)));
        assertThat(values(found.nearestEntities(List.of(vector), LIMIT).getFirst()))
                .as("entities, %s", share)
                .isEqualTo(
                        values(expected.nearestEntities(List.of(vector), LIMIT).getFirst()));
    }

    /** Returns the found rows in order; servers compute cosines that differ in the seventh digit. */
    private static <T> List<T> values(List<Scored<T>> found) {
        return found.stream().map(Scored::value).toList();
    }
}
