package dev.tern.models;

import dev.tern.error.TernException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an embedding model. Immutable.
 *
 * @param provider one of {@link KnownProvider#ofEmbedding}
 * @param modelName the provider's name for the model; in process one of all-MiniLM-L6-v2,
 *     static, bge-small-en-v1.5 and e5-small-v2, or the path, with a slash or backslash, of a
 *     folder with {@code model.onnx} and {@code tokenizer.json}
 * @param dimensions the requested vector length, 1 to 65,536; null for the model's default
 * @param questionPrefix put before questions, such as {@code "query: "}; null for the prefix that
 *     the model was trained with, or none if that prefix is not known
 * @param passagePrefix put before passages, entities and relations; null for the prefix used in
 *     training, or none
 * @param pooling the pooling of a model from a folder; null for the folder's own setting, and for
 *     other models
 * @param maxTokens the maximum word pieces read by a model from a folder, special tokens included,
 *     32 to 65,536; null for the folder's own setting, or 512 if it has none, and for other models
 * @param batchSize the maximum number of texts per request, 1 to 2,048; a lower maximum of the
 *     provider takes precedence; ignored in process
 * @param rememberedBytes the cache size of a model in process, in bytes, 0 (no cache) to
 *     1,073,741,824; ignored for other models
 * @param endpoint the server's address, limits and retries; in process, only parallelRequests
 *     applies, as the maximum number of threads of a call
 */
public record EmbeddingModelSettings(
        KnownProvider provider,
        String modelName,
        @Nullable Integer dimensions,
        @Nullable String questionPrefix,
        @Nullable String passagePrefix,
        @Nullable Pooling pooling,
        @Nullable Integer maxTokens,
        int batchSize,
        int rememberedBytes,
        ModelEndpoint endpoint) {
    /** The minimum of maxTokens: passages have at least 16 tokens besides the special ones. */
    static final int MIN_WINDOW = 32;

    public EmbeddingModelSettings {
        if (!KnownProvider.ofEmbedding().contains(provider)) {
            throw TernException.user("there is no embedding model of " + provider + ": choose one of "
                    + KnownProvider.names(KnownProvider.ofEmbedding()));
        }
        RangeCheck.notBlank("the embedding model's name", modelName);
        if (dimensions != null) {
            RangeCheck.checkWhole("dimensions", dimensions, 1, 65_536);
        }
        RangeCheck.checkWhole("batchSize", batchSize, 1, 2_048);
        RangeCheck.checkWhole("rememberedBytes", rememberedBytes, 0, 1 << 30);
        if (provider == KnownProvider.IN_PROCESS) {
            requireInProcess(modelName, dimensions);
        }
        if (maxTokens != null) {
            RangeCheck.checkWhole("maxTokens", maxTokens, MIN_WINDOW, 65_536);
        }
        if (!isFolder(provider, modelName) && (pooling != null || maxTokens != null)) {
            throw TernException.user((pooling != null ? "pooling" : "maxTokens") + " is set, but it applies only to an"
                    + " in-process embedding model loaded from a folder, and " + modelName + " is not one");
        }
    }

    /** Returns the provider and the model. */
    @Override
    public String toString() {
        return provider + " " + modelName;
    }

    /** Returns a builder for OpenAI, the provider's default model and 512 texts per request. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns these settings with a requested vector length, 1 to 65,536. */
    public EmbeddingModelSettings withDimensions(int length) {
        return copy().dimensions(length).build();
    }

    /** Returns these settings with a cache size in bytes, 0 to 1 GiB, for a model in process. */
    public EmbeddingModelSettings withRememberedBytes(int max) {
        return copy().rememberedBytes(max).build();
    }

    /** Returns these settings with a maximum of concurrent requests or threads, 1 to 256. */
    public EmbeddingModelSettings withParallelRequests(int max) {
        return copy().endpoint(endpoint.withParallelRequests(max)).build();
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
        if (isFolder(KnownProvider.IN_PROCESS, modelName)) {
            return;
        }
        int known = BundledEncoders.of(TextPrefixes.plainName(modelName)).dimension();
        if (dimensions != null && dimensions != known) {
            throw TernException.user("the embedding model " + modelName + " has vectors of " + known
                    + " dimensions, and " + dimensions + " were requested");
        }
    }

    /** Returns the dialect of the model; models in process have none. */
    EmbeddingDialect dialect() {
        return EmbeddingDialect.of(provider, TextPrefixes.plainName(modelName));
    }

    /** Returns the maximum number of texts per request, within the provider's maximum. */
    int textsOfARequest() {
        return provider == KnownProvider.IN_PROCESS
                ? batchSize
                : Math.min(batchSize, dialect().maxTexts());
    }

    /** Returns true for a model in process from a folder; names of bundled models have no slash. */
    boolean isFolder() {
        return isFolder(provider, modelName);
    }

    private static boolean isFolder(KnownProvider provider, String modelName) {
        return provider == KnownProvider.IN_PROCESS && (modelName.indexOf('/') >= 0 || modelName.indexOf('\\') >= 0);
    }

    /** Builds settings; unset options keep their defaults. Not thread-safe. */
    public static final class Builder {
        private KnownProvider provider = KnownProvider.OPENAI;
        private @Nullable String modelName;
        private @Nullable Integer dimensions;
        private @Nullable String questionPrefix;
        private @Nullable String passagePrefix;
        private @Nullable Pooling pooling;
        private @Nullable Integer maxTokens;
        private int batchSize = 512;
        private int rememberedBytes = 16 << 20;
        private ModelEndpoint endpoint = ModelEndpoint.builder().build();

        private Builder() {}

        /** Sets the model's provider; OpenAI by default. */
        public Builder provider(KnownProvider value) {
            provider = value;
            return this;
        }

        /** Sets the provider's name for the model; null for the provider's default. */
        public Builder modelName(@Nullable String value) {
            modelName = value;
            return this;
        }

        /** Sets the requested vector length; null for the model's default. */
        public Builder dimensions(@Nullable Integer value) {
            dimensions = value;
            return this;
        }

        /** Sets the prefix of questions; null for the prefix used in training, if known. */
        public Builder questionPrefix(@Nullable String value) {
            questionPrefix = value;
            return this;
        }

        /** Sets the prefix of other texts; null for the prefix used in training, if known. */
        public Builder passagePrefix(@Nullable String value) {
            passagePrefix = value;
            return this;
        }

        /** Sets the pooling of a model from a folder; null for the folder's own setting. */
        public Builder pooling(@Nullable Pooling value) {
            pooling = value;
            return this;
        }

        /** Sets the maximum word pieces for a model from a folder; null for the folder's own. */
        public Builder maxTokens(@Nullable Integer value) {
            maxTokens = value;
            return this;
        }

        /** Sets the maximum number of texts per request; 512 by default. */
        public Builder batchSize(int value) {
            batchSize = value;
            return this;
        }

        /** Sets the cache size of a model in process, in bytes; 16 MiB by default, 0 for none. */
        public Builder rememberedBytes(int value) {
            rememberedBytes = value;
            return this;
        }

        /** Sets the server's address, limits and retries. */
        public Builder endpoint(ModelEndpoint value) {
            endpoint = value;
            return this;
        }

        /**
         * Returns settings with these options.
         *
         * @throws TernException if a value is invalid or does not apply to the model, or no model
         *     is set and the provider has no default
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
                    .orElseThrow(() -> TernException.user("no embedding model is set for " + provider + ": name "
                            + (provider == KnownProvider.AZURE
                                    ? "your deployment of one"
                                    : "one that is pulled, such as nomic-embed-text")
                            + " (embedding.model)"));
        }
    }
}
