package dev.tern.transfer;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.index.Reindexing;
import dev.tern.model.TextEmbedder;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.transfer.file.FilePage;
import dev.tern.transfer.file.GraphFile;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes batches of passages with vectors from three places: the file, the graph, where an earlier page has brought them,
 * and the embedding model, if the file has none.
 */
final class ImportVectors {
    private static final int KEPT_MEGABYTES = 16;

    private final GraphStore target;
    private final GraphFile file;
    private final Supplier<TextEmbedder> embedder;
    private final Map<String, float[]> kept;
    private long embeddedTexts;

    ImportVectors(GraphStore target, GraphFile file, Supplier<TextEmbedder> embedder) {
        this.target = target;
        this.file = file;
        this.embedder = embedder;
        long most = Math.max(1, ((long) KEPT_MEGABYTES << 20) / ((long) file.dimension() * Float.BYTES));
        this.kept = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, float[]> eldest) {
                return size() > most;
            }
        };
    }

    /**
     * The batch that writes passages of a page, whose vectors it takes.
     *
     * @param filled whether the graph had something in it before: then its vectors go before those of the file
     */
    GraphBatch batch(List<Embedded<Passage>> passages, FilePage page, boolean filled) {
        if (!file.hasVectors()) {
            try (GraphView graph = target.view(Consistency.STRONG)) {
                List<Passage> values = passages.stream().map(Embedded::value).toList();
                Reindexing.Reindexed made = new Reindexing(graph, embedder).batch(values, Set.of(), Set.of());
                embeddedTexts += made.embeddedTexts();
                return made.batch();
            }
        }
        Set<String> entityIds = new LinkedHashSet<>();
        Set<String> keys = new LinkedHashSet<>();
        for (Embedded<Passage> passage : passages) {
            for (Statement statement : passage.value().statements()) {
                entityIds.addAll(statement.entityIds());
                keys.add(statement.relationKey());
            }
        }
        Map<String, float[]> entities = new HashMap<>();
        Map<String, float[]> relations = new HashMap<>();
        Set<String> strangeEntities = take(entityIds, page.entities(), entities, filled);
        Set<String> strangeRelations = take(keys, page.relations(), relations, filled);
        if (!strangeEntities.isEmpty()) {
            target.entities(strangeEntities)
                    .forEach(entity -> keep(entities, entity.value().id(), entity.vector()));
        }
        if (!strangeRelations.isEmpty()) {
            target.relations(RelationsBy.KEY, strangeRelations)
                    .forEach(relation -> keep(relations, relation.value().key(), relation.vector()));
        }
        return new GraphBatch(file.embeddingModel(), passages, relations, entities, Set.of());
    }

    /** Takes what came with the file, or was kept, and returns the ids that are to be looked up. */
    private Set<String> take(
            Set<String> ids, Map<String, float[]> fromFile, Map<String, float[]> taken, boolean filled) {
        Set<String> strange = new LinkedHashSet<>();
        for (String id : ids) {
            float[] vector = fromFile.remove(id);
            boolean lookUp = vector != null && filled;
            if (vector == null) {
                vector = kept.get(id);
                lookUp = vector == null;
            }
            if (vector != null) {
                keep(taken, id, vector);
            }
            if (lookUp) {
                strange.add(id);
            }
        }
        return strange;
    }

    private void keep(Map<String, float[]> taken, String id, float[] vector) {
        taken.put(id, vector);
        kept.put(id, vector);
    }

    long embeddedTexts() {
        return embeddedTexts;
    }
}
