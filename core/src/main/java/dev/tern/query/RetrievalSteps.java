package dev.tern.query;

import dev.tern.graph.Entity;
import dev.tern.model.TextEmbedder;
import dev.tern.query.expand.Expansion;
import dev.tern.query.expand.Subgraph;
import dev.tern.query.overview.PassageSpreader;
import dev.tern.query.overview.SpreadPassages;
import dev.tern.query.rank.LocalRanker;
import dev.tern.query.rank.NaiveRanker;
import dev.tern.query.rank.PassageCache;
import dev.tern.query.rank.Ranking;
import dev.tern.query.rank.RankingParts;
import dev.tern.query.recognise.Recogniser;
import dev.tern.query.recognise.Recognition;
import dev.tern.query.seed.Seeding;
import dev.tern.query.seed.Seeds;
import dev.tern.query.trace.TracedResult;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import java.util.function.Supplier;

/**
 * Ranks the passages for a text by recognise, seed, expand and rank, each a step of the trace. Not
 * thread-safe.
 */
final class RetrievalSteps {
    private final GraphView graph;
    private final TextEmbedder embedder;
    private final RankingParts parts;
    private final Parameters parameters;
    private final int lookedAt;
    private final PassageCache cache;
    private final Tracer tracer;

    /**
     * Creates a search in one graph.
     *
     * @param parts the enabled parts of the local ranking
     * @param lookedAt number of passages to rank
     */
    RetrievalSteps(
            GraphView graph,
            TextEmbedder embedder,
            RankingParts parts,
            Parameters parameters,
            int lookedAt,
            PassageCache cache,
            Tracer tracer) {
        this.graph = graph;
        this.embedder = embedder;
        this.parts = parts;
        this.parameters = parameters;
        this.lookedAt = lookedAt;
        this.cache = cache;
        this.tracer = tracer;
    }

    /**
     * Runs the steps for a text.
     *
     * @param offered number of first passages whose relations a chat model will see; 0 for none
     */
    RetrievedRanking from(String text, Recogniser recogniser, int offered) {
        Recognition names = recognise(text, recogniser);
        Seeds seeds = seed(text, names);
        Subgraph reached = expand(seeds);
        return new RetrievedRanking(names, seeds, reached, rank(names, seeds, reached, offered));
    }

    /** Ranks the passages nearest to a text, as plain RAG does. */
    Ranking nearest(String text) {
        NaiveRanker ranker = new NaiveRanker(graph, embedder, parameters);
        return tracer.step("rank", Tracer.question(text), () -> ranker.rank(text, lookedAt));
    }

    /**
     * Finds the themes near a text, and spreads the passages of a ranking over them.
     *
     * @param ranking runs the steps of {@link #from}, if the graph has themes
     */
    SpreadPassages spread(String text, Supplier<RetrievedRanking> ranking) {
        PassageSpreader passageSpreader = PassageSpreader.required();
        passageSpreader.require(graph);
        RetrievedRanking walked = ranking.get();
        PassageSpreader.OverviewSteps steps = passageSpreader.steps(
                graph,
                walked.seeds().questionVector(),
                walked.recognition().names().isEmpty());
        TracedResult near = tracer.step("themes", Tracer.question(text), steps::nearest);
        return tracer.step("spread", tracer.items(near), () -> steps.spread(walked.ranking()));
    }

    private Recognition recognise(String text, Recogniser recogniser) {
        return tracer.step("recognise", Tracer.question(text), () -> recogniser.recognise(text, graph));
    }

    private Seeds seed(String text, Recognition names) {
        Seeding seeding = new Seeding(graph, embedder, parameters);
        int passages = Math.max(LocalRanker.NEAREST_PASSAGES, lookedAt);
        return tracer.step("seed", tracer.items(names), () -> seeding.seed(text, names, passages));
    }

    private Subgraph expand(Seeds seeds) {
        Expansion expansion = new Expansion(
                graph, parameters.get(Parameter.FRONTIER_LIMIT), parameters.get(Parameter.RELATION_LIMIT));
        return tracer.step(
                "expand",
                tracer.items(seeds),
                () -> expansion.expand(
                        seeds.entityIds(),
                        seeds.relations(),
                        seeds.shortNames().stream().map(Entity::id).toList(),
                        seeds.questionVector(),
                        parameters.get(Parameter.DEGREE)));
    }

    /** Ranks passages and, above degree 0, reads the relations of the first ones. */
    private Ranking rank(Recognition names, Seeds seeds, Subgraph reached, int offered) {
        LocalRanker ranker = new LocalRanker(graph, parts, names, seeds, reached, cache);
        return tracer.step(
                "rank",
                tracer.items(reached),
                () -> ranker.rank(lookedAt, offered, parameters.get(Parameter.DEGREE) > 0));
    }
}
