package dev.tern.store.milvus;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.TitleKey;
import dev.tern.store.contract.Rows;
import dev.tern.store.contract.Samples;
import dev.tern.store.milvus.server.MilvusServer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clients see their own writes with the default settings, while many others write: each has a connection of its own. On
 * servers as they come, with ticks of 200 ms.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("milvus")
class ReadYourWritesTest {
    private static final int CLIENTS = 8;
    private static final int ROUNDS = 3;

    static Stream<Named<Supplier<MilvusServer>>> servers() {
        return Stream.of(
                Named.of("milvus-lite", MilvusServer::lite), Named.of("Milvus standalone", MilvusServer::standalone));
    }

    private static MilvusGraphCatalog connect(URI uri) {
        return MilvusGraphCatalog.connect(MilvusSettings.at(uri.toString())
                // A hang is all that this is for.
                .connectTimeout(Duration.ofMinutes(2))
                .build());
    }

    private static Passage written(int client, int round) {
        String name = "Person " + client + " of round " + round;
        Passage plain = passage(
                "document of " + client,
                0,
                "Text of " + name,
                Statement.of(name, "belongs to", "everybody"),
                Statement.of(name, "has", "thing " + round));
        return new Passage(
                plain.id(),
                plain.documentId(),
                0,
                "Title of " + name,
                plain.text(),
                plain.statements(),
                plain.metadata(),
                plain.position(),
                plain.extraction());
    }

    @ParameterizedTest
    @MethodSource("servers")
    void clients_see_exactly_what_they_wrote(Supplier<MilvusServer> start) throws Exception {
        try (MilvusServer server = start.get();
                ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
                MilvusGraphCatalog catalog = connect(server.uri())) {
            try (GraphStore store = catalog.open("shared")) {
                store.write(batch(passage("common", 0, "Common.", Statement.of("everybody", "is", "here"))));
            }
            List<Future<?>> clients = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                int number = client;
                clients.add(threads.submit(() -> writeAndRead(server.uri(), number)));
            }
            for (Future<?> client : clients) {
                client.get();
            }
            tellAnother(server.uri());
            try (GraphStore store = catalog.open("shared")) {
                Rows rows = Rows.of(store.latest());
                rows.requireWhole();
                assertThat(rows.passages()).hasSize(1);
                assertThat(rows.entities()).hasSize(2);
            }
        }
    }

    private static void writeAndRead(URI uri, int client) {
        try (MilvusGraphCatalog catalog = connect(uri);
                GraphStore store = catalog.open("shared")) {
            for (int round = 0; round < ROUNDS; round++) {
                Passage passage = written(client, round);
                store.write(batch(passage));
                assertSeen(store, passage);
                if (round % 2 == 0) {
                    Passage replacing = written(client, round + 100);
                    store.write(batch(List.of(replacing), Set.of(passage.id())));
                    assertSeen(store, replacing);
                    assertNotSeen(store, passage);
                    passage = replacing;
                }
                assertThat(store.removeDocuments(List.of(passage.documentId()))).isOne();
                assertNotSeen(store, passage);
                assertThat(store.latest().passages(PassagesBy.DOCUMENT, List.of(passage.documentId())))
                        .isEmpty();
            }
        }
    }

    private static List<String> entityIds(Passage passage) {
        return List.of(passage.statements().getFirst().entityIds().getFirst());
    }

    /** Reads by one view, in which only the first look-up of each collection is strong, and by the store. */
    private static void assertSeen(GraphStore store, Passage passage) {
        try (GraphView view = store.view()) {
            assertThat(view.passages(PassagesBy.DOCUMENT, List.of(passage.documentId())))
                    .extracting(Embedded::value)
                    .containsExactly(passage);
            assertThat(view.passages(PassagesBy.TITLE, TitleKey.of(passage.title())))
                    .extracting(Embedded::value)
                    .containsExactly(passage);
            assertThat(view.nearestPassages(vector(passage.textToEmbed()), 1))
                    .extracting(found -> found.value().id())
                    .containsExactly(passage.id());
            assertThat(view.entities(entityIds(passage)))
                    .extracting(found -> found.value().id())
                    .isEqualTo(entityIds(passage));
            assertThat(view.relations(RelationsBy.PASSAGE, List.of(passage.id())))
                    .hasSize(2);
            assertThat(view.relationsTouching(entityIds(passage), vector("x"), 10))
                    .hasSize(2);
            String name = passage.statements().getFirst().entities().getFirst();
            assertThat(view.nearestEntities(vector(name), 1))
                    .extracting(found -> found.value().id())
                    .isEqualTo(entityIds(passage));
        }
        assertThat(store.latest().passages(PassagesBy.ID, List.of(passage.id())))
                .hasSize(1);
    }

    private static void assertNotSeen(GraphStore store, Passage passage) {
        try (GraphView view = store.view()) {
            assertThat(view.passages(PassagesBy.ID, List.of(passage.id()))).isEmpty();
            assertThat(view.passages(PassagesBy.TITLE, TitleKey.of(passage.title())))
                    .isEmpty();
            assertThat(view.nearestPassages(vector(passage.textToEmbed()), 3))
                    .extracting(found -> found.value().id())
                    .doesNotContain(passage.id());
            assertThat(view.relations(RelationsBy.PASSAGE, List.of(passage.id())))
                    .isEmpty();
            assertThat(view.relationsTouching(entityIds(passage), vector("x"), 10))
                    .isEmpty();
            assertThat(view.entities(entityIds(passage))).isEmpty();
            String name = passage.statements().getFirst().entities().getFirst();
            assertThat(view.nearestEntities(vector(name), 3))
                    .extracting(found -> found.value().id())
                    .doesNotContainAnyElementsOf(entityIds(passage));
        }
    }

    /** Writes by one client, and reads at once by another. */
    private static void tellAnother(URI uri) {
        try (MilvusGraphCatalog writing = connect(uri);
                MilvusGraphCatalog reading = connect(uri);
                GraphStore writer = writing.open("shared");
                GraphStore reader = reading.open("shared")) {
            for (int round = 0; round < ROUNDS; round++) {
                Passage passage = written(CLIENTS, round);
                writer.write(batch(passage));
                assertSeen(reader, passage);
                writer.removeDocuments(List.of(passage.documentId()));
                assertNotSeen(reader, passage);
            }
            assertThat(reader.latest()
                            .entities(List.of(Entity.named("everybody").id())))
                    .hasSize(1);
            assertThat(reader.latest().nearestPassages(Samples.vector("Common."), 5))
                    .hasSize(1);
        }
    }
}
