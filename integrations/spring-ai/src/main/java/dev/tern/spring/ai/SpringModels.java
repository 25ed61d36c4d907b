package dev.tern.spring.ai;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.embedding.EmbeddingModel;

/**
 * Spring AI's models as a {@link dev.tern.GraphRag} takes them, so that an application configures its models once. The models
 * stay the caller's; what is made here is as thread-safe as they are.
 */
public final class SpringModels {
    private SpringModels() {}

    /**
     * A chat model. The temperature and the limit of tokens that Tern asks for go along as options; everything else is as the
     * application has set the model.
     */
    public static ChatModel chatModel(org.springframework.ai.chat.model.ChatModel model) {
        return chatModel(model, ChatRequestParameters.builder().build());
    }

    /**
     * A chat model as {@link #chatModel(org.springframework.ai.chat.model.ChatModel)} makes it.
     *
     * @param defaults the temperature and the limit of tokens of requests that bring none; nothing else of it is asked for
     */
    public static ChatModel chatModel(
            org.springframework.ai.chat.model.ChatModel model, ChatRequestParameters defaults) {
        return new SpringChatModel(model, defaults);
    }

    /**
     * Lets Tern use an embedding model of Spring AI.
     *
     * @param name what the graph remembers: with it, another model's vectors are refused; not blank. Name what makes vectors
     *     differ: the model and, where one was chosen, the dimension
     */
    public static EmbeddingModel embeddingModel(org.springframework.ai.embedding.EmbeddingModel model, String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the embedding model's name is blank");
        }
        return new SpringEmbeddingModel(model, name);
    }
}
