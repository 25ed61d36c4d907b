package dev.tern.store.milvus.filter;

import dev.tern.graph.MetadataFilter;
import dev.tern.store.milvus.schema.CollectionKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A cache of filters that recently matched few rows of a collection, such as a tenant's filter. It
 * affects only which attempt comes first. Thread-safe.
 */
public final class SelectiveFilters {
    private static final int MAX_FILTERS = 512;

    private record Key(CollectionKind kind, MetadataFilter filter) {}

    private final Set<Key> few =
            Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
                    return size() > MAX_FILTERS;
                }
            }));

    boolean contains(CollectionKind kind, MetadataFilter filter) {
        return few.contains(new Key(kind, filter));
    }

    /** Adds a filter if few rows matched it, else removes it. */
    void record(CollectionKind kind, MetadataFilter filter, boolean areFew) {
        Key key = new Key(kind, filter);
        if (areFew) {
            few.add(key);
        } else {
            few.remove(key);
        }
    }
}
