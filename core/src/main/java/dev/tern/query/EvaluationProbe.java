package dev.tern.query;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.query.choose.CandidateList;
import dev.tern.query.rank.RankingParts;
import dev.tern.settings.Mode;
import dev.tern.store.GraphStore;

/** Runs parts of a query for evaluations: a partial ranking, or the list of candidates. */
public final class EvaluationProbe {
    private final Queries queries;

    /** Creates a probe of a store. */
    public EvaluationProbe(GraphStore store, EmbeddingModel embeddingModel) {
        this.queries = new Queries(store, embeddingModel, null);
    }

    /**
     * Retrieves passages by some parts of the local ranking.
     *
     * @throws dev.tern.error.TernException as {@link Queries#retrieve(Question)}
     */
    public Retrieval retrieve(Question question, RankingParts parts) {
        return queries.run(question, parts, (querying, heard) -> querying.retrieve());
    }

    /**
     * Returns the relations that graph mode would show a chat model; calls no chat model.
     *
     * @throws dev.tern.error.TernException if the embedding model or the store fails
     */
    public CandidateList candidates(Question question) {
        return queries.run(question.withMode(Mode.LOCAL), RankingParts.ALL, (querying, heard) -> querying.candidates());
    }
}
