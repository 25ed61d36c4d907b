package dev.tern.models;

import dev.tern.error.TernException;
import org.jspecify.annotations.Nullable;

/**
 * Which embedding model to use. Immutable.
 *
 * @param provider who runs it
 * @param modelName the provider's name for it
 * @param dimensions the length of its vectors to ask the provider for, 1 to 65,536; null takes the model's own
 * @param prefixes what is put before questions and before passages; null takes what the model in process was trained with, and nothing
 *     for any other
 * @param batchSize how many texts go in one request, 1 to 2,048; of no effect in process
 * @param endpoint where it is served; in process only its parallelRequests count, as the most threads
 */
public record EmbeddingModelSettings(
        Provider provider,
        String modelName,
        @Nullable Integer dimensions,
        @Nullable Prefixes prefixes,
        int batchSize,
        Endpoint endpoint) {
    /** The embedding model when none is named and the provider is OpenAI. */
    public static final String DEFAULT_MODEL = "text-embedding-3-small";

    /** The embedding model in process when none is named. */
    public static final String IN_PROCESS_MODEL = "all-MiniLM-L6-v2";

    /** Checks the ranges. */
    public EmbeddingModelSettings {
        RangeCheck.notBlank("the embedding model's name", modelName);
        if (dimensions != null) {
            RangeCheck.checkWhole("dimensions", dimensions, 1, 65_536);
        }
        RangeCheck.checkWhole("batchSize", batchSize, 1, 2_048);
        if (provider == Provider.IN_PROCESS) {
            requireInProcess(modelName, dimensions);
        }
    }

    /** Starts with text-embedding-3-small of OpenAI, 512 texts a request. */
    public static Builder builder() {
        return new Builder();
    }

    private static void requireInProcess(String modelName, @Nullable Integer dimensions) {
        ReadyEncoder.of(modelName);
        if (dimensions != null && dimensions != ReadyEncoder.DIMENSION) {
            throw TernException.user("the embedding model " + modelName + " has vectors of " + ReadyEncoder.DIMENSION
                    + " dimensions, and " + dimensions + " were asked for");
        }
    }

    /** Builds settings; what is not set keeps its default. Not thread-safe. */
    public static final class Builder {
        private Provider provider = Provider.OPENAI;
        private @Nullable String modelName;
        private @Nullable Integer dimensions;
        private @Nullable Prefixes prefixes;
        private int batchSize = 512;
        private Endpoint endpoint = Endpoint.builder().build();

        private Builder() {}

        /** Who runs the model. */
        public Builder provider(Provider value) {
            provider = value;
            return this;
        }

        /** The provider's name for the model; null takes the provider's default. */
        public Builder modelName(@Nullable String value) {
            modelName = value;
            return this;
        }

        /** The length of vectors to ask the provider for; null takes the model's own. */
        public Builder dimensions(@Nullable Integer value) {
            dimensions = value;
            return this;
        }

        /** What is put before questions and before passages; null takes what the model in process was trained with. */
        public Builder prefixes(@Nullable Prefixes value) {
            prefixes = value;
            return this;
        }

        /** How many texts go in one request. */
        public Builder batchSize(int value) {
            batchSize = value;
            return this;
        }

        /** Where the model is served. */
        public Builder endpoint(Endpoint value) {
            endpoint = value;
            return this;
        }

        /**
         * The settings.
         *
         * @throws TernException if a value is out of its range, or no model is named for Ollama
         */
        public EmbeddingModelSettings build() {
            return new EmbeddingModelSettings(
                    provider,
                    modelName == null ? defaultModel() : modelName,
                    dimensions,
                    prefixes,
                    batchSize,
                    endpoint);
        }

        private String defaultModel() {
            return switch (provider) {
                case OPENAI -> DEFAULT_MODEL;
                case IN_PROCESS -> IN_PROCESS_MODEL;
                case OLLAMA ->
                    throw TernException.user("no embedding model is named for ollama: name one that is pulled, such as"
                            + " nomic-embed-text");
            };
        }
    }
}
