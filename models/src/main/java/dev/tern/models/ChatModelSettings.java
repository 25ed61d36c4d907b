package dev.tern.models;

import dev.tern.error.TernException;
import dev.tern.ingest.extract.LanguageModelExtractor;
import org.jspecify.annotations.Nullable;

/**
 * Which chat model to use. Immutable.
 *
 * @param provider who runs it, one of {@link Provider#ofChat}
 * @param modelName the provider's name for it
 * @param temperature 0 (always the likeliest word) to 2
 * @param reasoningEffort how much it thinks before it answers: none, minimal, low, medium, high or another word that the provider
 *     knows; null leaves that to the model
 * @param maxReplyTokens the most tokens that it writes for one request which names no limit, thoughts among them, 1 to 1,000,000
 * @param endpoint where it is served
 */
public record ChatModelSettings(
        Provider provider,
        String modelName,
        double temperature,
        @Nullable String reasoningEffort,
        int maxReplyTokens,
        Endpoint endpoint) {
    /** The most tokens of a reply unless another limit is set: what a model writes in about a minute. */
    public static final int DEFAULT_MAX_REPLY_TOKENS = LanguageModelExtractor.DEFAULT_MAX_OUTPUT_TOKENS;

    private static final int MOST_REPLY_TOKENS = 1_000_000;

    public ChatModelSettings {
        requireChat(provider);
        RangeCheck.notBlank("the chat model's name", modelName);
        RangeCheck.check("temperature", temperature, 0.0, 2.0);
        RangeCheck.checkWhole("maxReplyTokens", maxReplyTokens, 1, MOST_REPLY_TOKENS);
        if (reasoningEffort != null && !reasoningEffort.matches("[a-z]{1,20}")) {
            throw TernException.user("the reasoning effort is \"" + reasoningEffort
                    + "\"; it must be a word such as none, minimal, low, medium or high");
        }
    }

    /** These settings for another model of the same provider. */
    public ChatModelSettings withModelName(String other) {
        return new ChatModelSettings(provider, other, temperature, reasoningEffort, maxReplyTokens, endpoint);
    }

    /** Starts with OpenAI at temperature 0; unless a model is named, it is the provider's default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds settings; what is not set keeps its default. Not thread-safe. */
    public static final class Builder {
        private Provider provider = Provider.OPENAI;
        private @Nullable String modelName;
        private double temperature;
        private @Nullable String reasoningEffort;
        private int maxReplyTokens = DEFAULT_MAX_REPLY_TOKENS;
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

        /** The temperature of sampling, 0 to 2. */
        public Builder temperature(double value) {
            temperature = value;
            return this;
        }

        /** A word such as none, low or high; null leaves it to the model. */
        public Builder reasoningEffort(@Nullable String value) {
            reasoningEffort = value;
            return this;
        }

        /** 1 to 1,000,000; {@link #DEFAULT_MAX_REPLY_TOKENS} unless set. */
        public Builder maxReplyTokens(int value) {
            maxReplyTokens = value;
            return this;
        }

        /** Where the model is served. */
        public Builder endpoint(Endpoint value) {
            endpoint = value;
            return this;
        }

        /**
         * The settings of the chat model.
         *
         * @throws TernException if a value is out of its range, or no model is named of a provider without a default
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

    private static void requireChat(Provider provider) {
        if (!Provider.ofChat().contains(provider)) {
            throw TernException.user("there is no chat model of " + provider + ": choose one of "
                    + Provider.names(Provider.ofChat()) + ", or ask without one");
        }
    }

    /** What to say where a provider has no default. */
    private static String noModel(Provider provider) {
        return "no chat model is named for " + provider + ": name "
                + switch (provider) {
                    case AZURE -> "your deployment of one";
                    case BEDROCK -> "one that your region has, such as openai.gpt-oss-120b-1:0";
                    default -> "one that is pulled, such as qwen3";
                }
                + " (chat.model)";
    }
}
