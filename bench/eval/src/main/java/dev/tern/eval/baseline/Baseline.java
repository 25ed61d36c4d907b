package dev.tern.eval.baseline;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import java.util.List;

/** A way to find passages that Tern is compared with. */
public enum Baseline {
    /** Words alone: BM25 over title and text, as Lucene counts it, with its English analyser. */
    BM25("bm25"),
    /** The nearest passages and BM25's, by reciprocal ranks. */
    FUSED("naive+bm25"),
    /** The seed method, its candidates cut by similarity to the question where a language model would choose. */
    SEED("seed method"),
    /** Personalised PageRank over entities, from the names in the question (HippoRAG, 2024). */
    NAMES("pagerank names"),
    /** Personalised PageRank over entities and passages, from names, nearest triplets and all passages (HippoRAG 2, 2025). */
    FACTS("pagerank facts");

    private final String label;

    Baseline(String label) {
        this.label = label;
    }

    /** What tables call it. */
    public String label() {
        return label;
    }

    /** Ranks passages for a question. Thread-safe. */
    @FunctionalInterface
    public interface Ranker {
        /**
         * The passages for a question, best first.
         *
         * @param limit the most passages
         * @throws dev.tern.error.TernException if a model or the store fails
         */
        List<Scored<Passage>> rank(String question, int limit);
    }
}
