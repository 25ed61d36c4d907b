package dev.tern.store.milvus;

/** The index that Milvus keeps over the vectors of a graph; set when the graph is created. */
public enum IndexKind {
    /** The index that the server chooses. */
    AUTOINDEX,
    /** A navigable graph in memory, of about 1.2 times the vectors' size: fast, nearly exact. */
    HNSW,
    /** No index: exact; the time of a search is proportional to the number of rows. */
    FLAT,
    /** A graph on disk with compressed vectors in memory; needs servers with a fast local disk. */
    DISKANN
}
