package dev.tern.store.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
 * once; for the same reason tiers stand back as soon as such a merge is due.
 */
final class FewSegments extends FilterMergePolicy {
    private static final double SEGMENTS_PER_TIER = 6;
    private static final int LARGE_FROM_ROWS = 100_000;
    private static final double GROWTH = 0.5;
    /** Larger segments are left as they are: merging one takes as much free space again. */
    private static final double MOST_MEGABYTES = 20 * 1024;

    private final int largeFromRows;

    FewSegments() {
        this(LARGE_FROM_ROWS);
    }

    /** The same policy for a graph that counts as large from another number of rows on. */
    FewSegments(int largeFromRows) {
        super(tiers());
        this.largeFromRows = largeFromRows;
    }

    private static TieredMergePolicy tiers() {
        TieredMergePolicy tiers = new TieredMergePolicy();
        tiers.setSegmentsPerTier(SEGMENTS_PER_TIER);
        tiers.setMaxMergedSegmentMB(MOST_MEGABYTES);
        return tiers;
    }

    @Override
    public @Nullable MergeSpecification findMerges(MergeTrigger trigger, SegmentInfos infos, MergeContext context)
            throws IOException {
        if (!isDue(infos, context)) {
            return super.findMerges(trigger, infos, context);
        }
        if (!context.getMergingSegments().isEmpty()) {
            // The end of each merge asks again. Until then no other begins: what it made would be merged once more at
            // once.
            return null;
        }
        List<SegmentCommitInfo> segments = new ArrayList<>(infos.asList());
        // The largest first, whose vector graph is the one to grow.
        segments.sort(Comparator.comparingInt((SegmentCommitInfo segment) -> segment.info.maxDoc())
                .reversed());
        MergeSpecification all = new MergeSpecification();
        all.add(new OneMerge(segments));
        return all;
    }

    /** Whether a large graph has grown by half since it was one segment, or since it began to be made one. */
    private boolean isDue(SegmentInfos infos, MergeContext context) throws IOException {
        long bytes = 0;
        long rows = 0;
        long largest = 0;
        long merging = 0;
        for (SegmentCommitInfo segment : infos) {
            int living = segment.info.maxDoc() - context.numDeletesToMerge(segment);
            bytes += size(segment, context);
            rows += living;
            if (context.getMergingSegments().contains(segment)) {
                merging += living;
            } else {
                largest = Math.max(largest, living);
            }
        }
        long one = Math.max(largest, merging);
        return rows >= largeFromRows && rows - one >= GROWTH * one && bytes <= MOST_MEGABYTES * 1024 * 1024;
    }
}
