package dev.tern.eval;

import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.lucene.LuceneGraphStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Measures indexing and look-ups on a corpus with triplets; vectors are random, to exclude
 * embedding.
 *
 * <p>Arguments: a {@code corpus.jsonl} and the path of a new store. Run by hand; the build only
 * compiles it.
 */
final class StoreBenchmark {
    private static final int DIMENSION = 384;
    private static final int BATCH_PASSAGES = 256;
    private static final int WARM_UP = 60;
    private static final int ROUNDS = 200;

    private StoreBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        Path corpus = Path.of(arguments[0]);
        Path directory = Path.of(arguments[1]);
        index(batches(corpus), directory.resolve("warm-up"));
        Path measured = directory.resolve("measured");
        index(batches(corpus), measured);
        read(measured);
    }

    private static List<GraphBatch> batches(Path corpus) {
        List<GraphBatch> batches = new ArrayList<>();
        List<Passage> passages = new ArrayList<>();
        for (Document document : JsonlCorpus.of(List.of(corpus)).documents()) {
            passages.add(Passage.of(document, 0, document.text(), document.statements()));
            if (passages.size() == BATCH_PASSAGES) {
                batches.add(batch(passages));
                passages.clear();
            }
        }
        batches.add(batch(passages));
        return batches;
    }

    private static GraphBatch batch(List<Passage> passages) {
        Map<String, float[]> relations = new HashMap<>();
        Map<String, float[]> entities = new HashMap<>();
        List<Embedded<Passage>> embedded = new ArrayList<>();
        for (Passage passage : passages) {
            embedded.add(new Embedded<>(passage, vector(passage.id())));
            for (Statement statement : passage.statements()) {
                relations.computeIfAbsent(statement.relationKey(), StoreBenchmark::vector);
                for (String name : statement.entities()) {
                    entities.computeIfAbsent(Entity.named(name).id(), StoreBenchmark::vector);
                }
            }
        }
        return new GraphBatch("random", embedded, relations, entities, Set.of());
    }

    private static float[] vector(String seed) {
        Random random = new Random(seed.hashCode());
        float[] vector = new float[DIMENSION];
        double sum = 0;
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = (float) random.nextGaussian();
            sum += vector[i] * vector[i];
        }
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] /= (float) Math.sqrt(sum);
        }
        return vector;
    }

    private static void index(List<GraphBatch> batches, Path directory) throws IOException {
        long start = System.nanoTime();
        GraphStore store = LuceneGraphStore.open(directory, "default");
        batches.forEach(store::write);
        long written = System.nanoTime();
        System.out.println(store.statistics());
        long counted = System.nanoTime();
        store.close();
        long closed = System.nanoTime();
        System.out.printf(
                "%d batches written in %.2f s, closed in %.2f s; statistics %.1f ms%n",
                batches.size(), (written - start) / 1e9, (closed - counted) / 1e9, (counted - written) / 1e6);
        try (var files = Files.list(directory.resolve("default"))) {
            System.out.println(
                    files.map(file -> file.getFileName() + " " + file.toFile().length() / 1024 + "k")
                            .sorted()
                            .toList());
        }
    }

    private static void read(Path directory) {
        long start = System.nanoTime();
        try (GraphStore store = LuceneGraphStore.open(directory, "default")) {
            System.out.printf("opened in %.1f ms%n", (System.nanoTime() - start) / 1e6);
            Map<Integer, float[]> questions = new HashMap<>();
            for (int i = 0; i < 50; i++) {
                questions.put(i, vector("question " + i));
            }
            int[] turn = {0};
            Supplier<float[]> question = () -> questions.getOrDefault(turn[0]++ % 50, new float[DIMENSION]);
            List<String> entityIds = new ArrayList<>();
            store.nearestEntities(question.get(), 1_000)
                    .forEach(found -> entityIds.add(found.value().id()));
            List<String> keys = new ArrayList<>();
            List<String> passageIds = new ArrayList<>();
            store.nearestRelations(question.get(), 1_000)
                    .forEach(found -> keys.add(found.value().key()));
            store.nearestPassages(question.get(), 100)
                    .forEach(found -> passageIds.add(found.value().id()));

            time("description", () -> store.description().stream().toList());
            time("nearest 3 entities", () -> store.nearestEntities(question.get(), 3));
            time("nearest 10 relations", () -> store.nearestRelations(question.get(), 10));
            time("nearest 50 relations", () -> store.nearestRelations(question.get(), 50));
            time("nearest 10 passages", () -> store.nearestPassages(question.get(), 10));
            time(
                    "touching 100 entities",
                    () -> store.relationsTouching(entityIds.subList(0, 100), question.get(), 10_000));
            time(
                    "touching 500 entities",
                    () -> store.relationsTouching(entityIds.subList(0, 500), question.get(), 10_000));
            time("touching 1,000 entities, best 100", () -> store.relationsTouching(entityIds, question.get(), 100));
            time("1,000 entities by id", () -> store.entities(entityIds));
            time("1,000 relations by key", () -> store.relations(RelationsBy.KEY, keys));
            time("relations of 100 passages", () -> store.relations(RelationsBy.PASSAGE, passageIds));
            time("100 passages by id", () -> store.passages(PassagesBy.ID, passageIds));
        }
        System.out.printf(
                "heap in use %d MB%n",
                (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20);
    }

    private static void time(String what, Supplier<List<?>> call) {
        int found = 0;
        for (int i = 0; i < WARM_UP; i++) {
            found = call.get().size();
        }
        long[] nanos = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            found = call.get().size();
            nanos[i] = System.nanoTime() - start;
        }
        java.util.Arrays.sort(nanos);
        System.out.printf(
                "%-36s p50 %7.3f ms, p95 %7.3f ms (%d found)%n",
                what, nanos[ROUNDS / 2] / 1e6, nanos[ROUNDS * 95 / 100] / 1e6, found);
    }
}
