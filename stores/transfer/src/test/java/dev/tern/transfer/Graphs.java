package dev.tern.transfer;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.RelationRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Graphs to copy, whose vectors depend on the words alone. */
final class Graphs {
    static final String MODEL = "sample-model";
    static final int DIMENSION = 16;

    private Graphs() {}

    /** Writes documents of three passages with a common sentence, a batch each. */
    static void fill(GraphStore store, int documents) {
        for (int d = 0; d < documents; d++) {
            store.write(batch(document(d, "")));
        }
    }

    static List<Passage> document(int number, String version) {
        List<Passage> passages = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            String text = version + "part " + part + " of document " + number;
            passages.add(Passage.of(
                    SourceDocument.of("d" + number, text)
                            .withTitle("Title " + number)
                            .withMetadata(SourceMetadata.of(Map.of("year", "17" + number, "part", "" + part))),
                    part,
                    text,
                    List.of(
                            Statement.of("thing " + number, "has", version + "part " + part),
                            Statement.of("thing " + number, "follows", "Thing " + (number + 1)),
                            new Statement("Everything has parts.", List.of("everything", "parts", "EVERYTHING")))));
        }
        return passages;
    }

    static GraphBatch batch(Passage... passages) {
        return batch(Arrays.asList(passages));
    }

    static GraphBatch batch(List<Passage> passages) {
        return batch(MODEL, DIMENSION, passages, Set.of());
    }

    static GraphBatch batch(String model, int dimension, List<Passage> passages, Set<String> stale) {
        Map<String, float[]> relations = new HashMap<>();
        Map<String, float[]> entities = new HashMap<>();
        List<Embedded<Passage>> embedded = new ArrayList<>();
        for (Passage passage : passages) {
            embedded.add(new Embedded<>(passage, vector(passage.id(), dimension)));
            for (RelationRow row : RelationRow.of(passage)) {
                relations.put(row.key(), vector(row.key(), dimension));
            }
            for (Statement statement : passage.statements()) {
                statement.entities().forEach(name -> {
                    String id = Entity.named(name).id();
                    entities.put(id, vector(id, dimension));
                });
            }
        }
        return new GraphBatch(model, embedded, relations, entities, stale);
    }

    static float[] vector(String text, int dimension) {
        Random random = new Random(text.hashCode());
        double[] raw = random.doubles(dimension, -1, 1).toArray();
        double norm = Math.sqrt(Arrays.stream(raw).map(x -> x * x).sum());
        float[] unit = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            unit[i] = (float) (raw[i] / norm);
        }
        return unit;
    }
}
