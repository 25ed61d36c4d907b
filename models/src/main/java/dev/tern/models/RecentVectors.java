package dev.tern.models;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The vectors that were wanted last, in memory: what is over a number of bytes is forgotten, the longest unused first. Thread-safe. */
final class RecentVectors {
    /** What a text and its vector take besides their contents: objects, references, a place in the map. */
    private static final int BYTES_AN_ENTRY = 160;

    private final long most;
    private final Map<String, float[]> vectors = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /**
     * A cache that has none yet.
     *
     * @param most how many bytes of memory they may take, about
     */
    RecentVectors(long most) {
        this.most = most;
    }

    /** The vectors of those texts that have one. */
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
        while (bytes > most) {
            Map.Entry<String, float[]> entry = longestUnused.next();
            bytes -= bytes(entry.getKey(), entry.getValue());
            longestUnused.remove();
        }
    }

    private static long bytes(String text, float[] vector) {
        return BYTES_AN_ENTRY + (long) Character.BYTES * text.length() + (long) Float.BYTES * vector.length;
    }
}
