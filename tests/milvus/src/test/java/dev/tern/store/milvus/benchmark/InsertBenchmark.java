package dev.tern.store.milvus.benchmark;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.milvus.MilvusGraphCatalog;
import dev.tern.store.milvus.MilvusSettings;
import io.milvus.v2.client.ConnectConfig;
import io.milvus.v2.client.MilvusClientV2;
import io.milvus.v2.common.DataType;
import io.milvus.v2.common.IndexParam;
import io.milvus.v2.service.collection.request.AddFieldReq;
import io.milvus.v2.service.collection.request.CreateCollectionReq;
import io.milvus.v2.service.index.request.CreateIndexReq;
import io.milvus.v2.service.vector.request.InsertReq;
import io.milvus.v2.service.vector.request.UpsertReq;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Measures the speed of writing relations, compared with bare loops of the same client, 512 rows a request: one inserts
 * minimal rows (eight fields, an index of the vector only), one inserts and one upserts rows with the fields and indexes
 * of Tern. Tern also writes the passages, and reads the entities once more.
 */
final class InsertBenchmark {
    private static final int DIMENSION = WordEmbeddingModel.DIMENSION;
    private static final int STATEMENTS_PER_PASSAGE = 40;
    private static final int PASSAGES_PER_BATCH = 100;
    private static final int ENTITIES = 2_000;

    private InsertBenchmark() {}

    static void run(int relations) {
        System.out.printf(Locale.ROOT, "writing %,d relations x %d%n", relations, DIMENSION);
        Servers.each((name, uri) -> {
            for (int round = 1; round <= 2; round++) {
                double least = bare(name, uri, relations, false, false);
                double insert = bare(name, uri, relations, true, false);
                double upsert = bare(name, uri, relations, true, true);
                double tern = tern(uri, relations);
                System.out.printf(
                        Locale.ROOT,
                        "%-16s round %d   bare insert, fewest fields %,7.0f/s   the same fields: insert %,7.0f/s  "
                                + " upsert %,7.0f/s   tern %,7.0f/s   of them %.2f %.2f %.2f%n",
                        name,
                        round,
                        least,
                        insert,
                        upsert,
                        tern,
                        tern / least,
                        tern / insert,
                        tern / upsert);
            }
        });
    }

    private static double tern(String uri, int relations) {
        String graph = "bench" + System.nanoTime();
        try (MilvusGraphCatalog catalog =
                MilvusGraphCatalog.connect(MilvusSettings.at(uri).build())) {
            long nanos = 0;
            try (GraphStore store = catalog.open(graph)) {
                store.write(batch(-1, 200));
                int passages = relations / STATEMENTS_PER_PASSAGE;
                for (int first = 0; first < passages; first += PASSAGES_PER_BATCH) {
                    // Making the batch is the embedding model's work and the caller's, not the store's.
                    GraphBatch batch = batch(first, Math.min(PASSAGES_PER_BATCH, passages - first));
                    long start = System.nanoTime();
                    store.write(batch);
                    nanos += System.nanoTime() - start;
                }
            }
            catalog.drop(graph);
            return relations / (nanos / 1e9);
        }
    }

    private static GraphBatch batch(int first, int passages) {
        Map<String, float[]> relations = new HashMap<>();
        Map<String, float[]> entities = new HashMap<>();
        List<Embedded<Passage>> embedded = new ArrayList<>();
        Random random = new Random(first);
        for (int i = 0; i < passages; i++) {
            List<Statement> statements = new ArrayList<>();
            for (int s = 0; s < STATEMENTS_PER_PASSAGE; s++) {
                Statement statement = Statement.of(
                        "entity " + random.nextInt(ENTITIES),
                        "is said in " + (first + i) + " by " + s + " to know",
                        "entity " + random.nextInt(ENTITIES));
                statements.add(statement);
                relations.put(statement.relationKey(), vector(random));
                for (String name : statement.entities()) {
                    entities.computeIfAbsent(Entity.named(name).id(), id -> vector(random));
                }
            }
            Passage passage =
                    Passage.of(SourceDocument.of("d" + (first + i), "text"), 0, "text " + first + i, statements);
            embedded.add(new Embedded<>(passage, vector(random)));
        }
        // The state for the indexing of new documents: no passage exists, and all entities except in the first batch.
        Set<String> passageIds = new HashSet<>();
        embedded.forEach(passage -> passageIds.add(passage.value().id()));
        return new GraphBatch("random", embedded, relations, entities, Set.of())
                .after(new GraphBatch.PriorState(passageIds, first < 0 ? Set.of() : entities.keySet()));
    }

