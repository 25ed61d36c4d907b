package dev.tern.eval.baseline;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import java.util.List;

/** A retrieval method to compare Tern with. */
public enum Baseline {
    /** BM25 over title and text, by Lucene with its English analyser. */
    BM25("bm25"),
    /** Nearest passages and BM25, by reciprocal rank fusion. */
    FUSED("naive+bm25"),
    /** The basic graph method, with similarity in place of a chat model's choice. */
    SEED("seed method"),
    /** Personalised PageRank over entities, from the names in the question (HippoRAG, 2024). */
    NAMES("pagerank names"),
    /** Personalised PageRank from names, nearest triplets and all passages (HippoRAG 2, 2025). */
    FACTS("pagerank facts");

    private final String label;

    Baseline(String label) {
        this.label = label;
    }

    /** Returns the baseline's name in tables. */
    public String label() {
        return label;
    }

    /** Ranks passages for a question. Thread-safe. */
    @FunctionalInterface
    public interface Ranker {
        /**
         * Returns the passages for a question, best first.
         *
         * @param limit the maximum number of passages
         * @throws dev.tern.error.TernException if a model or the store fails
         */
        List<Scored<Passage>> rank(String question, int limit);
    }
}
