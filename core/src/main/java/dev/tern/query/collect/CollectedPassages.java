package dev.tern.query.collect;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.TracedResult;
import java.util.List;

/**
 * The passages and relations to answer from.
 *
 * @param passages the passages, best first; scores never increase
 * @param relations the relations chosen by the chat model or, without a choice, relations that the
 *     passages state, the most useful first; none in naive mode
 * @param remarks the numbers of passages that source rules moved back or left out
 */
public record CollectedPassages(List<Scored<Passage>> passages, List<Scored<Relation>> relations, List<String> remarks)
        implements TracedResult {
    public CollectedPassages {
        passages = List.copyOf(passages);
        relations = List.copyOf(relations);
        remarks = List.copyOf(remarks);
    }

    /** Returns the passages, as the trace shows them. */
    @Override
    public List<Item> items() {
        return TracedResult.items(passages, Item::passage);
    }
}
