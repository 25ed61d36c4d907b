package dev.tern.store.contract;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Creates passages and batches for tests, with vectors that depend on the texts alone. */
public final class Samples {
    /** The name of the embedding model of {@link #batch}. */
    public static final String MODEL = "sample-model";

    /** The dimension of the vectors of {@link #batch}. */
    public static final int DIMENSION = 16;

    private Samples() {}

    /** Creates a passage with statements; the ordinal is its position in the document, from 0. */
    public static Passage passage(String documentId, int ordinal, String text, Statement... statements) {
        return Passage.of(SourceDocument.of(documentId, text), ordinal, text, List.of(statements));
    }

    static Passage titled(String documentId, int ordinal, String title, String text) {
        return Passage.of(SourceDocument.of(documentId, text).withTitle(title), ordinal, text, List.of());
    }

    /** Creates a batch of passages, with the vectors of everything in them. */
    public static GraphBatch batch(Passage... passages) {
        return batch(Arrays.asList(passages));
    }

    /** Creates a batch of passages, with the vectors of everything in them. */
    public static GraphBatch batch(List<Passage> passages) {
        return batch(passages, Set.of());
    }

    /** Creates a batch that writes some passages, and removes the passages with stale ids. */
    public static GraphBatch batch(List<Passage> passages, Set<String> stale) {
        return batchOf(MODEL, DIMENSION, passages, stale);
    }

    /**
     * Creates a batch of passages, with vectors of a given model and dimension.
     */
    public static GraphBatch batchOf(String model, int dimension, Passage... passages) {
        return batchOf(model, dimension, List.of(passages), Set.of());
    }

    /** Creates a batch that only removes the rows of a kind with the given ids. */
    public static GraphBatch removing(RowKind kind, String... ids) {
        return GraphBatch.removing(MODEL, Map.of(kind, List.of(ids)));
    }

    private static GraphBatch batchOf(String model, int dimension, List<Passage> passages, Set<String> stale) {
        Map<String, float[]> relations = new HashMap<>();
        Map<String, float[]> entities = new HashMap<>();
        for (Passage passage : passages) {
            for (RelationRow row : RelationRow.of(passage)) {
                relations.computeIfAbsent(row.key(), key -> vector(row.text(), dimension));
            }
            for (Statement statement : passage.statements()) {
                for (String name : statement.entities()) {
                    entities.computeIfAbsent(Entity.named(name).id(), id -> vector(name, dimension));
                }
            }
        }
        List<Embedded<Passage>> embedded = passages.stream()
                .map(passage -> new Embedded<>(passage, vector(passage.textToEmbed(), dimension)))
                .toList();
        return new GraphBatch(model, embedded, relations, entities, new LinkedHashSet<>(stale));
    }

    /**
     * Returns a vector of unit length that depends on the normalised text alone; the same on every
     * machine.
     */
    public static float[] vector(String text) {
        return vector(text, DIMENSION);
    }

    static float[] vector(String text, int dimension) {
        Random random = new Random(EntityName.normalise(text).hashCode());
        double[] raw = new double[dimension];
        double sum = 0;
        for (int i = 0; i < dimension; i++) {
            raw[i] = random.nextGaussian();
            sum += raw[i] * raw[i];
        }
        float[] unit = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            unit[i] = (float) (raw[i] / Math.sqrt(sum));
        }
        return unit;
    }

    static String entityId(String name) {
        return Entity.named(name).id();
    }

    static List<String> entityIds(String... names) {
        return Arrays.stream(names).map(Samples::entityId).toList();
    }
}
