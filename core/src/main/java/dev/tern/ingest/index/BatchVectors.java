package dev.tern.ingest.index;

import dev.tern.graph.ContentId;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.Collection;
import java.util.List;

/**
 * The vectors of a batch, found or still missing.
 *
 * @param passages vectors by {@link Passage#id}
 * @param relations vectors by {@link Statement#relationKey}
 * @param entities vectors by {@link Entity#id}
 */
public record BatchVectors(WantedVectors passages, WantedVectors relations, WantedVectors entities) {
    static BatchVectors of(Collection<Passage> passages, int dimension) {
        BatchVectors wanted = new BatchVectors(
                new WantedVectors(dimension), new WantedVectors(dimension), new WantedVectors(dimension));
        for (Passage passage : passages) {
            wanted.passages.want(passage.id(), passage.textToEmbed());
            for (Statement statement : passage.statements()) {
                List<String> entityIds = statement.entityIds();
                wanted.relations.want(ContentId.ofRelation(statement.text(), entityIds), statement.text());
                for (int i = 0; i < entityIds.size(); i++) {
                    wanted.entities.want(entityIds.get(i), statement.entities().get(i));
                }
            }
        }
        return wanted;
    }
}
