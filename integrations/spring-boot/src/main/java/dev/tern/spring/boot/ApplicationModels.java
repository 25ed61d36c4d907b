package dev.tern.spring.boot;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.error.TernException;
import dev.tern.model.ChatTask;
import dev.tern.model.TaskModels;
import dev.tern.models.ChatModelSettings;
import dev.tern.models.CloseableChatModel;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.ModelEndpoint;
import dev.tern.models.Models;
import dev.tern.models.ProviderKey;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.spring.ai.SpringModels;
import dev.tern.spring.boot.TernProperties.ChatProvider;
import dev.tern.spring.boot.TernProperties.EmbeddingProvider;
import dev.tern.spring.boot.TernProperties.TaskChat;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.PropertyMapper;

/** Creates the models chosen by the properties. */
final class ApplicationModels {
    /**
     * The chat models of questions.
     *
     * @param byTask the model of each task
     * @param made the models to close with this record, without the application's own
     */
    record ChatModels(TaskModels byTask, List<CloseableChatModel> made) implements AutoCloseable {
        @Override
        public void close() {
            made.forEach(CloseableChatModel::close);
        }
    }

    private static final String SERVED = names(KnownProvider.ofChat());

    private ApplicationModels() {}

    private static String names(List<KnownProvider> providers) {
        return providers.stream().map(KnownProvider::toString).collect(Collectors.joining(", "));
    }

    static EmbeddingModel embedding(
            TernProperties properties, ObjectProvider<org.springframework.ai.embedding.EmbeddingModel> ofSpring) {
        TernProperties.Embedding chosen = properties.embedding();
        EmbeddingProvider by = chosen.provider();
        if (by != null && by != EmbeddingProvider.SPRING_AI) {
            return Models.embeddingModel(settings(properties, KnownProvider.valueOf(by.name())));
        }
        org.springframework.ai.embedding.EmbeddingModel only =
                only(ofSpring, "embedding", "one of " + names(KnownProvider.ofEmbedding()));
        return by == null && only == null
                ? Models.embeddingModel(settings(properties, KnownProvider.IN_PROCESS))
                : embeddingOfSpring(chosen, only);
    }

    /**
     * Returns the application's bean of Spring AI; null if there is none.
     *
     * @throws TernException the user's fault, if there are several, and none is the primary one
     */
    private static <T> @Nullable T only(ObjectProvider<T> ofSpring, String kind, String others) {
        try {
            return ofSpring.getIfAvailable();
        } catch (NoUniqueBeanDefinitionException e) {
            Collection<String> found = e.getBeanNamesFound();
            throw TernException.user(
                    "the application has several " + kind + " models of Spring AI"
                            + (found == null ? "" : ", " + String.join(", ", new TreeSet<>(found)))
                            + ", and none is chosen for the graph: mark one @Primary, or set tern." + kind
                            + ".provider to " + others,
                    e);
        }
    }

    private static EmbeddingModel embeddingOfSpring(
            TernProperties.Embedding chosen, org.springframework.ai.embedding.@Nullable EmbeddingModel ofSpring) {
        if (ofSpring == null) {
            throw TernException.user(
                    "tern.embedding.provider is spring-ai, and the application has no embedding model of"
                            + " Spring AI; add one, or choose one of " + names(KnownProvider.ofEmbedding()));
        }
        if (chosen.name() == null || chosen.name().isBlank()) {
            throw TernException.user("tern.embedding.name is not set: the graph remembers under it which model made its"
                    + " vectors; name the embedding model of Spring AI, such as text-embedding-3-small, or set"
                    + " tern.embedding.provider to in-process");
        }
        return SpringModels.embeddingModel(ofSpring, chosen.name());
    }

    /**
     * Returns the graph's parameters. The size of embedding batches is adapted to an embedding
     * model that the properties choose and Tern provides.
     */
    static Parameters parameters(TernProperties properties, EmbeddingModel model) {
        Parameters parameters = properties.parameters();
        EmbeddingProvider chosen = properties.embedding().provider();
        return chosen == null || chosen == EmbeddingProvider.SPRING_AI || !(model instanceof CloseableEmbeddingModel)
                ? parameters
                : Models.parameters(settings(properties, KnownProvider.valueOf(chosen.name())), parameters);
    }

    private static EmbeddingModelSettings settings(TernProperties properties, KnownProvider provider) {
        TernProperties.Embedding chosen = properties.embedding();
        return EmbeddingModelSettings.builder()
                .provider(provider)
                .modelName(chosen.model())
                .questionPrefix(chosen.questionPrefix())
                .passagePrefix(chosen.passagePrefix())
                .dimensions(chosen.dimensions())
                .batchSize(properties.parameters().get(Parameter.EMBED_BATCH))
                .endpoint(endpoint(properties, chosen.baseUrl(), chosen.apiKey())
                        .requestsPerMinute(chosen.requestsPerMinute())
                        .tokensPerMinute(chosen.tokensPerMinute())
                        .build())
                .build();
    }

