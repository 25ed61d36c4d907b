package dev.tern.models;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.tern.error.TernException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A chat model behind a {@link ChatWire}, whose failures are plain sentences and whose replies hold no thoughts.
 *
 * <p>What a server refuses of a request, such as a JSON schema or a temperature, it is asked without from then on.
 *
 * <p>Where a server's template begins a model's thoughts with a mark that the reply does not repeat, all that comes before the mark of
 * their end is taken out of a whole reply. Of a stream it is heard: until that mark comes, nothing tells thoughts from an answer.
 */
final class ServedChatModel implements CloseableChatModel {
    private final ChatModel model;
    private final StreamingChatModel streaming;
    private final Served served;
    private final int maxReplyTokens;
    private final ChatWire negotiation;
    private final Wire wire;

    ServedChatModel(
            ChatModel model,
            StreamingChatModel streaming,
            Served served,
            int maxReplyTokens,
            ChatWire negotiation,
            Wire wire) {
        this.model = model;
        this.streaming = streaming;
        this.served = served;
        this.maxReplyTokens = maxReplyTokens;
        this.negotiation = negotiation;
        this.wire = wire;
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        return checked(request, served.call(() -> model.doChat(known(request))));
    }

    /**
     * A server that cannot be heard while it writes is asked for the whole, and from then on only for that. One that tells of an error
     * before the first word is asked for the whole too, as often as for any other.
     */
    @Override
    public ChatResponse chat(ChatRequest request, Consumer<String> words) {
        boolean streamRefused = false;
        if (!negotiation.uses(Fallback.STREAMING)) {
            Stream stream = new Stream(served, words);
            try {
                ChatResponse response = served.call(() -> stream.ask(streaming, known(request)));
                if (stream.listenersFailure() != null) {
                    throw stream.listenersFailure();
                }
                return checked(request, response);
            } catch (TernException failure) {
                streamRefused = isAboutStreaming(failure);
                boolean mayPass = streamRefused || Served.isErrorOfStream(failure);
                if (stream.listenersFailure() != null || stream.hasBegun() || !mayPass) {
                    throw failure;
                }
            }
        }
        ChatResponse whole = chat(request);
        if (streamRefused) {
            negotiation.use(Fallback.STREAMING);
        }
        String text = whole.aiMessage().text();
        if (text != null && !text.isEmpty()) {
            words.accept(text);
        }
        return whole;
    }

    private static boolean isAboutStreaming(TernException failure) {
        RefusedException refused = Served.refusal(failure);
        return refused != null && Fallbacks.isAboutStreaming(refused);
    }

    /** A schema is always worth asking for: a server that refuses one is asked less strictly from then on. */
    @Override
    public Set<Capability> supportedCapabilities() {
        return Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA);
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters()
                .overrideWith(ChatRequestParameters.builder()
                        .maxOutputTokens(maxReplyTokens)
                        .build());
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    @Override
    public List<String> givenUp() {
        return negotiation.givenUp();
    }

    @Override
    public void close() {
        wire.close();
    }

    /** The reply without thoughts. */
    private ChatResponse checked(ChatRequest request, ChatResponse response) {
        AiMessage message = response.aiMessage();
        if (message == null) {
            throw served.fault("sent an answer without a message");
        }
        String text = message.text() == null ? "" : Thoughts.without(message.text());
        if (text.isBlank() && response.finishReason() == FinishReason.LENGTH && !isJson(request.responseFormat())) {
            throw served.fault(
                    "used up the tokens of its reply before it said anything: let it write more (chat.maxReplyTokens),"
                            + " or think less (chat.reasoningEffort), or ask a model that does not think");
        }
        return text.equals(message.text())
                ? response
                : ChatResponse.builder()
                        .aiMessage(message.toBuilder().text(text).thinking(null).build())
                        .metadata(response.metadata())
                        .build();
    }

    /** With a limit; and Anthropic has no way to be asked for any JSON: there the prompt's words have to do. */
    private ChatRequest known(ChatRequest request) {
        ResponseFormat format = request.responseFormat();
        boolean unknown = served.provider() == Provider.ANTHROPIC && isJson(format) && format.jsonSchema() == null;
        if (!unknown && request.maxOutputTokens() != null) {
            return request;
        }
        DefaultChatRequestParameters.Builder<?> other = ChatRequestParameters.builder();
        if (unknown) {
            other.responseFormat(ResponseFormat.TEXT);
        }
        if (request.maxOutputTokens() == null) {
            other.maxOutputTokens(maxReplyTokens);
        }
        return ChatRequest.builder()
                .messages(request.messages())
                .parameters(request.parameters().overrideWith(other.build()))
                .build();
    }

    private static boolean isJson(@Nullable ResponseFormat format) {
        return format != null && format.type() == ResponseFormatType.JSON;
    }
}
