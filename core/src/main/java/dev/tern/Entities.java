package dev.tern;

import dev.tern.graph.Entity;
import dev.tern.graph.Filter;
import dev.tern.graph.Scored;
import dev.tern.model.Meter;
import dev.tern.query.Neighbours;
import dev.tern.query.QueryListener;
import dev.tern.query.trace.Trace;
import java.util.List;
import java.util.Optional;

/**
 * The entities of a graph, found by their names. Thread-safe.
 *
 * @param rag is about the graph
 */
public record Entities(GraphRag rag) {
    /** The entities of what a {@link GraphRag} is about. */
    public static Entities of(GraphRag rag) {
        return new Entities(rag);
    }

    /**
     * The entities whose names are nearest to a name, nearest first; scores are cosines.
     *
     * @param limit the most entities, 1 to 1,000
     * @throws dev.tern.error.TernException if the name is blank, the limit is out of its range, or a model or the store fails
     */
    public List<Scored<Entity>> nearest(String name, int limit) {
        return nearest(name, limit, Filter.everything(), QueryListener.NONE);
    }

    /**
     * As {@link #nearest(String, int)}, among the entities that those passages name which a filter holds for.
     *
     * @param listener hears at the end what it took
     */
    public List<Scored<Entity>> nearest(String name, int limit, Filter filter, QueryListener listener) {
        Meter meter = new Meter(listener);
        try {
            return rag.read(filter, view -> Neighbours.nearest(name, limit, view, rag.embedder(view, meter)));
        } finally {
            listener.over(Trace.Cost.of(meter));
        }
    }

    /**
     * An entity and the relations that touch it.
     *
     * @param name the entity's name in any spelling; where there is none of that name, the entity with the nearest is taken
     * @param limit the most relations, 1 to 1,000
     * @return empty if the graph has no entity
     * @throws dev.tern.error.TernException if the name is blank, the limit is out of its range, or a model or the store fails
     */
    public Optional<Neighbours> neighbours(String name, int limit) {
        return neighbours(name, limit, Filter.everything());
    }

    /** As {@link #neighbours(String, int)}, as far as the passages that a filter holds for say. */
    public Optional<Neighbours> neighbours(String name, int limit, Filter filter) {
        return rag.read(filter, view -> Neighbours.of(name, limit, view, rag.embedder(view, new Meter())));
    }
}
