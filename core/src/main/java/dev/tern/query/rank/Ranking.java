package dev.tern.query.rank;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import java.util.List;

/**
 * The passages around a question in their order, and the relations of the first passages.
 *
 * @param passages the passages, best first
 * @param relations the relations of at least the requested number of first passages, with the
 *     mentions in these; empty if no relations were looked up
 * @param remarks requests that could not be fulfilled
 */
public record Ranking(List<Scored<Passage>> passages, List<Embedded<Relation>> relations, List<String> remarks)
        implements TracedResult {
    public Ranking {
        passages = List.copyOf(passages);
        relations = List.copyOf(relations);
        remarks = List.copyOf(remarks);
    }

    @Override
    public List<Item> items() {
        return TracedResult.items(passages, Item::passage);
    }
}
