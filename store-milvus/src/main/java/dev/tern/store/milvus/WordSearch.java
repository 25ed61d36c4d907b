package dev.tern.store.milvus;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.store.Words;
import dev.tern.store.milvus.Reads.Found;
import dev.tern.store.milvus.Reads.Hit;
import java.util.List;

/** Passages by their words: the server's BM25. A few more than wanted are asked for, and more again while the last ones tie. */
final class WordSearch {
    private static final int TIES = 16;
    private static final int MORE = 8;

    private final Reads reads;
    private final String words;

    WordSearch(Reads reads, String question) {
        this.reads = reads;
        this.words = WordIndex.text(Words.asked(question));
    }

    /** The passages that fit best, ties by id. */
    List<Scored<Passage>> best(int limit) {
        if (words.isEmpty()) {
            return List.of();
        }
        int most = reads.mostRows();
        int rows = (int) Math.min(most, (long) limit + TIES);
        Found<Hit> hits = reads.searches().words(words, rows);
        while (MilvusGraphView.moreWanted(hits, limit) && rows < most) {
            rows = (int) Math.min(most, (long) rows * MORE);
            hits = reads.searches().words(words, rows);
        }
        return hits.rows().stream()
                .map(hit -> new Scored<>(Rows.passage(hit.row()), Cosines.rounded(hit.score())))
                .sorted(Scored.bestFirst(Passage::id))
                .limit(limit)
                .toList();
    }
}
