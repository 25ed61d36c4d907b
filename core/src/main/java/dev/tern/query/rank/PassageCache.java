package dev.tern.query.rank;

import dev.tern.graph.Passage;
import dev.tern.query.rank.PassageForms.Name;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A cache of the {@linkplain PassageForms forms} of passages, since other questions rank the same
 * passages again. When the cache is full, it is cleared. Thread-safe.
 */
public final class PassageCache {
    /** The maximum number of characters of all cached texts; all forms take about five times that. */
    static final int MAX_CHARACTERS = 2 << 20;

    private final Map<String, PassageForms> byId = new ConcurrentHashMap<>();
    private final Map<String, Name> names = new ConcurrentHashMap<>();
    private final AtomicInteger characters = new AtomicInteger();

    /** Returns the forms of a passage; computes them unless the same passage is cached. */
    PassageForms of(Passage passage) {
        PassageForms known = byId.get(passage.id());
        if (known != null && known.areOf(passage)) {
            return known;
        }
        int length = passage.text().length();
        if (characters.addAndGet(length) > MAX_CHARACTERS) {
            byId.clear();
            names.clear();
            characters.set(length);
        }
        PassageForms forms = new PassageForms(passage, name -> names.computeIfAbsent(name, Name::of));
        byId.put(passage.id(), forms);
        return forms;
    }
}
