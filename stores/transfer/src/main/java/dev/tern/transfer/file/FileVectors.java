package dev.tern.transfer.file;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.ingest.index.BatchVectors;
import dev.tern.ingest.index.VectorSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Vectors of relations and entities read from a file before the passages that need them. */
final class FileVectors implements VectorSource {
    private final Map<String, float[]> relations = new HashMap<>();
    private final Map<String, float[]> entities = new HashMap<>();
    private final int dimension;

    FileVectors(int dimension) {
        this.dimension = dimension;
    }

    void take(Line.EntityVector entity) {
        entities.put(entity.id(), VectorText.parse(entity.vector(), dimension));
    }

    void take(Line.RelationVector relation) {
        relations.put(relation.key(), VectorText.parse(relation.vector(), dimension));
    }

    float[] of(Line.PassageLine passage) {
        return passage.vector() == null ? new float[0] : VectorText.parse(passage.vector(), dimension);
    }

    @Override
    public void fill(BatchVectors wanted) {
        wanted.relations().fill((key, text) -> relations.get(key));
        wanted.entities().fill((id, name) -> entities.get(id));
    }

    /** Drops the vectors of a page, which are in the graph now. */
    void drop(List<Embedded<Passage>> page) {
        for (Embedded<Passage> passage : page) {
            for (Statement statement : passage.value().statements()) {
                relations.remove(statement.relationKey());
                statement.entityIds().forEach(entities::remove);
            }
        }
    }
}
