package dev.tern.spring.ai;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;

/** Adapts a chat model of Spring AI to Tern's requests, which send and receive only text. */
final class SpringChatModel implements ChatModel {
    private final org.springframework.ai.chat.model.ChatModel model;
    private final ChatRequestParameters defaults;

    SpringChatModel(org.springframework.ai.chat.model.ChatModel model, ChatRequestParameters defaults) {
        this.model = model;
        this.defaults = defaults;
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return defaults;
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        // Starts from the model's options, to keep the application's choices (name, effort).
        ChatOptions.Builder<?> options = model.getOptions().mutate();
        if (request.temperature() != null) {
            options.temperature(request.temperature());
        }
        if (request.maxOutputTokens() != null) {
            options.maxTokens(request.maxOutputTokens());
        }
        List<Message> messages =
                request.messages().stream().map(SpringChatModel::message).toList();
        org.springframework.ai.chat.model.ChatResponse response = model.call(new Prompt(messages, options.build()));
        Generation generation = response.getResult();
        String text = generation == null
                ? ""
                : Objects.requireNonNullElse(generation.getOutput().getText(), "");
        Usage usage = response.getMetadata().getUsage();
        return ChatResponse.builder()
                .aiMessage(AiMessage.from(text))
                .tokenUsage(new TokenUsage(usage.getPromptTokens(), usage.getCompletionTokens()))
                .finishReason(reason(
                        generation == null ? null : generation.getMetadata().getFinishReason()))
                .build();
    }

    private static Message message(ChatMessage message) {
        return switch (message) {
            case SystemMessage system -> new org.springframework.ai.chat.messages.SystemMessage(system.text());
            case UserMessage user -> new org.springframework.ai.chat.messages.UserMessage(user.singleText());
            case AiMessage said -> new AssistantMessage(Objects.requireNonNullElse(said.text(), ""));
            default ->
                throw new IllegalArgumentException(
                        "a message of type " + message.type() + " cannot be sent to a model" + " of Spring AI");
        };
    }

    /** Parses a finish reason, which providers spell differently. */
    private static FinishReason reason(@Nullable String reason) {
        return switch (reason == null ? "" : reason.toLowerCase(Locale.ROOT)) {
            case "stop", "end_turn", "stop_sequence" -> FinishReason.STOP;
            case "length", "max_tokens" -> FinishReason.LENGTH;
            case "content_filter", "safety", "refusal" -> FinishReason.CONTENT_FILTER;
            default -> FinishReason.OTHER;
        };
    }
}
