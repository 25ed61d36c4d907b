package dev.tern.model;

import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Asks a chat model about one task, with its calls and tokens counted. Thread-safe if the model is. */
public final class Chat {
    private static final String CUT =
            "the model's reply was cut off when it had all the tokens that a reply may have: let"
                    + " it write more (chat.maxReplyTokens), or think less (chat.reasoningEffort)";

    private final ChatModel model;
    private final ChatTask task;
    private final double temperature;
    private final Meter meter;

    /**
     * A chat over a model.
     *
     * @param task what the calls are counted under
     * @param temperature 0 to 2
     * @param meter counts the calls
     */
    public Chat(ChatModel model, ChatTask task, double temperature, Meter meter) {
        this.model = model;
        this.task = task;
        this.temperature = temperature;
        this.meter = meter;
    }

    /**
     * What a model said, and how it came to an end.
     *
     * @param text the words; empty if it said nothing
     * @param inputTokens the tokens it read, as it reported; 0 if it reported none
     * @param outputTokens the tokens it wrote, as it reported; 0 if it reported none
     * @param truncated whether it was cut off because no more tokens were allowed
     * @param withheld whether the provider's filter took the reply, or a part of it
     */
    public record Said(String text, long inputTokens, long outputTokens, boolean truncated, boolean withheld) {
        /** What to say of a reply that was cut off, in one sentence; nothing of one that was not. */
        public List<String> notes() {
            return truncated ? List.of(CUT) : List.of();
        }
    }

    /**
     * The model's reply in words; empty if it says nothing.
     *
     * @throws TernException if the model fails
     */
    public String text(String system, String user) {
        return said(system, user).text();
    }

    /**
     * The model's reply in words, and how it came to an end.
     *
     * @throws TernException if the model fails
     */
    public Said said(String system, String user) {
        return call(request(system, user));
    }

    /**
     * As {@link #said(String, String)}, heard while it is written where the model can be, and otherwise when it is whole.
     *
     * @param words hears the reply; what it throws ends the call, of which the tokens are estimated then
     * @throws TernException if the model fails
     */
    public Said said(String system, String user, Consumer<String> words) {
        if (!(model instanceof StreamedChatModel streamed)) {
            Said whole = said(system, user);
            if (!whole.text().isEmpty()) {
                words.accept(whole.text());
            }
            return whole;
        }
        Hearing hearing = new Hearing(words);
        long start = System.nanoTime();
        try {
            return call(request(system, user), request -> streamed.chat(request, hearing));
        } catch (RuntimeException e) {
            if (!hearing.heard.isEmpty()) {
                // Who leaves in the middle of an answer has had what was written so far.
                meter.chatCall(
                        task,
                        System.nanoTime() - start,
                        Tokens.estimate(system) + Tokens.estimate(user),
                        Tokens.estimate(hearing.heard.toString()));
            }
            throw hearing.failure == null ? e : hearing.failure;
        }
    }

    /** Tells what a listener throws from what the model fails with. */
    private static final class Hearing implements Consumer<String> {
        private final Consumer<String> words;
        private final StringBuilder heard = new StringBuilder();
        private @Nullable RuntimeException failure;

        private Hearing(Consumer<String> words) {
            this.words = words;
        }

        @Override
        public void accept(String part) {
            heard.append(part);
            try {
                words.accept(part);
            } catch (RuntimeException e) {
                failure = e;
                throw e;
            }
        }
    }

    /**
     * The model's reply, asked to be JSON of a schema: by the schema where the provider knows schemas, otherwise in JSON
     * mode. What comes back may still be anything.
     *
     * @throws TernException if the model fails
     */
    public Said json(String system, String user, JsonSchema schema) {
        return call(request(system, user).responseFormat(format(schema)));
    }

    /**
     * As {@link #json(String, String, JsonSchema)}, with a limit of its own.
     *
     * @param maxOutputTokens the most tokens that the model may write, at least 1
     * @throws TernException if the model fails
     */
    public Said json(String system, String user, JsonSchema schema, int maxOutputTokens) {
        return call(request(system, user).responseFormat(format(schema)).maxOutputTokens(maxOutputTokens));
    }

    private ResponseFormat format(JsonSchema schema) {
        boolean knowsSchemas = model.supportedCapabilities().contains(Capability.RESPONSE_FORMAT_JSON_SCHEMA);
        return knowsSchemas
                ? ResponseFormat.builder()
                        .type(ResponseFormatType.JSON)
                        .jsonSchema(schema)
                        .build()
                : ResponseFormat.JSON;
    }

    private ChatRequest.Builder request(String system, String user) {
        return ChatRequest.builder()
                .messages(SystemMessage.from(system), UserMessage.from(user))
                .temperature(temperature);
    }

    private Said call(ChatRequest.Builder request) {
        return call(request, model::chat);
    }

    private Said call(ChatRequest.Builder request, Function<ChatRequest, ChatResponse> asking) {
        ChatResponse response;
        meter.callingModel("chat");
        long start = System.nanoTime();
        try {
            response = asking.apply(request.build());
        } catch (TernException e) {
            throw e;
        } catch (CancellationException e) {
            throw TernException.user("a call of the chat model was interrupted", e);
        } catch (RuntimeException e) {
            throw TernException.model("the chat model failed: " + reason(e), e);
        }
        TokenUsage usage = response.tokenUsage();
        long input = usage == null || usage.inputTokenCount() == null ? 0 : usage.inputTokenCount();
        long output = usage == null || usage.outputTokenCount() == null ? 0 : usage.outputTokenCount();
        meter.chatCall(task, System.nanoTime() - start, input, output);
        String text = response.aiMessage().text();
        return new Said(
                text == null ? "" : text,
                input,
                output,
                response.finishReason() == FinishReason.LENGTH,
                response.finishReason() == FinishReason.CONTENT_FILTER);
    }

    /** What a provider's failure says, or what it is if it says nothing. */
    static String reason(RuntimeException failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
