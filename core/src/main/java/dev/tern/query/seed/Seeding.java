package dev.tern.query.seed;

import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.TextEmbedder;
import dev.tern.query.recognise.Recognition;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import dev.tern.store.Round;
import dev.tern.store.Round.Reply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the seeds in one round trip. Embeds the question, the question without its names, and
 * unknown names together; the vectors of known names are in the graph.
 */
public final class Seeding {
    /** The minimum number of nearest relations to rank from; 3 find slightly less, 10 much less. */
    private static final int RANKING_STARTS_AT = 5;

    /** The number of first passages whose names give short forms. */
    private static final int SHORTENED = 5;

    private static final int MAX_SHORTENED = 100;

    private final GraphView graph;
    private final TextEmbedder embedder;
    private final Parameters parameters;

    /** Creates a seeding over a graph. */
    public Seeding(GraphView graph, TextEmbedder embedder, Parameters parameters) {
        this.graph = graph;
        this.embedder = embedder;
        this.parameters = parameters;
    }

    /**
     * Finds the seeds of a question.
     *
     * @param recognition the names in the question
     * @param passages maximum number of passages to find by vector, and by words
     * @throws dev.tern.error.TernException if the embedding model or the store fails
     */
    public Seeds seed(String question, Recognition recognition, int passages) {
        HybridSearch search = HybridSearch.of(parameters, graph);
        List<String> unknown = recognition.unknown();
        List<String> texts = new ArrayList<>(unknown);
        texts.add(question);
        texts.add(recognition.residual());
        Map<String, float[]> vectors = embedder.embed(texts, () -> {});
        float[] questionVector = vector(vectors, question);
        List<float[]> names = new ArrayList<>();
        recognition.entities().forEach(entity -> names.add(entity.vector()));
        unknown.forEach(name -> names.add(vector(vectors, name)));
        Round round = graph.round();
        Reply<List<List<Scored<Entity>>>> nearNames = names.isEmpty()
                ? List::of
                : round.ask(view -> view.nearestEntities(names, parameters.get(Parameter.ENTITY_TOP_K)));
        Reply<List<Scored<Relation>>> nearRelations = round.ask(view -> view.nearestRelations(
                questionVector, Math.max(parameters.get(Parameter.RELATION_TOP_K), RANKING_STARTS_AT)));
        Reply<List<Scored<Passage>>> nearPassages = round.ask(view -> view.nearestPassages(questionVector, passages));
        Reply<List<Scored<Passage>>> worded = graph.fullTextMissing().isEmpty()
                ? round.ask(view -> view.passagesByText(question, passages))
                : List::of;
        round.await();
        Map<String, Scored<Entity>> entities = new HashMap<>();
        for (List<Scored<Entity>> near : nearNames.get()) {
            for (Scored<Entity> entity : near) {
                if (passes(entity.score(), parameters.find(Parameter.MIN_ENTITY_SIMILARITY))) {
                    entities.merge(entity.value().id(), entity, (a, b) -> a.score() >= b.score() ? a : b);
                }
            }
        }
        List<Scored<Relation>> relations = nearRelations.get().stream()
                .filter(near -> passes(near.score(), parameters.find(Parameter.MIN_RELATION_SIMILARITY)))
                .toList();
        return new Seeds(
                questionVector,
                vector(vectors, recognition.residual()),
                entities.values().stream().sorted(Scored.bestFirst(Entity::id)).toList(),
                relations.stream()
                        .limit(parameters.get(Parameter.RELATION_TOP_K))
                        .toList(),
                relations,
                nearPassages.get(),
                worded.get(),
                shortNames(nearPassages.get()),
                search.notes());
    }

    /**
     * Returns the distinct short forms of the names in the first passages' statements: a text with
     * a full name is often continued by another with the last name alone.
     */
    private static List<Entity> shortNames(List<Scored<Passage>> passages) {
        Map<String, Entity> found = new LinkedHashMap<>();
        passages.stream()
                .limit(SHORTENED)
                .flatMap(passage -> passage.value().statements().stream())
                .flatMap(statement -> statement.entities().stream())
                .map(EntityName::normalise)
                .distinct()
                .limit(MAX_SHORTENED)
                .forEach(name -> EntityName.shortForms(name).stream()
                        .filter(form -> !found.containsKey(form) && EntityName.isShortForm(form, name))
                        .forEach(form -> found.put(form, Entity.named(form))));
        return List.copyOf(found.values());
    }

    private static boolean passes(double similarity, Optional<Double> minimum) {
        return minimum.isEmpty() || similarity >= minimum.get();
    }

    private static float[] vector(Map<String, float[]> vectors, String text) {
        float[] vector = vectors.get(text);
        if (vector == null) {
            throw new IllegalStateException("no vector for " + text);
        }
        return vector;
    }
}
