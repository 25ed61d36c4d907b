package dev.tern.query.rank;

import dev.tern.graph.Passage;
import dev.tern.query.rank.PassageForms.Name;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A cache of the {@linkplain PassageForms forms} of passages, since other questions rank the same
 * passages again. A full cache keeps its passages, to avoid garbage. It is emptied after {@value
 * #MAX_REFUSED} misses, so that it follows changed questions, and when the heap is full.
 * Thread-safe.
 */
public final class PassageCache {
    /** The maximum number of characters of all cached texts; the forms take about five times it. */
    static final int MAX_CHARACTERS = 8 << 20;

    static final int MAX_REFUSED = 50_000;

    private volatile SoftReference<Entries> cached = new SoftReference<>(new Entries());

    private static final class Entries {
        private final Map<String, PassageForms> byId = new ConcurrentHashMap<>();
        private final Map<String, Name> names = new ConcurrentHashMap<>();
        private final AtomicInteger characters = new AtomicInteger();
        private final AtomicInteger refused = new AtomicInteger();

        private Name name(String name) {
            Name known = names.get(name);
            return known == null ? Name.of(name) : known;
        }

        private Name cachedName(String name) {
            return names.computeIfAbsent(name, Name::of);
        }
    }

    /** Returns the forms of a passage; computes them unless the same passage is cached. */
    PassageForms of(Passage passage) {
        Entries entries = entries();
        PassageForms known = entries.byId.get(passage.id());
        if (known != null && known.areOf(passage)) {
            return known;
        }
        boolean full = entries.characters.get() >= MAX_CHARACTERS;
        PassageForms forms = new PassageForms(passage, full ? entries::name : entries::cachedName);
        if (!full) {
            PassageForms replaced = entries.byId.put(passage.id(), forms);
            entries.characters.addAndGet(forms.characters() - (replaced == null ? 0 : replaced.characters()));
        } else if (entries.refused.incrementAndGet() > MAX_REFUSED) {
            cached.clear();
        }
        return forms;
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
