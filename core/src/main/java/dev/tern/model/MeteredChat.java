package dev.tern.model;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.RetriableException;
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
import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a chat model for one task, and counts calls and tokens. A call that is interrupted, times
 * out, or fails after the first streamed word is counted with estimated tokens; any other failed
 * call is not counted. If the provider rejects the temperature, this call is repeated without a
 * temperature, and later calls omit it. Thread-safe if the model is.
 */
public final class MeteredChat {
    private static final String CUT =
            "the model's reply was cut off at its token limit: raise the limit (chat.maxReplyTokens), or lower "
                    + "the effort (chat.reasoningEffort)";

    private static final Pattern TEMPERATURE = Pattern.compile("(?i)\\btemperature\\b");
    private static final Logger LOG = LoggerFactory.getLogger(MeteredChat.class);

    private final ChatModel model;
    private final ChatTask task;
    private final double temperature;
    private final Meter meter;
    private final Set<ChatModel> withoutTemperature;

    /**
     * Creates a chat with a model.
     *
     * @param task the task under which calls are counted
     * @param temperature 0 to 2
     * @param meter counts the calls
     */
    public MeteredChat(ChatModel model, ChatTask task, double temperature, Meter meter) {
        this(model, task, temperature, meter, ConcurrentHashMap.newKeySet());
    }

    /**
     * Creates a chat that shares with others the set of models that reject a temperature.
     *
     * @param withoutTemperature a concurrent set, to which this chat adds models
     */
    MeteredChat(ChatModel model, ChatTask task, double temperature, Meter meter, Set<ChatModel> withoutTemperature) {
        this.model = model;
        this.task = task;
        this.temperature = temperature;
        this.meter = meter;
        this.withoutTemperature = withoutTemperature;
    }

    /**
     * The reply of a model, and how it ended.
     *
     * @param text the words; may be empty
     * @param inputTokens tokens read, as reported; 0 if not reported
     * @param outputTokens tokens written, as reported; 0 if not reported
     * @param truncated true if the reply was cut off at the limit of tokens
     * @param withheld true if the provider's content filter removed all or a part of the reply
     */
    public record ChatReply(String text, long inputTokens, long outputTokens, boolean truncated, boolean withheld) {
        /** Returns a remark if the reply was cut off; empty unless {@link #truncated}. */
        public List<String> remarks() {
            return truncated ? List.of(CUT) : List.of();
        }
    }

    /**
     * Calls the model and returns the text of its reply, which may be empty.
     *
     * @throws TernException if the model fails
     */
    public String text(String system, String user) {
        return reply(system, user).text();
    }

    /**
     * Calls the model and returns its reply, with tokens and how it ended.
     *
     * @throws TernException if the model fails
     */
    public ChatReply reply(String system, String user) {
        return call(request(system, user));
    }

    /**
     * Calls the model and passes its reply to a consumer: in parts if the model can stream,
     * otherwise as a whole.
     *
     * @param words receives the reply; not called for an empty one. An exception from it ends the
     *     call and is rethrown
     * @throws TernException if the model fails
     */
    public ChatReply reply(String system, String user, Consumer<String> words) {
        if (!(model instanceof StreamedChatModel streamed)) {
            ChatReply whole = reply(system, user);
            if (!whole.text().isEmpty()) {
                words.accept(whole.text());
            }
            return whole;
        }
        ListenerGuard hearing = new ListenerGuard(words);
        return call(request(system, user), request -> streamed.chat(request, hearing), hearing);
    }

    /** Collects streamed words; distinguishes exceptions of the consumer from the model's. */
    private static final class ListenerGuard implements Consumer<String> {
        private final Consumer<String> words;
        private final StringBuilder receivedText = new StringBuilder();
        private @Nullable RuntimeException failure;

        private ListenerGuard(Consumer<String> words) {
            this.words = words;
        }

        @Override
        public void accept(String part) {
            receivedText.append(part);
            try {
                words.accept(part);
            } catch (RuntimeException e) {
                failure = e;
                throw e;
            }
        }
    }

