package dev.tern.query.rank;

import dev.tern.graph.Passage;
import dev.tern.query.rank.PassageForms.Name;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A cache of the {@linkplain PassageForms forms} of passages, since other questions rank the same
 * passages again. A full cache keeps its passages, to avoid garbage. It is cleared after {@value
 * #MAX_REFUSED} misses, so that it follows changed questions. Thread-safe.
 */
public final class PassageCache {
    /** The maximum number of characters of all cached texts; all forms take about five times that. */
    static final int MAX_CHARACTERS = 2 << 20;

    static final int MAX_REFUSED = 50_000;

    private final Map<String, PassageForms> byId = new ConcurrentHashMap<>();
    private final Map<String, Name> names = new ConcurrentHashMap<>();
    private final AtomicInteger characters = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    /** Returns the forms of a passage; computes them unless the same passage is cached. */
    PassageForms of(Passage passage) {
        PassageForms known = byId.get(passage.id());
        if (known != null && known.areOf(passage)) {
            return known;
        }
        boolean full = characters.get() >= MAX_CHARACTERS;
        PassageForms forms = new PassageForms(passage, full ? this::name : this::cachedName);
        if (!full) {
            PassageForms replaced = byId.put(passage.id(), forms);
            characters.addAndGet(forms.characters() - (replaced == null ? 0 : replaced.characters()));
        } else if (refused.incrementAndGet() > MAX_REFUSED) {
            byId.clear();
            names.clear();
            refused.set(0);
            characters.set(0);
        }
        return forms;
    }

    private Name name(String name) {
        Name known = names.get(name);
        return known == null ? Name.of(name) : known;
    }

    private Name cachedName(String name) {
        return names.computeIfAbsent(name, Name::of);
    }
}
