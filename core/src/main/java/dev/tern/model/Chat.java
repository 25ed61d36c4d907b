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
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** Asks a chat model, with its calls and tokens counted. Thread-safe if the model is. */
public final class Chat {
    private final ChatModel model;
    private final double temperature;
    private final Meter meter;

    /**
     * A chat over a model.
     *
     * @param temperature 0 to 2
     * @param meter counts the calls
     */
    public Chat(ChatModel model, double temperature, Meter meter) {
        this.model = model;
        this.temperature = temperature;
        this.meter = meter;
    }

    /**
     * The model's reply in words; empty if it says nothing.
     *
     * @throws TernException if the model fails
     */
    public String text(String system, String user) {
        return call(system, user, Optional.empty());
    }

    /**
     * The model's reply, asked to be JSON of a schema: by the schema where the provider knows schemas, otherwise in JSON
     * mode. What comes back may still be anything.
     *
     * @throws TernException if the model fails
     */
    public String json(String system, String user, JsonSchema schema) {
        boolean knowsSchemas = model.supportedCapabilities().contains(Capability.RESPONSE_FORMAT_JSON_SCHEMA);
        ResponseFormat format = knowsSchemas
                ? ResponseFormat.builder()
                        .type(ResponseFormatType.JSON)
                        .jsonSchema(schema)
                        .build()
                : ResponseFormat.JSON;
        return call(system, user, Optional.of(format));
    }

    private String call(String system, String user, Optional<ResponseFormat> format) {
        ChatRequest.Builder request = ChatRequest.builder()
                .messages(SystemMessage.from(system), UserMessage.from(user))
                .temperature(temperature);
        format.ifPresent(request::responseFormat);
        ChatResponse response;
        long start = System.nanoTime();
        try {
            response = model.chat(request.build());
        } catch (TernException e) {
            throw e;
        } catch (CancellationException e) {
            throw TernException.user("a call of the chat model was interrupted", e);
        } catch (RuntimeException e) {
            throw TernException.model("the chat model failed: " + reason(e), e);
        }
        TokenUsage usage = response.tokenUsage();
        meter.modelCall(
                System.nanoTime() - start,
                usage == null || usage.inputTokenCount() == null ? 0 : usage.inputTokenCount(),
                usage == null || usage.outputTokenCount() == null ? 0 : usage.outputTokenCount());
        String text = response.aiMessage().text();
        return text == null ? "" : text;
    }

    /** What a provider's failure says, or what it is if it says nothing. */
    static String reason(RuntimeException failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
