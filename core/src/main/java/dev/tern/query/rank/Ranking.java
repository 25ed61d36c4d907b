package dev.tern.query.rank;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.query.trace.Trace.Item;
import dev.tern.query.trace.Traced;
import java.util.List;

/**
 * The passages around a question in their order, and what the first of them say.
 *
 * @param passages the best first
 * @param relations what the first passages state, as many of them as were asked for at least, with the mentions in these
 *     passages; empty where there was no round left to look them up
 * @param notes what was asked for and could not be done
 */
public record Ranking(List<Scored<Passage>> passages, List<Embedded<Relation>> relations, List<String> notes)
        implements Traced {
    public Ranking {
        passages = List.copyOf(passages);
        relations = List.copyOf(relations);
        notes = List.copyOf(notes);
    }

    @Override
    public List<Item> items() {
        return passages.stream().map(Item::passage).toList();
    }
}
