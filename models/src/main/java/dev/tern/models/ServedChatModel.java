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
 * A chat model over a {@link ChatHttpClient}. Throws exceptions with messages for the user, and
 * removes reasoning from replies.
 *
 * <p>Request features that the server rejects, such as a JSON schema or a temperature, are left out
 * of later requests, or replaced.
 *
 * <p>With some servers, the prompt already contains the opening mark of the reasoning, so that a
 * reply has only the closing one. A whole reply loses all text before this mark, unless it is JSON.
 * A stream passes the text on, because reasoning without an opening mark looks like an answer.
 */
final class ServedChatModel implements CloseableChatModel {
    private final ChatModel model;
    private final StreamingChatModel streaming;
    private final ServedModel servedModel;
    private final int maxReplyTokens;
    private final ChatHttpClient negotiation;
    private final ModelHttpClient modelHttpClient;

    ServedChatModel(
            ChatModel model,
            StreamingChatModel streaming,
            ServedModel servedModel,
            int maxReplyTokens,
            ChatHttpClient negotiation,
            ModelHttpClient modelHttpClient) {
        this.model = model;
        this.streaming = streaming;
        this.servedModel = servedModel;
        this.maxReplyTokens = maxReplyTokens;
        this.negotiation = negotiation;
        this.modelHttpClient = modelHttpClient;
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        return withoutReasoning(request, servedModel.call(() -> model.doChat(adapted(request))));
    }

    /**
     * Streams an answer to a listener. If the stream ends with an error event before the first
     * word, or the server rejects streaming, requests the whole answer instead, with the usual
     * retries. If this succeeds after a rejection, later requests are not streamed either.
     */
    @Override
    public ChatResponse chat(ChatRequest request, Consumer<String> words) {
        boolean streamRefused = false;
        if (!negotiation.uses(RequestFallback.NO_STREAMING)) {
            StreamedAnswer stream = new StreamedAnswer(servedModel, words);
            try {
                ChatResponse response = servedModel.call(() -> stream.ask(streaming, adapted(request)));
                if (stream.listenersFailure() != null) {
                    throw stream.listenersFailure();
                }
                return withoutReasoning(request, response);
            } catch (TernException failure) {
                streamRefused = isAboutStreaming(failure);
                boolean mayPass = streamRefused || ServedModel.find(failure, StreamErrorException.class) != null;
                if (stream.listenersFailure() != null || stream.hasBegun() || !mayPass) {
                    throw failure;
                }
            }
        }
        ChatResponse whole = chat(request);
        if (streamRefused) {
            negotiation.use(RequestFallback.NO_STREAMING);
        }
        String text = whole.aiMessage().text();
        if (text != null && !text.isEmpty()) {
            words.accept(text);
        }
        return whole;
    }

    private static boolean isAboutStreaming(TernException failure) {
        ErrorResponseException refused = ServedModel.find(failure, ErrorResponseException.class);
        return refused != null && RequestFallbacks.isAboutStreaming(refused);
    }

    /** Declares JSON schemas; if the server rejects one, later requests have none. */
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
    public List<String> omittedFeatures() {
        return negotiation.omittedFeatures();
    }

    @Override
    public void close() {
        modelHttpClient.close();
    }

    /**
     * Returns the reply without reasoning.
     *
     * @throws TernException if there is no message; or, unless JSON was requested, if the model
     *     used up its tokens before any text
     */
    private ChatResponse withoutReasoning(ChatRequest request, ChatResponse response) {
        AiMessage message = response.aiMessage();
        if (message == null) {
            throw servedModel.fault("sent an answer without a message");
        }
        String text = message.text() == null ? "" : ReasoningFilter.removeFrom(message.text());
        if (text.isBlank() && response.finishReason() == FinishReason.LENGTH && !isJson(request.responseFormat())) {
            throw servedModel.fault(
                    "used up its reply tokens before any answer: raise the limit (chat.maxReplyTokens), lower the"
                            + " effort (chat.reasoningEffort), or use a model without reasoning");
        }
        return text.equals(message.text())
                ? response
                : ChatResponse.builder()
                        .aiMessage(message.toBuilder().text(text).thinking(null).build())
                        .metadata(response.metadata())
                        .build();
    }

    /** Adds a missing reply limit; for Anthropic drops a JSON format without a schema. */
    private ChatRequest adapted(ChatRequest request) {
        ResponseFormat format = request.responseFormat();
        boolean unknown =
                servedModel.provider() == KnownProvider.ANTHROPIC && isJson(format) && format.jsonSchema() == null;
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
