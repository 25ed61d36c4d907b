package dev.tern.store.lucene;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.store.SearchWords;
import dev.tern.store.shared.WideningSearch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.SmallFloat;
import org.jspecify.annotations.Nullable;

/**
 * Searches passages by their words with BM25. Lucene stores the length of a passage in one byte,
 * exact up to 40 words. If all passages are searched, BM25's statistics include removed passages
 * until their segment is merged.
 */
final class WordSearch {
    private static final int TIES = 16;
    private static final int MORE = 8;

    private final IndexReader reader;
    private final @Nullable MatchingRows visible;
    private final DecodedPassages decoded;
    private final IndexSearcher searcher;

    /**
     * Prepares a search of one commit.
     *
     * @param visible the passages that are searched and counted; null for all
     */
    WordSearch(IndexReader reader, @Nullable MatchingRows visible, DecodedPassages decoded) throws IOException {
        this.decoded = decoded;
        this.reader = reader;
        this.visible = visible;
        this.searcher = visible == null ? new IndexSearcher(reader) : new VisibleSearcher(reader, visible);
        // Questions rarely repeat.
        searcher.setQueryCache(null);
        searcher.setSimilarity(new BM25Similarity());
    }

    /**
     * Returns at most {@code limit} passages with any word of a question, best first, ties by id.
     */
    List<Scored<Passage>> search(String question, int limit) throws IOException {
        Set<String> words = SearchWords.ofQuestion(question);
        if (words.isEmpty() || reader.maxDoc() == 0) {
            return List.of();
        }
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        words.forEach(word -> any.add(new TermQuery(new Term(IndexFields.WORDS, word)), BooleanClause.Occur.SHOULD));
        Query query = visible == null
                ? any.build()
                : new BooleanQuery.Builder()
                        .add(any.build(), BooleanClause.Occur.MUST)
                        .add(RowsQuery.of(visible), BooleanClause.Occur.FILTER)
                        .build();
        int first = (int) Math.min(reader.maxDoc(), (long) limit + TIES);
        // By counting no more matches than wanted, the search skips passages with lower scores.
        WideningSearch<ScoreDoc[], IOException> asking =
                rows -> searcher.search(query, new TopScoreDocCollectorManager(rows, rows)).scoreDocs;
        ScoreDoc[] best =
                asking.widen(first, reader.maxDoc(), MORE, (found, rows) -> found.length < rows || !tied(found, limit));
        return read(best).stream()
                .sorted(Scored.bestFirst(Passage::id))
                .limit(limit)
                .toList();
    }

    /** Returns true if further rows may have the same score as the last wanted one. */
    private static boolean tied(ScoreDoc[] found, int limit) {
        return found.length > limit && found[limit - 1].score == found[found.length - 1].score;
    }

    /** Reads the passages of the rows, and returns them in index order. */
    private List<Scored<Passage>> read(ScoreDoc[] found) throws IOException {
        ScoreDoc[] forwards = found.clone();
        Arrays.sort(forwards, Comparator.comparingInt(row -> row.doc));
        List<Scored<Passage>> passages = new ArrayList<>(forwards.length);
        IndexRows rows = new IndexRows(reader, IndexFields.PASSAGE_VECTOR);
        for (ScoreDoc row : forwards) {
            passages.add(new Scored<>(decoded.get(row.doc, () -> rows.row(row.doc)), row.score));
        }
        return passages;
    }

    /**
     * A searcher that computes BM25's statistics from the visible passages only, so that hidden
     * passages do not affect the ranking. Passage lengths are approximate, as Lucene stores them.
     */
    private static final class VisibleSearcher extends IndexSearcher {
        private final MatchingRows visible;

        VisibleSearcher(IndexReader reader, MatchingRows visible) {
            super(reader);
            this.visible = visible;
        }

        /**
         * Counts the visible passages with the term, and at least 1, as BM25 requires: a term of no
         * visible passage finds nothing anyway.
         */
        @Override
        public TermStatistics termStatistics(Term term, int docFreq, long totalTermFreq) throws IOException {
            long rows = 0;
            for (LeafReaderContext leaf : getIndexReader().leaves()) {
                FixedBitSet some = visible.in(leaf);
                PostingsEnum postings = leaf.reader().postings(term, PostingsEnum.NONE);
                if (some == null || postings == null) {
                    continue;
                }
                for (int row = postings.nextDoc(); row != DocIdSetIterator.NO_MORE_DOCS; row = postings.nextDoc()) {
                    rows += some.get(row) ? 1 : 0;
                }
            }
            long counted = Math.max(1, rows);
            return new TermStatistics(term.bytes(), counted, Math.max(counted, totalTermFreq));
        }

        @Override
        public @Nullable CollectionStatistics collectionStatistics(String field) throws IOException {
            long rows = 0;
            long words = 0;
            for (LeafReaderContext leaf : getIndexReader().leaves()) {
                FixedBitSet some = visible.in(leaf);
                NumericDocValues lengths = leaf.reader().getNormValues(field);
                if (some == null || lengths == null) {
                    continue;
                }
                BitSetIterator each = new BitSetIterator(some, some.cardinality());
                for (int row = each.nextDoc(); row != DocIdSetIterator.NO_MORE_DOCS; row = each.nextDoc()) {
                    if (lengths.advanceExact(row)) {
                        rows++;
                        words += SmallFloat.byte4ToInt((byte) lengths.longValue());
                    }
                }
            }
            long counted = Math.max(1, rows);
            long all = Math.max(counted, words);
            return new CollectionStatistics(field, counted, counted, all, counted);
        }
    }
}
