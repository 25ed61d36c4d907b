package dev.tern.cli.command;

import dev.tern.cli.config.Setting;
import dev.tern.graph.EntityName;
import dev.tern.graph.Filter;
import dev.tern.query.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a question is answered. */
public final class QueryFlags extends Flags {
    @Option(
            names = "--entities",
            paramLabel = "NAMES",
            description = "The names in the question, comma between them (default: they are recognised).")
    @Nullable
    public String entities;

    @Option(
            names = "--filter",
            paramLabel = "CONDITION",
            description = "Which documents may be seen, going by their metadata, as in"
                    + " 'year >= 1990 and lang in (\"de\", \"en\")' (default: all).")
    @Nullable
    public String filter;

    @Option(
            names = "--include-quarantined",
            description = "Also looks at what is in quarantine (tern quarantine), to see what it would say.")
    public boolean quarantined;

    @Option(
            names = "--top",
            paramLabel = "N",
            description = "How many passages to collect, 1 to 1,000 (finalTopK; default: 2).")
    public void top(String text) {
        set(Setting.FINAL_TOP_K, "--top", text);
    }

    @Option(
            names = "--source-limit",
            paramLabel = "N",
            description = "The most of these passages from one source, 1 to 1,000; pages of one host are one source"
                    + " (sourceLimit; default: off).")
    public void sourceLimit(String text) {
        set(Setting.SOURCE_LIMIT, "--source-limit", text);
    }

    @Option(
            names = "--trust",
            paramLabel = "SOURCE=T",
            description =
                    "How far a source is trusted, 0 to 1: at 0.2 its passages come as if at five times their place, at"
                            + " 0 they are not there. * at the end means all that begin so. Can be given more than once"
                            + " (trust; default: all wholly).")
    public void trust(List<String> rules) {
        set(Setting.TRUST, "--trust", String.join(",", rules));
    }

    @Option(
            names = "--degree",
            paramLabel = "D",
            description = "How many hops to walk from what the question names, 0 to 4 (default: 1).")
    public void degree(String text) {
        set(Setting.DEGREE, "--degree", text);
    }

    @Option(
            names = "--hybrid",
            negatable = true,
            description = "Finds passages by their words (BM25) beside their vectors, in every mode (default: off).")
    public void hybrid(boolean on) {
        set(Setting.HYBRID, "--hybrid", String.valueOf(on));
    }

    @Option(
            names = "--recognition",
            paramLabel = "WHO",
            description = "Who finds the names in the question: offline, or in graph mode the chat model, at one more"
                    + " call: model (default: offline).")
    public void recognition(String text) {
        set(Setting.RECOGNITION, "--recognition", text);
    }

    @Option(
            names = "--entity-top-k",
            paramLabel = "N",
            description = "How many entities to start from for each name, 1 to 1,000 (default: 3).")
    public void entityTopK(String text) {
        set(Setting.ENTITY_TOP_K, "--entity-top-k", text);
    }

    @Option(
            names = "--relation-top-k",
            paramLabel = "N",
            description = "How many relations to start from, 1 to 1,000 (default: 3).")
    public void relationTopK(String text) {
        set(Setting.RELATION_TOP_K, "--relation-top-k", text);
    }

    @Option(
            names = "--min-entity-similarity",
            paramLabel = "COSINE",
            description = "The least similarity of an entity to its name, -1 to 1 (default: off).")
    public void minimumEntitySimilarity(String text) {
        set(Setting.MINIMUM_ENTITY_SIMILARITY, "--min-entity-similarity", text);
    }

    @Option(
            names = "--min-relation-similarity",
            paramLabel = "COSINE",
            description = "The least similarity of a relation to the question, -1 to 1 (default: off).")
    public void minimumRelationSimilarity(String text) {
        set(Setting.MINIMUM_RELATION_SIMILARITY, "--min-relation-similarity", text);
    }

    @Option(
            names = "--frontier-limit",
            paramLabel = "N",
            description = "The most entities that one hop starts from, 1 to 100,000 (default: 1,000).")
    public void frontierLimit(String text) {
        set(Setting.FRONTIER_LIMIT, "--frontier-limit", text);
    }

    @Option(
            names = "--candidate-limit",
            paramLabel = "N",
            description = "The most relations to choose from, 1 to 100,000 (default: 1,000).")
    public void candidateLimit(String text) {
        set(Setting.CANDIDATE_LIMIT, "--candidate-limit", text);
    }

    @Option(
            names = "--rerank-token-budget",
            paramLabel = "N",
            description = "The most tokens of relations shown to the chat model, 100 to 1,000,000 (default: 1,000).")
    public void rerankTokenBudget(String text) {
        set(Setting.RERANK_TOKEN_BUDGET, "--rerank-token-budget", text);
    }

    @Option(
            names = "--consistency",
            paramLabel = "LEVEL",
            description = "How fresh a state a Milvus server answers from: strong, session, bounded or eventual"
                    + " (default: strong). The embedded store is always up to date.")
    public void consistency(String text) {
        set(Setting.CONSISTENCY, "--consistency", text);
    }

    /** A question with the entities and the filter that were given. */
    public Question with(Question question) {
        Question named = names().map(question::withEntities).orElse(question);
        Question seeing = quarantined ? named.withQuarantined() : named;
        return filter == null ? seeing : seeing.withFilter(Filter.parse(filter));
    }

    private Optional<List<String>> names() {
        if (entities == null) {
            return Optional.empty();
        }
        List<String> names = new ArrayList<>();
        for (String name : entities.split(",", -1)) {
            if (!EntityName.normalise(name).isEmpty()) {
                names.add(name.strip());
            }
        }
        return Optional.of(names);
    }
}
