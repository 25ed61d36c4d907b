package dev.tern.query.seed;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.TextEmbedder;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import dev.tern.store.Round;
import dev.tern.store.Round.Reply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Finds the seeds in one round trip and one call of the embedding model for the question, the question without its names, and the names that
 * the graph does not know; the vectors of those that it knows are there already.
 */
public final class Seeding {
    /** How many of the nearest relations the ranking starts from at least: with 3 it finds a little less, with 10 much less. */
    private static final int RANKING_STARTS_AT = 5;

    private Seeding() {}

    /**
     * The seeds of a question.
     *
     * @param known the entities that the question names
     * @param unknownNames names in the question that the graph does not know
     * @param passages how many of the nearest passages are wanted
     * @param byWords whether those that share words with the question are fused in
     */
    public static Seeds seed(
            String question,
            String residual,
            List<Embedded<Entity>> known,
            List<String> unknownNames,
            GraphView graph,
            TextEmbedder embedder,
            Parameters parameters,
            int passages,
            boolean byWords) {
        List<String> texts = new ArrayList<>(unknownNames);
        texts.add(question);
        texts.add(residual);
        Map<String, float[]> vectors = embedder.embed(texts, () -> {});
        float[] questionVector = vector(vectors, question);
        List<float[]> names = new ArrayList<>();
        known.forEach(entity -> names.add(entity.vector()));
        unknownNames.forEach(name -> names.add(vector(vectors, name)));
        Round round = graph.round();
        Reply<List<List<Scored<Entity>>>> nearNames =
                names.isEmpty() ? List::of : round.ask(view -> view.nearestEntities(names, parameters.entityTopK()));
        Reply<List<Scored<Relation>>> nearRelations = round.ask(
                view -> view.nearestRelations(questionVector, Math.max(parameters.relationTopK(), RANKING_STARTS_AT)));
        Reply<List<Scored<Passage>>> nearPassages = round.ask(view -> view.nearestPassages(questionVector, passages));
        Reply<List<Scored<Passage>>> worded =
                byWords ? round.ask(view -> view.passagesByText(question, passages)) : List::of;
        round.await();
        Map<String, Scored<Entity>> entities = new HashMap<>();
        for (List<Scored<Entity>> near : nearNames.get()) {
            for (Scored<Entity> entity : near) {
                if (passes(entity.score(), parameters.minimumEntitySimilarity())) {
                    entities.merge(entity.value().id(), entity, (a, b) -> a.score() >= b.score() ? a : b);
                }
            }
        }
        List<Scored<Relation>> relations = nearRelations.get().stream()
                .filter(near -> passes(near.score(), parameters.minimumRelationSimilarity()))
                .toList();
        return new Seeds(
                questionVector,
                vector(vectors, residual),
                entities.values().stream().sorted(Scored.bestFirst(Entity::id)).toList(),
                relations.stream().limit(parameters.relationTopK()).toList(),
                relations,
                byWords ? Fusion.fuse(nearPassages.get(), worded.get(), passages) : nearPassages.get());
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
