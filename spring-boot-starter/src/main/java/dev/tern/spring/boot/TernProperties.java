package dev.tern.spring.boot;

import dev.tern.error.TernException;
import dev.tern.graph.Filter;
import dev.tern.models.ApiKey;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import java.time.Duration;
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
 * @param milvus How to reach and sign in to Milvus.
 * @param embedding The embedding model.
 * @param chat The chat model, which picks relations and writes answers.
 * @param query How questions are asked.
 */
@ConfigurationProperties("tern")
public record TernProperties(
        @DefaultValue("./tern-store") String store,
        @DefaultValue("default") String graph,
        @Nullable String scope,
        @DefaultValue Milvus milvus,
        @DefaultValue Embedding embedding,
        @DefaultValue Chat chat,
        @DefaultValue Query query) {

    /**
     * The scope.
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

    /**
     * How to reach and sign in to Milvus.
     *
     * @param token The token of Zilliz Cloud, or user:password.
     * @param database The database of the server.
     * @param connectTimeout How long connecting may take.
     */
    public record Milvus(
            @Nullable String token,
            @Nullable String database,
            @Nullable Duration connectTimeout) {
        @Override
        public String toString() {
            return "Milvus[token=" + (token == null ? "none" : "***") + ", database=" + database + ", connectTimeout="
                    + connectTimeout + "]";
        }
    }

    /** Who runs the embedding model. */
    public enum EmbeddingProvider {
        /** The application's own model of Spring AI. */
        SPRING_AI,
        /** This process: all-MiniLM-L6-v2, without any network. */
        IN_PROCESS,
        /** OpenAI, or a server that speaks its protocol. */
        OPENAI,
        /** Ollama. */
        OLLAMA
    }

    /** Who runs the chat model. */
    public enum ChatProvider {
        /** The application's own model of Spring AI. */
        SPRING_AI,
        /** Nobody: relations are ranked without a model, answers are quotations. */
        NONE,
        /** OpenAI, or a server that speaks its protocol. */
        OPENAI,
        /** Ollama. */
        OLLAMA
    }

    /**
     * The embedding model.
     *
     * @param provider Who runs it; unless set, Spring AI where the application has an embedding model, otherwise in process.
     * @param name With Spring AI: the name under which the graph remembers what made its vectors, such as
     *     text-embedding-3-small.
     * @param model The provider's name for it; not with Spring AI.
     * @param baseUrl Where it is served; the provider's usual address unless set.
     * @param apiKey The provider's key.
     */
    public record Embedding(
            @Nullable EmbeddingProvider provider,
            @Nullable String name,
            @Nullable String model,
            @Nullable String baseUrl,
            @Nullable ApiKey apiKey) {}

    /**
     * The chat model.
     *
     * @param provider Who runs it; unless set, Spring AI where the application has a chat model, otherwise none.
     * @param model The provider's name for it; not with Spring AI.
     * @param baseUrl Where it is served; the provider's usual address unless set.
     * @param apiKey The provider's key.
     */
    public record Chat(
            @Nullable ChatProvider provider,
            @Nullable String model,
            @Nullable String baseUrl,
            @Nullable ApiKey apiKey) {}

    /**
     * How questions are asked.
     *
     * @param mode How passages are found; graph with a chat model and local without unless set.
     * @param finalTopK How many passages are collected, 1 to 1000.
     * @param degree How many hops the walk goes from the seeds, 0 to 4.
     * @param entityTopK How many entities each name in the question seeds, 1 to 1000.
     * @param relationTopK How many relations the question seeds, 1 to 1000.
     * @param rerankTokenBudget The most tokens of relations that the chat model is shown, 100 to 1000000.
     * @param hybrid Whether passages are found by their words beside their vectors.
     * @param temperature The chat model's temperature, 0 to 2.
     */
    public record Query(
            @Nullable Mode mode,
            @DefaultValue("2") int finalTopK,
            @DefaultValue("1") int degree,
            @DefaultValue("3") int entityTopK,
            @DefaultValue("3") int relationTopK,
            @DefaultValue("1000") int rerankTokenBudget,
            @DefaultValue("false") boolean hybrid,
            @DefaultValue("0") double temperature) {

        /**
         * These values over Tern's defaults.
         *
         * @throws dev.tern.error.TernException if one is out of its range
         */
        Parameters parameters() {
            return Parameters.builder()
                    .finalTopK(finalTopK)
                    .degree(degree)
                    .entityTopK(entityTopK)
                    .relationTopK(relationTopK)
                    .rerankTokenBudget(rerankTokenBudget)
                    .hybrid(hybrid)
                    .temperature(temperature)
                    .build();
        }
    }
}
