package dev.tern.store.milvus;

import dev.tern.error.TernException;
import java.util.Locale;

/** The index that Milvus keeps over the vectors of a graph; set when the graph is created. */
public enum IndexKind {
    /** Chosen by the server: HNSW on self-hosted ones. */
    AUTOINDEX,
    /** A navigable graph in memory: fast, nearly exact, about 1.2 times the vectors' bytes. */
    HNSW,
    /** No index: exact, and slower with every row. */
    FLAT,
    /** A graph on disk with compressed vectors in memory; needs servers with a fast local disk. */
    DISKANN;

    /**
     * Parses the name of a kind, ignoring case.
     *
     * @throws TernException if there is no kind of the name
     */
    public static IndexKind of(String setting, String name) {
        try {
            return valueOf(name.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw TernException.user(setting + " is \"" + name + "\"; it must be AUTOINDEX, HNSW, FLAT or DISKANN", e);
        }
    }
}
