package dev.tern.store.milvus;

import dev.tern.graph.Filter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Filters that few passages of a graph passed when they were last asked for, the latest used of them: a tenant's comes again
 * with every question. Only which request is tried first follows from it, never what is found. Thread-safe.
 */
final class FewPassing {
    private static final int MOST_FILTERS = 256;

    private final Set<Filter> filters =
            Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Filter, Boolean> eldest) {
                    return size() > MOST_FILTERS;
                }
            }));

    boolean contains(Filter filter) {
        return filters.contains(filter);
    }

    /** Notes whether few passages passed a filter. */
    void note(Filter filter, boolean few) {
        if (few) {
            filters.add(filter);
        } else {
            filters.remove(filter);
        }
    }
}
