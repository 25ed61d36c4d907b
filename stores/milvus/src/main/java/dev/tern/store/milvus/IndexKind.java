package dev.tern.store.milvus;

/** Which index Milvus keeps over the vectors of a graph; chosen when the graph is made. */
public enum IndexKind {
    /** What the server thinks best, which is HNSW on one's own servers. */
    AUTOINDEX,
    /** A navigable graph in memory: fast, nearly exact, about 1.2 times the vectors' bytes. */
    HNSW,
    /** Every vector is compared: exact, and as slow as the graph is large. */
    FLAT,
    /** A graph on disk with compressed vectors in memory; needs servers with a fast local disk. */
    DISKANN
}
