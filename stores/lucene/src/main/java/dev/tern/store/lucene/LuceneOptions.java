package dev.tern.store.lucene;

import java.time.Duration;

/**
 * What can be chosen about an embedded store; nothing here changes what is stored or found, only what it costs.
 *
 * @param vectorGraphFrom from how many vectors on a segment of the index gets a vector graph (HNSW) when it is made by merging; below, a search
 *     compares with every vector that may be near, as far as two bits a number tell. Holds for vectors of up to 384 numbers; longer
 *     ones get a graph earlier, in proportion, since their bits take longer to read. At least 1,000
 * @param writeBufferMegabytes how much a batch may keep in memory before it goes to disk (it is visible only as a
 *     whole, whatever its size), 1 to 1,024
 * @param mergeWait how long closing waits for merges in the background, which make questions to a large graph faster; what
 *     is not done by then is given up, and done by the next writer. Zero or more
 * @param filterReads how much of a graph one filter may have read, in rows; a distinct value that {@code contains} looks at
 *     counts as 32. A filter that needs more is refused. At least 1,000,000
 * @param checkMegabytes up to which size all checksums of a graph are compared whenever it is opened, before its first answer; of a
 *     larger graph, those that were not compared within a day, by any process. 0 to 1,048,576; with 0 none are, whatever the size,
 *     but in the background ten seconds later
 */
public record LuceneOptions(
        int vectorGraphFrom, int writeBufferMegabytes, Duration mergeWait, long filterReads, int checkMegabytes) {
    /**
     * The options unless others are given: a vector graph from 150,000 vectors on, 48 MB, an hour, 200 million rows, which take about a second, and
     * check-summed at each opening up to 256 MB, which takes about a fifth of a second.
     */
    public static final LuceneOptions DEFAULTS = new LuceneOptions(150_000, 48, Duration.ofHours(1), 200_000_000, 256);

    static final int LEAST_VECTOR_GRAPH = 1_000;
    private static final int MOST_BUFFER_MEGABYTES = 1_024;
    private static final long LEAST_FILTER_READS = 1_000_000;
    private static final int MOST_CHECK_MEGABYTES = 1_048_576;

    /**
     * Checks each value against its range.
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
        if (filterReads < LEAST_FILTER_READS) {
            throw new IllegalArgumentException(
                    "filterReads is " + filterReads + "; it is at least " + LEAST_FILTER_READS);
        }
        if (checkMegabytes < 0 || checkMegabytes > MOST_CHECK_MEGABYTES) {
            throw new IllegalArgumentException(
                    "checkMegabytes is " + checkMegabytes + "; it is 0 to " + MOST_CHECK_MEGABYTES);
        }
    }

    /** These options with another size from which on a vector graph is built. */
    public LuceneOptions withVectorGraphFrom(int vectors) {
        return new LuceneOptions(vectors, writeBufferMegabytes, mergeWait, filterReads, checkMegabytes);
    }

    /** These options with another time that closing waits for merges. */
    public LuceneOptions withMergeWait(Duration wait) {
        return new LuceneOptions(vectorGraphFrom, writeBufferMegabytes, wait, filterReads, checkMegabytes);
    }

    /** These options with another bound on what a filter may have read. */
    public LuceneOptions withFilterReads(long rows) {
        return new LuceneOptions(vectorGraphFrom, writeBufferMegabytes, mergeWait, rows, checkMegabytes);
    }

    /** These options with another size up to which a graph is check-summed whenever it is opened. */
    public LuceneOptions withCheckMegabytes(int megabytes) {
        return new LuceneOptions(vectorGraphFrom, writeBufferMegabytes, mergeWait, filterReads, megabytes);
    }
}
