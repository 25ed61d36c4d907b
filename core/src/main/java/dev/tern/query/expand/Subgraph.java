package dev.tern.query.expand;

import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import java.util.List;
import java.util.Set;

/**
 * The seeds and the relations that {@code degree} hops reach from them.
 *
 * @param entityIds the entities whose relations the walk looked up
 * @param relations the seed relations and the reached relations, nearest first; scores are cosines
 * @param beside relations of further entities, not followed by the walk, nearest to the question
 *     first
 * @param cut true if a frontier or the relations may have exceeded their limit
 * @param remarks a note on the limits if {@code cut} is true
 */
public record Subgraph(
        Set<String> entityIds,
        List<Scored<Relation>> relations,
        List<Scored<Relation>> beside,
        boolean cut,
        List<String> remarks)
        implements TracedResult {
    public Subgraph {
        entityIds = Set.copyOf(entityIds);
        relations = List.copyOf(relations);
        beside = List.copyOf(beside);
        remarks = List.copyOf(remarks);
    }

    @Override
    public List<Item> items() {
        List<Scored<Relation>> shown = relations.stream()
                .filter(relation -> !relation.value().namesOnly())
                .toList();
        return TracedResult.items(shown, Item::relation);
    }
}
