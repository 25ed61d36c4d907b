package dev.tern.store.milvus.read;

import dev.tern.graph.Embedded;
import dev.tern.store.milvus.schema.Row;

/**
 * A row that a search found.
 *
 * @param row the row
 * @param score its cosine or, where words were searched for, its BM25. To six digits: servers count in single precision, where
 *     equal vectors may differ in the seventh, and rows that tie come in the order of their ids.
 */
public record ScoredRow(Row row, double score) {
    private static final double STEPS = 1e6;

    /** Rounds the score to six digits. */
    public ScoredRow {
        score = Math.round(score * STEPS) / STEPS;
    }

    /** A row with the cosine of its vector to another one, of the same length. */
    public static ScoredRow of(Row row, float[] vector) {
        return new ScoredRow(row, new Embedded<>("", row.vector()).cosine(vector));
    }
}
