package dev.tern.models;

import dev.tern.error.TernException;

/**
 * Which chat model to use. Immutable.
 *
 * @param provider who runs it: {@link Provider#OPENAI} or {@link Provider#OLLAMA}
 * @param modelName the provider's name for it
 * @param temperature 0 (always the likeliest word) to 2
 * @param endpoint where it is served
 */
public record ChatModelSettings(Provider provider, String modelName, double temperature, Endpoint endpoint) {
    /** The chat model when none is named. */
    public static final String DEFAULT_MODEL = "gpt-4o";

    /** Checks the ranges. */
    public ChatModelSettings {
        if (provider == Provider.IN_PROCESS) {
            throw TernException.user("there is no chat model in process: choose openai or ollama, or ask without one");
        }
        RangeCheck.notBlank("the chat model's name", modelName);
        RangeCheck.check("temperature", temperature, 0.0, 2.0);
    }

    /** Starts with gpt-4o of OpenAI at temperature 0. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builds settings; what is not set keeps its default. Not thread-safe. */
    public static final class Builder {
        private Provider provider = Provider.OPENAI;
        private String modelName = DEFAULT_MODEL;
        private double temperature;
        private Endpoint endpoint = Endpoint.builder().build();

        private Builder() {}

        /** Who runs the model. */
        public Builder provider(Provider value) {
            provider = value;
            return this;
        }

        /** The provider's name for the model. */
        public Builder modelName(String value) {
            modelName = value;
            return this;
        }

        /** 0 to 2. */
        public Builder temperature(double value) {
            temperature = value;
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
         * @throws TernException if a value is out of its range
         */
        public ChatModelSettings build() {
            return new ChatModelSettings(provider, modelName, temperature, endpoint);
        }
    }
}
