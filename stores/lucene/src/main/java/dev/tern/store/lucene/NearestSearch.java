package dev.tern.store.lucene;

import dev.tern.graph.Embedded;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.AcceptDocs;
import org.apache.lucene.search.DocAndFloatFeatureBuffer;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.VectorScorer;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRefHash;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.VectorUtil;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows nearest to a vector, each id once.
 *
 * <p>A search has three steps. <em>Score</em>: in a segment below the limit for vector graphs, or
 * where few rows are accepted, Lucene's vectorised code scores every row that the segment's {@link
 * SegmentSketches}, if any, do not exclude. In a larger segment the vector graph is searched for
 * more rows than wanted, because a search for ten misses a third of them, and the {@link
 * EqualVectors} outside the graph are scored too. <em>Group</em>: the ids of the best rows are read
 * until there are as many distinct ids as wanted. So a relation stated by thousands of passages
 * costs thousands of short reads, but displaces no other relation. <em>Rank</em>: the best row of
 * each candidate id is scored again by {@link Embedded#cosine}, whose sums have double precision,
 * so that scores, order and ties do not depend on the segments.
 */
final class NearestSearch {
    /** The maximum rounding error of a vectorised score, plus a margin. */
    private static final float MARGIN = 4e-6f;

    private static final int MIN_FETCHED_ROWS = 512;

    /** The number of rows with the best estimates to score for a threshold, per row needed. */
    private static final int ESTIMATED_MORE = 4;

    /** The number of rows added to the wanted ones; each one lowers the threshold. */
    private static final int SPARE_ESTIMATED_ROWS = 4;

    /**
     * Estimates are used if at most one in this many rows is wanted, since they then exclude most
     * rows, or if enough rows of earlier segments were scored.
     */
    private static final int ROWS_PER_WANTED_ROW = 24;

    /**
     * Estimates are used only if at least one in this many rows is accepted, since all rows are
     * estimated.
     */
    private static final int MAX_ROWS_PER_ACCEPTED_ROW = 4;

    /** The maximum number of estimates in memory, 4 bytes each, unless one target needs more. */
    private static final int ESTIMATES_AT_ONCE = 1 << 20;

    private static final int GROWTH = 4;
    /** The number of wanted ids for each spare row; spare rows make second attempts rare. */
    private static final int SPARE = 16;

    private static final int STEPS_PER_ROW = 16;

    /** The maximum number of targets searched for together; each keeps 8 bytes per row. */
    private static final int MAX_VECTORS_AT_ONCE = 8;

    /** The number of rows compared with all targets at once; their vectors fit into a cache. */
    private static final int ROWS_PER_BLOCK = 256;

    private final IndexReader reader;
    /** The segments, largest first: scores of the largest set the threshold for later ones. */
    private final List<LeafReaderContext> largestFirst;

    private final String vectorField;
    private final @Nullable MatchingRows allowedRows;
    private final int vectorGraphFrom;
    private final SegmentVectors segmentVectors;

    /**
     * Prepares a search of one commit.
     *
     * @param only the rows to search in; null for all
     */
    NearestSearch(
            IndexReader reader,
            String vectorField,
            @Nullable MatchingRows only,
            int vectorGraphFrom,
            SegmentVectors segmentVectors) {
        this.reader = reader;
        this.largestFirst = reader.leaves().stream()
                .sorted(Comparator.comparingInt(leaf -> -leaf.reader().maxDoc()))
                .toList();
        this.vectorField = vectorField;
        this.allowedRows = only;
        this.vectorGraphFrom = vectorGraphFrom;
        this.segmentVectors = segmentVectors;
    }

    /** Returns the nearest rows, best first, ties by id, each id once, at most {@code limit}. */
    List<SearchHit> nearest(float[] target, int limit) throws IOException {
        return nearest(List.of(target), limit).getFirst();
    }

    /** Returns the nearest rows of each target; several targets share the reading of vectors. */
    List<List<SearchHit>> nearest(List<float[]> targets, int limit) throws IOException {
        List<List<SearchHit>> found = new ArrayList<>(targets.size());
        for (int from = 0; from < targets.size(); from += MAX_VECTORS_AT_ONCE) {
            List<float[]> some = targets.subList(from, Math.min(from + MAX_VECTORS_AT_ONCE, targets.size()));
            List<PackedScores> scores = score(some, limit, firstFetch(limit));
            for (int i = 0; i < some.size(); i++) {
                found.add(rankWidening(scores.get(i), some.get(i), limit));
            }
        }
        return found;
    }

    /** Returns the best hits of one vector, scoring more rows if the first were too few. */
    private List<SearchHit> rankWidening(PackedScores first, float[] target, int limit) throws IOException {
        PackedScores scores = first;
        int wanted = limit;
        int fetch = firstFetch(limit);
        while (true) {
            List<SearchHit> hits = rank(scores, target, limit);
            if (scores.complete()
                    || (hits.size() >= limit && score(hits.getLast().cosine()) >= scores.from() + MARGIN)) {
                return hits;
            }
            wanted = grown(wanted, GROWTH);
            fetch = grown(fetch, GROWTH);
            scores = score(List.of(target), wanted, fetch).getFirst();
        }
    }

    /**
     * Reads the rows of the nearest relations, at least {@code limit} relations if there are as
     * many. Compares all rows, which is faster than {@link #nearest(float[], int)} if a large share
     * is wanted. The searched rows must include all rows of each of their relations.
     */
    void read(RelationRows relations, float[] target, int limit) throws IOException {
        PackedScores scores =
                score(List.of(target), Integer.MAX_VALUE, Integer.MAX_VALUE).getFirst();
        int best = 0;
        int count = 0;
        float above = Float.POSITIVE_INFINITY;
        while (count < limit && best < scores.size()) {
            best = more(best, count, limit);
            float least = best < scores.size() ? scores.nth(best) : Float.NEGATIVE_INFINITY;
            relations.read(MatchingRows.of(reader, scores.between(least - MARGIN, above)));
            above = least - MARGIN;
            count = relations.count(2.0 * least - 1);
        }
    }

    /** Returns the number of rows for {@code wanted} ids if {@code rows} have {@code ids}. */
    private static int more(int rows, int ids, int wanted) {
        // Assumes the ids per row of the first rows, and adds some rows to spare.
        long enough = (long) Math.max(1, rows) * wanted / Math.max(1, ids) + wanted / SPARE + 1;
        return (int) Math.min(rows == 0 ? grown(wanted, 2) : grown(rows, GROWTH), Math.max(wanted, enough));
    }

    /** Converts a cosine to Lucene's score. */
    private static float score(double cosine) {
        return (float) ((1 + cosine) / 2);
    }

    private static int grown(int count, int factor) {
        return (int) Math.min(Integer.MAX_VALUE, (long) count * factor);
    }

    private static int firstFetch(int limit) {
        return Math.max(MIN_FETCHED_ROWS, grown(limit, 2));
    }

    /**
     * Scores rows of all segments for each target; returns the scores in the order of the targets.
     *
     * @param wanted the number of rows wanted for each target; estimates exclude rows only if at
     *     least this number is scored
     * @param fetch the number of rows that a search of a vector graph fetches
     */
    private List<PackedScores> score(List<float[]> targets, int wanted, int fetch) throws IOException {
        List<PackedScores> scores =
                Stream.generate(PackedScores::new).limit(targets.size()).toList();
        // Adds rows, for ties with the last row and for relations with several rows.
        int rowsAnId = vectorField.equals(IndexFields.RELATION_VECTOR) ? 2 : 1;
        int some = (int) Math.min(Integer.MAX_VALUE, SPARE_ESTIMATED_ROWS + (long) wanted * rowsAnId);
        for (LeafReaderContext leaf : largestFirst) {
            FloatVectorValues vectors = leaf.reader().getFloatVectorValues(vectorField);
            FixedBitSet accepted = allowedRows == null ? null : allowedRows.in(leaf);
            if (vectors == null || (allowedRows != null && accepted == null)) {
                continue;
            }
            InterruptPoint.checkpoint();
            int count = accepted == null ? vectors.size() : accepted.cardinality();
            if (count < VectorGraphFormat.vectorGraphFrom(vectorGraphFrom, vectors.dimension()) || fetch >= count) {
                boolean few = (long) ROWS_PER_WANTED_ROW * wanted <= count
                        || scores.stream().allMatch(found -> found.size() >= some);
                // A sketch estimates all rows, which must be cheaper than comparing the accepted
                // ones.
                boolean most = (long) MAX_ROWS_PER_ACCEPTED_ROW * count >= vectors.size();
                SegmentSketches sketch = few && most ? segmentVectors.sketch(leaf.reader(), vectorField) : null;
                if (sketch == null) {
                    FloatVectorValues all = most ? MappedFiles.forwards(leaf.reader(), vectorField, vectors) : vectors;
                    scoreAll(all, targets, accepted, leaf, scores);
                } else {
                    int group = Math.max(1, ESTIMATES_AT_ONCE / vectors.size());
                    for (int from = 0; from < targets.size(); from += group) {
                        int end = Math.min(from + group, targets.size());
                        List<SegmentSketches.Estimates> estimates = sketch.estimates(targets.subList(from, end));
                        for (int i = from; i < end; i++) {
                            estimate(
                                    estimates.get(i - from),
                                    vectors,
                                    accepted,
                                    targets.get(i),
                                    some,
                                    leaf,
                                    scores.get(i));
                        }
                    }
                }
            } else {
                for (int i = 0; i < targets.size(); i++) {
                    searchGraph(targets.get(i), fetch, accepted, leaf, scores.get(i));
                }
            }
        }
        return scores;
    }

    /** Scores all accepted rows, block by block: a block is compared with all targets at once. */
    private static void scoreAll(
            FloatVectorValues vectors,
            List<float[]> targets,
            @Nullable FixedBitSet accepted,
            LeafReaderContext leaf,
            List<PackedScores> scores)
            throws IOException {
        List<VectorScorer.Bulk> scorers = new ArrayList<>(targets.size());
        for (float[] target : targets) {
            VectorScorer scorer = vectors.scorer(target);
            if (scorer == null) {
                return;
            }
            scorers.add(scorer.bulk(accepted == null ? null : new BitSetIterator(accepted, accepted.cardinality())));
        }
        Bits live = leaf.reader().getLiveDocs();
        int maxDoc = leaf.reader().maxDoc();
        InterruptPoint pause = new InterruptPoint();
        DocAndFloatFeatureBuffer some = new DocAndFloatFeatureBuffer();
        int step = targets.size() == 1 ? maxDoc : ROWS_PER_BLOCK;
        for (int start = 0; start < maxDoc; start += step) {
            int end = start + Math.min(step, maxDoc - start);
            for (int i = 0; i < scorers.size(); i++) {
                do {
                    scorers.get(i).nextDocsAndScores(end, live, some);
                    for (int row = 0; row < some.size; row++) {
                        scores.get(i).add(leaf.docBase + some.docs[row], some.features[row]);
                    }
                    pause.after(some.size);
                } while (some.size > 0);
            }
        }
    }

    /**
     * Scores the accepted rows whose cosine, by their sketch, can reach a threshold: the score of
     * the last row needed among all scored rows. If earlier segments had too few, the rows with the
     * best estimates are scored first. If these are too few as well, all rows are scored.
     */
    private static void estimate(
            SegmentSketches.Estimates estimates,
            FloatVectorValues vectors,
            @Nullable FixedBitSet accepted,
            float[] target,
            int some,
            LeafReaderContext leaf,
            PackedScores scores)
            throws IOException {
        InterruptPoint.checkpoint();
        int maxDoc = leaf.reader().maxDoc();
        IntPredicate isAccepted = row -> accepted == null || accepted.get(vectors.ordToDoc(row));
        FixedBitSet first = new FixedBitSet(maxDoc);
        if (scores.size() < some) {
            add(estimates.nearest(grown(some, ESTIMATED_MORE), isAccepted), vectors, first);
            scoreAll(vectors, List.of(target), first, leaf, List.of(scores));
        }
        FixedBitSet others = new FixedBitSet(maxDoc);
        if (scores.size() < some) {
            others.set(0, maxDoc);
        } else {
            float from = scores.nth(some);
            scores.leaveOutBelow(from);
            add(estimates.atLeast(2.0 * from - 1), vectors, others);
        }
        if (accepted != null) {
            others.and(accepted);
        }
        others.andNot(first);
        scoreAll(vectors, List.of(target), others, leaf, List.of(scores));
    }

    private static void add(int[] rows, FloatVectorValues vectors, FixedBitSet docs) {
        for (int row : rows) {
            docs.set(vectors.ordToDoc(row));
        }
    }

    private void searchGraph(
            float[] target, int fetch, @Nullable FixedBitSet accepted, LeafReaderContext leaf, PackedScores scores)
            throws IOException {
        Bits live = leaf.reader().getLiveDocs();
        int maxDoc = leaf.reader().maxDoc();
        AcceptDocs accept = accepted == null
                ? AcceptDocs.fromLiveDocs(live, maxDoc)
                : AcceptDocs.fromIteratorSupplier(
                        () -> new BitSetIterator(accepted, accepted.cardinality()), live, maxDoc);
        scores.leaveOut();
        ScoreDoc[] found =
                leaf.reader().searchNearestVectors(vectorField, target, fetch, accept, Integer.MAX_VALUE).scoreDocs;
        for (ScoreDoc row : found) {
            scores.add(leaf.docBase + row.doc, row.score);
        }
        float least = found.length < fetch ? Float.NEGATIVE_INFINITY : found[found.length - 1].score;
        addLeftOut(target, least, accepted, leaf, scores);
    }

    /** Adds the scores of rows outside the vector graph, if they are at least {@code least}. */
    private void addLeftOut(
            float[] target, float least, @Nullable FixedBitSet accepted, LeafReaderContext leaf, PackedScores scores)
            throws IOException {
        FloatVectorValues vectors = leaf.reader().getFloatVectorValues(vectorField);
        Bits live = leaf.reader().getLiveDocs();
        for (int[] group : segmentVectors.leftOut(leaf.reader(), vectorField).groups()) {
            float score = score(VectorUtil.dotProduct(vectors.vectorValue(group[0]), target));
            if (score < least) {
                continue;
            }
            for (int row : group) {
                int doc = vectors.ordToDoc(row);
                if ((live == null || live.get(doc)) && (accepted == null || accepted.get(doc))) {
                    scores.add(leaf.docBase + doc, score);
                }
            }
        }
    }

    /**
     * Returns the best hits among scored rows; reads the ids of the best rows, and of more until
     * there are {@code limit} distinct ids.
     */
    private List<SearchHit> rank(PackedScores scores, float[] target, int limit) throws IOException {
        if (scores.size() == 0) {
            return List.of();
        }
        Grouping grouping = new Grouping();
        int best = limit;
        float above = Float.POSITIVE_INFINITY;
        while (true) {
            float least = scores.nth(best);
            grouping.add(scores.between(least - MARGIN, above));
            above = least - MARGIN;
            int ids = grouping.idsFrom(least);
            if (ids >= limit || best >= scores.size()) {
                return grouping.hits(target, limit);
            }
            best = more(best, ids, limit);
        }
    }

    /** Groups scored rows by id, and keeps the best row of each id. */
    private final class Grouping {
        private final BytesRefHash ids = new BytesRefHash();
        private final InterruptPoint pause = new InterruptPoint();
        /** The best row of each id, packed as {@link PackedScores} does. */
        private long[] bestRows = new long[MIN_FETCHED_ROWS];

        /** Adds scored rows, which must be in index order. */
        void add(long[] scored) throws IOException {
            IndexRows rows = new IndexRows(reader, vectorField);
            for (long row : scored) {
                pause.after(STEPS_PER_ROW);
                int place = ids.add(RowBytes.idBytes(rows.row(PackedScores.doc(row))));
                if (place >= 0) {
                    bestRows = ArrayUtil.grow(bestRows, ids.size());
                    bestRows[place] = row;
                } else if (PackedScores.score(row) > PackedScores.score(bestRows[-place - 1])) {
                    bestRows[-place - 1] = row;
                }
            }
        }

        /** Returns the number of ids with a score of at least {@code least}. */
        int idsFrom(float least) {
            int count = 0;
            for (int place = 0; place < ids.size(); place++) {
                count += PackedScores.score(bestRows[place]) >= least ? 1 : 0;
            }
            return count;
        }

        /**
         * Returns the best hits with exact cosines; reads the vectors only of rows that may be
         * among the best.
         */
        List<SearchHit> hits(float[] target, int limit) throws IOException {
            if (ids.size() == 0) {
                return List.of();
            }
            PackedScores scores = new PackedScores();
            for (int place = 0; place < ids.size(); place++) {
                scores.add(PackedScores.doc(bestRows[place]), PackedScores.score(bestRows[place]));
            }
            IndexRows rows = new IndexRows(reader, vectorField);
            List<SearchHit> hits = new ArrayList<>();
            for (long row : scores.between(scores.nth(limit) - MARGIN, Float.POSITIVE_INFINITY)) {
                pause.after(STEPS_PER_ROW);
                int doc = PackedScores.doc(row);
                hits.add(new SearchHit(RowBytes.id(rows.row(doc)), doc, rows.cosine(doc, target)));
            }
            hits.sort(SearchHit.BEST_FIRST);
            return hits.size() <= limit ? hits : List.copyOf(hits.subList(0, limit));
        }
    }
}
