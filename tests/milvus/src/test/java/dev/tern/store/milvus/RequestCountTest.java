package dev.tern.store.milvus;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static dev.tern.store.contract.Samples.vector;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.GraphRag;
import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests of the number of requests, counted between client and server. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class RequestCountTest {
    /** The maximum number of waits of a query, 2 · degree + 4. */
    private static final int MAX_WAITS_PER_QUERY = 20;

    private final OwnGraphs graphs;
    private final RequestProxy proxy;
    private final MilvusSettings.Builder settings;
    private final MilvusGraphCatalog catalog;
    private final boolean lite;

    RequestCountTest(ServerUnderTest server) {
        graphs = new OwnGraphs(server);
        proxy = RequestProxy.before(server.uri());
        // A busy server lets a question wait for longer than a store is idle before it flushes, which would be counted.
        settings = MilvusSettings.at(proxy.uri().toString())
                .connectTimeout(Duration.ofMinutes(2))
                .timeout(Duration.ofMinutes(2))
                .flushAfter(Duration.ofMinutes(30));
        server.token().ifPresent(settings::token);
        catalog = MilvusGraphCatalog.connect(settings.build());
        try (MilvusConnection connection =
                MilvusConnection.open(settings.build().values())) {
            lite = connection.lite();
        }
    }

    @AfterEach
    void close() {
        catalog.close();
        proxy.close();
        graphs.close();
    }

    /** Returns documents on people of one town; each knows the others. */
    private static List<SourceDocument> town(int people) {
        List<SourceDocument> all = new ArrayList<>();
        for (int i = 0; i < people; i++) {
            all.add(SourceDocument.of("d" + i, "Name " + i + " lives in Hubville.")
                    .withTitle("Title " + i)
                    .withStatements(List.of(
                            Statement.of("Name " + i, "lives in", "Hubville"),
                            Statement.of("Name " + i, "knows", "Name " + (i + 1)),
                            Statement.of("Hubville", "reserves", "all rights"))));
        }
        return all;
    }

    private GraphRag open(String graph) {
        return GraphRag.builder()
                .ownedStore(catalog.open(graphs.named(graph)))
                .embeddingModel(new SampleEmbeddings())
                .build();
    }

    private void fill(String graph, int people) {
        try (GraphRag rag = open(graph)) {
            rag.add(town(people));
        }
    }

    private List<Long> requestsOfQueries(String graph, int degree) {
        List<Long> counts = new ArrayList<>();
        Parameters parameters = Parameters.of(Parameter.DEGREE, degree);
        try (GraphRag rag = open(graph)) {
            for (String text : List.of("Who is Name 3 in Hubville?", "Who lives in Hubville?", "?")) {
                long before = proxy.requests();
                Retrieval retrieval = rag.retrieve(Question.of(text, Mode.LOCAL).withParameters(parameters));
                counts.add(proxy.requests() - before);
                assertThat(retrieval.passages()).as(text).isNotEmpty();
                assertThat(retrieval.trace().total().roundTrips()).as(text).isLessThanOrEqualTo(2 * degree + 4);
            }
        }
        return counts;
    }

    @Test
    void of_a_query_are_bounded_whatever_the_size() {
        fill("small", 20);
        fill("large", 150);
        for (int degree = 1; degree <= 2; degree++) {
            List<Long> small = requestsOfQueries("small", degree);
            List<Long> large = requestsOfQueries("large", degree);
            System.out.println("figures: requests of a query at degree " + degree + ", 20 passages " + small
                    + ", 150 passages " + large);
            assertThat(small).allSatisfy(count -> assertThat(count).isBetween(5L, (long) MAX_WAITS_PER_QUERY));
            assertThat(large).allSatisfy(count -> assertThat(count).isBetween(5L, (long) MAX_WAITS_PER_QUERY));
        }
    }

    /** Returns the minimum of five runs, since retries and flushes are counted too. */
    private long requestsAtHub(GraphStore store, String hub) {
        long fewest = Long.MAX_VALUE;
        for (int time = 0; time < 5; time++) {
            try (GraphView view = store.view()) {
                long before = proxy.requests();
                assertThat(view.relationsTouching(List.of(Entity.named(hub).id()), vector("Who lives here?"), 5))
                        .hasSize(5);
                fewest = Math.min(fewest, proxy.requests() - before);
            }
        }
        return fewest;
    }

    @Test
    void at_a_hub_do_not_grow_with_its_relations() {
        List<Passage> passages = new ArrayList<>();
        for (int page = 0; page < 30; page++) {
            List<Statement> statements = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                statements.add(Statement.of("Person " + (100 * page + i), "lives in", "Large"));
            }
            passages.add(passage("d" + page, 0, "Page " + page, statements.toArray(Statement[]::new)));
        }
        for (int i = 0; i < 10; i++) {
            passages.add(passage("s" + i, 0, "Small page " + i, Statement.of("Person " + i, "lives in", "Small")));
        }
        try (GraphStore store = catalog.open(graphs.named("hub"))) {
            store.write(batch(passages));
            long small = requestsAtHub(store, "Small");
            long large = requestsAtHub(store, "Large");
            System.out.println("figures: requests at a hub of 10 relations " + small + ", of 3,000 " + large);
            assertThat(small).isBetween(1L, 2L);
            assertThat(large).isBetween(1L, 3L);
        }
    }

    @Test
    void of_a_batch_do_not_grow_with_the_graph() {
        try (GraphStore store = catalog.open(graphs.named("writing"))) {
            store.write(batch(passage("first", 0, "First.", Statement.of("a", "is", "b"))));
            long before = proxy.requests();
            store.write(batch(passage("d0", 0, "One.", Statement.of("a", "knows", "c"))));
            long small = proxy.requests() - before;
            List<Passage> passages = new ArrayList<>();
            for (int i = 1; i <= 400; i++) {
                passages.add(passage("d" + i, 0, "Text " + i, Statement.of("a", "knows", "thing " + i)));
            }
            before = proxy.requests();
            store.write(batch(passages));
            long many = proxy.requests() - before;
            before = proxy.requests();
            store.write(batch(passage("e", 0, "Other.", Statement.of("a", "knows", "e"))));
            System.out.println("figures: requests of a batch of one passage " + small + ", of 400 " + many);
            // One of them looks again behind a batch, and may be counted with the next.
            assertThat(List.of(small, many, proxy.requests() - before))
                    .allSatisfy(count -> assertThat(count).isBetween(3L, 9L));
        }
    }

    private static List<Passage> numbered(int first, int count) {
        List<Passage> passages = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            String text = "Text " + i;
            SourceDocument document =
                    SourceDocument.of("d" + i, text).withMetadata(SourceMetadata.EMPTY.with("number", i));
            passages.add(Passage.of(document, 0, text, List.of(Statement.of("thing " + i, "touches", "thing"))));
        }
        return passages;
    }

    private long requestsUnder(MetadataFilter filter, GraphStore store, int found) {
        try (GraphView view = store.latest().visible(filter)) {
            long before = proxy.requests();
            assertThat(view.nearestPassages(vector("Which one?"), 5)).hasSize(found);
            return proxy.requests() - before;
        }
    }

    @Test
    void under_a_strict_filter_are_fewer_when_it_comes_again() {
        MetadataFilter three = MetadataFilter.less("number", 3);
        MetadataFilter fifth = MetadataFilter.less("number", 40);
        String name = graphs.named("filtered");
        // Closed, so that nothing that a store looks for behind its batch is counted with a question.
        try (GraphStore store = catalog.open(name)) {
            store.write(batch(numbered(0, 200)));
        }
        try (GraphStore store = catalog.open(name)) {
            requestsUnder(MetadataFilter.everything(), store, 5);
            long all = requestsUnder(MetadataFilter.everything(), store, 5);
            List<Long> first = List.of(requestsUnder(three, store, 3), requestsUnder(fifth, store, 5));
            List<Long> again = List.of(requestsUnder(three, store, 3), requestsUnder(fifth, store, 5));
            System.out.println(
                    "figures: requests of a search " + all + ", under strict filters " + first + ", again " + again);
            assertThat(all).isEqualTo(1);
            assertThat(first).containsExactly(3L, 1L);
            assertThat(again).containsExactly(1L, 1L);
        }
    }

    private long requestsOfClosing(GraphStore store, List<Passage> passages) {
        store.write(batch(passages));
        long before = proxy.requests();
        store.close();
        return proxy.requests() - before;
    }

    @Test
    void of_closing_are_none_but_after_much_was_written() {
        long little = requestsOfClosing(catalog.open(graphs.named("little")), numbered(0, 3));
        long much = requestsOfClosing(catalog.open(graphs.named("much")), numbered(0, 1_500));
        System.out.println("figures: requests of closing " + little + ", after much was written " + much);
        // Two or more for each collection: to do it, and to ask whether it is done. Milvus Lite is always told.
        assertThat(little).isBetween(lite ? 3L : 0L, lite ? 30L : 0L);
        assertThat(much).isBetween(3L, 100L);
    }

    @Test
    void are_sent_to_flush_in_a_store_that_stays_open_and_idle() throws InterruptedException {
        try (MilvusGraphCatalog soon = MilvusGraphCatalog.connect(
                        settings.flushAfter(Duration.ofMillis(500)).build());
                GraphStore store = soon.open(graphs.named("open"))) {
            store.write(batch(numbered(0, 1_500)));
            long before = proxy.requests();
            long deadline =
                    System.nanoTime() + Duration.ofSeconds(lite ? 2 : 30).toNanos();
            while (proxy.requests() - before < 6 && System.nanoTime() < deadline) {
                Thread.sleep(50);
            }
            long idle = proxy.requests() - before;
            System.out.println("figures: requests of an idle store after much was written " + idle);
            assertThat(idle).isBetween(lite ? 0L : 6L, lite ? 0L : 100L);
        }
    }
}
