package dev.tern.models;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.tern.error.TernException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A chat model behind a {@link Wire}, whose failures are plain sentences.
 *
 * <p>Not every server that speaks OpenAI's protocol knows JSON schemas, and some do not know JSON mode. One that refuses
 * a format is asked again with a looser one, and from then on is only asked for that. So is one that knows the limit of a
 * reply by its newer name only ({@code max_completion_tokens} for {@code max_tokens}).
 */
final class ServedChatModel implements CloseableChatModel {
    private static final Logger LOG = LoggerFactory.getLogger(ServedChatModel.class);

    /** How closely a server can be told what to answer, loosest last. */
    private enum Strictness {
        SCHEMA,
        JSON,
        TEXT;

        Strictness looser() {
            return this == SCHEMA ? JSON : TEXT;
        }
    }

    private final ChatModel model;
    private final StreamingChatModel streaming;
    private final Served served;
    private final Wire wire;
    private final AtomicReference<Strictness> known = new AtomicReference<>(Strictness.SCHEMA);
    private final AtomicBoolean newerLimit = new AtomicBoolean();
    private final AtomicBoolean onlyWhole = new AtomicBoolean();

    ServedChatModel(ChatModel model, StreamingChatModel streaming, Served served, Wire wire) {
        this.model = model;
        this.streaming = streaming;
        this.served = served;
        this.wire = wire;
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        ChatResponse response = served.call(() -> ask(request));
        if (response.aiMessage() == null) {
            throw served.fault("sent an answer without a message");
        }
        return response;
    }

    /** A server that cannot be heard while it writes is asked for the whole, and from then on only for that. */
    @Override
    public ChatResponse chat(ChatRequest request, Consumer<String> words) {
        if (!onlyWhole.get()) {
            Stream stream = new Stream(served, words);
            ChatResponse response;
            try {
                response = served.call(() -> stream.ask(streaming, withLimit(request, newerLimit.get())));
            } catch (TernException failure) {
                if (stream.hasBegun() || !isAboutStreaming(failure)) {
                    throw failure;
                }
                onlyWhole.set(true);
                LOG.info(
                        "{} cannot be heard while it writes, asking for whole answers from now on", served.modelName());
                return chat(request, words);
            }
            if (stream.listenersFailure() != null) {
                throw stream.listenersFailure();
            }
            return response;
        }
        ChatResponse whole = chat(request);
        String text = whole.aiMessage().text();
        if (text != null && !text.isEmpty()) {
            words.accept(text);
        }
        return whole;
    }

    private static boolean isAboutStreaming(RuntimeException failure) {
        return refusalOfRequest(failure).contains("stream");
    }

    /** A schema is always worth asking for: a server that refuses one is asked less strictly from then on. */
    @Override
    public Set<Capability> supportedCapabilities() {
        return Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA);
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    @Override
    public void close() {
        wire.close();
    }

    private ChatResponse ask(ChatRequest request) {
        Strictness wanted = strictness(request.responseFormat());
        while (true) {
            Strictness level = max(wanted, known.get());
            boolean newer = newerLimit.get();
            try {
                return model.doChat(withLimit(withFormat(request, level), newer));
            } catch (RuntimeException failure) {
                if (!newer && isAboutLimit(failure)) {
                    newerLimit.set(true);
                    LOG.info("{} wants max_completion_tokens, giving it from now on", served.modelName());
                    continue;
                }
                if (level == Strictness.TEXT || !isAboutFormat(failure)) {
                    throw failure;
                }
                Strictness looser = level.looser();
                known.accumulateAndGet(looser, ServedChatModel::max);
                LOG.info("{} refused the format {}, asking for {} from now on", served.modelName(), level, looser);
            }
        }
    }

    private static Strictness strictness(@Nullable ResponseFormat format) {
        if (format == null || format.type() != ResponseFormatType.JSON) {
            return Strictness.TEXT;
        }
        return format.jsonSchema() == null ? Strictness.JSON : Strictness.SCHEMA;
    }

    private static Strictness max(Strictness one, Strictness other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static ChatRequest withFormat(ChatRequest request, Strictness level) {
        if (strictness(request.responseFormat()) == level) {
            return request;
        }
        ResponseFormat format = level == Strictness.JSON ? ResponseFormat.JSON : ResponseFormat.TEXT;
        return ChatRequest.builder()
                .messages(request.messages())
                .parameters(request.parameters()
                        .overrideWith(ChatRequestParameters.builder()
                                .responseFormat(format)
                                .build()))
                .build();
    }

    private static ChatRequest withLimit(ChatRequest request, boolean newer) {
        if (!newer || request.parameters().maxOutputTokens() == null) {
            return request;
        }
        return ChatRequest.builder()
                .messages(request.messages())
                .parameters(OpenAiChatRequestParameters.builder()
                        .overrideWith(request.parameters())
                        .maxOutputTokens(null)
                        .maxCompletionTokens(request.parameters().maxOutputTokens())
                        .build())
                .build();
    }

    private static boolean isAboutLimit(RuntimeException failure) {
        return refusalOfRequest(failure).contains("max_completion_tokens");
    }

    /** What a server says that refuses a request as it is, in lower case; empty if that is not what happened. */
    private static String refusalOfRequest(RuntimeException failure) {
        RefusedException refused = Served.refusal(failure);
        return refused == null || (refused.statusCode() != 400 && refused.statusCode() != 422)
                ? ""
                : refused.body().toLowerCase(Locale.ROOT);
    }

    private static boolean isAboutFormat(RuntimeException failure) {
        String body = refusalOfRequest(failure);
        return body.contains("format") || body.contains("json_schema") || body.contains("json_object");
    }
}
