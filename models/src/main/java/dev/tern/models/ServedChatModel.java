package dev.tern.models;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A chat model behind a {@link Wire}, whose failures are plain sentences.
 *
 * <p>Not every server that speaks OpenAI's protocol knows JSON schemas, and some do not know JSON mode. One that refuses
 * a format is asked again with a looser one, and from then on is only asked for that.
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
    private final Served served;
    private final Wire wire;
    private final AtomicReference<Strictness> known = new AtomicReference<>(Strictness.SCHEMA);

    ServedChatModel(ChatModel model, Served served, Wire wire) {
        this.model = model;
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
            try {
                return model.doChat(withFormat(request, level));
            } catch (RuntimeException failure) {
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

    private static boolean isAboutFormat(RuntimeException failure) {
        RefusedException refused = Served.refusal(failure);
        if (refused == null || (refused.statusCode() != 400 && refused.statusCode() != 422)) {
            return false;
        }
        String body = refused.body().toLowerCase(Locale.ROOT);
        return body.contains("format") || body.contains("json_schema") || body.contains("json_object");
    }
}
