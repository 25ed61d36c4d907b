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

/** A chat model that says what the test wrote, and remembers what it was asked. Thread-safe. */
public final class ScriptedChatModel implements ChatModel {
    /** The tokens that every call says it read. */
    public static final int INPUT_TOKENS = 100;

    /** The tokens that every call says it wrote. */
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

    /** Says these replies, one a call; asked once more, it fails. */
    public static ScriptedChatModel saying(String... replies) {
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(replies));
        return answering(request -> {
            if (rest.isEmpty()) {
                throw new IllegalStateException("the script has no reply left");
            }
            return rest.pop();
        });
    }

    /** Replies to every request with what the function makes of it; what that throws, the model throws. */
    public static ScriptedChatModel answering(Function<ChatRequest, String> script) {
        return new ScriptedChatModel(script, true, FinishReason.STOP);
    }

    /** Fails at every call. */
    public static ScriptedChatModel failing(RuntimeException failure) {
        return answering(request -> {
            throw failure;
        });
    }

    /** The same script from a provider that does not know JSON schemas; it remembers its own requests. */
    public ScriptedChatModel withoutSchemas() {
        return new ScriptedChatModel(script, false, end);
    }

    /** The same script, with every reply cut off at the limit of its tokens. */
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

    /** The requests so far. */
    public synchronized List<ChatRequest> requests() {
        return List.copyOf(requests);
    }

    /** What a request tells the model about its task. */
    public static String system(ChatRequest request) {
        return request.messages().stream()
                .filter(SystemMessage.class::isInstance)
                .map(message -> ((SystemMessage) message).text())
                .findFirst()
                .orElse("");
    }

    /** What a request asks. */
    public static String user(ChatRequest request) {
        return request.messages().stream()
                .filter(UserMessage.class::isInstance)
                .map(message -> ((UserMessage) message).singleText())
                .findFirst()
                .orElse("");
    }
}
