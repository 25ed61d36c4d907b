package dev.tern.models;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** An LRU cache of vectors, limited by bytes. Thread-safe. */
final class RecentVectors {
    /** The approximate overhead of an entry: object headers, references, a map slot. */
    private static final int BYTES_PER_ENTRY = 160;

    private final long maxBytes;
    private final Map<String, float[]> vectors = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    RecentVectors(long max) {
        this.maxBytes = max;
    }

    /** Returns copies of the cached vectors, by text. */
    synchronized Map<String, float[]> find(Collection<String> texts) {
        Map<String, float[]> found = new HashMap<>();
        for (String text : texts) {
            float[] vector = vectors.get(text);
            if (vector != null) {
                found.put(text, vector.clone());
            }
        }
        return found;
    }

    synchronized void keep(String text, float[] vector) {
        float[] before = vectors.put(text, vector.clone());
        bytes += bytes(text, vector) - (before == null ? 0 : bytes(text, before));
        Iterator<Map.Entry<String, float[]>> longestUnused = vectors.entrySet().iterator();
        while (bytes > maxBytes) {
            Map.Entry<String, float[]> entry = longestUnused.next();
            bytes -= bytes(entry.getKey(), entry.getValue());
            longestUnused.remove();
        }
    }

    private static long bytes(String text, float[] vector) {
        return BYTES_PER_ENTRY + (long) Character.BYTES * text.length() + (long) Float.BYTES * vector.length;
    }
}
