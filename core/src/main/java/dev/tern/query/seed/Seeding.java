package dev.tern.query.seed;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.TextEmbedder;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Finds the seeds: one call of the embedding model for the question, the question without its names, and the names that
 * the graph does not know; the vectors of those that it knows are there already.
 */
public final class Seeding {
    private Seeding() {}

    /**
     * The seeds of a question.
     *
     * @param known the entities that the question names
     * @param unknownNames names in the question that the graph does not know
     */
    public static Seeds seed(
            String question,
            String residual,
            List<Embedded<Entity>> known,
            List<String> unknownNames,
            GraphView graph,
            TextEmbedder embedder,
            Parameters parameters) {
        List<String> texts = new ArrayList<>(unknownNames);
        texts.add(question);
        texts.add(residual);
        Map<String, float[]> vectors = embedder.embed(texts, () -> {});
        float[] questionVector = vector(vectors, question);
        Map<String, Scored<Entity>> entities = new HashMap<>();
        List<float[]> names = new ArrayList<>();
        known.forEach(entity -> names.add(entity.vector()));
        unknownNames.forEach(name -> names.add(vector(vectors, name)));
        for (float[] name : names) {
            for (Scored<Entity> near : graph.nearestEntities(name, parameters.entityTopK())) {
                if (passes(near.score(), parameters.minimumEntitySimilarity())) {
                    entities.merge(near.value().id(), near, (a, b) -> a.score() >= b.score() ? a : b);
                }
            }
        }
        List<Scored<Relation>> relations = graph.nearestRelations(questionVector, parameters.relationTopK()).stream()
                .filter(near -> passes(near.score(), parameters.minimumRelationSimilarity()))
                .toList();
        return new Seeds(
                questionVector,
                vector(vectors, residual),
                entities.values().stream().sorted(Scored.bestFirst(Entity::id)).toList(),
                relations);
    }

    private static boolean passes(double similarity, OptionalDouble minimum) {
        return minimum.isEmpty() || similarity >= minimum.getAsDouble();
    }

    private static float[] vector(Map<String, float[]> vectors, String text) {
        float[] vector = vectors.get(text);
        if (vector == null) {
            throw new IllegalStateException("no vector for " + text);
        }
        return vector;
    }
}
