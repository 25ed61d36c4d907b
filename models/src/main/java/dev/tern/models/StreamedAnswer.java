package dev.tern.models;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.tern.error.TernException;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Receives one streamed answer. Confined to one thread. */
final class StreamedAnswer implements StreamingChatResponseHandler {
    private final ServedModel servedModel;
    private final Consumer<String> words;
    private ReasoningFilter reasoningFilter = new ReasoningFilter();
    private boolean hasBegun;
    private @Nullable RuntimeException listenersFailure;
    private @Nullable Throwable failure;
    private @Nullable ChatResponse response;

    StreamedAnswer(ServedModel servedModel, Consumer<String> words) {
        this.servedModel = servedModel;
        this.words = words;
    }

    /** Returns true if the listener has received a part, which a retry would repeat. */
    boolean hasBegun() {
        return hasBegun;
    }

    /** Returns the exception that the listener threw, not the model; null if there is none. */
    @Nullable
    RuntimeException listenersFailure() {
        return listenersFailure;
    }

    /** Returns a model's reply, streamed on this thread; null if the listener has failed. */
    @Nullable
    ChatResponse ask(StreamingChatModel model, ChatRequest request) {
        failure = null;
        response = null;
        reasoningFilter = new ReasoningFilter();
        try {
            model.chat(request, this);
        } catch (RuntimeException e) {
            onError(e);
        }
        if (listenersFailure != null) {
            return null;
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted while a model was answering");
        }
        ModelRefusalException declined = ServedModel.find(failure, ModelRefusalException.class);
        if (declined != null) {
            throw declined;
        }
        if (failure != null && (hasBegun || ServedModel.find(failure, StreamErrorException.class) != null)) {
            throw TernException.model(servedModel.brokeOff(failure), failure);
        }
        if (failure != null) {
            throw failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
        }
        if (response == null || response.aiMessage() == null) {
            throw servedModel.fault("sent a stream that is not an answer");
        }
        String rest = reasoningFilter.end();
        if (!rest.isEmpty()) {
            append(rest);
        }
        return response;
    }

    @Override
    public void onPartialResponse(PartialResponse part, PartialResponseContext context) {
        if (listenersFailure != null) {
            return;
        }
        String heard = reasoningFilter.accept(part.text());
        if (!heard.isEmpty()) {
            append(heard);
        }
        if (listenersFailure != null) {
            // Closes the connection, so that the server stops writing.
            context.streamingHandle().cancel();
        }
    }

    private void append(String heard) {
        hasBegun = true;
        try {
            words.accept(heard);
        } catch (RuntimeException e) {
            listenersFailure = e;
        }
    }

    @Override
    public void onCompleteResponse(ChatResponse whole) {
        response = whole;
    }

    /** Keeps the first failure, which causes later ones; a refusal replaces it. */
    @Override
    public void onError(Throwable error) {
        if (failure == null || ServedModel.find(error, ModelRefusalException.class) != null) {
            failure = error;
        }
    }
}
