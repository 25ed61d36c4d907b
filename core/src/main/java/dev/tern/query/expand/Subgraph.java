package dev.tern.query.expand;

import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import java.util.List;
import java.util.Set;

/**
 * The seeds and what {@code degree} hops reach from them.
 *
 * @param entityIds the entities that the walk went through
 * @param candidates the relations that it reached, nearest to the question first; scores are cosines
 * @param cut whether a frontier or the candidates passed their limit, so that only the nearest are here
 */
public record Subgraph(Set<String> entityIds, List<Scored<Relation>> candidates, boolean cut) {
    /** Copies. */
    public Subgraph {
        entityIds = Set.copyOf(entityIds);
        candidates = List.copyOf(candidates);
    }
}
