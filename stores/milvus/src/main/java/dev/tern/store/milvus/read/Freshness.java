package dev.tern.store.milvus.read;

import dev.tern.settings.Consistency;
import dev.tern.store.milvus.client.MilvusConnection;
import dev.tern.store.milvus.schema.CollectionKind;
import io.milvus.v2.common.ConsistencyLevel;
import java.util.EnumSet;
import java.util.Set;

/**
 * Chooses the consistency of a view's next read. If the view is strongly consistent, its reads of a
 * collection are strong until one of them has returned, and bounded from then on. If the server has
 * one replica, these see the same state or a later one. Thread-safe.
 */
final class Freshness {
    private final Consistency wanted;
    private final boolean alwaysFresh;
    private final Set<CollectionKind> seen = EnumSet.noneOf(CollectionKind.class);
    private final Set<CollectionKind> readAhead = EnumSet.noneOf(CollectionKind.class);

    /**
     * Creates the state of a view that has read nothing.
     *
     * @param alwaysFresh true if the server has no ticks to wait for
     */
    Freshness(Consistency wanted, boolean alwaysFresh) {
        this.wanted = wanted;
        this.alwaysFresh = alwaysFresh;
    }

    /** Returns true, once, if the collection should be read ahead of its first use. */
    synchronized boolean beginReadingAhead(CollectionKind kind) {
        return wanted == Consistency.STRONG && !alwaysFresh && !seen.contains(kind) && readAhead.add(kind);
    }

    synchronized ConsistencyLevel level(CollectionKind kind) {
        return wanted == Consistency.STRONG && seen.contains(kind)
                ? ConsistencyLevel.BOUNDED
                : MilvusConnection.level(wanted);
    }

    synchronized void recordRead(CollectionKind kind, ConsistencyLevel level) {
        if (level == ConsistencyLevel.STRONG) {
            seen.add(kind);
        }
    }
}
