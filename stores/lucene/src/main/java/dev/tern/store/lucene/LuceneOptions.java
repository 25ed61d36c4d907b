package dev.tern.store.lucene;

import java.time.Duration;

/**
 * Options of an embedded store. They trade speed, memory and checks, but never change its data.
 *
 * @param vectorGraphFrom the minimum number of vectors for which a merged segment gets a vector
 *     graph (HNSW); in a smaller one, a search compares all vectors that two-bit sketches do not
 *     exclude. Applies up to 384 dimensions; for longer vectors, whose sketches take longer to
 *     read, the minimum falls in proportion, but not below 1,000. At least 1,000
 * @param writeBufferMegabytes the size of the write buffer, 1 to 1,024. A larger batch is flushed
 *     to disk in parts, but becomes visible only as a whole
 * @param mergeWait the maximum time that closing waits for background merges, which speed up
 *     questions to a large graph; unfinished ones are left to the next writer. Zero or more
 * @param filterReads the maximum number of rows that one filter may read; each distinct value that
 *     it looks up or scans counts as 32. A filter that needs more fails. At least 1,000,000
 * @param checkMegabytes the maximum size of a graph whose files are all verified by checksum at
 *     each opening; of a larger graph, files that a process has verified within a day are skipped.
 *     0 to 1,048,576; 0 defers all verification to the background, ten seconds after opening and
 *     then once a day
 */
public record LuceneOptions(
        int vectorGraphFrom, int writeBufferMegabytes, Duration mergeWait, long filterReads, int checkMegabytes) {
    /**
     * The default options: a vector graph from 150,000 vectors, a buffer of 48 MB, an hour for
     * merges, 200 million rows per filter (about a second), and a full check of graphs up to 256 MB
     * (about 0.2 s).
     */
    public static final LuceneOptions DEFAULTS = new LuceneOptions(150_000, 48, Duration.ofHours(1), 200_000_000, 256);

    static final int MIN_VECTOR_GRAPH = 1_000;
    private static final int MAX_BUFFER_MEGABYTES = 1_024;
    private static final long MIN_FILTER_READS = 1_000_000;
    private static final int MAX_CHECK_MEGABYTES = 1_048_576;

    /**
     * Validates each value's range.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public LuceneOptions {
        if (vectorGraphFrom < MIN_VECTOR_GRAPH) {
            throw new IllegalArgumentException(
                    "vectorGraphFrom is " + vectorGraphFrom + "; it must be at least " + MIN_VECTOR_GRAPH);
        }
        if (writeBufferMegabytes < 1 || writeBufferMegabytes > MAX_BUFFER_MEGABYTES) {
            throw new IllegalArgumentException(
                    "writeBufferMegabytes is " + writeBufferMegabytes + "; it must be 1 to " + MAX_BUFFER_MEGABYTES);
        }
        if (mergeWait.isNegative()) {
            throw new IllegalArgumentException("mergeWait is " + mergeWait + "; it must be zero or more");
        }
        if (filterReads < MIN_FILTER_READS) {
            throw new IllegalArgumentException(
                    "filterReads is " + filterReads + "; it must be at least " + MIN_FILTER_READS);
        }
        if (checkMegabytes < 0 || checkMegabytes > MAX_CHECK_MEGABYTES) {
            throw new IllegalArgumentException(
                    "checkMegabytes is " + checkMegabytes + "; it must be 0 to " + MAX_CHECK_MEGABYTES);
        }
    }

    /** Returns these options with another maximum wait for merges. */
    public LuceneOptions withMergeWait(Duration wait) {
        return new LuceneOptions(vectorGraphFrom, writeBufferMegabytes, wait, filterReads, checkMegabytes);
    }

    /** Returns these options with another maximum size of a graph fully checked at opening. */
    public LuceneOptions withCheckMegabytes(int megabytes) {
        return new LuceneOptions(vectorGraphFrom, writeBufferMegabytes, mergeWait, filterReads, megabytes);
    }
}
