package dev.tern.store.lucene;

import java.time.Duration;

/**
 * What can be chosen about an embedded store; nothing here changes what is stored or found, only what it costs.
 *
 * @param vectorGraphFrom from how many vectors on a segment of the index gets a vector graph (HNSW); below, a search
 *     compares with every vector, which is exact. At least 1,000
 * @param writeBufferMegabytes how much a batch may keep in memory before it goes to disk (it is visible only as a
 *     whole, whatever its size), 1 to 1,024
 * @param mergeWait how long closing waits for merges in the background, which make questions to a large graph faster; what
 *     is not done by then is given up, and done by whoever writes next. Zero or more
 */
public record LuceneOptions(int vectorGraphFrom, int writeBufferMegabytes, Duration mergeWait) {
    /** The defaults: a vector graph from 20,000 vectors on, 48 MB, an hour. */
    public static final LuceneOptions DEFAULTS = new LuceneOptions(20_000, 48, Duration.ofHours(1));

    private static final int LEAST_VECTOR_GRAPH = 1_000;
    private static final int MOST_BUFFER_MEGABYTES = 1_024;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public LuceneOptions {
        if (vectorGraphFrom < LEAST_VECTOR_GRAPH) {
            throw new IllegalArgumentException(
                    "vectorGraphFrom is " + vectorGraphFrom + "; it is at least " + LEAST_VECTOR_GRAPH);
        }
        if (writeBufferMegabytes < 1 || writeBufferMegabytes > MOST_BUFFER_MEGABYTES) {
            throw new IllegalArgumentException(
                    "writeBufferMegabytes is " + writeBufferMegabytes + "; it is 1 to " + MOST_BUFFER_MEGABYTES);
        }
        if (mergeWait.isNegative()) {
            throw new IllegalArgumentException("mergeWait is " + mergeWait + "; it is zero or more");
        }
    }

    /** These options with another size from which on a vector graph is built. */
    public LuceneOptions withVectorGraphFrom(int vectors) {
        return new LuceneOptions(vectors, writeBufferMegabytes, mergeWait);
    }

    /** These options with another time that closing waits for merges. */
    public LuceneOptions withMergeWait(Duration wait) {
        return new LuceneOptions(vectorGraphFrom, writeBufferMegabytes, wait);
    }
}
