package dev.tern.spring.boot;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.model.ChatTask;
import dev.tern.models.KnownProvider;
import dev.tern.models.ModelEndpoint;
import dev.tern.models.ProviderKey;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import dev.tern.settings.QueryProperties;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The configuration of a graph in an application, with Tern's own defaults. Shows no secret.
 *
 * @param store The store: a directory, or the address of a Milvus server (http, https or milvus).
 * @param graph The name of the graph: letters, digits and underscores.
 * @param scope The visible part of the graph for the whole application, as in tenant = "red": a
 *     filter on documents' metadata that no other widens, and that documents to add must match;
 *     default everything.
 * @param milvus The connection to Milvus, and settings of its graphs.
 * @param embedding The embedding model.
 * @param chat The chat model, which picks relations and writes answers.
 * @param requestTimeout The timeout of each request to a model; default 60 s; not with Spring AI.
 * @param maxRetries The maximum retries of a request to a model; default 5; not with Spring AI.
 * @param parallelRequests The maximum concurrent model requests; default 4; not with Spring AI.
 * @param documents The documents that are read at each start.
 * @param load The options of reading documents: limits, and text recognition in pictures.
 * @param query The mode, and the parameters of indexing and questions by name.
 */
@ConfigurationProperties("tern")
public record TernProperties(
        @DefaultValue("./tern-store") String store,
        @DefaultValue("default") String graph,
        @Nullable String scope,
        @DefaultValue Milvus milvus,
        @DefaultValue Embedding embedding,
        @DefaultValue Chat chat,
        @Nullable Duration requestTimeout,
        @Nullable Integer maxRetries,
        @Nullable Integer parallelRequests,
        @DefaultValue Documents documents,
        Map<String, String> load,
        Map<String, String> query) {
    /** Replaces null, which Spring passes for an unset list or map. */
    public TernProperties {
        load = Map.copyOf(Objects.requireNonNullElse(load, Map.of()));
        query = Map.copyOf(Objects.requireNonNullElse(query, Map.of()));
    }

    /**
     * Returns the filter that applies to every question and addition.
     *
     * @throws TernException if its text is no filter
     */
    MetadataFilter scopeFilter() {
        if (scope == null || scope.isBlank()) {
            return MetadataFilter.everything();
        }
        try {
            return MetadataFilter.parse(scope);
        } catch (TernException e) {
            throw TernException.user("tern.scope cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the configured mode; empty for graph mode with a chat model and local mode without.
     */
    Optional<Mode> mode() {
        return new QueryProperties(query).mode();
    }

    /** Returns Tern's default parameters, changed by the configured ones. */
    Parameters parameters() {
        return new QueryProperties(query).parameters();
    }

    /**
     * The documents that are read at each start.
     *
     * @param locations The folders and sites whose new and changed documents are added.
     * @param required Whether a missing folder of these prevents the application's start.
     * @param moved Whether a folder or site may have moved since it was last read.
     */
    public record Documents(List<String> locations, boolean required, boolean moved) {
        /** Replaces null, which Spring passes for an unset list. */
        public Documents {
            locations = List.copyOf(Objects.requireNonNullElse(locations, List.of()));
        }
    }

    /**
     * The connection to Milvus, and settings of its graphs, with the client's defaults.
     *
     * @param token The token of Zilliz Cloud, or user:password.
     * @param database The database of the server.
     * @param caFile A PEM file of trusted certificates; default the platform's.
     * @param timeout The timeout of a request to Milvus.
     * @param indexType The index of new graphs: AUTOINDEX, HNSW, FLAT or DISKANN.
     */
    public record Milvus(
            @Nullable String token,
            @Nullable String database,
            @Nullable Path caFile,
            @Nullable Duration timeout,
            // Not the client's enum, which few class paths have.
            @Nullable String indexType) {
        @Override
        public String toString() {
            return "Milvus[token=" + (token == null ? "none" : "***") + ", database=" + database + "]";
        }
    }

    /** The provider of the embedding model. */
    public enum EmbeddingProvider {
        /** The application's own model of Spring AI. */
        SPRING_AI,
        /** This process, without a network: all-MiniLM-L6-v2, or the named model. */
        IN_PROCESS,
        /** OpenAI, or a server that speaks its protocol. */
        OPENAI,
        /** Google, whose models are called Gemini. */
        GEMINI,
        /** Mistral, by its own API. */
        MISTRAL,
        /** OpenAI's models on Azure; the base URL is that of a resource. */
        AZURE,
        /** Cohere, by its own API. */
        COHERE,
        /** Voyage AI, by its own API. */
        VOYAGE,
        /** Jina AI, by its own API. */
        JINA,
        /** An Ollama server, or one that speaks its protocol. */
        OLLAMA
    }

    /** The provider of the chat model. */
    public enum ChatProvider {
        /** The application's own model of Spring AI. */
        SPRING_AI,
        /** No chat model: relations are ranked without one, answers are quotations. */
        NONE,
        /** OpenAI, or a server that speaks its protocol. */
        OPENAI,
        /** Anthropic, whose models are called Claude. */
        ANTHROPIC,
        /** Google, whose models are called Gemini. */
        GEMINI,
        /** Mistral, by its own API. */
        MISTRAL,
        /** OpenAI's models on Azure; the base URL is that of a resource. */
        AZURE,
        /** The models of Amazon Bedrock with OpenAI's protocol; the base URL is a region's. */
        BEDROCK,
        /** An Ollama server, or one that speaks its protocol. */
        OLLAMA
    }

    /**
     * Settings of the embedding model.
     *
     * @param provider The provider; default Spring AI if the application has an embedding model,
     *     else in process.
     * @param name With Spring AI: the name of the model that the graph stores, such as
     *     text-embedding-3-small.
     * @param model The provider's name for it; in process all-MiniLM-L6-v2, static,
     *     bge-small-en-v1.5, e5-small-v2, or the path of a folder with model.onnx and
     *     tokenizer.json; not with Spring AI.
     * @param questionPrefix The prefix of questions, such as "query: "; default the one of the
     *     model's training; not with Spring AI.
     * @param passagePrefix The prefix of passages, entities and relations, such as "passage: ";
     *     default the one of the model's training; not with Spring AI.
     * @param dimensions The dimension to request; default the model's; not with Spring AI.
     * @param baseUrl The address of the server; default the provider's; not with Spring AI.
     * @param apiKey The provider's key; not with Spring AI.
     * @param requestsPerMinute The maximum number of requests in any minute; default no limit; not
     *     with Spring AI.
     * @param tokensPerMinute The maximum number of tokens in any minute; default no limit; not with
     *     Spring AI.
     */
    public record Embedding(
            @Nullable EmbeddingProvider provider,
            @Nullable String name,
            @Nullable String model,
            @Nullable String questionPrefix,
            @Nullable String passagePrefix,
            @Nullable Integer dimensions,
            @Nullable String baseUrl,
            @Nullable ProviderKey apiKey,
            @Nullable Integer requestsPerMinute,
            @Nullable Integer tokensPerMinute) {}

    /**
     * Settings of the chat model.
     *
     * @param provider The provider; default Spring AI if the application has a chat model, else
     *     none.
     * @param model The provider's name for it; not with Spring AI.
     * @param reasoningEffort The effort of reasoning, such as none, low or high; default the
     *     model's own; not with Spring AI.
     * @param maxReplyTokens The maximum number of tokens of a reply, with reasoning; default 4,096,
     *     with Spring AI the application's.
     * @param baseUrl The address of the server; default the provider's; not with Spring AI.
     * @param apiKey The provider's key; not with Spring AI.
     * @param requestsPerMinute The maximum number of requests in any minute; default no limit; not
     *     with Spring AI.
     * @param tokensPerMinute The maximum number of tokens to and from it in any minute; default no
     *     limit; not with Spring AI.
     * @param recognise The model that lists names in questions and rewrites follow-up questions.
     * @param rerank The model that chooses relations; graph mode needs it.
     * @param answer The model that writes answers; without one, answers quote passages.
     */
    public record Chat(
            @Nullable ChatProvider provider,
            @Nullable String model,
            @Nullable String reasoningEffort,
            @Nullable Integer maxReplyTokens,
            @Nullable String baseUrl,
            @Nullable ProviderKey apiKey,
            @Nullable Integer requestsPerMinute,
            @Nullable Integer tokensPerMinute,
            @DefaultValue TaskChat recognise,
            @DefaultValue TaskChat rerank,
            @DefaultValue TaskChat answer) {
        /** Returns the settings of tasks that have none of their own, with the given provider. */
        TaskChat usual(@Nullable ChatProvider by) {
            return new TaskChat(
                    by,
                    model,
                    reasoningEffort,
                    maxReplyTokens,
                    null,
                    baseUrl,
                    apiKey,
                    requestsPerMinute,
                    tokensPerMinute);
        }

        /** Returns the settings of each task of questions. */
        Map<ChatTask, TaskChat> tasks() {
            return Map.of(ChatTask.RECOGNISE, recognise, ChatTask.RERANK, rerank, ChatTask.ANSWER, answer);
        }
    }

    /**
     * The chat model of one task. {@link Chat} has the defaults of its properties, unless the task
     * has another provider.
     *
     * @param provider The provider.
     * @param model The provider's name for it; not with Spring AI.
     * @param reasoningEffort The effort of reasoning, such as none, low or high; default the
     *     model's own; not with Spring AI.
     * @param maxReplyTokens The maximum number of tokens of a reply, with reasoning; default 4,096,
     *     with Spring AI the application's.
     * @param temperature From 0 to 2; default the parameters'.
     * @param baseUrl The address of the server; another host needs its own key; not with Spring AI.
     * @param apiKey The provider's key; not with Spring AI.
     * @param requestsPerMinute The maximum number of requests in any minute; not with Spring AI.
     * @param tokensPerMinute The maximum number of tokens to and from it in any minute; not with
     *     Spring AI.
     */
    public record TaskChat(
            @Nullable ChatProvider provider,
            @Nullable String model,
            @Nullable String reasoningEffort,
            @Nullable Integer maxReplyTokens,
            @Nullable Double temperature,
            @Nullable String baseUrl,
            @Nullable ProviderKey apiKey,
            @Nullable Integer requestsPerMinute,
            @Nullable Integer tokensPerMinute) {
        static final TaskChat NONE = new TaskChat(null, null, null, null, null, null, null, null, null);

        /**
         * Returns the names of the properties that are set, without the provider, the temperature
         * and the maximum number of tokens of a reply.
         */
        List<String> setBesideLimits() {
            List<String> names = new ArrayList<>();
            BiConsumer<String, @Nullable Object> named = (name, value) -> {
                if (value != null) {
                    names.add(name);
                }
            };
            named.accept("model", model);
            named.accept("reasoning-effort", reasoningEffort);
            named.accept("base-url", baseUrl);
            named.accept("api-key", apiKey);
            named.accept("requests-per-minute", requestsPerMinute);
            named.accept("tokens-per-minute", tokensPerMinute);
            return names;
        }

        /** Returns the address of the model's server; null if it is unknown. */
        private @Nullable String address() {
            if (baseUrl != null
                    || provider == null
                    || provider == ChatProvider.NONE
                    || provider == ChatProvider.SPRING_AI) {
                return baseUrl;
            }
            return KnownProvider.valueOf(provider.name()).defaultBaseUrl();
        }

        /**
         * Returns a task's settings, completed by the common ones unless the task has another
         * provider. A common key is not sent to another host.
         */
        TaskChat over(TaskChat usual) {
            boolean same = provider == null || provider == usual.provider;
            if (!same) {
                return this;
            }
            boolean elsewhere = baseUrl != null && !ModelEndpoint.isSameHost(baseUrl, usual.address());
            return new TaskChat(
                    usual.provider,
                    model == null ? usual.model : model,
                    reasoningEffort == null ? usual.reasoningEffort : reasoningEffort,
                    maxReplyTokens == null ? usual.maxReplyTokens : maxReplyTokens,
                    temperature,
                    baseUrl == null ? usual.baseUrl : baseUrl,
                    apiKey != null || elsewhere ? apiKey : usual.apiKey,
                    requestsPerMinute == null ? usual.requestsPerMinute : requestsPerMinute,
                    tokensPerMinute == null ? usual.tokensPerMinute : tokensPerMinute);
        }
    }
}