    /** Returns the chat models of questions by task; tasks with equal settings share one. */
    static ChatModels chat(
            TernProperties properties, ObjectProvider<org.springframework.ai.chat.model.ChatModel> ofSpring) {
        Map<ChatModelSettings, CloseableChatModel> made = new HashMap<>();
        TernProperties.Chat chat = properties.chat();
        TaskChat usual = chat.usual(chat.provider());
        if (usual.provider() == null) {
            usual = chat.usual(chatOfSpring(ofSpring) == null ? withoutProvider(usual) : ChatProvider.SPRING_AI);
        }
        TaskModels models = TaskModels.of(chat("tern.chat", usual, properties, ofSpring, made));
        for (Map.Entry<ChatTask, TaskChat> each : chat.tasks().entrySet()) {
            TaskChat own = each.getValue();
            String name = "tern.chat." + each.getKey();
            if (own.equals(TaskChat.NONE)) {
                continue;
            }
            TaskChat chosen = own.over(usual);
            if (own.provider() == null && chosen.provider() == ChatProvider.NONE) {
                throw TernException.user(
                        name + ".provider is not set, and that of tern.chat is none: choose one of " + SERVED);
            }
            models = models.with(each.getKey(), chat(name, chosen, properties, ofSpring, made));
        }
        return new ChatModels(models, List.copyOf(made.values()));
    }

    /**
     * Returns {@code NONE}, for an application without a chat model and without a provider.
     *
     * @throws TernException the user's fault, if a property is set that needs a chat model
     */
    private static ChatProvider withoutProvider(TaskChat usual) {
        String others = named("tern.chat", usual);
        if (others.isEmpty()) {
            return ChatProvider.NONE;
        }
        throw TernException.user("tern.chat.provider is needed for " + others
                + ", because the application has no chat model of Spring AI: set it to none or one of " + SERVED);
    }

    private static String named(String name, TaskChat chosen) {
        return chosen.setBesideLimits().stream()
                .map(property -> name + "." + property)
                .collect(Collectors.joining(", "));
    }

    private static org.springframework.ai.chat.model.@Nullable ChatModel chatOfSpring(
            ObjectProvider<org.springframework.ai.chat.model.ChatModel> ofSpring) {
        return only(ofSpring, "chat", "none or one of " + SERVED);
    }

    private static @Nullable ChatModel chat(
            String name,
            TaskChat chosen,
            TernProperties properties,
            ObjectProvider<org.springframework.ai.chat.model.ChatModel> ofSpring,
            Map<ChatModelSettings, CloseableChatModel> made) {
        ChatProvider by = Objects.requireNonNullElse(chosen.provider(), ChatProvider.NONE);
        return switch (by) {
            case NONE -> null;
            case SPRING_AI -> {
                org.springframework.ai.chat.model.ChatModel only = chatOfSpring(ofSpring);
                if (only == null) {
                    throw TernException.user(name + ".provider is spring-ai, and the application has no chat model of"
                            + " Spring AI; add one, or choose none or one of " + SERVED);
                }
                yield SpringModels.chatModel(only, defaults(name, chosen));
            }
            case OPENAI, ANTHROPIC, GEMINI, MISTRAL, AZURE, BEDROCK, OLLAMA -> {
                KnownProvider provider = KnownProvider.valueOf(by.name());
                yield made.computeIfAbsent(settings(properties, chosen, provider), Models::chatModel);
            }
        };
    }

    /**
     * Returns the temperature and the token limit as defaults of requests; the application's model
     * has all other options.
     *
     * @throws TernException the user's fault, if other properties are set
     */
    private static ChatRequestParameters defaults(String name, TaskChat chosen) {
        String others = named(name, chosen);
        if (!others.isEmpty()) {
            throw TernException.user(others + " cannot be set where " + name + ".provider is spring-ai, as it is unless"
                    + " set in an application with a chat model of Spring AI: configure that model, or set " + name
                    + ".provider to one of " + SERVED);
        }
        ChatModelSettings.Builder checked = ChatModelSettings.builder();
        PropertyMapper set = PropertyMapper.get();
        set.from(chosen.temperature()).to(checked::temperature);
        set.from(chosen.maxReplyTokens()).to(checked::maxReplyTokens);
        checked.build();
        return ChatRequestParameters.builder()
                .temperature(chosen.temperature())
                .maxOutputTokens(chosen.maxReplyTokens())
                .build();
    }

    private static ChatModelSettings settings(TernProperties properties, TaskChat chosen, KnownProvider provider) {
        return ChatModelSettings.builder()
                .provider(provider)
                .modelName(chosen.model())
                .reasoningEffort(chosen.reasoningEffort())
                .maxReplyTokens(
                        Objects.requireNonNullElse(chosen.maxReplyTokens(), ChatModelSettings.DEFAULT_MAX_REPLY_TOKENS))
                .temperature(Objects.requireNonNullElse(
                        chosen.temperature(), properties.parameters().get(Parameter.TEMPERATURE)))
                .endpoint(endpoint(properties, chosen.baseUrl(), chosen.apiKey())
                        .requestsPerMinute(chosen.requestsPerMinute())
                        .tokensPerMinute(chosen.tokensPerMinute())
                        .build())
                .build();
    }

    private static ModelEndpoint.Builder endpoint(
            TernProperties properties, @Nullable String baseUrl, @Nullable ProviderKey key) {
        ModelEndpoint.Builder endpoint =
                ModelEndpoint.builder().baseUrl(baseUrl).apiKey(key);
        PropertyMapper set = PropertyMapper.get();
        set.from(properties.requestTimeout()).to(endpoint::requestTimeout);
        set.from(properties.maxRetries()).to(endpoint::maxRetries);
        set.from(properties.parallelRequests()).to(endpoint::parallelRequests);
        return endpoint;
    }
}
