package dev.tern.models;

import dev.tern.models.kept.VectorCache;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The vectors that were wanted last, in memory: what is over a number of bytes is forgotten, the longest unused first. Thread-safe. */
final class RecentVectors implements VectorCache {
    /** What a text and its vector take besides their contents: objects, references, a place in the map. */
    private static final int BYTES_AN_ENTRY = 160;

    private final long most;
    private final Map<Key, float[]> vectors = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    private record Key(String model, String text) {}

    /**
     * A cache that has none yet.
     *
     * @param most how many bytes of memory they may take, about
     */
    RecentVectors(long most) {
        this.most = most;
    }

    @Override
    public synchronized Map<String, float[]> find(String model, Collection<String> texts) {
        Map<String, float[]> found = new HashMap<>();
        for (String text : texts) {
            float[] vector = vectors.get(new Key(model, text));
            if (vector != null) {
                found.put(text, vector.clone());
            }
        }
        return found;
    }

    @Override
    public synchronized void keep(String model, Map<String, float[]> fresh) {
        fresh.forEach((text, vector) -> {
            if (vectors.put(new Key(model, text), vector.clone()) == null) {
                bytes += bytes(text, vector);
            }
        });
        Iterator<Map.Entry<Key, float[]>> longestUnused = vectors.entrySet().iterator();
        while (bytes > most) {
            Map.Entry<Key, float[]> entry = longestUnused.next();
            bytes -= bytes(entry.getKey().text(), entry.getValue());
            longestUnused.remove();
        }
    }

    private static long bytes(String text, float[] vector) {
        return BYTES_AN_ENTRY + (long) Character.BYTES * text.length() + (long) Float.BYTES * vector.length;
    }
}
