package dev.tern.store.milvus;

import dev.tern.error.TernException;
import java.util.Locale;

/** Which index Milvus keeps over the vectors of a graph; chosen when the graph is made. */
public enum IndexKind {
    /** What the server thinks best, which is HNSW on one's own servers. */
    AUTOINDEX,
    /** A navigable graph in memory: fast, nearly exact, about 1.2 times the vectors' bytes. */
    HNSW,
    /** Every vector is compared: exact, and as slow as the graph is large. */
    FLAT,
    /** A graph on disk with compressed vectors in memory; needs servers with a fast local disk. */
    DISKANN;

    /**
     * The kind that a setting names, in whatever case.
     *
     * @throws TernException if there is none of the name
     */
    public static IndexKind of(String setting, String name) {
        try {
            return valueOf(name.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw TernException.user(setting + " is \"" + name + "\"; it must be AUTOINDEX, HNSW, FLAT or DISKANN", e);
        }
    }
}
