package dev.tern.ingest.index;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Relation;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.RelationsBy;
import dev.tern.store.Round;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks up the vectors of relations and entities in a graph, in one round for each batch. Caches up
 * to 16 MB of the vectors that were used last. Not thread-safe.
 */
public final class StoredVectors implements VectorSource {
    /** The minimum mentions of a cached relation: reading one with many mentions is slow. */
    private static final int MENTIONS_WORTH_KEEPING = 8;

    private static final long KEPT_BYTES = 16 << 20;

    private final GraphView graph;
    private final Map<String, float[]> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, float[]> eldest) {
            return size() * (long) eldest.getValue().length * Float.BYTES > KEPT_BYTES;
        }
    };

    /** Creates a source of the vectors in a graph. */
    public StoredVectors(GraphView graph) {
        this.graph = graph;
    }

    @Override
    public void fill(BatchVectors wanted) {
        wanted.relations().fill((key, text) -> kept.get(key));
        wanted.entities().fill((id, name) -> kept.get(id));
        Set<String> keys = wanted.relations().missing();
        Set<String> ids = wanted.entities().missing();
        Round round = graph.round();
        Round.Reply<List<Embedded<Relation>>> relations = round.ask(now -> now.relations(RelationsBy.KEY, keys));
        Round.Reply<List<Embedded<Entity>>> entities = round.ask(now -> now.entities(ids));
        round.await();
        for (Embedded<Relation> relation : relations.get()) {
            String key = relation.value().key();
            wanted.relations().put(key, relation.vector());
            if (relation.value().mentions().size() >= MENTIONS_WORTH_KEEPING) {
                kept.put(key, relation.vector());
            }
        }
        for (Embedded<Entity> entity : entities.get()) {
            wanted.entities().put(entity.value().id(), entity.vector());
            kept.put(entity.value().id(), entity.vector());
        }
    }
}
