package dev.tern.models;

import dev.tern.error.TernException;
import org.jspecify.annotations.Nullable;

/**
 * Which embedding model to use. Immutable.
 *
 * @param provider who runs it
 * @param modelName the provider's name for it; in process one of all-MiniLM-L6-v2, bge-small-en-v1.5 and e5-small-v2, or the path of a
 *     folder with {@code model.onnx} and {@code tokenizer.json}, which has a slash in it
 * @param dimensions the length of its vectors to ask the provider for, 1 to 65,536; null takes the model's own
 * @param questionPrefix what is put before questions, such as {@code "query: "}; null for what the model was trained with as far as
 *     that is known, which it is of those that come with Tern
 * @param passagePrefix what is put before passages, entities and relations; null as before
 * @param pooling how a model from a folder makes one vector of those of its word pieces; null for what the folder says
 * @param maxTokens the most word pieces that a model from a folder reads, marks included, 8 to 65,536; null for what the folder says, or
 *     512
 * @param batchSize how many texts go in one request, 1 to 2,048, and no more than the provider takes; of no effect in process
 * @param rememberedBytes how much memory the vectors of the last texts of a model in process may take up, 0 to 1,073,741,824; of no effect elsewhere
 * @param endpoint where it is served; in process only its parallelRequests count, as the most threads
 */
public record EmbeddingModelSettings(
        Provider provider,
        String modelName,
        @Nullable Integer dimensions,
        @Nullable String questionPrefix,
        @Nullable String passagePrefix,
        @Nullable Pooling pooling,
        @Nullable Integer maxTokens,
        int batchSize,
        int rememberedBytes,
        Endpoint endpoint) {
    public EmbeddingModelSettings {
        if (!Provider.ofEmbedding().contains(provider)) {
            throw TernException.user("there is no embedding model of " + provider + ": choose one of "
                    + Provider.names(Provider.ofEmbedding()));
        }
        RangeCheck.notBlank("the embedding model's name", modelName);
        if (dimensions != null) {
            RangeCheck.checkWhole("dimensions", dimensions, 1, 65_536);
        }
        RangeCheck.checkWhole("batchSize", batchSize, 1, 2_048);
        RangeCheck.checkWhole("rememberedBytes", rememberedBytes, 0, 1 << 30);
        if (provider == Provider.IN_PROCESS) {
            requireInProcess(modelName, dimensions);
        }
        if (maxTokens != null) {
            RangeCheck.checkWhole("maxTokens", maxTokens, 8, 65_536);
        }
        if (!isFolder(provider, modelName) && (pooling != null || maxTokens != null)) {
            throw TernException.user((pooling != null ? "pooling" : "maxTokens") + " is set, but it applies only to an"
                    + " in-process embedding model loaded from a folder, and " + modelName + " is not one");
        }
    }

    /** Starts with text-embedding-3-small of OpenAI, 512 texts a request. */
    public static Builder builder() {
        return new Builder();
    }

    /** These settings with another length of vectors, 1 to 65,536, to ask the provider for. */
    public EmbeddingModelSettings withDimensions(int length) {
        return copy().dimensions(length).build();
    }

    /** These settings with another amount of memory for the vectors of the last texts of a model in process, 0 to 1,073,741,824 bytes. */
    public EmbeddingModelSettings withRememberedBytes(int most) {
        return copy().rememberedBytes(most).build();
    }

    /** These settings with another most of requests in flight at once, and in process of threads, 1 to 256. */
    public EmbeddingModelSettings withParallelRequests(int most) {
        return copy().endpoint(endpoint.withParallelRequests(most)).build();
    }

    private Builder copy() {
        return builder()
                .provider(provider)
                .modelName(modelName)
                .dimensions(dimensions)
                .questionPrefix(questionPrefix)
                .passagePrefix(passagePrefix)
                .pooling(pooling)
                .maxTokens(maxTokens)
                .batchSize(batchSize)
                .rememberedBytes(rememberedBytes)
                .endpoint(endpoint);
    }

    private static void requireInProcess(String modelName, @Nullable Integer dimensions) {
        if (isFolder(Provider.IN_PROCESS, modelName)) {
            return;
        }
        int known = ReadyEncoder.of(Prefixes.without(modelName)).dimension();
        if (dimensions != null && dimensions != known) {
            throw TernException.user("the embedding model " + modelName + " has vectors of " + known
                    + " dimensions, and " + dimensions + " were asked for");
        }
    }

    /** How the provider is asked; not in process. */
    EmbeddingDialect dialect() {
        return EmbeddingDialect.of(provider, Prefixes.without(modelName));
    }

    /** How many texts go in one request: no more than the provider takes. */
    int textsOfARequest() {
        return provider == Provider.IN_PROCESS
                ? batchSize
                : Math.min(batchSize, dialect().mostTexts());
    }

    /** Whether the model is that of a folder: the names of those that come with Tern have no slash. */
    boolean isFolder() {
        return isFolder(provider, modelName);
    }

    private static boolean isFolder(Provider provider, String modelName) {
        return provider == Provider.IN_PROCESS && (modelName.indexOf('/') >= 0 || modelName.indexOf('\\') >= 0);
    }

    /** Builds settings; what is not set keeps its default. Not thread-safe. */
    public static final class Builder {
        private Provider provider = Provider.OPENAI;
        private @Nullable String modelName;
        private @Nullable Integer dimensions;
        private @Nullable String questionPrefix;
        private @Nullable String passagePrefix;
        private @Nullable Pooling pooling;
        private @Nullable Integer maxTokens;
        private int batchSize = 512;
        private int rememberedBytes = 16 << 20;
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

        /** What is put before questions; null takes what the model was trained with, as far as that is known. */
        public Builder questionPrefix(@Nullable String value) {
            questionPrefix = value;
            return this;
        }

        /** What is put before passages, entities and relations; null takes what the model was trained with. */
        public Builder passagePrefix(@Nullable String value) {
            passagePrefix = value;
            return this;
        }

        /** How a model from a folder makes one vector of many; null takes what the folder says. */
        public Builder pooling(@Nullable Pooling value) {
            pooling = value;
            return this;
        }

        /** The most word pieces that a model from a folder reads; null takes what the folder says, or 512. */
        public Builder maxTokens(@Nullable Integer value) {
            maxTokens = value;
            return this;
        }

        /** How many texts go in one request. */
        public Builder batchSize(int value) {
            batchSize = value;
            return this;
        }

        /** How much memory the vectors of the last texts of a model in process may take up, 16 MiB unless said; 0 for none. */
        public Builder rememberedBytes(int value) {
            rememberedBytes = value;
            return this;
        }

        /** Where the model is served. */
        public Builder endpoint(Endpoint value) {
            endpoint = value;
            return this;
        }

        /**
         * The settings of the embedding model.
         *
         * @throws TernException if a value is out of its range, or no model is named of a provider without a default
         */
        public EmbeddingModelSettings build() {
            return new EmbeddingModelSettings(
                    provider,
                    modelName == null ? defaultModel() : modelName,
                    dimensions,
                    questionPrefix,
                    passagePrefix,
                    pooling,
                    maxTokens,
                    batchSize,
                    rememberedBytes,
                    endpoint);
        }

        private String defaultModel() {
            return provider.defaultEmbeddingModel()
                    .orElseThrow(() -> TernException.user("no embedding model is named for " + provider + ": name "
                            + (provider == Provider.AZURE
                                    ? "your deployment of one"
                                    : "one that is pulled, such as nomic-embed-text")
                            + " (embedding.model)"));
        }
    }
}
