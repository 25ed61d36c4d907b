package dev.tern.ingest.index;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Statement;
import dev.tern.model.TextEmbedder;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.Round;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes batches that write passages with the statements that they have, whether or not the graph has them. Vectors that
 * the graph has, and that can be vectors of it, are looked up; the others are embedded.
 */
public final class Reindexing {
    private static final double UNIT_TOLERANCE = 1e-3;

    private final GraphView graph;
    private final Supplier<TextEmbedder> embedder;
    private final Optional<GraphDescription> description;

    /**
     * Over a view of a graph.
     *
     * @param embedder asked for only when something has to be embedded
     */
    public Reindexing(GraphView graph, Supplier<TextEmbedder> embedder) {
        this.graph = graph;
        this.embedder = embedder;
        this.description = graph.description();
    }

    /**
     * What has to be written.
     *
     * @param batch the passages with everything that hangs on them
     * @param embeddedTexts how many texts were embedded
     */
    public record Reindexed(GraphBatch batch, int embeddedTexts) {}

    /**
     * The batch that writes some passages.
     *
     * @param passages each id once
     * @param doubtful ids of passages and entities and keys of relations whose vectors are not to be looked up
     * @param stale passages to remove in the same step
     * @throws dev.tern.error.TernException if something has to be embedded, and the graph was made by another model, or
     *     the model fails
     */
    public Reindexed batch(Collection<Passage> passages, Set<String> doubtful, Set<String> stale) {
        Map<String, String> relationTexts = new LinkedHashMap<>();
        Map<String, String> entityNames = new LinkedHashMap<>();
        Map<String, Passage> passagesById = new LinkedHashMap<>();
        for (Passage passage : passages) {
            passagesById.put(passage.id(), passage);
            for (Statement statement : passage.statements()) {
                relationTexts.putIfAbsent(statement.relationKey(), statement.text());
                for (String name : statement.entities()) {
                    Entity entity = Entity.named(name);
                    entityNames.putIfAbsent(entity.id(), entity.name());
                }
            }
        }
        Round round = graph.round();
        Round.Reply<List<Embedded<Relation>>> relations =
                round.ask(view -> view.relations(RelationsBy.KEY, without(doubtful, relationTexts.keySet())));
        Round.Reply<List<Embedded<Entity>>> entities =
                round.ask(view -> view.entities(without(doubtful, entityNames.keySet())));
        Round.Reply<List<Embedded<Passage>>> same =
                round.ask(view -> view.passages(PassagesBy.ID, without(doubtful, passagesById.keySet())));
        round.await();
        Map<String, float[]> relationVectors = new HashMap<>();
        relations.get().forEach(found -> take(relationVectors, found.value().key(), found.vector()));
        Map<String, float[]> entityVectors = new HashMap<>();
        entities.get().forEach(found -> take(entityVectors, found.value().id(), found.vector()));
        Map<String, float[]> passageVectors = new HashMap<>();
        for (Embedded<Passage> found : same.get()) {
            Passage wanted = passagesById.get(found.value().id());
            if (wanted != null && wanted.textToEmbed().equals(found.value().textToEmbed())) {
                take(passageVectors, wanted.id(), found.vector());
            }
        }
        Set<String> texts = new LinkedHashSet<>();
        relationTexts.forEach((key, text) -> addMissing(texts, relationVectors, key, text));
        entityNames.forEach((id, name) -> addMissing(texts, entityVectors, id, name));
        passagesById.forEach((id, passage) -> addMissing(texts, passageVectors, id, passage.textToEmbed()));
        Map<String, float[]> embedded = embed(texts);
        relationTexts.forEach((key, text) -> relationVectors.computeIfAbsent(key, absent -> vector(embedded, text)));
        entityNames.forEach((id, name) -> entityVectors.computeIfAbsent(id, absent -> vector(embedded, name)));
        List<Embedded<Passage>> written = passagesById.values().stream()
                .map(passage -> new Embedded<>(
                        passage,
                        passageVectors.computeIfAbsent(
                                passage.id(), absent -> vector(embedded, passage.textToEmbed()))))
                .toList();
        return new Reindexed(new GraphBatch(modelName(), written, relationVectors, entityVectors, stale), texts.size());
    }

    private String modelName() {
        return description
                .map(GraphDescription::embeddingModel)
                .orElseGet(() -> embedder.get().modelName());
    }

    private Map<String, float[]> embed(Set<String> texts) {
        if (texts.isEmpty()) {
            return Map.of();
        }
        TextEmbedder model = embedder.get();
        description.ifPresent(made -> made.requireModel(model.modelName()));
        Map<String, float[]> vectors = model.embed(texts, () -> {});
        description.ifPresent(made -> vectors.values().forEach(vector -> made.requireDimension(vector.length)));
        return vectors;
    }

    private void take(Map<String, float[]> vectors, String id, float[] vector) {
        double sum = 0;
        for (float x : vector) {
            sum += (double) x * x;
        }
        boolean fits =
                description.map(made -> made.dimension() == vector.length).orElse(true);
        if (fits && Math.abs(Math.sqrt(sum) - 1) <= UNIT_TOLERANCE) {
            vectors.put(id, vector);
        }
    }

    private static Set<String> without(Set<String> doubtful, Set<String> ids) {
        Set<String> rest = new LinkedHashSet<>(ids);
        rest.removeAll(doubtful);
        return rest;
    }

    private static void addMissing(Set<String> texts, Map<String, float[]> known, String key, String text) {
        if (!known.containsKey(key)) {
            texts.add(text);
        }
    }

    private static float[] vector(Map<String, float[]> vectors, String text) {
        return Objects.requireNonNull(vectors.get(text));
    }
}
