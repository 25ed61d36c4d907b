package dev.tern.store.milvus.read;

import dev.tern.graph.Embedded;
import dev.tern.store.milvus.schema.Row;

/**
 * A row found by a search.
 *
 * @param row the row
 * @param score its cosine or, for words, its BM25, rounded to six decimals: servers compute in
 *     single precision, where equal vectors may differ in the seventh, and ties are ordered by id
 */
public record ScoredRow(Row row, double score) {
    private static final double STEPS = 1e6;

    /** Rounds the score to six decimals. */
    public ScoredRow {
        score = Math.round(score * STEPS) / STEPS;
    }

    /** Returns a row with the cosine of its vector to another vector of the same length. */
    public static ScoredRow of(Row row, float[] vector) {
        return new ScoredRow(row, new Embedded<>("", row.vector()).cosine(vector));
    }
}
