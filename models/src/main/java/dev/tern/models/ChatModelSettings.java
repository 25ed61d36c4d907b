package dev.tern.models;

import dev.tern.error.TernException;
import dev.tern.ingest.extract.LanguageModelExtractor;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a chat model. Immutable.
 *
 * @param provider one of {@link KnownProvider#ofChat}
 * @param modelName the provider's name for the model
 * @param temperature the sampling temperature, 0 (always the likeliest token) to 2
 * @param reasoningEffort none, minimal, low, medium, high or another word of 1 to 20 lower-case
 *     letters that the provider knows; null for the model's default
 * @param maxReplyTokens the maximum number of tokens of a reply, reasoning included, for requests
 *     without a limit, 1 to 1,000,000
 * @param endpoint the server's address, limits and retries
 */
public record ChatModelSettings(
        KnownProvider provider,
        String modelName,
        double temperature,
        @Nullable String reasoningEffort,
        int maxReplyTokens,
        ModelEndpoint endpoint) {
    /** The default limit of reply tokens. */
    public static final int DEFAULT_MAX_REPLY_TOKENS = LanguageModelExtractor.DEFAULT_MAX_OUTPUT_TOKENS;

    private static final int MAX_REPLY_TOKENS = 1_000_000;

    public ChatModelSettings {
        requireChat(provider);
        RangeCheck.notBlank("the chat model's name", modelName);
        RangeCheck.check("temperature", temperature, 0.0, 2.0);
        RangeCheck.checkWhole("maxReplyTokens", maxReplyTokens, 1, MAX_REPLY_TOKENS);
        if (reasoningEffort != null && !reasoningEffort.matches("[a-z]{1,20}")) {
            throw TernException.user("the reasoning effort is \"" + reasoningEffort
                    + "\"; it must be a word such as none, minimal, low, medium or high");
        }
    }

    /** Returns a builder for OpenAI, the provider's default model and temperature 0. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds settings; unset options keep their defaults. Not thread-safe. */
    public static final class Builder {
        private KnownProvider provider = KnownProvider.OPENAI;
        private @Nullable String modelName;
        private double temperature;
        private @Nullable String reasoningEffort;
        private int maxReplyTokens = DEFAULT_MAX_REPLY_TOKENS;
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

        /** Sets the sampling temperature, 0 to 2; 0 by default. */
        public Builder temperature(double value) {
            temperature = value;
            return this;
        }

        /** Sets the effort, such as none, low or high; null for the model's default. */
        public Builder reasoningEffort(@Nullable String value) {
            reasoningEffort = value;
            return this;
        }

        /** Sets the limit of reply tokens; {@link #DEFAULT_MAX_REPLY_TOKENS} by default. */
        public Builder maxReplyTokens(int value) {
            maxReplyTokens = value;
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
         * @throws TernException if a value is invalid, the provider has no chat models, or no model
         *     is set and the provider has no default
         */
        public ChatModelSettings build() {
            return new ChatModelSettings(
                    provider,
                    modelName == null ? defaultModel() : modelName,
                    temperature,
                    reasoningEffort,
                    maxReplyTokens,
                    endpoint);
        }

        private String defaultModel() {
            requireChat(provider);
            return provider.defaultChatModel().orElseThrow(() -> TernException.user(noModel(provider)));
        }
    }

    private static void requireChat(KnownProvider provider) {
        if (!KnownProvider.ofChat().contains(provider)) {
            throw TernException.user("there is no chat model of " + provider + ": choose one of "
                    + KnownProvider.names(KnownProvider.ofChat()) + ", or query without one");
        }
    }

    private static String noModel(KnownProvider provider) {
        return "no chat model is set for " + provider + ": name "
                + switch (provider) {
                    case AZURE -> "your deployment of one";
                    case BEDROCK -> "one that your region has, such as openai.gpt-oss-120b-1:0";
                    default -> "one that is pulled, such as qwen3";
                }
                + " (chat.model)";
    }
}
