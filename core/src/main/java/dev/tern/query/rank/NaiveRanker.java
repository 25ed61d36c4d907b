package dev.tern.query.rank;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.model.TextEmbedder;
import dev.tern.query.seed.HybridSearch;
import dev.tern.query.seed.RankFusion;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import java.util.List;

/** Ranks passages as plain RAG does: by vectors and, if requested and supported, by words. */
public final class NaiveRanker {
    private final GraphView graph;
    private final TextEmbedder embedder;
    private final Parameters parameters;

    /** Creates a ranker over a graph. */
    public NaiveRanker(GraphView graph, TextEmbedder embedder, Parameters parameters) {
        this.graph = graph;
        this.embedder = embedder;
        this.parameters = parameters;
    }

    /**
     * Ranks the passages nearest to a question.
     *
     * @param limit maximum number of passages
     * @throws dev.tern.error.TernException if the embedding model or the store fails
     */
    public Ranking rank(String question, int limit) {
        HybridSearch search = HybridSearch.of(parameters, graph);
        float[] vector =
                embedder.embed(List.of(question), () -> {}).values().iterator().next();
        List<Scored<Passage>> nearest = search.byWords()
                ? RankFusion.nearest(question, vector, graph, limit)
                : graph.nearestPassages(vector, limit);
        return new Ranking(nearest, List.of(), search.notes());
    }
}
