package dev.tern.spring.boot;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.error.TernException;
import dev.tern.models.ApiKey;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.Endpoint;
import dev.tern.models.Models;
import dev.tern.models.Provider;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.spring.ai.SpringModels;
import dev.tern.spring.boot.TernProperties.ChatProvider;
import dev.tern.spring.boot.TernProperties.EmbeddingProvider;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.PropertyMapper;

/** The models that the properties choose. */
final class ApplicationModels {
    private ApplicationModels() {}

    static EmbeddingModel embedding(
            TernProperties properties, org.springframework.ai.embedding.@Nullable EmbeddingModel ofSpring) {
        TernProperties.Embedding chosen = properties.embedding();
        EmbeddingProvider usual = ofSpring == null ? EmbeddingProvider.IN_PROCESS : EmbeddingProvider.SPRING_AI;
        return switch (Objects.requireNonNullElse(chosen.provider(), usual)) {
            case SPRING_AI -> embeddingOfSpring(chosen, ofSpring);
            case IN_PROCESS -> Models.embeddingModel(settings(properties, Provider.IN_PROCESS));
            case OPENAI -> Models.embeddingModel(settings(properties, Provider.OPENAI));
            case OLLAMA -> Models.embeddingModel(settings(properties, Provider.OLLAMA));
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

    /** The parameters of the graph; a model of the application's own is handed no more texts at once than they say. */
    static Parameters parameters(TernProperties properties, EmbeddingModel model) {
        Parameters parameters = properties.parameters();
        EmbeddingProvider chosen = properties.embedding().provider();
        if (chosen == null || !(model instanceof CloseableEmbeddingModel)) {
            return parameters;
        }
        return switch (chosen) {
            case OPENAI -> Models.parameters(settings(properties, Provider.OPENAI), parameters);
            case OLLAMA -> Models.parameters(settings(properties, Provider.OLLAMA), parameters);
            case IN_PROCESS, SPRING_AI -> parameters;
        };
    }

    private static EmbeddingModelSettings settings(TernProperties properties, Provider provider) {
        TernProperties.Embedding chosen = properties.embedding();
        return EmbeddingModelSettings.builder()
                .provider(provider)
                .modelName(chosen.model())
                .questionPrefix(chosen.questionPrefix())
                .passagePrefix(chosen.passagePrefix())
                .pooling(chosen.pooling())
                .maxTokens(chosen.maxTokens())
                .dimensions(chosen.dimensions())
                .batchSize(properties.parameters().get(Parameter.EMBED_BATCH))
                .endpoint(endpoint(properties, chosen.baseUrl(), chosen.apiKey())
                        .organisation(chosen.organization())
                        .requestsPerMinute(chosen.requestsPerMinute())
                        .tokensPerMinute(chosen.tokensPerMinute())
                        .build())
                .build();
    }

    /** Null for none. */
    static @Nullable ChatModel chat(
            TernProperties properties, org.springframework.ai.chat.model.@Nullable ChatModel ofSpring) {
        ChatProvider usual = ofSpring == null ? ChatProvider.NONE : ChatProvider.SPRING_AI;
        return switch (Objects.requireNonNullElse(properties.chat().provider(), usual)) {
            case NONE -> null;
            case SPRING_AI -> {
                if (ofSpring == null) {
                    throw TernException.user("tern.chat.provider is spring-ai, and the application has no chat model of"
                            + " Spring AI; add one, or choose none, openai or ollama");
                }
                yield SpringModels.chatModel(ofSpring);
            }
            case OPENAI -> chat(properties, Provider.OPENAI);
            case OLLAMA -> chat(properties, Provider.OLLAMA);
        };
    }

    private static ChatModel chat(TernProperties properties, Provider provider) {
        TernProperties.Chat chosen = properties.chat();
        ChatModelSettings.Builder settings = ChatModelSettings.builder()
                .provider(provider)
                .temperature(properties.parameters().get(Parameter.TEMPERATURE))
                .endpoint(endpoint(properties, chosen.baseUrl(), chosen.apiKey())
                        .organisation(chosen.organization())
                        .requestsPerMinute(chosen.requestsPerMinute())
                        .tokensPerMinute(chosen.tokensPerMinute())
                        .build());
        if (chosen.model() != null) {
            settings.modelName(chosen.model());
        }
        return Models.chatModel(settings.build());
    }

    private static Endpoint.Builder endpoint(
            TernProperties properties, @Nullable String baseUrl, @Nullable ApiKey key) {
        Endpoint.Builder endpoint = Endpoint.builder().baseUrl(baseUrl).apiKey(key);
        PropertyMapper set = PropertyMapper.get();
        set.from(properties.requestTimeout()).to(endpoint::requestTimeout);
        set.from(properties.maxRetries()).to(endpoint::maxRetries);
        set.from(properties.parallelRequests()).to(endpoint::parallelRequests);
        return endpoint;
    }
}
