package dev.tern.testing;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A chat model with scripted replies that records its requests. Thread-safe. */
public final class ScriptedChatModel implements ChatModel {
    /** The input tokens that every call reports. */
    public static final int INPUT_TOKENS = 100;

    /** The output tokens that every call reports. */
    public static final int OUTPUT_TOKENS = 10;

    private final Function<ChatRequest, String> script;
    private final boolean knowsSchemas;
    private final FinishReason end;
    private final List<ChatRequest> requests = new ArrayList<>();

    private ScriptedChatModel(Function<ChatRequest, String> script, boolean knowsSchemas, FinishReason end) {
        this.script = script;
        this.knowsSchemas = knowsSchemas;
        this.end = end;
    }

    /** Returns a model with these replies, one a call; a further call fails. */
    public static ScriptedChatModel saying(String... replies) {
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(replies));
        return answering(request -> {
            if (rest.isEmpty()) {
                throw new IllegalStateException("the script has no reply left");
            }
            return rest.pop();
        });
    }

    /** Returns a model that replies with the result, or exception, of a function. */
    public static ScriptedChatModel answering(Function<ChatRequest, String> script) {
        return new ScriptedChatModel(script, true, FinishReason.STOP);
    }

    /** Returns a model that fails at every call. */
    public static ScriptedChatModel failing(RuntimeException failure) {
        return answering(request -> {
            throw failure;
        });
    }

    /** Returns the same script without JSON schemas, with its own record of requests. */
    public ScriptedChatModel withoutSchemas() {
        return new ScriptedChatModel(script, false, end);
    }

    /** Returns the same script, with every reply truncated at the limit of tokens. */
    public ScriptedChatModel cutOff() {
        return new ScriptedChatModel(script, knowsSchemas, FinishReason.LENGTH);
    }

    @Override
    public synchronized ChatResponse doChat(ChatRequest request) {
        requests.add(request);
        return ChatResponse.builder()
                .aiMessage(AiMessage.from(script.apply(request)))
                .tokenUsage(new TokenUsage(INPUT_TOKENS, OUTPUT_TOKENS))
                .finishReason(end)
                .build();
    }

    @Override
    public Set<Capability> supportedCapabilities() {
        return knowsSchemas ? Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA) : Set.of();
    }

    /** Returns the requests so far. */
    public synchronized List<ChatRequest> requests() {
        return List.copyOf(requests);
    }

    /** Returns the system message of a request. */
    public static String system(ChatRequest request) {
        return request.messages().stream()
                .filter(SystemMessage.class::isInstance)
                .map(message -> ((SystemMessage) message).text())
                .findFirst()
                .orElse("");
    }

    /** Returns the user message of a request. */
    public static String user(ChatRequest request) {
        return request.messages().stream()
                .filter(UserMessage.class::isInstance)
                .map(message -> ((UserMessage) message).singleText())
                .findFirst()
                .orElse("");
    }
}
