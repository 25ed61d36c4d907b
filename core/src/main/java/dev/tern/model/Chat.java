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
 * Asks a chat model about one task, with its calls and tokens counted. Of a call that is left before its end, by an interrupt or because
 * it takes too long, the tokens are estimated; one that fails otherwise before its first word counts none. A model whose provider refuses
 * the temperature is asked again without one, and from then on. Thread-safe if the model is.
 */
public final class Chat {
    private static final String CUT =
            "the model's reply was cut off when it had all the tokens that a reply may have: let"
                    + " it write more (chat.maxReplyTokens), or think less (chat.reasoningEffort)";

    private static final Pattern TEMPERATURE = Pattern.compile("(?i)\\btemperature\\b");
    private static final Logger LOG = LoggerFactory.getLogger(Chat.class);

    private final ChatModel model;
    private final ChatTask task;
    private final double temperature;
    private final Meter meter;
    private final Set<ChatModel> withoutTemperature;

    /**
     * A chat over a model.
     *
     * @param task what the calls are counted under
     * @param temperature 0 to 2
     * @param meter counts the calls
     */
    public Chat(ChatModel model, ChatTask task, double temperature, Meter meter) {
        this(model, task, temperature, meter, ConcurrentHashMap.newKeySet());
    }

    /**
     * A chat that shares with others what is known of models.
     *
     * @param withoutTemperature the models that have refused a temperature and answered without one; added to here, by any thread
     */
    Chat(ChatModel model, ChatTask task, double temperature, Meter meter, Set<ChatModel> withoutTemperature) {
        this.model = model;
        this.task = task;
        this.temperature = temperature;
        this.meter = meter;
        this.withoutTemperature = withoutTemperature;
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
        return call(request(system, user), request -> streamed.chat(request, hearing), hearing);
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
        ChatRequest.Builder request =
                ChatRequest.builder().messages(SystemMessage.from(system), UserMessage.from(user));
        return withoutTemperature.contains(model) ? request : request.temperature(temperature);
    }

    private Said call(ChatRequest.Builder request) {
        return call(request, model::chat, new Hearing(words -> {}));
    }

    private Said call(ChatRequest.Builder builder, Function<ChatRequest, ChatResponse> asking, Hearing hearing) {
        ChatRequest request = builder.build();
        ChatResponse response;
        meter.callingModel("chat");
        long start = System.nanoTime();
        try {
            response = asking.apply(request);
        } catch (RuntimeException e) {
            if (!hearing.heard.isEmpty() || isLeft(e)) {
                // Who leaves an answer, before its first word or in the middle, has had the model at work.
                meter.chatCall(
                        task, System.nanoTime() - start, sent(request), Tokens.estimate(hearing.heard.toString()));
            } else if (request.temperature() != null && refusesTemperature(e)) {
                Said said = call(builder.temperature(null), asking, hearing);
                if (withoutTemperature.add(model)) {
                    LOG.info("the chat model rejects the temperature: it is left out from now on ({})", reason(e));
                }
                return said;
            }
            throw hearing.failure == null ? inOurWords(e) : hearing.failure;
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

    /**
     * Whether a provider declines a request for its temperature, as it is worded by libraries that have no exception of their own for that.
     * What is in our words has been asked for again where it made sense; a fault of the moment may name anything of the request.
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

    /** Whether nobody waited any more for an answer that was asked for; what a provider refuses is none. */
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

    /** An estimate of the tokens that a model was sent. */
    private static long sent(ChatRequest request) {
        long tokens = 0;
        for (ChatMessage message : request.messages()) {
            tokens += switch (message) {
                case SystemMessage system -> Tokens.estimate(system.text());
                case UserMessage user -> Tokens.estimate(user.singleText());
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

    /** What a provider's failure says, or what it is if it says nothing. */
    static String reason(RuntimeException failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
