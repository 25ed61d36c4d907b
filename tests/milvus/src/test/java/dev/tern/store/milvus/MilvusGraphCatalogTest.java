package dev.tern.store.milvus;

import static dev.tern.store.contract.Samples.batch;
import static dev.tern.store.contract.Samples.passage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphCatalog;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.contract.GraphCatalogContract;
import dev.tern.store.contract.Rows;
import dev.tern.store.contract.Samples;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.DescriptionProperty;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import io.milvus.v2.common.ConsistencyLevel;
import io.milvus.v2.common.DataType;
import io.milvus.v2.common.IndexParam;
import io.milvus.v2.service.collection.request.AddFieldReq;
import io.milvus.v2.service.collection.request.CreateCollectionReq;
import io.milvus.v2.service.collection.request.DropCollectionReq;
import io.milvus.v2.service.collection.request.LoadCollectionReq;
import io.milvus.v2.service.vector.request.InsertReq;
import io.milvus.v2.service.vector.request.QueryReq;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The suite that every catalog passes, and tests of foreign collections and other formats. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class MilvusGraphCatalogTest extends GraphCatalogContract {
    private static final GraphBatch BATCH =
            batch(passage("d", 0, "Ada wrote notes.", Statement.of("Ada", "wrote", "notes")));

    @AutoClose
    private final OwnDatabase database;

    MilvusGraphCatalogTest(ServerUnderTest server) {
        database = new OwnDatabase(server);
    }

    @Override
    protected GraphCatalog openCatalog() {
        return database.catalog();
    }

    private List<String> collections() {
        return database.client().listCollections().getCollectionNames();
    }

    /** Creates a foreign collection with one row, or one with a property of Tern. */
    private void makeCollection(String name, Map<String, String> properties) {
        CreateCollectionReq.CollectionSchema schema =
                CreateCollectionReq.CollectionSchema.builder().build();
        schema.addField(AddFieldReq.builder()
                .fieldName("number")
                .dataType(DataType.Int64)
                .isPrimaryKey(true)
                .build());
        schema.addField(AddFieldReq.builder()
                .fieldName("vector")
                .dataType(DataType.FloatVector)
                .dimension(2)
                .build());
        database.client()
                .createCollection(CreateCollectionReq.builder()
                        .collectionName(name)
                        .collectionSchema(schema)
                        .properties(properties)
                        .indexParams(List.of(IndexParam.builder()
                                .fieldName("vector")
                                .indexType(IndexParam.IndexType.AUTOINDEX)
                                .metricType(IndexParam.MetricType.COSINE)
                                .build()))
                        .build());
        JsonObject row = new JsonObject();
        JsonArray vector = new JsonArray();
        vector.add(0.6f);
        vector.add(0.8f);
        row.addProperty("number", 7);
        row.add("vector", vector);
        database.client()
                .insert(InsertReq.builder()
                        .collectionName(name)
                        .data(List.of(row))
                        .build());
    }

    private Object count(String collection) {
        database.client()
                .loadCollection(
                        LoadCollectionReq.builder().collectionName(collection).build());
        return Objects.requireNonNull(database.client()
                .query(QueryReq.builder()
                        .collectionName(collection)
                        .filter("")
                        .outputFields(List.of("count(*)"))
                        .consistencyLevel(ConsistencyLevel.STRONG)
                        .build())
                .getQueryResults()
                .getFirst()
                .getEntity()
                .get("count(*)"));
    }

    private static void assertRefused(ThrowingCallable use, TernException.Fault fault, String... words) {
        assertThatThrownBy(use)
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(fault))
                .hasMessageContainingAll(words);
    }

    @Test
    void collections_are_named_after_the_graph() {
        try (MilvusGraphCatalog catalog = database.catalog()) {
            try (GraphStore graph = catalog.open("default")) {
                graph.write(BATCH);
            }
            assertThat(collections())
                    .containsExactlyInAnyOrder("entity_collection", "relation_collection", "passage_collection");
            try (GraphStore graph = catalog.open("wiki")) {
                graph.write(BATCH);
            }
            assertThat(collections()).hasSize(6).contains("wiki_entities", "wiki_relations", "wiki_passages");
        }
    }

    @Test
    void every_collection_that_others_made_is_refused_and_left_alone() {
        for (CollectionKind kind : CollectionKind.values()) {
            String graph = "taken" + kind.suffix();
            String collection = graph + kind.suffix();
            makeCollection(collection, Map.of());
            String[] words = {
                "the collection " + collection + " at http://",
                "was not made by Tern (it has no property tern.graph) and is not touched"
            };
            try (MilvusGraphCatalog catalog = database.catalog()) {
                assertRefused(() -> catalog.open(graph).close(), TernException.Fault.OPERATOR, words);
                assertRefused(() -> catalog.drop(graph), TernException.Fault.OPERATOR, words);
                assertThat(catalog.graphs()).isEmpty();
            }
            assertThat(collections()).contains(collection);
            assertThat(count(collection)).isEqualTo(1L);
        }
        assertThat(collections()).hasSize(3);
    }

    @Test
    void a_collection_that_others_make_after_the_graph_was_opened_is_refused_by_the_first_write() {
        try (MilvusGraphCatalog catalog = database.catalog();
                GraphStore graph = catalog.open("late")) {
            makeCollection("late_relations", Map.of());

            assertRefused(
                    () -> graph.write(BATCH), TernException.Fault.OPERATOR, "late_relations", "was not made by Tern");

            assertThat(count("late_relations")).isEqualTo(1L);
            assertThat(collections()).doesNotContain("late_passages", "late_entities");
        }
    }

    @Test
    void a_graph_that_another_made_anew_takes_no_vectors_of_the_model_before() throws InterruptedException {
        try (MilvusGraphCatalog catalog = database.catalog();
                MilvusGraphCatalog other = database.catalog();
                GraphStore graph = catalog.open("anew")) {
            graph.write(BATCH);
            other.drop("anew");
            try (GraphStore anew = other.open("anew")) {
                anew.write(Samples.batchOf("another-model", Samples.DIMENSION, passage("e", 0, "Bo drew maps.")));
                // As long as the cached description of a graph is valid.
                Thread.sleep(1_100);

                assertRefused(() -> graph.write(BATCH), TernException.Fault.USER, "another-model", "sample-model");

                assertThat(anew.latest().statistics().passages()).isOne();
            }
        }
    }

    @Test
    void another_format_is_refused_with_both_numbers() {
        String made = "{\"format\":7,\"embeddingModel\":\"sample-model\",\"dimension\":16}";
        for (CollectionKind kind : CollectionKind.values()) {
            makeCollection("newer" + kind.suffix(), Map.of(DescriptionProperty.PROPERTY, made));
        }
        String[] words = {
            "the graph \"newer\" at http://", "has format 7; this version of Tern reads and writes format 2"
        };
        try (MilvusGraphCatalog catalog = database.catalog()) {
            assertThat(catalog.graphs()).containsExactly("newer");
            assertRefused(() -> catalog.open("newer").close(), TernException.Fault.OPERATOR, words);
            assertRefused(() -> catalog.drop("newer"), TernException.Fault.OPERATOR, words);
        }
        for (CollectionKind kind : CollectionKind.values()) {
            assertThat(count("newer" + kind.suffix())).isEqualTo(1L);
        }
    }

    @Test
    void a_graph_of_the_time_before_is_refused() {
        String made = "{\"format\":2,\"embeddingModel\":\"sample-model\",\"dimension\":2}";
        for (CollectionKind kind : CollectionKind.values()) {
            makeCollection("old" + kind.suffix(), Map.of(DescriptionProperty.PROPERTY, made));
        }
        try (MilvusGraphCatalog catalog = database.catalog()) {
            assertRefused(
                    () -> catalog.open("old").close(),
                    TernException.Fault.OPERATOR,
                    "the graph \"old\" at http://",
                    "was made by a Tern before 0.1.0, with other metadata or notes: export it with that"
                            + " version and import it with this one (tern export, tern import)");
        }
    }

    @Test
    void a_property_that_tern_did_not_write_is_shown() {
        for (String property :
                List.of("yes", "{}", "[]", "{\"format\":2,\"embeddingModel\":\"m\"}", "{\"format\":\"x\"}")) {
            makeCollection("odd_passages", Map.of(DescriptionProperty.PROPERTY, property));
            try (MilvusGraphCatalog catalog = database.catalog()) {
                assertRefused(
                        () -> catalog.open("odd").close(),
                        TernException.Fault.OPERATOR,
                        "odd_passages",
                        "has a property tern.graph that Tern did not write: " + property);
            }
            assertThat(count("odd_passages")).isEqualTo(1L);
            drop("odd_passages");
        }
    }

    private void drop(String collection) {
        database.client()
                .dropCollection(
                        DropCollectionReq.builder().collectionName(collection).build());
    }

    @Test
    void another_model_or_dimension_is_refused_with_both_values_and_writes_nothing() {
        Passage more = passage("e", 0, "more");
        GraphBatch otherModel = new GraphBatch(
                "other-model", List.of(new Embedded<>(more, Samples.vector("more"))), Map.of(), Map.of(), Set.of());
        GraphBatch otherDimension = new GraphBatch(
                Samples.MODEL, List.of(new Embedded<>(more, new float[] {0, 1})), Map.of(), Map.of(), Set.of());
        try (MilvusGraphCatalog catalog = database.catalog();
                GraphStore late = catalog.open("default")) {
            Rows before;
            try (GraphStore graph = catalog.open("default")) {
                graph.write(BATCH);
                before = Rows.of(graph.latest());
            }
            try (GraphStore graph = catalog.open("default")) {
                for (GraphStore store : List.of(graph, late)) {
                    assertRefused(
                            () -> store.write(otherModel),
                            TernException.Fault.USER,
                            "\"" + Samples.MODEL + "\"",
                            "\"other-model\"");
                    assertRefused(() -> store.write(otherDimension), TernException.Fault.USER, "16", "2");
                }
                assertRefused(
                        () -> graph.latest().nearestPassages(new float[] {0, 1}, 1),
                        TernException.Fault.USER,
                        "16",
                        "2");
                assertThat(Rows.of(graph.latest())).isEqualTo(before);
            }
        }
    }

    @Test
    void the_collections_of_others_are_no_graphs() {
        makeCollection("foreign_passages", Map.of());
        makeCollection("passage_collection", Map.of());
        makeCollection("anything", Map.of());
        try (MilvusGraphCatalog catalog = database.catalog();
                GraphStore graph = catalog.open("ours")) {
            graph.write(BATCH);
            assertThat(catalog.graphs()).containsExactly("ours");
        }
    }

    @Test
    void a_collection_dropped_behind_our_back_is_named_and_the_rest_can_be_dropped() {
        for (CollectionKind kind : CollectionKind.values()) {
            String collection = "half" + kind.suffix();
            try (MilvusGraphCatalog catalog = database.catalog();
                    GraphStore graph = catalog.open("half")) {
                graph.write(BATCH);
                drop(collection);

                String lacks = "lacks its collection " + collection + ": restore it, or drop the graph";
                String words = kind == CollectionKind.PASSAGES ? lacks : "no longer has a collection of this graph";
                assertRefused(() -> Rows.of(graph.latest()), TernException.Fault.STORE, words);
                if (kind == CollectionKind.PASSAGES) {
                    assertRefused(
                            () -> graph.latest().passages(PassagesBy.DOCUMENT, List.of("d")),
                            TernException.Fault.STORE,
                            words);
                }
                assertRefused(() -> graph.write(BATCH), TernException.Fault.STORE, words);
                assertRefused(
                        () -> catalog.open("half").close(),
                        TernException.Fault.STORE,
                        "the graph \"half\" at http://",
                        lacks);
                assertThat(collections()).doesNotContain(collection);

                assertThat(catalog.drop("half")).isTrue();
                assertThat(collections()).isEmpty();
            }
            try (MilvusGraphCatalog catalog = database.catalog();
                    GraphStore graph = catalog.open("half")) {
                graph.write(BATCH);
                Rows.of(graph.latest()).requireWhole();
                assertThat(catalog.drop("half")).isTrue();
            }
        }
    }

    @Test
    void what_an_interrupted_making_left_is_taken_by_the_next_write() {
        try (MilvusGraphCatalog catalog = database.catalog()) {
            for (String graphName : List.of("half", "whole")) {
                try (GraphStore graph = catalog.open(graphName)) {
                    graph.write(BATCH);
                    graph.removeDocuments(List.of("d"));
                }
            }
            drop("half_passages");
            try (GraphStore graph = catalog.open("half");
                    GraphStore undisturbed = catalog.open("whole")) {
                assertThat(graph.latest().description()).isEmpty();
                graph.write(BATCH);
                undisturbed.write(BATCH);
                assertThat(Rows.of(graph.latest()))
                        .isEqualTo(Rows.of(undisturbed.latest()))
                        .isNotEqualTo(Rows.NONE);
            }
        }
    }
}
