package dev.tern.settings;

import dev.tern.error.TernException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The parameters of indexing and querying. Every value is checked; 0 is a value like any other and never stands for a
 * default. Made by {@link #builder()} or changed by {@link #toBuilder()}.
 *
 * @param recognition who finds the names in a question; default {@link NameRecognition#OFFLINE}
 * @param entityTopK how many entities each recognised name seeds, 1 to 1,000; default 3
 * @param relationTopK how many relations the question seeds, 1 to 1,000; default 3
 * @param minimumEntitySimilarity the least cosine of a seed entity to its name, -1 to 1; off by default
 * @param minimumRelationSimilarity the least cosine of a seed relation to the question, -1 to 1; off by default
 * @param degree how many hops the subgraph reaches from the seeds, 0 to 4; default 1
 * @param frontierLimit the most entities that one hop starts from, 1 to 100,000; default 1,000
 * @param candidateLimit the most relations of a subgraph, 1 to 100,000; default 1,000
 * @param rerankTokenBudget the most tokens of candidates in the rerank prompt, 100 to 1,000,000; default 1,000
 * @param finalTopK how many passages are collected, 1 to 1,000; default 2
 * @param sourceLimit the most passages of one {@linkplain SourcePattern#publisher publisher} among those collected, 1 to
 *     1,000; off by default. A limit is a limit: where nothing else is found, fewer passages are collected
 * @param trust how far sources are trusted, the rule that says most about a source first; a source that none names is
 *     trusted wholly. At most {@value #MAX_TRUST} rules
 * @param hybrid whether passages are found by their words (BM25) beside their vectors; off by default
 * @param embedBatch the most texts in one call of the embedding model, 1 to 2,048; default 512
 * @param passageTokenLimit the most tokens of one passage, estimated, 1 to 1,000,000; default 8,191, the window of
 *     OpenAI's embedding models
 * @param passageTokens about how many tokens the passages have that documents are cut into, with their title and heading,
 *     16 to 8,191; default 256; never more than the embedding model reads
 * @param overlapTokens the most tokens of whole sentences that a passage repeats from the one before, 0 to 4,096; default
 *     32; never more than half of passageTokens
 * @param parallelExtractions how many passages a model is asked about at once, 1 to 1,024; default 16
 * @param chatModel the name of the chat model; default {@code gpt-4o}
 * @param temperature the chat model's temperature, 0 to 2; default 0
 * @param embeddingModel the name of the embedding model; default {@code text-embedding-3-small}
 * @param consistency how fresh a state a query reads; the store's own unless set
 */
public record Parameters(
        NameRecognition recognition,
        int entityTopK,
        int relationTopK,
        OptionalDouble minimumEntitySimilarity,
        OptionalDouble minimumRelationSimilarity,
        int degree,
        int frontierLimit,
        int candidateLimit,
        int rerankTokenBudget,
        int finalTopK,
        OptionalInt sourceLimit,
        List<Trust> trust,
        boolean hybrid,
        int embedBatch,
        int passageTokenLimit,
        int passageTokens,
        int overlapTokens,
        int parallelExtractions,
        String chatModel,
        double temperature,
        String embeddingModel,
        Optional<Consistency> consistency) {
    /** The most texts of one call of the embedding model. */
    public static final int MAX_EMBED_BATCH = 2048;

    /** The most rules of trust. */
    public static final int MAX_TRUST = 1000;

    /** The defaults. */
    public static final Parameters DEFAULT = builder().build();

    /**
     * Checks every value.
     *
     * @throws TernException the user's fault, naming the parameter, its value and its range
     */
    public Parameters {
        new Range("entityTopK", 1, 1000).check(entityTopK);
        new Range("relationTopK", 1, 1000).check(relationTopK);
        minimumEntitySimilarity.ifPresent(new Range("minimumEntitySimilarity", -1, 1)::check);
        minimumRelationSimilarity.ifPresent(new Range("minimumRelationSimilarity", -1, 1)::check);
        new Range("degree", 0, 4).check(degree);
        new Range("frontierLimit", 1, 100_000).check(frontierLimit);
        new Range("candidateLimit", 1, 100_000).check(candidateLimit);
        new Range("rerankTokenBudget", 100, 1_000_000).check(rerankTokenBudget);
        new Range("finalTopK", 1, 1000).check(finalTopK);
        sourceLimit.ifPresent(new Range("sourceLimit", 1, 1000)::check);
        trust = Trust.inOrder(trust);
        new Range("embedBatch", 1, MAX_EMBED_BATCH).check(embedBatch);
        new Range("passageTokenLimit", 1, 1_000_000).check(passageTokenLimit);
        new Range("passageTokens", 16, 8_191).check(passageTokens);
        new Range("overlapTokens", 0, 4_096).check(overlapTokens);
        new Range("parallelExtractions", 1, 1_024).check(parallelExtractions);
        new Range("temperature", 0, 2).check(temperature);
        requireName("chatModel", chatModel);
        requireName("embeddingModel", embeddingModel);
    }

    private static void requireName(String parameter, String value) {
        if (value.isBlank()) {
            throw TernException.user(parameter + " is blank; it must be the name of a model");
        }
    }

    /** A builder that starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder that starts from these values. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.recognition = recognition;
        builder.entityTopK = entityTopK;
        builder.relationTopK = relationTopK;
        builder.minimumEntitySimilarity = minimumEntitySimilarity;
        builder.minimumRelationSimilarity = minimumRelationSimilarity;
        builder.degree = degree;
        builder.frontierLimit = frontierLimit;
        builder.candidateLimit = candidateLimit;
        builder.rerankTokenBudget = rerankTokenBudget;
        builder.finalTopK = finalTopK;
        builder.sourceLimit = sourceLimit;
        builder.trust = trust;
        builder.hybrid = hybrid;
        builder.embedBatch = embedBatch;
        builder.passageTokenLimit = passageTokenLimit;
        builder.passageTokens = passageTokens;
        builder.overlapTokens = overlapTokens;
        builder.parallelExtractions = parallelExtractions;
        builder.chatModel = chatModel;
        builder.temperature = temperature;
        builder.embeddingModel = embeddingModel;
        builder.consistency = consistency;
        return builder;
    }

    /** Gathers parameters; {@link #build} checks them. Not thread-safe. */
    public static final class Builder {
        private NameRecognition recognition = NameRecognition.OFFLINE;
        private int entityTopK = 3;
        private int relationTopK = 3;
        private OptionalDouble minimumEntitySimilarity = OptionalDouble.empty();
        private OptionalDouble minimumRelationSimilarity = OptionalDouble.empty();
        private int degree = 1;
        private int frontierLimit = 1000;
        private int candidateLimit = 1000;
        private int rerankTokenBudget = 1000;
        private int finalTopK = 2;
        private OptionalInt sourceLimit = OptionalInt.empty();
        private List<Trust> trust = List.of();
        private boolean hybrid;
        private int embedBatch = 512;
        private int passageTokenLimit = 8191;
        private int passageTokens = 256;
        private int overlapTokens = 32;
        private int parallelExtractions = 16;
        private String chatModel = "gpt-4o";
        private double temperature;
        private String embeddingModel = "text-embedding-3-small";
        private Optional<Consistency> consistency = Optional.empty();

        private Builder() {}

        /** See {@link Parameters#recognition}. */
        public Builder recognition(NameRecognition value) {
            recognition = value;
            return this;
        }

        /** See {@link Parameters#entityTopK}. */
        public Builder entityTopK(int value) {
            entityTopK = value;
            return this;
        }

        /** See {@link Parameters#relationTopK}. */
        public Builder relationTopK(int value) {
            relationTopK = value;
            return this;
        }

        /** See {@link Parameters#minimumEntitySimilarity}. */
        public Builder minimumEntitySimilarity(double value) {
            minimumEntitySimilarity = OptionalDouble.of(value);
            return this;
        }

        /** See {@link Parameters#minimumRelationSimilarity}. */
        public Builder minimumRelationSimilarity(double value) {
            minimumRelationSimilarity = OptionalDouble.of(value);
            return this;
        }

        /** See {@link Parameters#degree}. */
        public Builder degree(int value) {
            degree = value;
            return this;
        }

        /** See {@link Parameters#frontierLimit}. */
        public Builder frontierLimit(int value) {
            frontierLimit = value;
            return this;
        }

        /** See {@link Parameters#candidateLimit}. */
        public Builder candidateLimit(int value) {
            candidateLimit = value;
            return this;
        }

        /** See {@link Parameters#rerankTokenBudget}. */
        public Builder rerankTokenBudget(int value) {
            rerankTokenBudget = value;
            return this;
        }

        /** See {@link Parameters#finalTopK}. */
        public Builder finalTopK(int value) {
            finalTopK = value;
            return this;
        }

        /** See {@link Parameters#sourceLimit}. */
        public Builder sourceLimit(int value) {
            sourceLimit = OptionalInt.of(value);
            return this;
        }

        /** See {@link Parameters#trust}; in any order. */
        public Builder trust(List<Trust> value) {
            trust = List.copyOf(value);
            return this;
        }

        /** See {@link Parameters#hybrid}. */
        public Builder hybrid(boolean value) {
            hybrid = value;
            return this;
        }

        /** See {@link Parameters#embedBatch}. */
        public Builder embedBatch(int value) {
            embedBatch = value;
            return this;
        }

        /** See {@link Parameters#passageTokenLimit}. */
        public Builder passageTokenLimit(int value) {
            passageTokenLimit = value;
            return this;
        }

        /** See {@link Parameters#passageTokens}. */
        public Builder passageTokens(int value) {
            passageTokens = value;
            return this;
        }

        /** See {@link Parameters#overlapTokens}. */
        public Builder overlapTokens(int value) {
            overlapTokens = value;
            return this;
        }

        /** See {@link Parameters#parallelExtractions}. */
        public Builder parallelExtractions(int value) {
            parallelExtractions = value;
            return this;
        }

        /** See {@link Parameters#chatModel}. */
        public Builder chatModel(String value) {
            chatModel = value;
            return this;
        }

        /** See {@link Parameters#temperature}. */
        public Builder temperature(double value) {
            temperature = value;
            return this;
        }

        /** See {@link Parameters#embeddingModel}. */
        public Builder embeddingModel(String value) {
            embeddingModel = value;
            return this;
        }

        /** See {@link Parameters#consistency}. */
        public Builder consistency(Consistency value) {
            consistency = Optional.of(value);
            return this;
        }

        /**
         * The parameters.
         *
         * @throws TernException if a value is out of its range
         */
        public Parameters build() {
            return new Parameters(
                    recognition,
                    entityTopK,
                    relationTopK,
                    minimumEntitySimilarity,
                    minimumRelationSimilarity,
                    degree,
                    frontierLimit,
                    candidateLimit,
                    rerankTokenBudget,
                    finalTopK,
                    sourceLimit,
                    trust,
                    hybrid,
                    embedBatch,
                    passageTokenLimit,
                    passageTokens,
                    overlapTokens,
                    parallelExtractions,
                    chatModel,
                    temperature,
                    embeddingModel,
                    consistency);
        }
    }
}
