package dev.tern.store.lucene;

import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.transfer.CopyReport;
import dev.tern.transfer.GraphCopy;
import dev.tern.transfer.TransferListener;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Measures copying a graph, in time and memory, with random vectors.
 *
 * <p>Arguments: a directory to work in and the number of rows; a passage has two statements about
 * three entities, one its own, so four to six rows. Run by hand; the build only compiles it.
 */
final class CopyBenchmark {
    private static final int DIMENSION = 384;
    private static final int ROWS_OF_A_PASSAGE = 5;
    private static final int BATCH_PASSAGES = 1000;
    private static final long PRINTED_EVERY = 20_000;

    private CopyBenchmark() {}

    public static void main(String[] arguments) {
        Path directory = Path.of(arguments[0]);
        int passages = Integer.parseInt(arguments[1]) / ROWS_OF_A_PASSAGE;
        try (GraphStore source = open(directory, "source")) {
            if (source.description().isEmpty()) {
                fill(source, passages);
            }
        }
        try (GraphStore source = open(directory, "source");
                GraphStore target = open(directory, "target")) {
            System.out.println(source.statistics());
            System.gc();
            System.out.println("before: " + memory());
            GraphCopy.copy(source, target, new PrintedProgress());
            System.out.println("after:  " + memory());
            CopyReport again = GraphCopy.copy(source, target, TransferListener.NONE);
            again.requireSame();
            System.out.printf(
                    Locale.ROOT,
                    "again: %,d unchanged, %,d written, %.1f s%n",
                    again.unchanged(),
                    again.written(),
                    again.millis() / 1e3);
        }
    }

    /** Without vector graphs, whose background building would be measured too. */
    static GraphStore open(Path directory, String store) {
        LuceneOptions options = LuceneOptions.DEFAULTS.withVectorGraphFrom(Integer.MAX_VALUE);
        return LuceneGraphStore.open(directory.resolve(store), "default", options);
    }

    private static final class PrintedProgress implements TransferListener {
        private final long start = System.nanoTime();
        private Step now = Step.WRITING_GRAPH;
        private long next;

        @Override
        public void progress(Step step, long done, long total) {
            if (step != now) {
                now = step;
                next = 0;
            }
            if (done >= next || done == total) {
                next = done + PRINTED_EVERY;
                say("%s: %,d of %,d".formatted(step, done, total));
            }
        }

        private void say(String what) {
            System.out.printf(Locale.ROOT, "%6.1f s  %-40s  %s%n", (System.nanoTime() - start) / 1e9, what, memory());
        }
    }

    /** Returns the maximum heap after a collection, and the process's memory without files. */
    private static String memory() {
        long afterCollection = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null) {
                afterCollection += pool.getCollectionUsage().getUsed();
            }
        }
        Runtime runtime = Runtime.getRuntime();
        return "heap in use %d MB, after the last collection %d MB"
                .formatted((runtime.totalMemory() - runtime.freeMemory()) >> 20, afterCollection >> 20);
    }

    static void fill(GraphStore store, int passages) {
        Random random = new Random(7);
        long start = System.nanoTime();
        List<Passage> batch = new ArrayList<>();
        for (int i = 0; i < passages; i++) {
            String text = "Passage " + i + " tells of thing " + i + ".";
            String other = "thing " + random.nextInt(passages);
            batch.add(Passage.of(
                    Document.of("document " + i / 3, text),
                    i % 3,
                    text,
                    List.of(
                            Statement.of("thing " + i, "is near", other),
                            Statement.of("thing " + i, "was made by", "maker " + random.nextInt(passages)))));
            if (batch.size() == BATCH_PASSAGES || i == passages - 1) {
                store.write(batch(batch));
                batch.clear();
            }
        }
        System.out.printf("source written in %.0f s%n", (System.nanoTime() - start) / 1e9);
    }

    private static GraphBatch batch(List<Passage> passages) {
        Map<String, float[]> relations = new HashMap<>();
        Map<String, float[]> entities = new HashMap<>();
        List<Embedded<Passage>> embedded = new ArrayList<>();
        for (Passage passage : passages) {
            embedded.add(new Embedded<>(passage, vector(passage.id())));
            for (Statement statement : passage.statements()) {
                relations.computeIfAbsent(statement.relationKey(), CopyBenchmark::vector);
                for (String name : statement.entities()) {
                    entities.computeIfAbsent(Entity.named(name).id(), CopyBenchmark::vector);
                }
            }
        }
        return new GraphBatch("random", embedded, relations, entities, Set.of());
    }

    private static float[] vector(String seed) {
        Random numbers = new Random(seed.hashCode());
        float[] vector = new float[DIMENSION];
        double sum = 0;
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] = numbers.nextFloat() - 0.5f;
            sum += vector[i] * vector[i];
        }
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] /= (float) Math.sqrt(sum);
        }
        return vector;
    }
}
