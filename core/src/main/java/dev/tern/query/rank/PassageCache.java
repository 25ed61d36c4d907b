package dev.tern.query.rank;

import dev.tern.graph.EntityName;
import dev.tern.graph.Passage;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A cache of the {@linkplain PassageForms forms} of passages, since other questions rank the same
 * passages again. Emptied when the heap is full. Emptied too if the passages in use do not fit, as
 * a part of them gains less than its garbage costs; the next {@value #PAUSE} passages are then not
 * cached. Thread-safe.
 */
public final class PassageCache {
    /** The maximum number of characters of all cached texts; the forms take 8 to 10 times it. */
    static final int MAX_CHARACTERS = 8 << 20;

    static final int PAUSE = 1_000_000;

    private final AtomicInteger paused = new AtomicInteger();
    private volatile SoftReference<Entries> cached = new SoftReference<>(new Entries());

    private static final class Entries {
        private final Map<String, PassageForms> byId = new ConcurrentHashMap<>();
        private final Map<String, Name> namesByKey = new ConcurrentHashMap<>();
        private final AtomicInteger characters = new AtomicInteger();

        private Name name(String key) {
            return namesByKey.computeIfAbsent(key, Name::new);
        }
    }

    /** Returns the forms of a passage; computes them unless the same passage is cached. */
    PassageForms of(Passage passage) {
        if (paused.get() > 0 && paused.getAndDecrement() > 0) {
            return new PassageForms(passage, Name::new);
        }
        Entries entries = entries();
        PassageForms known = entries.byId.get(passage.id());
        if (known != null && known.areOf(passage)) {
            return known;
        }
        PassageForms forms = new PassageForms(passage, entries::name);
        PassageForms replaced = entries.byId.put(passage.id(), forms);
        int more = forms.characters() - (replaced == null ? 0 : replaced.characters());
        if (entries.characters.addAndGet(more) > MAX_CHARACTERS) {
            cached.clear();
            paused.set(PAUSE);
        }
        return forms;
    }

    /** Returns a name, which is the one of the cached forms if they have it. */
    Name name(String name) {
        String key = EntityName.normalise(name);
        Name known = entries().namesByKey.get(key);
        return known != null ? known : new Name(key);
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
