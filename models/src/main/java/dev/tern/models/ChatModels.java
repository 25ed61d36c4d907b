package dev.tern.models;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.mistralai.MistralAiChatModel;
import dev.langchain4j.model.mistralai.MistralAiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates LangChain4j chat models from settings, blocking and streaming, over one HTTP client. */
final class ChatModels {
    private final ChatModelSettings settings;
    private final HttpClientBuilder wire;
    private final ModelEndpoint endpoint;
    private final String url;

    ChatModels(ChatModelSettings settings, HttpClientBuilder wire) {
        this.settings = settings;
        this.wire = wire;
        this.endpoint = settings.endpoint();
        this.url = endpoint.baseUrlFor(settings.provider());
    }

    ChatModel blocking() {
        return switch (settings.provider()) {
            case OLLAMA ->
                OllamaChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(url)
                        .modelName(settings.modelName())
                        .temperature(settings.temperature())
                        .customHeaders(endpoint.authorisation())
                        .maxRetries(0)
                        .build();
            case ANTHROPIC ->
                AnthropicChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(url)
                        .apiKey(endpoint.keyOrNone())
                        .modelName(settings.modelName())
                        .temperature(settings.temperature())
                        .maxRetries(0)
                        .build();
            case GEMINI ->
                GoogleAiGeminiChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(url)
                        .apiKey(endpoint.keyOrNone())
                        .modelName(settings.modelName())
                        .temperature(settings.temperature())
                        .returnThinking(false)
                        .maxRetries(0)
                        .build();
            case MISTRAL ->
                MistralAiChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(url)
                        .apiKey(endpoint.keyOrNone())
                        .modelName(settings.modelName())
                        .temperature(settings.temperature())
                        .strictJsonSchema(true)
                        .maxRetries(0)
                        .build();
            default ->
                OpenAiChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(url)
                        .apiKey(bearer())
                        .customHeaders(headers())
                        .modelName(settings.modelName())
                        .temperature(settings.temperature())
                        .strictJsonSchema(true)
                        .maxRetries(0)
                        .build();
        };
    }

    StreamingChatModel streaming() {
        return switch (settings.provider()) {
            case OLLAMA ->
                OllamaStreamingChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(url)
                        .modelName(settings.modelName())
                        .temperature(settings.temperature())
                        .customHeaders(endpoint.authorisation())
                        .build();
            case ANTHROPIC ->
                AnthropicStreamingChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(url)
                        .apiKey(endpoint.keyOrNone())
                        .modelName(settings.modelName())
                        .temperature(settings.temperature())
                        .build();
            case GEMINI ->
                GoogleAiGeminiStreamingChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(url)
                        .apiKey(endpoint.keyOrNone())
                        .modelName(settings.modelName())
                        .temperature(settings.temperature())
                        .returnThinking(false)
                        .build();
            case MISTRAL ->
                MistralAiStreamingChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(url)
                        .apiKey(endpoint.keyOrNone())
                        .modelName(settings.modelName())
                        .temperature(settings.temperature())
                        .build();
            default ->
                OpenAiStreamingChatModel.builder()
                        .httpClientBuilder(wire)
                        .baseUrl(url)
                        .apiKey(bearer())
                        .customHeaders(headers())
                        .modelName(settings.modelName())
                        .temperature(settings.temperature())
                        .build();
        };
    }

    /** Returns the key for the Authorization header; null for Azure, or if there is no key. */
    private @Nullable String bearer() {
        return settings.provider() == KnownProvider.AZURE ? null : endpoint.key();
    }

    private Map<String, String> headers() {
        return settings.provider() == KnownProvider.AZURE && endpoint.key() != null
                ? Map.of("api-key", endpoint.key())
                : Map.of();
    }
}
