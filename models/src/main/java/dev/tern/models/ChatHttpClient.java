package dev.tern.models;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends chat requests over HTTP. If the server rejects a part of a request with HTTP 400 or 422,
 * the request is repeated without that part, or with a substitute for it. Thread-safe.
 *
 * <p>A fallback has helped if the server then answers, or returns another error message. When the
 * request finally succeeds, the fallbacks that helped are logged and apply to all later requests.
 * The fallback for the reply limit applies only to the one request.
 */
final class ChatHttpClient implements HttpClient {
    private static final Logger LOG = LoggerFactory.getLogger(ChatHttpClient.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient wire;
    private final ChatModelSettings settings;
    private final AtomicReference<RequestFallbacks> known = new AtomicReference<>(RequestFallbacks.NONE);

    ChatHttpClient(HttpClient wire, ChatModelSettings settings) {
        this.wire = wire;
        this.settings = settings;
    }

    boolean uses(RequestFallback one) {
        return known.get().contains(one);
    }

    void use(RequestFallback one) {
        adopt(Set.of(one));
    }

    List<String> omittedFeatures() {
        return known.get().made().stream()
                .sorted()
                .map(one -> one.rejected() + ": " + one.instead())
                .toList();
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        return negotiated(request, given -> {
            SuccessfulHttpResponse response = wire.execute(given);
            throwIfRefused(RefusalReader.in(response.body()));
            return response;
        });
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        negotiated(request, given -> {
            RefusalWatcher watching = new RefusalWatcher(listener);
            wire.execute(given, parser, watching);
            throwIfRefused(watching.declined());
            return true;
        });
    }

    /** Passes events on, and collects a refusal by the model, which may be spread over events. */
    private static final class RefusalWatcher implements ServerSentEventListener {
        private final ServerSentEventListener listener;
        private final StringBuilder declined = new StringBuilder();

        RefusalWatcher(ServerSentEventListener listener) {
            this.listener = listener;
        }

        Optional<String> declined() {
            return declined.isEmpty() ? Optional.empty() : Optional.of(declined.toString());
        }

        @Override
        public void onOpen(SuccessfulHttpResponse response) {
            listener.onOpen(response);
        }

        @Override
        public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
            RefusalReader.in(event.data()).ifPresent(declined::append);
            listener.onEvent(event, context);
        }

        @Override
        public void onError(Throwable failure) {
            listener.onError(failure);
        }

        @Override
        public void onClose() {
            listener.onClose();
        }
    }

    /** Sends a request; after a rejection, tries fallbacks that may help, each at most once. */
    private <T> T negotiated(HttpRequest request, Function<HttpRequest, T> ask) {
        ObjectNode asked = read(request.body());
        if (asked == null) {
            return ask.apply(request);
        }
        ReasoningEffort.put(settings.provider(), settings.reasoningEffort(), asked);
        if (isAtOpenAi()) {
            RequestFallback.NEWER_LIMIT.applyTo(asked);
        }
        Set<RequestFallback> tried = EnumSet.noneOf(RequestFallback.class);
        if (settings.provider() == KnownProvider.ANTHROPIC) {
            // Anthropic requires a limit, so the limit is never left out.
            tried.add(RequestFallback.NO_LIMIT);
        }
        Set<RequestFallback> helped = new LinkedHashSet<>();
        RequestFallbacks sure = known.get();
        RequestFallback guess = null;
        String lastReason = "";
        while (true) {
            RequestFallbacks now = guess == null ? sure : sure.with(guess);
            try {
                T answer = ask.apply(withBody(request, now.applyTo(asked)));
                if (guess != null) {
                    helped.add(guess);
                }
                adopt(helped);
                return answer;
            } catch (ErrorResponseException refused) {
                throwIfRefused(RefusalReader.in(refused));
                String says = ServedModel.message(refused.body());
                // The same message again means that the fallback did not help.
                if (guess != null && !says.equals(lastReason)) {
                    helped.add(guess);
                    sure = now;
                }
                lastReason = says;
                guess = RequestFallbacks.helping(refused, sure.applyTo(asked), tried)
                        .orElseThrow(() -> refused);
                tried.add(guess);
            }
        }
    }

    /** Returns true for OpenAI's own server; its models accept {@code max_completion_tokens}. */
    private boolean isAtOpenAi() {
        return settings.provider() == KnownProvider.OPENAI
                && KnownProvider.OPENAI.isAt(settings.endpoint().baseUrlFor(KnownProvider.OPENAI));
    }

    private void adopt(Set<RequestFallback> helped) {
        for (RequestFallback one : helped) {
            if (one == RequestFallback.NO_LIMIT) {
                LOG.debug("{} had no room for the reply limit: that reply had none", settings.modelName());
                continue;
            }
            RequestFallbacks before = known.getAndUpdate(so -> so.with(one));
            if (!before.contains(one)) {
                LOG.info("{} rejects {}: {}", settings.modelName(), one.rejected(), one.instead());
            }
        }
    }

    private static void throwIfRefused(Optional<String> reason) {
        reason.ifPresent(lastReason -> {
            throw new ModelRefusalException(lastReason);
        });
    }

    private static @Nullable ObjectNode read(@Nullable String body) {
        try {
            return body != null && JSON.readTree(body) instanceof ObjectNode object ? object : null;
        } catch (JsonProcessingException notJson) {
            return null;
        }
    }

    private static HttpRequest withBody(HttpRequest request, ObjectNode body) {
        return HttpRequest.builder()
                .method(request.method())
                .url(request.url())
                .headers(request.headers())
                .body(body.toString())
                .build();
    }
}
