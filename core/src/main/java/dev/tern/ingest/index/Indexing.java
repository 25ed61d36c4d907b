package dev.tern.ingest.index;

import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Statement;
import dev.tern.model.TextEmbedder;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.Round;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the batch that brings some documents up to date.
 *
 * <p>What the graph has already is not embedded again: a passage that has not changed is left out, and the vectors of
 * known passages, relations and entities are looked up. So adding the same documents again, after an interruption or out
 * of habit, costs look-ups only.
 */
public final class Indexing {
    private final GraphStore store;
    private final TextEmbedder embedder;

    /** Indexing into a store with an embedder. */
    public Indexing(GraphStore store, TextEmbedder embedder) {
        this.store = store;
        this.embedder = embedder;
    }

    /**
     * What has to be written.
     *
     * @param batch the batch; empty of passages if nothing changed
     * @param unchangedDocuments how many documents are in the graph as they are
     * @param embeddedTexts how many texts were embedded
     */
    public record Indexed(GraphBatch batch, int unchangedDocuments, int embeddedTexts) {}

    /**
     * Prepares the batch for whole documents.
     *
     * @param passagesOf the passages of each document, every document once
     * @param afterBatch runs after each call of the model
     */
    public Indexed prepare(Map<Document, List<Passage>> passagesOf, Runnable afterBatch) {
        try (GraphView graph = store.view(Consistency.STRONG)) {
            return prepare(passagesOf, graph, afterBatch);
        }
    }

    private Indexed prepare(Map<Document, List<Passage>> passagesOf, GraphView graph, Runnable afterBatch) {
        Map<String, Map<String, Embedded<Passage>>> stored = storedPassages(passagesOf.keySet(), graph);
        List<Passage> changed = new ArrayList<>();
        Set<String> fresh = new HashSet<>();
        Set<String> stale = new HashSet<>();
        Map<String, float[]> known = new HashMap<>();
        int unchanged = 0;
        for (Map.Entry<Document, List<Passage>> entry : passagesOf.entrySet()) {
            Map<String, Embedded<Passage>> before =
                    new LinkedHashMap<>(stored.getOrDefault(entry.getKey().id(), Map.of()));
            int changedBefore = changed.size();
            for (Passage passage : entry.getValue()) {
                Embedded<Passage> same = before.remove(passage.id());
                if (same == null || !same.value().equals(passage)) {
                    changed.add(passage);
                }
                if (same == null) {
                    fresh.add(passage.id());
                } else {
                    known.put(same.value().textToEmbed(), same.vector());
                }
            }
            stale.addAll(before.keySet());
            if (before.isEmpty() && changed.size() == changedBefore) {
                unchanged++;
            }
        }
        return embed(graph, changed, fresh, stale, known, unchanged, afterBatch);
    }

    private Map<String, Map<String, Embedded<Passage>>> storedPassages(Set<Document> documents, GraphView graph) {
        List<String> ids = documents.stream().map(Document::id).toList();
        Map<String, Map<String, Embedded<Passage>>> stored = new HashMap<>();
        for (Embedded<Passage> passage : graph.passages(PassagesBy.DOCUMENT, ids)) {
            stored.computeIfAbsent(passage.value().documentId(), id -> new LinkedHashMap<>())
                    .put(passage.value().id(), passage);
        }
        return stored;
    }

    private Indexed embed(
            GraphView graph,
            List<Passage> changed,
            Set<String> fresh,
            Set<String> stale,
            Map<String, float[]> knownPassages,
            int unchanged,
            Runnable afterBatch) {
        Map<String, String> relationTexts = new LinkedHashMap<>();
        Map<String, String> entityNames = new LinkedHashMap<>();
        for (Passage passage : changed) {
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
                round.ask(view -> view.relations(RelationsBy.KEY, relationTexts.keySet()));
        Round.Reply<List<Embedded<Entity>>> entities = round.ask(view -> view.entities(entityNames.keySet()));
        round.await();
        Map<String, float[]> relationVectors = new HashMap<>();
        relations.get().forEach(relation -> relationVectors.put(relation.value().key(), relation.vector()));
        Map<String, float[]> entityVectors = new HashMap<>();
        entities.get().forEach(entity -> entityVectors.put(entity.value().id(), entity.vector()));
        GraphBatch.Seen seen = new GraphBatch.Seen(fresh, entityVectors.keySet());
        Set<String> texts = new LinkedHashSet<>();
        relationTexts.forEach((key, text) -> addMissing(texts, relationVectors, key, text));
        entityNames.forEach((id, name) -> addMissing(texts, entityVectors, id, name));
        changed.forEach(passage -> addMissing(texts, knownPassages, passage.textToEmbed(), passage.textToEmbed()));
        Map<String, float[]> vectors = embedder.embed(texts, afterBatch);
        vectors.values().stream()
                .findFirst()
                .ifPresent(vector ->
                        graph.description().ifPresent(description -> description.requireDimension(vector.length)));
        relationTexts.forEach((key, text) -> addNew(relationVectors, key, vectors.get(text)));
        entityNames.forEach((id, name) -> addNew(entityVectors, id, vectors.get(name)));
        List<Embedded<Passage>> passages = new ArrayList<>(changed.size());
        for (Passage passage : changed) {
            addNew(knownPassages, passage.textToEmbed(), vectors.get(passage.textToEmbed()));
            passages.add(new Embedded<>(passage, Objects.requireNonNull(knownPassages.get(passage.textToEmbed()))));
        }
        GraphBatch batch = new GraphBatch(embedder.modelName(), passages, relationVectors, entityVectors, stale)
                .after(seen);
        return new Indexed(batch, unchanged, texts.size());
    }

    private static void addNew(Map<String, float[]> known, String key, float @Nullable [] vector) {
        if (vector != null) {
            known.putIfAbsent(key, vector);
        }
    }

    private static void addMissing(Set<String> texts, Map<String, float[]> known, String key, String text) {
        if (!known.containsKey(key)) {
            texts.add(text);
        }
    }
}
