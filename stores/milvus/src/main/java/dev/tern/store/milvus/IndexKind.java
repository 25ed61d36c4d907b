package dev.tern.store.milvus;

/** Which index Milvus keeps over the vectors of a graph; chosen when the graph is made. */
public enum IndexKind {
    /** Chosen by the server: HNSW on self-hosted ones. */
    AUTOINDEX,
    /** A navigable graph in memory: fast, nearly exact, about 1.2 times the vectors' bytes. */
    HNSW,
    /** No index: exact, and slower with every row. */
    FLAT,
    /** A graph on disk with compressed vectors in memory; needs servers with a fast local disk. */
    DISKANN
}
