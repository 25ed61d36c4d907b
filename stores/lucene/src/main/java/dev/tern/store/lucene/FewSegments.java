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
 * The policy by which segments of the index become one.
 *
 * <p>Small graphs are left to Lucene's tiers, which keep writing cheap. In a large one every segment costs every question: a
 * walk through its vector graph for each search, and a look into its dictionary for each of some hundred ids. A question to a
 * million relations takes 54 ms in fifteen segments and 20 ms in one. So a large graph is merged into one segment whenever what
 * came since the last time is half of what there was, which takes each row along three times on the whole, as long as a graph
 * grows by adding. Its vector graph is grown from that of its largest part and not made anew, so that each row is brought into it
 * once; for the same reason tiers stand back as soon as such a merge is due. While one is under way, and the next is due, small segments
 * become larger ones all the same, or a writer that adds faster than it merges would leave hundreds.
 *
 * <p>A vector graph is built in memory, so a segment has no more rows than the heap allows: 1,300,000 in one of 448 MB. In a larger graph
 * the largest segments are left alone, and the others grow as a graph of their own would.
 */
final class FewSegments extends FilterMergePolicy {
    private static final int LARGE_FROM_ROWS = 100_000;
    private static final double GROWTH = 0.5;
    /** Larger segments are left as they are: merging one takes as much free space again. */
    private static final double MOST_ON_DISK = 20.0 * (1 << 30);

    /**
     * How much of the heap there has to be for each row of a segment that is made by merging. A vector graph takes 392 bytes a vector, one field
     * after the other; some 60 % of the rows are of relations, more in some graphs, and not all of the heap is for that.
     */
    private static final int HEAP_A_ROW = 350;

    /** What a row counts for in the size of a segment: about what one of 384 dimensions takes. */
    private static final long BYTES_A_ROW = 2_048;

    private final int largeFromRows;
    private final long mostBytes;

    FewSegments() {
        this(LARGE_FROM_ROWS, Runtime.getRuntime().maxMemory() / HEAP_A_ROW);
    }

    /**
     * The same policy with other limits.
     *
     * @param largeFromRows from how many rows on a graph counts as large
     * @param mostRows how many rows a segment may have that is made by merging
     */
    FewSegments(int largeFromRows, long mostRows) {
        super(new Tiers(mostRows * BYTES_A_ROW));
        this.largeFromRows = largeFromRows;
        this.mostBytes = mostRows * BYTES_A_ROW;
    }

    /** Lucene's tiers, for which the size of a segment is that of its rows, or the share that it has of the largest size on disk. */
    private static final class Tiers extends TieredMergePolicy {
        private static final double SEGMENTS_PER_TIER = 6;
        /** Larger segments have several files: what is merged is written once and not twice, and each file is read in its own way. */
        private static final double LARGEST_IN_ONE_FILE_MB = 256;

        private final long mostBytes;

        Tiers(long mostBytes) {
            this.mostBytes = mostBytes;
            setSegmentsPerTier(SEGMENTS_PER_TIER);
            setMaxMergedSegmentMB((double) mostBytes / (1 << 20));
            setMaxCFSSegmentSizeMB(LARGEST_IN_ONE_FILE_MB);
        }

        @Override
        protected long size(SegmentCommitInfo segment, MergeContext context) throws IOException {
            double ofDisk = super.size(segment, context) / MOST_ON_DISK;
            return Math.max(living(segment, context) * BYTES_A_ROW, (long) (ofDisk * mostBytes));
        }
    }

    private static int living(SegmentCommitInfo segment, MergeContext context) throws IOException {
        return segment.info.maxDoc() - context.numDeletesToMerge(segment);
    }

    @Override
    public @Nullable MergeSpecification findMerges(MergeTrigger trigger, SegmentInfos infos, MergeContext context)
            throws IOException {
        // The largest first, whose vector graph is the one to grow.
        List<SegmentCommitInfo> growing = new ArrayList<>(infos.asList());
        growing.sort(Comparator.comparingInt((SegmentCommitInfo segment) -> segment.info.maxDoc())
                .reversed());
        leaveOutLargest(growing, context);
        if (!isDue(growing, context)) {
            return super.findMerges(trigger, infos, context);
        }
        if (!context.getMergingSegments().isEmpty()) {
            // The end of each merge asks again. Until then only small ones begin, and only beside a large one, which
            // takes minutes: what they make is merged once more at once.
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

    /** The segments that would not make a large graph each for itself. */
    private SegmentInfos small(SegmentInfos infos) {
        SegmentInfos small = new SegmentInfos(infos.getIndexCreatedVersionMajor());
        for (SegmentCommitInfo segment : infos) {
            if (segment.info.maxDoc() < largeFromRows) {
                small.add(segment);
            }
        }
        return small;
    }

    /** Removes the first segments until the others can be one. */
    private void leaveOutLargest(List<SegmentCommitInfo> segments, MergeContext context) throws IOException {
        long bytes = 0;
        for (SegmentCommitInfo segment : segments) {
            bytes += size(segment, context);
        }
        while (bytes > mostBytes) {
            bytes -= size(segments.removeFirst(), context);
        }
    }

    /** Whether segments that make a large graph have grown by half since they were one, or since they began to be made one. */
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
