package dev.tern.spring.boot;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.error.TernException;
import dev.tern.models.ApiKey;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.Endpoint;
import dev.tern.models.Models;
import dev.tern.models.Provider;
import dev.tern.spring.ai.SpringModels;
import dev.tern.spring.boot.TernProperties.ChatProvider;
import dev.tern.spring.boot.TernProperties.EmbeddingProvider;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The models that the properties choose. */
final class ApplicationModels {
    private ApplicationModels() {}

    static EmbeddingModel embedding(
            TernProperties.Embedding chosen, org.springframework.ai.embedding.@Nullable EmbeddingModel ofSpring) {
        EmbeddingProvider usual = ofSpring == null ? EmbeddingProvider.IN_PROCESS : EmbeddingProvider.SPRING_AI;
        return switch (Objects.requireNonNullElse(chosen.provider(), usual)) {
            case SPRING_AI -> embeddingOfSpring(chosen, ofSpring);
            case IN_PROCESS -> embedding(chosen, Provider.IN_PROCESS);
            case OPENAI -> embedding(chosen, Provider.OPENAI);
            case OLLAMA -> embedding(chosen, Provider.OLLAMA);
        };
    }

    private static EmbeddingModel embeddingOfSpring(
            TernProperties.Embedding chosen, org.springframework.ai.embedding.@Nullable EmbeddingModel ofSpring) {
        if (ofSpring == null) {
            throw TernException.user(
                    "tern.embedding.provider is spring-ai, and the application has no embedding model of"
                            + " Spring AI; add one, or choose in-process, openai or ollama");
        }
        if (chosen.name() == null || chosen.name().isBlank()) {
            throw TernException.user("tern.embedding.name is not set: the graph remembers under it which model made its"
                    + " vectors; name the embedding model of Spring AI, such as text-embedding-3-small, or set"
                    + " tern.embedding.provider to in-process");
        }
        return SpringModels.embeddingModel(ofSpring, chosen.name());
    }

    private static EmbeddingModel embedding(TernProperties.Embedding chosen, Provider provider) {
        return Models.embeddingModel(EmbeddingModelSettings.builder()
                .provider(provider)
                .modelName(chosen.model())
                .questionPrefix(chosen.questionPrefix())
                .passagePrefix(chosen.passagePrefix())
                .pooling(chosen.pooling())
                .maxTokens(chosen.maxTokens())
                .endpoint(endpoint(chosen.baseUrl(), chosen.apiKey()))
                .build());
    }

    /** Null for none. */
    static @Nullable ChatModel chat(
            TernProperties.Chat chosen, org.springframework.ai.chat.model.@Nullable ChatModel ofSpring) {
        ChatProvider usual = ofSpring == null ? ChatProvider.NONE : ChatProvider.SPRING_AI;
        return switch (Objects.requireNonNullElse(chosen.provider(), usual)) {
            case NONE -> null;
            case SPRING_AI -> {
                if (ofSpring == null) {
                    throw TernException.user("tern.chat.provider is spring-ai, and the application has no chat model of"
                            + " Spring AI; add one, or choose none, openai or ollama");
                }
                yield SpringModels.chatModel(ofSpring);
            }
            case OPENAI -> chat(chosen, Provider.OPENAI);
            case OLLAMA -> chat(chosen, Provider.OLLAMA);
        };
    }

    private static ChatModel chat(TernProperties.Chat chosen, Provider provider) {
        ChatModelSettings.Builder settings =
                ChatModelSettings.builder().provider(provider).endpoint(endpoint(chosen.baseUrl(), chosen.apiKey()));
        if (chosen.model() != null) {
            settings.modelName(chosen.model());
        }
        return Models.chatModel(settings.build());
    }

    private static Endpoint endpoint(@Nullable String baseUrl, @Nullable ApiKey key) {
        return Endpoint.builder().baseUrl(baseUrl).apiKey(key).build();
    }
}
