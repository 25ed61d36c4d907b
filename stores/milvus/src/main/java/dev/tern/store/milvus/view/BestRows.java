package dev.tern.store.milvus.view;

import dev.tern.graph.Scored;
import dev.tern.store.SearchWords;
import dev.tern.store.milvus.filter.FilteredSearch;
import dev.tern.store.milvus.read.RowResult;
import dev.tern.store.milvus.read.ScoredRow;
import dev.tern.store.milvus.schema.CollectionKind;
import dev.tern.store.milvus.schema.Row;
import dev.tern.store.milvus.schema.WordIndex;
import dev.tern.store.shared.WideningSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Finds the best rows of a search, best first, ties by id. Fetches {@value #TIES} rows more than
 * wanted; while the last fetched row ties with the last wanted one, fetches more, up to the
 * server's maximum, since unfetched rows may tie too.
 *
 * @param <T> the type of decoded rows
 */
final class BestRows<T> {
    private static final int TIES = 16;
    private static final int MORE = 8;

    private final FilteredSearch search;
    private final Function<Row, T> decode;
    private final Function<T, String> id;

    BestRows(FilteredSearch search, Function<Row, T> decode, Function<T, String> id) {
        this.search = search;
        this.decode = decode;
        this.id = id;
    }

    /** Returns the rows nearest to each vector; more than one request only for ties or a filter. */
    List<List<Scored<T>>> nearest(CollectionKind kind, List<float[]> vectors, int limit) {
        List<RowResult<ScoredRow>> replies = search.nearest(kind, vectors, first(limit));
        List<List<Scored<T>>> found = new ArrayList<>(vectors.size());
        for (int i = 0; i < vectors.size(); i++) {
            RowResult<ScoredRow> reply = i < replies.size() ? replies.get(i) : new RowResult<>(List.of(), false);
            List<float[]> vector = List.of(vectors.get(i));
            found.add(best(
                    rows -> rows == first(limit)
                            ? reply
                            : search.nearest(kind, vector, rows).getFirst(),
                    limit));
        }
        return found;
    }

    /**
     * Returns the rows that best match the words of a question, by the server's BM25; none if the
     * question has no words.
     */
    List<Scored<T>> matching(String question, int limit) {
        String words = WordIndex.joinToFit(SearchWords.ofQuestion(question));
        return words.isEmpty() ? List.of() : best(rows -> search.searchWords(words, rows), limit);
    }

    private int first(int limit) {
        return (int) Math.min(search.reader().maxRows(), (long) limit + TIES);
    }

    private List<Scored<T>> best(WideningSearch<RowResult<ScoredRow>, RuntimeException> asking, int limit) {
        return asking
                .widen(first(limit), search.reader().maxRows(), MORE, (rowResult, rows) -> isEnough(rowResult, limit))
                .rows()
                .stream()
                .map(hit -> new Scored<>(decode.apply(hit.row()), hit.score()))
                .sorted(Scored.bestFirst(id))
                .limit(limit)
                .toList();
    }

    /** Returns true if the server has no more rows, or a worse row follows the last wanted row. */
    private static boolean isEnough(RowResult<ScoredRow> rowResult, int limit) {
        List<ScoredRow> hits = rowResult.rows();
        return !rowResult.full()
                || (hits.size() > limit
                        && hits.get(limit - 1).score() != hits.getLast().score());
    }
}