    private static double bare(String server, String uri, int relations, boolean allFields, boolean upsert) {
        String collection = "bare" + System.nanoTime();
        MilvusClientV2 client =
                new MilvusClientV2(ConnectConfig.builder().uri(uri).build());
        try {
            create(client, collection, allFields);
            if (allFields && !server.contains("lite")) {
                index(client, collection);
            }
            long nanos = 0;
            Random random = new Random(1);
            for (int first = 0; first < relations; first += 512) {
                List<JsonObject> rows = new ArrayList<>();
                List<float[]> vectors = new ArrayList<>();
                for (int i = first; i < Math.min(relations, first + 512); i++) {
                    vectors.add(vector(random));
                }
                long start = System.nanoTime();
                for (int i = 0; i < vectors.size(); i++) {
                    rows.add(row(first + i, vectors.get(i), allFields));
                }
                if (upsert) {
                    client.upsert(UpsertReq.builder()
                            .collectionName(collection)
                            .data(rows)
                            .build());
                } else {
                    client.insert(InsertReq.builder()
                            .collectionName(collection)
                            .data(rows)
                            .build());
                }
                nanos += System.nanoTime() - start;
            }
            client.dropCollection(io.milvus.v2.service.collection.request.DropCollectionReq.builder()
                    .collectionName(collection)
                    .build());
            return relations / (nanos / 1e9);
        } finally {
            client.close();
        }
    }

    private static JsonObject row(int number, float[] vector, boolean allFields) {
        JsonObject row = new JsonObject();
        row.addProperty("id", hex(number));
        row.addProperty("relation_key", hex(number + 1));
        row.addProperty("text", "entity " + number + " is said in " + number / 40 + " by " + number % 40 + " to know");
        row.addProperty("first_entity_id", hex(number % ENTITIES));
        row.addProperty("second_entity_id", hex(number * 7 % ENTITIES));
        row.addProperty("passage_id", hex(number / 40));
        row.addProperty("document_id", "d" + number / 40);
        if (allFields) {
            row.addProperty("part", 0);
            row.addProperty("entity_ids", "");
            row.add("text_rest", new JsonArray());
        }
        JsonArray values = new JsonArray(vector.length);
        for (float value : vector) {
            values.add(value);
        }
        row.add("vector", values);
        return row;
    }

    private static void index(MilvusClientV2 client, String collection) {
        for (String field : List.of("relation_key", "first_entity_id", "second_entity_id", "passage_id")) {
            client.createIndex(CreateIndexReq.builder()
                    .collectionName(collection)
                    .indexParams(List.of(IndexParam.builder()
                            .fieldName(field)
                            .indexType(IndexParam.IndexType.TRIE)
                            .build()))
                    .sync(false)
                    .build());
        }
    }

    private static void create(MilvusClientV2 client, String collection, boolean allFields) {
        CreateCollectionReq.CollectionSchema schema =
                CreateCollectionReq.CollectionSchema.builder().build();
        for (String field : List.of(
                "id", "relation_key", "text", "first_entity_id", "second_entity_id", "passage_id", "document_id")) {
            schema.addField(AddFieldReq.builder()
                    .fieldName(field)
                    .dataType(DataType.VarChar)
                    .maxLength(1_024)
                    .isPrimaryKey(field.equals("id"))
                    .build());
        }
        if (allFields) {
            schema.addField(AddFieldReq.builder()
                    .fieldName("part")
                    .dataType(DataType.Int32)
                    .build());
            schema.addField(AddFieldReq.builder()
                    .fieldName("entity_ids")
                    .dataType(DataType.VarChar)
                    .maxLength(2_048)
                    .build());
            schema.addField(AddFieldReq.builder()
                    .fieldName("text_rest")
                    .dataType(DataType.Array)
                    .elementType(DataType.VarChar)
                    .maxCapacity(63)
                    .maxLength(65_535)
                    .build());
        }
        schema.addField(AddFieldReq.builder()
                .fieldName("vector")
                .dataType(DataType.FloatVector)
                .dimension(DIMENSION)
                .build());
        client.createCollection(CreateCollectionReq.builder()
                .collectionName(collection)
                .collectionSchema(schema)
                .indexParams(List.of(IndexParam.builder()
                        .fieldName("vector")
                        .indexType(IndexParam.IndexType.AUTOINDEX)
                        .metricType(IndexParam.MetricType.COSINE)
                        .build()))
                .build());
    }

    private static String hex(long number) {
        return HexFormat.of().toHexDigits(number * 0x9E3779B97F4A7C15L)
                + HexFormat.of().toHexDigits(number);
    }

    private static float[] vector(Random random) {
        float[] vector = new float[DIMENSION];
        double norm = 0;
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) random.nextGaussian();
            norm += (double) vector[i] * vector[i];
        }
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) (vector[i] / Math.sqrt(norm));
        }
        return vector;
    }
}
