package dev.tern.offline.answer;

import dev.tern.graph.Passage;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A cache of the {@linkplain PassageParts parts} of passages, since other questions quote the same
 * passages again. Emptied when the heap is full, or when the passages do not fit. Thread-safe.
 */
final class PartCache {
    /** The maximum number of characters of all cached texts; the parts take about twenty times it. */
    static final int MAX_CHARACTERS = 2 << 20;

    private volatile SoftReference<Entries> cached = new SoftReference<>(new Entries());

    private static final class Entries {
        private final Map<String, PassageParts> byId = new ConcurrentHashMap<>();
        private final AtomicInteger characters = new AtomicInteger();
    }

    /** Returns the parts of a passage; computes them unless the same passage is cached. */
    PassageParts of(Passage passage) {
        Entries entries = entries();
        PassageParts known = entries.byId.get(passage.id());
        if (known != null && known.passage().equals(passage)) {
            return known;
        }
        PassageParts parts = new PassageParts(passage);
        PassageParts replaced = entries.byId.put(passage.id(), parts);
        int more = length(parts) - (replaced == null ? 0 : length(replaced));
        if (entries.characters.addAndGet(more) > MAX_CHARACTERS) {
            cached.clear();
        }
        return parts;
    }

    private static int length(PassageParts parts) {
        return parts.passage().text().length();
    }

    private Entries entries() {
        Entries entries = cached.get();
        if (entries == null) {
            entries = new Entries();
            cached = new SoftReference<>(entries);
        }
        return entries;
    }
}
