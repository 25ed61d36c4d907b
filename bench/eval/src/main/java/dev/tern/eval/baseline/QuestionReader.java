package dev.tern.eval.baseline;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Scored;
import dev.tern.model.Meter;
import dev.tern.model.TextEmbedder;
import dev.tern.query.recognise.Recogniser;
import dev.tern.query.recognise.Recognition;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a question for baselines: embeds it, and finds the names that Tern recognises without a
 * model, so that no baseline suffers from a worse recogniser.
 */
final class QuestionReader {
    private final GraphStore store;
    private final EmbeddingModel embeddingModel;

    QuestionReader(GraphStore store, EmbeddingModel embeddingModel) {
        this.store = store;
        this.embeddingModel = embeddingModel;
    }

    /** Returns the unit vector of a question. */
    float[] vector(String text) {
        return vectors(List.of(text)).getOrDefault(text, new float[0]);
    }

    private Map<String, float[]> vectors(List<String> texts) {
        return new TextEmbedder(
                        embeddingModel,
                        EmbeddingInputType.QUERY,
                        Parameters.DEFAULT.get(Parameter.EMBED_BATCH),
                        new Meter())
                .embed(texts, () -> {});
    }

    /**
     * A question as a baseline reads it.
     *
     * @param near for each name the nearest entities, best first
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record BaselineQuestion(float[] vector, List<List<Scored<Entity>>> near) {}

    /**
     * Embeds a question, and finds the entities nearest to its names.
     *
     * @param entities the maximum number of entities for a name
     */
    BaselineQuestion read(String question, int entities) {
        try (GraphView view = store.view()) {
            Recognition recognition = Recogniser.offline().recognise(question, view);
            List<String> unknown = recognition.names().stream()
                    .filter(name -> name.entity().isEmpty())
                    .map(Recognition.RecognisedName::text)
                    .toList();
            List<String> texts = new ArrayList<>(unknown);
            texts.add(question);
            Map<String, float[]> vectors = new LinkedHashMap<>(vectors(texts));
            List<float[]> names = new ArrayList<>();
            for (Recognition.RecognisedName name : recognition.names()) {
                names.add(name.entity()
                        .map(Embedded::vector)
                        .orElseGet(() -> vectors.getOrDefault(name.text(), new float[0])));
            }
            List<List<Scored<Entity>>> near = names.isEmpty() ? List.of() : view.nearestEntities(names, entities);
            return new BaselineQuestion(vectors.getOrDefault(question, new float[0]), near);
        }
    }
}
