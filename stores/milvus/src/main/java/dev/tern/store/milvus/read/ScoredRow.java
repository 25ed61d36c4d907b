package dev.tern.store.milvus.read;

import dev.tern.graph.Embedded;
import dev.tern.store.milvus.schema.Row;

/**
 * A row found by a search.
 *
 * @param score the cosine of the row's vector and the target or, for words, the BM25 of the row,
 *     rounded to six decimals. Servers compute in single precision, so the scores of equal vectors
 *     may differ in the seventh decimal; rounded, they nearly always tie
 */
public record ScoredRow(Row row, double score) {
    private static final double STEPS = 1e6;

    /** Rounds the score to six decimals. */
    public ScoredRow {
        score = Math.round(score * STEPS) / STEPS;
    }

    /** Returns a row with the cosine of its vector and the given one, of the same dimension. */
    public static ScoredRow of(Row row, float[] vector) {
        return new ScoredRow(row, new Embedded<>("", row.vector()).cosine(vector));
    }
}
