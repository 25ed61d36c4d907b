package dev.tern.query.rerank;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import java.util.List;

/**
 * The passages around a question in their order, and what the first of them say.
 *
 * @param passages the best first
 * @param relations what the first passages state, as many of them as were asked for at least, with the mentions in these
 *     passages; empty where there was no round left to look them up
 */
public record Ranking(List<Scored<Passage>> passages, List<Embedded<Relation>> relations) {
    /** Copies. */
    public Ranking {
        passages = List.copyOf(passages);
        relations = List.copyOf(relations);
    }
}
