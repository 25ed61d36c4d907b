package dev.tern;

import dev.tern.graph.Entity;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Scored;
import dev.tern.model.Meter;
import dev.tern.query.Neighbours;
import dev.tern.query.QueryListener;
import dev.tern.query.trace.Trace;
import java.util.List;
import java.util.Optional;

/** Finds entities of a graph by their names. Thread-safe. */
public final class Entities {
    private final GraphRag rag;

    private Entities(GraphRag rag) {
        this.rag = rag;
    }

    /** Returns a search of the entities within the scope of a {@link GraphRag}. */
    public static Entities of(GraphRag rag) {
        return new Entities(rag);
    }

    /**
     * Returns the entities whose names are nearest to a name, nearest first; scores are cosines.
     * Ignores entities that only hidden sources name.
     *
     * @param limit maximum number of entities, 1 to 1,000
     * @throws dev.tern.error.TernException if the name is blank, the limit is out of its range, or
     *     a model or the store fails
     */
    public List<Scored<Entity>> nearest(String name, int limit) {
        return nearest(name, limit, MetadataFilter.everything(), QueryListener.NONE);
    }

    /**
     * Returns the entities nearest to a name, among the entities that are named in the passages
     * selected by a filter.
     *
     * @param listener receives the calls of the embedding model, and their cost when the search
     *     ends, even if it fails
     * @throws dev.tern.error.TernException as {@link #nearest(String, int)}
     */
    public List<Scored<Entity>> nearest(String name, int limit, MetadataFilter filter, QueryListener listener) {
        Meter meter = new Meter(listener);
        try {
            return rag.read(
                    filter,
                    view -> Neighbours.nearest(name, limit, view, rag.queries().embedder(view, meter)));
        } finally {
            listener.queryEnded(Trace.Cost.of(meter));
        }
    }

    /**
     * Returns an entity and the relations that touch it, without hidden sources.
     *
     * @param name the entity's name, in any case and spacing; merged and renamed names are
     *     resolved. If no entity has the name, the entity with the nearest name is used
     * @param limit maximum number of relations, 1 to 1,000
     * @return empty if no entity is visible
     * @throws dev.tern.error.TernException if the name is blank, the limit is out of its range, or
     *     a model or the store fails
     */
    public Optional<Neighbours> neighbours(String name, int limit) {
        return neighbours(name, limit, MetadataFilter.everything());
    }

    /** Returns {@link #neighbours(String, int)} within the passages that a filter selects. */
    public Optional<Neighbours> neighbours(String name, int limit, MetadataFilter filter) {
        return rag.read(
                filter, view -> Neighbours.of(name, limit, view, rag.queries().embedder(view, new Meter())));
    }
}
