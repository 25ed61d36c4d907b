package dev.tern.ingest.index;

import dev.tern.graph.ContentId;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import java.util.Collection;
import java.util.List;

/**
 * The vectors of a batch, as far as they are found.
 *
 * @param passages vectors by {@link Passage#id}
 * @param relations vectors by {@link Statement#relationKey}
 * @param entities vectors by {@link Entity#id}
 */
public record BatchVectors(RequestedVectors passages, RequestedVectors relations, RequestedVectors entities) {
    static BatchVectors of(Collection<Passage> passages, int dimension) {
        BatchVectors wanted = new BatchVectors(
                new RequestedVectors(dimension), new RequestedVectors(dimension), new RequestedVectors(dimension));
        for (Passage passage : passages) {
            wanted.passages.request(passage.id(), passage.textToEmbed());
            for (Statement statement : passage.statements()) {
                List<String> entityIds = statement.entityIds();
                wanted.relations.request(ContentId.ofRelation(statement.text(), entityIds), statement.text());
                for (int i = 0; i < entityIds.size(); i++) {
                    wanted.entities.request(
                            entityIds.get(i), statement.entities().get(i));
                }
            }
        }
        return wanted;
    }
}
