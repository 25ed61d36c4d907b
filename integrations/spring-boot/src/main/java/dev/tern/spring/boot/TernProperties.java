package dev.tern.spring.boot;

import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.model.ChatTask;
import dev.tern.models.ApiKey;
import dev.tern.models.Endpoint;
import dev.tern.models.Provider;
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
 * The configuration of a graph in an application. What is not set keeps the default of Tern itself. Shows no secret.
 *
 * @param store Where graphs are kept: a directory, or the address of a Milvus server (http, https or milvus).
 * @param graph The name of the graph: letters, digits and underscores.
 * @param scope What is there of the graph for the whole application, as in tenant = "red": a filter on documents' metadata
 *     that no other widens, and that documents to add must pass. Everything unless set.
 * @param checkMegabytes Up to how many megabytes a graph in a directory is compared with its checksums whenever it is opened, and
 *     once a day above; 256 unless set.
 * @param milvus How to reach Milvus, and how graphs are kept there.
 * @param embedding The embedding model.
 * @param chat The chat model, which picks relations and writes answers.
 * @param requestTimeout How long one try of a request to a served model may take; 60 s unless set.
 * @param maxRetries How many more tries follow a failed request that may pass; 5 unless set.
 * @param parallelRequests The most requests to a model in flight at once; 4 unless set.
 * @param documents The folders and sites whose documents are read into the graph at each start, and again where they have changed.
 * @param documentsRequired Whether a folder of these that is not there keeps the application from starting.
 * @param documentsMoved Whether a folder or site may be elsewhere than when it was last read.
 * @param load How documents are read: limits, and what reads text in pictures.
 * @param query How documents are indexed and questions asked: the mode, and the parameters by their names.
 */
