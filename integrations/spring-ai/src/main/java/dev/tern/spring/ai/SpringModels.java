package dev.tern.spring.ai;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.embedding.EmbeddingModel;

/**
 * Adapts Spring AI's models to a {@link dev.tern.GraphRag}, so that an application configures its
 * models once. The caller keeps the models; an adapter is as thread-safe as its model.
 */
public final class SpringModels {
    private SpringModels() {}

    /**
     * Adapts a chat model. Tern sets the temperature and the token limit as options; everything
     * else stays as the application has configured it.
     */
    public static ChatModel chatModel(org.springframework.ai.chat.model.ChatModel model) {
        return chatModel(model, ChatRequestParameters.builder().build());
    }

    /**
     * Adapts a model like {@link #chatModel(org.springframework.ai.chat.model.ChatModel)}.
     *
     * @param defaults the default temperature and token limit of requests; the rest is ignored
     */
    public static ChatModel chatModel(
            org.springframework.ai.chat.model.ChatModel model, ChatRequestParameters defaults) {
        return new SpringChatModel(model, defaults);
    }

    /**
     * Adapts an embedding model.
     *
     * @param name an identifier such as {@code text-embedding-3-small/512}, which the graph stores;
     *     it rejects vectors under another name
     * @throws IllegalArgumentException if the name is blank
     */
    public static EmbeddingModel embeddingModel(org.springframework.ai.embedding.EmbeddingModel model, String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the embedding model's name is blank");
        }
        return new SpringEmbeddingModel(model, name);
    }
}
