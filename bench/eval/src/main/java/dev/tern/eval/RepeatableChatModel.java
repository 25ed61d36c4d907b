package dev.tern.eval;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.ingest.extract.LanguageModelExtractor;
import dev.tern.model.ForwardingChatModel;
import dev.tern.model.ReplyCache;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A chat model with a cache of its replies, so that a second run repeats the first word for word
 * and free of charge. Replies are stored with their token counts, unless they are blank, truncated
 * or filtered. Thread-safe if model and cache are.
 */
public final class RepeatableChatModel implements ForwardingChatModel {
    private final ChatModel model;
    private final String name;
    private final ReplyCache cache;

    /**
     * Creates a model with a cache.
     *
     * @param name identifies the provider, the model, and everything else besides the request on
     *     which a reply depends
     */
    public RepeatableChatModel(ChatModel model, String name, ReplyCache cache) {
        this.model = model;
        this.name = name;
        this.cache = cache;
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        String key = key(request);
        Optional<ReplyCache.CachedReply> kept = cache.find(key);
        if (kept.isPresent()) {
            ReplyCache.CachedReply reply = kept.get();
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from(reply.text()))
                    .tokenUsage(usage(reply))
                    .build();
        }
        ChatResponse response = model.chat(request);
        String text = response.aiMessage().text();
        boolean whole = response.finishReason() != FinishReason.LENGTH
                && response.finishReason() != FinishReason.CONTENT_FILTER;
        if (text != null && !text.isBlank() && whole) {
            TokenUsage usage = response.tokenUsage();
            cache.keep(
                    key,
                    new ReplyCache.CachedReply(
                            text,
                            usage == null || usage.inputTokenCount() == null ? 0 : usage.inputTokenCount(),
                            usage == null || usage.outputTokenCount() == null ? 0 : usage.outputTokenCount()));
        }
        return response;
    }

    /** Returns the recorded usage. Unknown usage is stored as 0 tokens, and returned as null. */
    private static @Nullable TokenUsage usage(ReplyCache.CachedReply reply) {
        return reply.inputTokens() + reply.outputTokens() == 0
                ? null
                : new TokenUsage((int) reply.inputTokens(), (int) reply.outputTokens());
    }

    /** Returns the limit of output tokens; null for the default, as in keys of older replies. */
    private static @Nullable Integer limit(ChatRequest request) {
        Integer limit = request.maxOutputTokens();
        return limit == null || limit == LanguageModelExtractor.DEFAULT_MAX_OUTPUT_TOKENS ? null : limit;
    }

    private String key(ChatRequest request) {
        StringBuilder key = new StringBuilder("evaluation\n").append(name);
        key.append('\n').append(request.temperature()).append('\n').append(limit(request));
        key.append('\n').append(request.responseFormat());
        for (ChatMessage message : request.messages()) {
            String text = message.toString();
            key.append('\n').append(text.length()).append(' ').append(text);
        }
        return key.toString();
    }

    @Override
    public ChatModel model() {
        return model;
    }
}
