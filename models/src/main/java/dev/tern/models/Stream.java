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
final class Stream implements StreamingChatResponseHandler {
    private final Served served;
    private final Consumer<String> words;
    private Thoughts thoughts = new Thoughts();
    private boolean begun;
    private @Nullable RuntimeException listenersFailure;
    private @Nullable Throwable failure;
    private @Nullable ChatResponse response;

    Stream(Served served, Consumer<String> words) {
        this.served = served;
        this.words = words;
    }

    /** Returns true if the listener has received a part, which a retry would repeat. */
    boolean hasBegun() {
        return begun;
    }

    /** Returns the listener's exception, which is not the model's; null if there is none. */
    @Nullable
    RuntimeException listenersFailure() {
        return listenersFailure;
    }

    /** Calls a model and receives its stream on this thread; null if the listener failed. */
    @Nullable
    ChatResponse ask(StreamingChatModel model, ChatRequest request) {
        failure = null;
        response = null;
        thoughts = new Thoughts();
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
        DeclinedException declined = failure == null ? null : Served.declinedIn(failure);
        if (declined != null) {
            throw declined;
        }
        if (failure != null && (begun || Served.isErrorOfStream(failure))) {
            throw TernException.model(served.brokeOff(failure), failure);
        }
        if (failure != null) {
            throw failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
        }
        if (response == null || response.aiMessage() == null) {
            throw served.fault("sent a stream that is no answer");
        }
        String rest = thoughts.end();
        if (!rest.isEmpty()) {
            hear(rest);
        }
        return response;
    }

    @Override
    public void onPartialResponse(PartialResponse part, PartialResponseContext context) {
        if (listenersFailure != null) {
            return;
        }
        String heard = thoughts.part(part.text());
        if (!heard.isEmpty()) {
            hear(heard);
        }
        if (listenersFailure != null) {
            // Closes the connection, so that the server stops writing.
            context.streamingHandle().cancel();
        }
    }

    private void hear(String heard) {
        begun = true;
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

    /** Keeps the first failure, which causes later ones; a declined answer replaces it. */
    @Override
    public void onError(Throwable error) {
        if (failure == null || Served.declinedIn(error) != null) {
            failure = error;
        }
    }
}
