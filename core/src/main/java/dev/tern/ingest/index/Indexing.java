package dev.tern.ingest.index;

import dev.tern.graph.Document;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
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
import java.util.Collection;
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
     * @param unextracted the passages whose statements are still to be found, changed or not
     */
    public record Indexed(GraphBatch batch, int unchangedDocuments, int embeddedTexts, List<Passage> unextracted) {}

    /**
     * Prepares the batch for whole documents. A passage that waits for its statements keeps those that the graph has of it
     * from the same extractor.
     *
     * @param passagesOf the passages of each document, every document once
     * @param afterBatch runs after each call of the model
     */
    public Indexed prepare(Map<Document, List<Passage>> passagesOf, Runnable afterBatch) {
        try (GraphView graph = store.view(Consistency.STRONG)) {
            Map<String, Map<String, Embedded<Passage>>> stored = storedPassages(passagesOf.keySet(), graph);
            Changes changes = new Changes();
            for (Map.Entry<Document, List<Passage>> entry : passagesOf.entrySet()) {
                changes.add(
                        entry.getValue(),
                        new LinkedHashMap<>(stored.getOrDefault(entry.getKey().id(), Map.of())));
            }
            return embed(graph, changes, afterBatch);
        }
    }

    /**
     * Prepares the batch for a part of a document that is too large for one; what the document no longer holds stays.
     *
     * @param passages some passages of one document
     * @param afterBatch runs after each call of the model
     */
    public Indexed preparePart(List<Passage> passages, Runnable afterBatch) {
        try (GraphView graph = store.view(Consistency.STRONG)) {
            Map<String, Embedded<Passage>> stored = new LinkedHashMap<>();
            graph.passages(PassagesBy.ID, passages.stream().map(Passage::id).toList())
                    .forEach(passage -> stored.put(passage.value().id(), passage));
            Changes changes = new Changes();
            changes.add(passages, stored);
            return embed(graph, changes, afterBatch);
        }
    }

    /**
     * Prepares the batch that removes what a document no longer holds.
     *
     * @param documentId the document
     * @param held the ids of all its passages
     */
    public Indexed prepareRest(String documentId, Set<String> held) {
        try (GraphView graph = store.view(Consistency.STRONG)) {
            Changes changes = new Changes();
            graph.passages(PassagesBy.DOCUMENT, List.of(documentId))
                    .forEach(passage -> changes.stale.add(passage.value().id()));
            changes.stale.removeAll(held);
            return embed(graph, changes, () -> {});
        }
    }

    /**
     * Prepares the batch for passages of the graph whose statements were looked for. One that is gone meanwhile stays
     * gone.
     *
     * @param done the passages with what was found
     * @param afterBatch runs after each call of the model
     */
    public Indexed prepareExtracted(Collection<Passage> done, Runnable afterBatch) {
        try (GraphView graph = store.view(Consistency.STRONG)) {
            Map<String, Embedded<Passage>> stored = new HashMap<>();
            graph.passages(PassagesBy.ID, done.stream().map(Passage::id).toList())
                    .forEach(passage -> stored.put(passage.value().id(), passage));
            Changes changes = new Changes();
            for (Passage passage : done) {
                Embedded<Passage> same = stored.get(passage.id());
                if (same != null) {
                    // Where it stands, and what is known about its document, may have changed since it was read.
                    changes.add(same.value().with(passage.statements(), passage.extraction()), same);
                }
            }
            return embed(graph, changes, afterBatch);
        }
    }

    /** What is to be written, gathered passage by passage. */
    private static final class Changes {
        private final List<Passage> changed = new ArrayList<>();
        private final Set<String> fresh = new HashSet<>();
        private final Set<String> stale = new HashSet<>();
        private final Map<String, float[]> known = new HashMap<>();
        private final List<Passage> unextracted = new ArrayList<>();
        private int unchangedDocuments;

        void add(List<Passage> document, Map<String, Embedded<Passage>> before) {
            int changedBefore = changed.size();
            for (Passage passage : document) {
                Embedded<Passage> same = before.remove(passage.id());
                Passage now = same == null ? passage : carriedOver(passage, same.value());
                add(now, same);
                if (now.extraction().state() != Extraction.State.INDEXED) {
                    unextracted.add(now);
                }
            }
            stale.addAll(before.keySet());
            if (before.isEmpty() && changed.size() == changedBefore) {
                unchangedDocuments++;
            }
        }

        void add(Passage passage, @Nullable Embedded<Passage> same) {
            if (same == null) {
                fresh.add(passage.id());
            } else {
                known.put(same.value().textToEmbed(), same.vector());
            }
            if (same == null || !same.value().equals(passage)) {
                changed.add(passage);
            }
        }

        private static Passage carriedOver(Passage passage, Passage stored) {
            boolean known = passage.extraction().state() == Extraction.State.WAITING
                    && passage.extraction().by().equals(stored.extraction().by());
            return known ? passage.with(stored.statements(), stored.extraction()) : passage;
        }
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

    private Indexed embed(GraphView graph, Changes changes, Runnable afterBatch) {
        List<Passage> changed = changes.changed;
        Map<String, float[]> knownPassages = changes.known;
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
        GraphBatch.Seen seen = new GraphBatch.Seen(changes.fresh, entityVectors.keySet());
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
        GraphBatch batch = new GraphBatch(embedder.modelName(), passages, relationVectors, entityVectors, changes.stale)
                .after(seen);
        return new Indexed(batch, changes.unchangedDocuments, texts.size(), List.copyOf(changes.unextracted));
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
