package dev.tern.store.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.TieredMergePolicy;
import org.jspecify.annotations.Nullable;

/**
 * A merge policy that merges a large graph into one segment whenever it has grown by half.
 *
 * <p>Small graphs are left to Lucene's tiered merging, which keeps writing cheap. In a large graph
 * every segment adds to the cost of every question: a search of its vector graph, and a dictionary
 * look-up for each of some hundred ids. A question to a million relations takes 54 ms in fifteen
 * segments and 20 ms in one. Merging at a growth of half rewrites each row about three times while
 * a graph grows by additions.
 *
 * <p>The new vector graph extends the graph of the largest segment, so only the other rows are
 * inserted. For the same reason tiered merging pauses while a full merge is due. If the next full
 * merge is due while one runs, small segments are still merged: a writer that adds faster than it
 * merges would otherwise leave hundreds.
 *
 * <p>A vector graph is built in memory, so the heap limits the rows of a segment: 1,300,000 with a
 * heap of 448 MB. In a larger graph the largest segments are left alone, and the others are merged
 * as if they were a graph of their own.
 */
final class SegmentMergePolicy extends FilterMergePolicy {
    private static final int LARGE_FROM_ROWS = 100_000;
    private static final double GROWTH = 0.5;
    /** The maximum number of bytes of a merged segment: a merge needs as much free disk space. */
    private static final double MAX_SEGMENT_BYTES = 20.0 * (1 << 30);

    /**
     * The heap needed for each row of a merged segment, in bytes. Vector graphs are built one field
     * at a time, with 392 bytes per vector; some 60 % of the rows are relations, and other code
     * needs heap too.
     */
    private static final int HEAP_BYTES_PER_ROW = 350;

    /** The nominal size of a row in bytes, close to the size of a row with 384 dimensions. */
    private static final long BYTES_PER_ROW = 2_048;

    private final int largeFromRows;
    private final long maxBytes;

    SegmentMergePolicy() {
        this(LARGE_FROM_ROWS, Runtime.getRuntime().maxMemory() / HEAP_BYTES_PER_ROW);
    }

    /**
     * Creates the policy with other limits.
     *
     * @param largeFromRows the minimum rows of a large graph
     * @param maxRows the maximum number of rows of a merged segment
     */
    SegmentMergePolicy(int largeFromRows, long maxRows) {
        super(new RowTiers(maxRows * BYTES_PER_ROW));
        this.largeFromRows = largeFromRows;
        this.maxBytes = maxRows * BYTES_PER_ROW;
    }

    /**
     * Tiered merging that measures a segment by its live rows, or by its bytes on disk if these are
     * a larger share of their maximum.
     */
    private static final class RowTiers extends TieredMergePolicy {
        private static final double SEGMENTS_PER_TIER = 6;
        /** The maximum size of a segment in Lucene's compound format, which writes bytes twice. */
        private static final double MAX_COMPOUND_FILE_MB = 256;

        private final long maxBytes;

        RowTiers(long maxBytes) {
            this.maxBytes = maxBytes;
            setSegmentsPerTier(SEGMENTS_PER_TIER);
            setMaxMergedSegmentMB((double) maxBytes / (1 << 20));
            setMaxCFSSegmentSizeMB(MAX_COMPOUND_FILE_MB);
        }

        @Override
        protected long size(SegmentCommitInfo segment, MergeContext context) throws IOException {
            double ofDisk = super.size(segment, context) / MAX_SEGMENT_BYTES;
            return Math.max(living(segment, context) * BYTES_PER_ROW, (long) (ofDisk * maxBytes));
        }
    }

    private static int living(SegmentCommitInfo segment, MergeContext context) throws IOException {
        return segment.info.maxDoc() - context.numDeletesToMerge(segment);
    }

    @Override
    public @Nullable MergeSpecification findMerges(MergeTrigger trigger, SegmentInfos infos, MergeContext context)
            throws IOException {
        // The largest comes first, because the merge extends its vector graph.
        List<SegmentCommitInfo> growing = new ArrayList<>(infos.asList());
        growing.sort(Comparator.comparingInt((SegmentCommitInfo segment) -> segment.info.maxDoc())
                .reversed());
        leaveOutLargest(growing, context);
        if (!isDue(growing, context)) {
            return super.findMerges(trigger, infos, context);
        }
        if (!context.getMergingSegments().isEmpty()) {
            // Lucene calls this again after each merge. Until then small merges start only beside a
            // large one, which takes minutes: otherwise the full merge would soon merge their
            // result again.
            return isLarge(context.getMergingSegments(), context)
                    ? super.findMerges(trigger, small(infos), context)
                    : null;
        }
        MergeSpecification all = new MergeSpecification();
        all.add(new OneMerge(growing));
        return all;
    }

    private boolean isLarge(Set<SegmentCommitInfo> segments, MergeContext context) throws IOException {
        long rows = 0;
        for (SegmentCommitInfo segment : segments) {
            rows += living(segment, context);
        }
        return rows >= largeFromRows;
    }

    private SegmentInfos small(SegmentInfos infos) {
        SegmentInfos small = new SegmentInfos(infos.getIndexCreatedVersionMajor());
        for (SegmentCommitInfo segment : infos) {
            if (segment.info.maxDoc() < largeFromRows) {
                small.add(segment);
            }
        }
        return small;
    }

    /** Removes the first segments, which are the largest, until the rest fits into one. */
    private void leaveOutLargest(List<SegmentCommitInfo> segments, MergeContext context) throws IOException {
        long bytes = 0;
        for (SegmentCommitInfo segment : segments) {
            bytes += size(segment, context);
        }
        while (bytes > maxBytes) {
            bytes -= size(segments.removeFirst(), context);
        }
    }

    /**
     * Returns true if a large graph has grown by half since its last full merge began: neither the
     * largest idle segment nor all segments in running merges together have more than two thirds of
     * the rows.
     */
    private boolean isDue(List<SegmentCommitInfo> segments, MergeContext context) throws IOException {
        long rows = 0;
        long largest = 0;
        long merging = 0;
        for (SegmentCommitInfo segment : segments) {
            int living = living(segment, context);
            rows += living;
            if (context.getMergingSegments().contains(segment)) {
                merging += living;
            } else {
                largest = Math.max(largest, living);
            }
        }
        long one = Math.max(largest, merging);
        return rows >= largeFromRows && rows - one >= GROWTH * one;
    }
}
