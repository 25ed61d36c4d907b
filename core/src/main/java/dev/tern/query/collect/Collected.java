package dev.tern.query.collect;

import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.Traced;
import java.util.List;

/**
 * What is answered from.
 *
 * @param passages the best first; a score is at most that of the passage before
 * @param relations those that the chat model chose; if it chose none, those that say why the passages belong
 *     together; the most useful first
 * @param notes which passages gave way to the rules about their sources
 */
public record Collected(List<Scored<Passage>> passages, List<Scored<Relation>> relations, List<String> notes)
        implements Traced {
    public Collected {
        passages = List.copyOf(passages);
        relations = List.copyOf(relations);
        notes = List.copyOf(notes);
    }

    /** The passages, as the trace shows them. */
    @Override
    public List<Item> items() {
        return passages.stream().map(Item::passage).toList();
    }
}