    /**
     * Calls the model for a reply in JSON, with the schema if the provider supports schemas,
     * otherwise in JSON mode. The reply is not validated and may not be JSON.
     *
     * @throws TernException if the model fails
     */
    public ChatReply json(String system, String user, JsonSchema schema) {
        return call(request(system, user).responseFormat(format(schema)));
    }

    /**
     * Calls the model for a reply in JSON of limited length.
     *
     * @param maxOutputTokens maximum number of tokens of the reply, at least 1
     * @throws TernException if the model fails
     */
    public ChatReply json(String system, String user, JsonSchema schema, int maxOutputTokens) {
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
        ChatRequest.Builder request =
                ChatRequest.builder().messages(SystemMessage.from(system), UserMessage.from(user));
        return withoutTemperature.contains(model) ? request : request.temperature(temperature);
    }

    private ChatReply call(ChatRequest.Builder request) {
        return call(request, model::chat, new ListenerGuard(words -> {}));
    }

    private ChatReply call(
            ChatRequest.Builder builder, Function<ChatRequest, ChatResponse> asking, ListenerGuard hearing) {
        ChatRequest request = builder.build();
        ChatResponse response;
        meter.callingModel("chat");
        long start = System.nanoTime();
        try {
            response = asking.apply(request);
        } catch (RuntimeException e) {
            if (!hearing.receivedText.isEmpty() || isLeft(e)) {
                // An abandoned call has used tokens too.
                meter.chatCall(
                        task,
                        System.nanoTime() - start,
                        estimatedTokens(request),
                        TokenEstimator.estimate(hearing.receivedText.toString()));
            } else if (request.temperature() != null && refusesTemperature(e)) {
                ChatReply chatReply = call(builder.temperature(null), asking, hearing);
                if (withoutTemperature.add(model)) {
                    LOG.info("the chat model rejects the temperature: it is no longer sent ({})", reason(e));
                }
                return chatReply;
            }
            throw hearing.failure == null ? inOurWords(e) : hearing.failure;
        }
        TokenUsage usage = response.tokenUsage();
        long input = usage == null || usage.inputTokenCount() == null ? 0 : usage.inputTokenCount();
        long output = usage == null || usage.outputTokenCount() == null ? 0 : usage.outputTokenCount();
        meter.chatCall(task, System.nanoTime() - start, input, output);
        String text = response.aiMessage().text();
        return new ChatReply(
                text == null ? "" : text,
                input,
                output,
                response.finishReason() == FinishReason.LENGTH,
                response.finishReason() == FinishReason.CONTENT_FILTER);
    }

    /**
     * Returns true if the provider rejected the temperature. Client libraries have no exception for
     * this failure, so this method searches the messages. It excludes {@link TernException}s, which
     * were retried already, and transient failures, whose messages may quote any part of the
     * request.
     */
    private static boolean refusesTemperature(RuntimeException failure) {
        boolean named = false;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TernException
                    || cause instanceof RetriableException
                    || cause instanceof IOException
                    || (cause instanceof HttpException http && http.statusCode() != 400 && http.statusCode() != 422)) {
                return false;
            }
            named |= cause.getMessage() != null
                    && TEMPERATURE.matcher(cause.getMessage()).find();
        }
        return named;
    }

    /** Returns true if the call was interrupted, or timed out after connecting. */
    private static boolean isLeft(RuntimeException failure) {
        if (failure instanceof CancellationException || Thread.currentThread().isInterrupted()) {
            return true;
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpTimeoutException && !(cause instanceof HttpConnectTimeoutException)) {
                return true;
            }
        }
        return false;
    }

    private static long estimatedTokens(ChatRequest request) {
        long tokens = 0;
        for (ChatMessage message : request.messages()) {
            tokens += switch (message) {
                case SystemMessage system -> TokenEstimator.estimate(system.text());
                case UserMessage user -> TokenEstimator.estimate(user.singleText());
                default -> 0;
            };
        }
        return tokens;
    }

    private static TernException inOurWords(RuntimeException failure) {
        return switch (failure) {
            case TernException known -> known;
            case CancellationException left -> TernException.user("a call of the chat model was interrupted", left);
            default -> TernException.model("the chat model failed: " + reason(failure), failure);
        };
    }

    /** Returns the message of a failure, or the name of its class if the message is blank. */
    static String reason(RuntimeException failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
