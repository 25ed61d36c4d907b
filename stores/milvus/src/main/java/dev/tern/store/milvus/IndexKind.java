package dev.tern.store.milvus;

/** The index that Milvus keeps over the vectors of a graph; set when the graph is created. */
public enum IndexKind {
    /** The index that the server chooses. */
    AUTOINDEX,
    /** A navigable graph in memory: fast, nearly exact; takes about 1.2 times the vectors. */
    HNSW,
    /** No index: exact, and slower with every row. */
    FLAT,
    /** A graph on disk with compressed vectors in memory; needs servers with a fast local disk. */
    DISKANN
}
