package dev.tern.store.lucene;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Measures a segment of vectors with 384 dimensions, with a vector graph and without: writing, and
 * searching for the nearest ten.
 *
 * <p>Arguments: the path of a store to create, and the numbers of vectors. Run by hand; the build
 * only compiles it. Like embeddings, the vectors have 48 independent directions and noise.
 */
final class VectorGraphBenchmark {
    private static final int DIMENSION = 384;
    private static final int DIRECTIONS = 48;
    private static final int QUESTIONS = 300;
    private static final int NEAREST = 10;

    private VectorGraphBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        for (String size : Arrays.asList(arguments).subList(1, arguments.length)) {
            int vectors = Integer.parseInt(size);
            Path directory = Path.of(arguments[0]).resolve("v" + size);
            List<Set<String>> exact = measure(directory.resolve("exact"), vectors, Integer.MAX_VALUE, List.of());
            measure(directory.resolve("graph"), vectors, 1_000, exact);
        }
    }

    private static List<Set<String>> measure(
            Path directory, int vectors, int vectorGraphFrom, List<Set<String>> expected) throws IOException {
        float[][] basis = basis();
        Random random = new Random(1);
        List<Embedded<Passage>> passages = new ArrayList<>();
        for (int i = 0; i < vectors; i++) {
            SourceDocument document = SourceDocument.of("d" + i, "text");
            passages.add(new Embedded<>(Passage.of(document, 0, "text", List.of()), vector(basis, random)));
        }
        LuceneOptions options = new LuceneOptions(vectorGraphFrom, 1_024, Duration.ofHours(1), 200_000_000, 64);
        long cpu = cpuNanos();
        long start = System.nanoTime();
        try (GraphStore store = LuceneGraphStore.open(directory, "default", options)) {
            for (List<Embedded<Passage>> half :
                    List.of(passages.subList(0, vectors / 2), passages.subList(vectors / 2, vectors))) {
                store.write(new GraphBatch("random", half, Map.of(), Map.of(), Set.of()));
            }
        }
        OneSegment.of(directory.resolve("default"), vectorGraphFrom);
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpuSeconds = (cpuNanos() - cpu) / 1e9;
        passages.clear();
        List<Set<String>> found = new ArrayList<>();
        long[] nanos = new long[QUESTIONS];
        try (GraphStore store = LuceneGraphStore.open(directory, "default", options)) {
            for (int i = 0; i < QUESTIONS; i++) {
                float[] question = vector(basis, random);
                long at = System.nanoTime();
                List<Scored<Passage>> nearest = store.latest().nearestPassages(question, NEAREST);
                nanos[i] = System.nanoTime() - at;
                Set<String> ids = new HashSet<>();
                nearest.forEach(passage -> ids.add(passage.value().id()));
                found.add(ids);
            }
        }
        int same = 0;
        for (int i = 0; i < expected.size(); i++) {
            Set<String> both = new HashSet<>(expected.get(i));
            both.retainAll(found.get(i));
            same += both.size();
        }
        Arrays.sort(nanos);
        System.out.printf(
                "%,9d vectors, %-5s: written in %6.2f s (this thread's processor time %6.2f s), search p50 %6.3f ms,"
                        + " best %6.3f ms%s%n",
                vectors,
                expected.isEmpty() ? "exact" : "graph",
                seconds,
                cpuSeconds,
                nanos[QUESTIONS / 2] / 1e6,
                nanos[QUESTIONS / 20] / 1e6,
                expected.isEmpty() ? "" : String.format(", recall %.3f", same / (double) (NEAREST * QUESTIONS)));
        return found;
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static float[][] basis() {
        Random random = new Random(2);
        float[][] basis = new float[DIRECTIONS][DIMENSION];
        for (float[] direction : basis) {
            for (int i = 0; i < DIMENSION; i++) {
                direction[i] = (float) random.nextGaussian();
            }
        }
        return basis;
    }

    private static float[] vector(float[][] basis, Random random) {
        float[] vector = new float[DIMENSION];
        for (float[] direction : basis) {
            float weight = (float) random.nextGaussian();
            for (int i = 0; i < DIMENSION; i++) {
                vector[i] += weight * direction[i];
            }
        }
        double sum = 0;
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] += (float) random.nextGaussian();
            sum += (double) vector[i] * vector[i];
        }
        for (int i = 0; i < DIMENSION; i++) {
            vector[i] /= (float) Math.sqrt(sum);
        }
        return vector;
    }
}