@ConfigurationProperties("tern")
public record TernProperties(
        @DefaultValue("./tern-store") String store,
        @DefaultValue("default") String graph,
        @Nullable String scope,
        @Nullable Integer checkMegabytes,
        @DefaultValue Milvus milvus,
        @DefaultValue Embedding embedding,
        @DefaultValue Chat chat,
        @Nullable Duration requestTimeout,
        @Nullable Integer maxRetries,
        @Nullable Integer parallelRequests,
        List<String> documents,
        boolean documentsRequired,
        boolean documentsMoved,
        Map<String, String> load,
        Map<String, String> query) {
    /** Spring gives no list and no map where none of its properties is set. */
    public TernProperties {
        documents = List.copyOf(Objects.requireNonNullElse(documents, List.of()));
        load = Map.copyOf(Objects.requireNonNullElse(load, Map.of()));
        query = Map.copyOf(Objects.requireNonNullElse(query, Map.of()));
    }

    /**
     * The filter that every question and addition is held to.
     *
     * @throws TernException if its text is no filter
     */
    Filter scopeFilter() {
        if (scope == null || scope.isBlank()) {
            return Filter.everything();
        }
        try {
            return Filter.parse(scope);
        } catch (TernException e) {
            throw TernException.user("tern.scope cannot be used: " + e.getMessage(), e);
        }
    }

    /** How passages are found; empty for graph with a chat model and local without. */
    Optional<Mode> mode() {
        return new QueryProperties(query).mode();
    }

    /** The parameters over Tern's defaults. */
    Parameters parameters() {
        return new QueryProperties(query).parameters();
    }

    /**
     * How to reach Milvus, and how graphs are kept there. What is not set keeps the default of the client.
     *
     * @param token The token of Zilliz Cloud, or user:password.
     * @param user The user, where there is no token.
     * @param password The password of the user.
     * @param database The database of the server.
     * @param caFile A file of certificates in PEM that sign the server's; the platform's own unless set.
     * @param timeout How long one request may take; 30 s unless set.
     * @param loadTimeout How long the server may take to bring a graph into memory; 10 minutes unless set.
     * @param connectTimeout How long connecting may take; 10 s unless set.
     * @param writeBatchRows The most rows of one write, to 16,384; 512 unless set.
     * @param parallelRequests The most writes in flight at once, to 64; 2 unless set.
     * @param indexType The index of new graphs: AUTOINDEX, HNSW, FLAT or DISKANN.
     * @param shards The shards of new graphs, to 64; 1 unless set.
     */
    public record Milvus(
            @Nullable String token,
            @Nullable String user,
            @Nullable String password,
            @Nullable String database,
            @Nullable Path caFile,
            @Nullable Duration timeout,
            @Nullable Duration loadTimeout,
            @Nullable Duration connectTimeout,
            @Nullable Integer writeBatchRows,
            @Nullable Integer parallelRequests,
            // Not the enum of the client, which is on few class paths.
            @Nullable String indexType,
            @Nullable Integer shards) {
        @Override
        public String toString() {
            return "Milvus[token=" + (token == null ? "none" : "***") + ", user=" + user + ", database=" + database
                    + "]";
        }
    }

    /** Who runs the embedding model. */
    public enum EmbeddingProvider {
        /** The application's own model of Spring AI. */
        SPRING_AI,
        /** This process, without any network: all-MiniLM-L6-v2, or what the model names. */
        IN_PROCESS,
        /** OpenAI, or a server that speaks its protocol. */
        OPENAI,
        /** Google, whose models are called Gemini. */
        GEMINI,
        /** Mistral, at its own interface. */
        MISTRAL,
        /** OpenAI's models on Azure; the base URL is that of a resource. */
        AZURE,
        /** Cohere, at its own interface. */
        COHERE,
        /** Voyage AI, at its own interface. */
        VOYAGE,
        /** Jina AI, at its own interface. */
        JINA,
        /** An Ollama server, or one that speaks its protocol. */
        OLLAMA
    }

    /** Who runs the chat model. */
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
        /** Mistral, at its own interface. */
        MISTRAL,
        /** OpenAI's models on Azure; the base URL is that of a resource. */
        AZURE,
        /** The models of Amazon Bedrock that speak OpenAI's protocol; the base URL is that of a region. */
        BEDROCK,
        /** An Ollama server, or one that speaks its protocol. */
        OLLAMA
    }

    /**
     * Settings of the embedding model.
     *
     * @param provider Who runs it; unless set, Spring AI where the application has an embedding model, otherwise in process.
     * @param name With Spring AI: the name under which the graph remembers what made its vectors, such as
     *     text-embedding-3-small.
     * @param model The provider's name for it; in process all-MiniLM-L6-v2, bge-small-en-v1.5, e5-small-v2, or the path of a folder
     *     with model.onnx and tokenizer.json; not with Spring AI.
     * @param questionPrefix What is put before questions, such as "query: "; what the model was trained with unless set; not with Spring
     *     AI.
     * @param passagePrefix What is put before passages, entities and relations, such as "passage: "; as before.
     * @param dimensions The length of its vectors to ask the provider for; the model's own unless set.
     * @param baseUrl Where it is served; the provider's usual address unless set.
     * @param apiKey The provider's key.
     * @param organization Who pays, if the provider wants to know.
     * @param requestsPerMinute The most requests in any minute; no limit unless set.
     * @param tokensPerMinute The most tokens in any minute; no limit unless set.
     */
    public record Embedding(
            @Nullable EmbeddingProvider provider,
            @Nullable String name,
            @Nullable String model,
            @Nullable String questionPrefix,
            @Nullable String passagePrefix,
            @Nullable Integer dimensions,
            @Nullable String baseUrl,
            @Nullable ApiKey apiKey,
            @Nullable String organization,
            @Nullable Integer requestsPerMinute,
            @Nullable Integer tokensPerMinute) {}

    /**
     * Settings of the chat model.
     *
     * @param provider Who runs it; unless set, Spring AI where the application has a chat model, otherwise none.
     * @param model The provider's name for it; not with Spring AI.
     * @param reasoningEffort How much it thinks before it answers, such as none, low or high; the model's own unless set.
     * @param maxReplyTokens The most tokens of one reply, thoughts among them; 4,096 unless set.
     * @param baseUrl Where it is served; the provider's usual address unless set.
     * @param apiKey The provider's key.
     * @param organization Who pays, if the provider wants to know.
     * @param requestsPerMinute The most requests in any minute; no limit unless set.
     * @param tokensPerMinute The most tokens to and from it in any minute; no limit unless set.
     * @param recognise The model that lists the names in a question and writes follow-up questions out.
     * @param rerank The model that chooses relations; with it alone there is graph mode, and answers quote.
     * @param answer The model that writes answers.
     */
    public record Chat(
            @Nullable ChatProvider provider,
            @Nullable String model,
            @Nullable String reasoningEffort,
            @Nullable Integer maxReplyTokens,
            @Nullable String baseUrl,
            @Nullable ApiKey apiKey,
            @Nullable String organization,
            @Nullable Integer requestsPerMinute,
            @Nullable Integer tokensPerMinute,
            @DefaultValue TaskChat recognise,
            @DefaultValue TaskChat rerank,
            @DefaultValue TaskChat answer) {
        /** The model of tasks that have none of their own. */
        TaskChat usual() {
            return new TaskChat(
                    provider,
                    model,
                    reasoningEffort,
                    maxReplyTokens,
                    null,
                    baseUrl,
                    apiKey,
                    organization,
                    requestsPerMinute,
                    tokensPerMinute);
        }

        /** What is set for each task of questions. */
        Map<ChatTask, TaskChat> tasks() {
            return Map.of(ChatTask.RECOGNISE, recognise, ChatTask.RERANK, rerank, ChatTask.ANSWER, answer);
        }
    }

    /**
     * The chat model of one task. What is not set is as for the others; of another provider nothing is taken from there.
     *
     * @param provider Who runs it.
     * @param model The provider's name for it; not with Spring AI.
     * @param reasoningEffort How much it thinks before it answers, such as none, low or high; the model's own unless set.
     * @param maxReplyTokens The most tokens of one reply, thoughts among them; 4,096 unless set.
     * @param temperature From 0 to 2; that of the parameters unless set.
     * @param baseUrl Where it is served; on another host it brings its own key.
     * @param apiKey The provider's key.
     * @param organization Who pays, if the provider wants to know.
     * @param requestsPerMinute The most requests in any minute.
     * @param tokensPerMinute The most tokens to and from it in any minute.
     */
    public record TaskChat(
            @Nullable ChatProvider provider,
            @Nullable String model,
            @Nullable String reasoningEffort,
            @Nullable Integer maxReplyTokens,
            @Nullable Double temperature,
            @Nullable String baseUrl,
            @Nullable ApiKey apiKey,
            @Nullable String organization,
            @Nullable Integer requestsPerMinute,
            @Nullable Integer tokensPerMinute) {
        static final TaskChat NONE = new TaskChat(null, null, null, null, null, null, null, null, null, null);

        /** The same with a provider where none is set. */
        TaskChat by(ChatProvider usual) {
            return new TaskChat(
                    provider == null ? usual : provider,
                    model,
                    reasoningEffort,
                    maxReplyTokens,
                    temperature,
                    baseUrl,
                    apiKey,
                    organization,
                    requestsPerMinute,
                    tokensPerMinute);
        }

        /** The properties that are set, beside the provider and the limits of one request. */
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
            named.accept("organization", organization);
            named.accept("requests-per-minute", requestsPerMinute);
            named.accept("tokens-per-minute", tokensPerMinute);
            return names;
        }

        /** Where it is served; null where that is not known. */
        private @Nullable String address() {
            if (baseUrl != null
                    || provider == null
                    || provider == ChatProvider.NONE
                    || provider == ChatProvider.SPRING_AI) {
                return baseUrl;
            }
            return Provider.valueOf(provider.name()).defaultBaseUrl();
        }

        /** What is set for a task over what is set for all: a key goes to its own provider, and its own host, only. */
        TaskChat over(TaskChat usual) {
            boolean same = provider == null || provider == usual.provider;
            if (!same) {
                return this;
            }
            boolean elsewhere = baseUrl != null && !Endpoint.isSameHost(baseUrl, usual.address());
            return new TaskChat(
                    usual.provider,
                    model == null ? usual.model : model,
                    reasoningEffort == null ? usual.reasoningEffort : reasoningEffort,
                    maxReplyTokens == null ? usual.maxReplyTokens : maxReplyTokens,
                    temperature,
                    baseUrl == null ? usual.baseUrl : baseUrl,
                    apiKey != null || elsewhere ? apiKey : usual.apiKey,
                    organization != null || elsewhere ? organization : usual.organization,
                    requestsPerMinute == null ? usual.requestsPerMinute : requestsPerMinute,
                    tokensPerMinute == null ? usual.tokensPerMinute : tokensPerMinute);
        }
    }
}
