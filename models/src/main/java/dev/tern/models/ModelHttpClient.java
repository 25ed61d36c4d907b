package dev.tern.models;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.tern.error.TernException;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP client for all requests to a model's server, including LangChain4j's, with retries,
 * limits and timeouts.
 *
 * <p>At most {@link ModelEndpoint#parallelRequests} requests are in flight, including requests that
 * wait for a retry. Each attempt waits for the {@link RateLimit}. Redirects are not followed: they
 * would leak the key. An interrupt ends a call at once with a {@link CancellationException}, but
 * once a stream has begun, its listener gets the failure. Thread-safe.
 */
final class ModelHttpClient implements HttpClient, AutoCloseable {
    /** The logger of retries, which applications can show to users who wait for an answer. */
    private static final Logger RETRIES = LoggerFactory.getLogger("dev.tern.models.retries");

    private final ModelEndpoint endpoint;
    private final RetryPolicy backOff;
    private final java.net.http.HttpClient client;
    private final RateLimit limit;
    private final Semaphore inFlight;
    private final RetryConfig retries;
    private volatile boolean closed;

    ModelHttpClient(ModelEndpoint endpoint, RetryPolicy backOff, RateLimit limit) {
        this.endpoint = endpoint;
        this.backOff = backOff;
        this.limit = limit;
        this.client = java.net.http.HttpClient.newBuilder()
                .connectTimeout(endpoint.requestTimeout())
                .followRedirects(Redirect.NEVER)
                .build();
        this.inFlight = new Semaphore(endpoint.parallelRequests(), true);
        this.retries = RetryConfig.custom()
                .maxAttempts(endpoint.maxRetries() + 1)
                .retryOnException(backOff::mayPass)
                .intervalBiFunction(this::waitMillis)
                .build();
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        return admitted(() -> Retry.of("model", retries).executeCallable(() -> attempt(request)));
    }

    /** Runs the work when a permit is free. */
    private <T> T admitted(Callable<T> work) {
        if (closed) {
            throw TernException.user("this model was closed by its owner before this request");
        }
        try {
            inFlight.acquire();
        } catch (InterruptedException interrupted) {
            throw cancelled(interrupted);
        }
        try {
            return work.call();
        } catch (InterruptedException interrupted) {
            throw cancelled(interrupted);
        } catch (IOException failure) {
            // If the thread is interrupted while it waits for a retry, the last failure is
            // rethrown, and the thread's interrupt flag is set.
            if (Thread.currentThread().isInterrupted()) {
                throw cancelled(failure);
            }
            throw new UncheckedIOException(failure);
        } catch (ErrorResponseException failure) {
            if (Thread.currentThread().isInterrupted()) {
                throw cancelled(failure);
            }
            throw failure;
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            inFlight.release();
        }
    }

    /**
     * Streams an answer on the calling thread. A failure before the body begins is thrown, after
     * retries if these may help; a later failure goes to the listener.
     */
    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        admitted(() -> {
            try (OpenedResponse opened = Retry.of("model", retries).executeCallable(() -> open(request))) {
                opened.read(parser, listener);
            }
            return "";
        });
    }

    /** A response whose body has not been read. */
    private record OpenedResponse(
            RateLimit limit, RateLimit.RatePermit permit, HttpResponse<InputStream> response, UsageRecorder usage)
            implements AutoCloseable {
        void read(ServerSentEventParser parser, ServerSentEventListener listener) {
            usage.listener = listener;
            usage.onOpen(SuccessfulHttpResponse.builder()
                    .statusCode(response.statusCode())
                    .headers(response.headers().map())
                    .build());
            parser.parse(response.body(), usage);
            if (!usage.failed && !usage.ended) {
                usage.onError(new EOFException("the stream ended before the answer did"));
            } else if (!usage.failed) {
                usage.onClose();
            }
        }

        @Override
        public void close() throws IOException {
            limit.settle(permit, usage.tokens.count());
            response.body().close();
        }
    }

    /** Passes events on, and records reported tokens and the end of the stream. */
    private static final class UsageRecorder implements ServerSentEventListener {
        private static final Pattern END = Pattern.compile(
                "^\\[DONE\\]\\z|\"finish_?[rR]eason\"\\s*+:\\s*+\"|\"done\"\\s*+:\\s*+true|\"message_stop\"|\"blockReason\"");

        private final ModelEndpoint endpoint;
        private ServerSentEventListener listener = failure -> {};
        private UsageReader.ReportedTokens tokens = UsageReader.ReportedTokens.NONE;
        private boolean failed;
        private boolean ended;

        UsageRecorder(ModelEndpoint endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public void onOpen(SuccessfulHttpResponse response) {
            listener.onOpen(response);
        }

        @Override
        public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
            tokens = tokens.and(UsageReader.read(event.data().getBytes(StandardCharsets.UTF_8)));
            if (StreamErrorException.isIn(event)) {
                onError(new StreamErrorException(ProviderKey.redact(endpoint.apiKey(), event.data())));
                context.parsingHandle().cancel();
                return;
            }
            ended |= END.matcher(event.data()).find();
            listener.onEvent(event, context);
            // The listener may cancel the stream, which ends it, too.
            ended |= context.parsingHandle().isCancelled();
        }

        @Override
        public void onError(Throwable failure) {
            failed = true;
            listener.onError(failure);
        }

        @Override
        public void onClose() {
            listener.onClose();
        }
    }

    private OpenedResponse open(HttpRequest request) throws IOException, InterruptedException {
        RateLimit.RatePermit permit = limit.acquire(request.body() == null ? "" : request.body());
        boolean opened = false;
        try {
            HttpResponse<InputStream> response = send(request, streamed(endpoint));
            if (response.statusCode() / 100 != 2) {
                try (InputStream body = response.body()) {
                    throw errorResponse(response, body.readAllBytes());
                }
            }
            if (response.headers()
                    .firstValue("Content-Type")
                    .orElse("")
                    .toLowerCase(Locale.ROOT)
                    .startsWith("application/json")) {
                try (InputStream body = response.body()) {
                    requireNoError(response, body.readAllBytes());
                }
                throw new ErrorResponseException(400, "the answer is not a stream, although one was requested", null);
            }
            opened = true;
            return new OpenedResponse(limit, permit, response, new UsageRecorder(endpoint));
        } finally {
            if (!opened) {
                limit.settle(permit, -1);
            }
        }
    }

    /** Returns a LangChain4j builder that only returns the given client; it ignores timeouts. */
    HttpClientBuilder asBuilder(HttpClient client) {
        return new HandOverClient(client);
    }

    @Override
    public void close() {
        closed = true;
        client.shutdownNow();
    }

    /** Makes one attempt, which counts against the limits even if it fails. */
    private SuccessfulHttpResponse attempt(HttpRequest request) throws IOException, InterruptedException {
        RateLimit.RatePermit permit = limit.acquire(request.body() == null ? "" : request.body());
        long tokens = -1;
        try {
            HttpResponse<byte[]> response = send(request, bounded(endpoint));
            if (response.statusCode() / 100 != 2) {
                throw errorResponse(response, response.body());
            }
            requireNoError(response, response.body());
            tokens = limit.countsTokens() ? UsageReader.tokens(response.body()) : -1;
            return SuccessfulHttpResponse.builder()
                    .statusCode(response.statusCode())
                    .headers(response.headers().map())
                    .body(withoutMark(response.body()))
                    .build();
        } finally {
            limit.settle(permit, tokens);
        }
    }

    /**
     * Reads a whole body. Static, because the JDK's client keeps the body's reader with the
     * connection until the client is garbage: a reader with a reference to this object, and so to
     * the client, would leak both.
     */
    private static BodyHandler<byte[]> bounded(ModelEndpoint endpoint) {
        return head -> new BoundedBody(endpoint.maxResponseBytes());
    }

    /** Reads a streamed body. Static for the same reason as {@link #bounded}. */
    private static BodyHandler<InputStream> streamed(ModelEndpoint endpoint) {
        return head -> new StreamedBody(endpoint.requestTimeout(), endpoint.maxResponseBytes());
    }

    private <B> HttpResponse<B> send(HttpRequest request, BodyHandler<B> body)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<B>> sent = client.sendAsync(translated(request), body);
        try {
            // The JDK's own timeout ends with the headers; this one covers the body too.
            return sent.get(endpoint.requestTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            sent.cancel(true);
            throw new HttpTimeoutException(
                    "no answer within " + endpoint.requestTimeout().toMillis() + " ms");
        } catch (InterruptedException interrupted) {
            sent.cancel(true);
            throw interrupted;
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof IOException failure ? failure : new IOException(failed.getCause());
        }
    }

    /** Throws if a successful response contains an error, as gateways send for rate limits. */
    private void requireNoError(HttpResponse<?> response, byte[] said) {
        int status = StreamErrorException.statusIn(new String(withoutMark(said), StandardCharsets.UTF_8));
        if (status > 0) {
            throw errorResponse(response, status, said);
        }
    }

    /** Strips a byte order mark, which some servers send and JSON parsers reject. */
    private static byte[] withoutMark(byte[] body) {
        boolean marked = body.length > 2 && body[0] == (byte) 0xEF && body[1] == (byte) 0xBB && body[2] == (byte) 0xBF;
        return marked ? Arrays.copyOfRange(body, 3, body.length) : body;
    }

    private ErrorResponseException errorResponse(HttpResponse<?> response, byte[] said) {
        return errorResponse(response, response.statusCode(), said);
    }

    /** Returns the exception for an error; pauses all requests if the server asks for a delay. */
    private ErrorResponseException errorResponse(HttpResponse<?> response, int status, byte[] said) {
        String body = ProviderKey.redact(endpoint.apiKey(), new String(said, StandardCharsets.UTF_8));
        Duration asked =
                backOff.retryAfter(response.headers().firstValue("Retry-After").orElse(null));
        ErrorResponseException refusal = new ErrorResponseException(status, body, asked);
        if (asked != null && backOff.mayPass(refusal)) {
            limit.pause(asked);
        }
        return refusal;
    }

    /** Converts a request for the JDK's client, and throws if the settings make it invalid. */
    private static java.net.http.HttpRequest translated(HttpRequest request) {
        try {
            return built(request);
        } catch (IllegalArgumentException notARequest) {
            // The cause is left out, because it may quote the key.
            throw TernException.operator("no request can be sent to " + request.url()
                    + ": check the base URL, the model's name and the API key for invalid characters");
        }
    }

    private static java.net.http.HttpRequest built(HttpRequest request) {
        URI uri = URI.create(request.url());
        String body = request.body();
        java.net.http.HttpRequest.Builder translated = java.net.http.HttpRequest.newBuilder(uri)
                // Some small servers fail on the offer to upgrade to cleartext HTTP/2.
                .version("https".equalsIgnoreCase(uri.getScheme()) ? Version.HTTP_2 : Version.HTTP_1_1)
                .method(
                        request.method().name(),
                        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        request.headers().forEach((name, values) -> values.forEach(value -> translated.header(name, value)));
        return translated.build();
    }

    private Long waitMillis(Integer tries, Either<Throwable, Object> outcome) {
        Throwable failure = outcome.isLeft() ? outcome.getLeft() : null;
        long millis = Math.max(1, backOff.delay(tries, failure).toMillis());
        RETRIES.debug(
                "the request is retried in {} s, try {} of {}{}",
                (millis + 999) / 1000,
                tries + 1,
                endpoint.maxRetries() + 1,
                reason(failure));
        return millis;
    }

    /** Returns the reason for a retry, in parentheses; an empty text without a failure. */
    static String reason(@Nullable Throwable failure) {
        if (failure == null) {
            return "";
        }
        String message = failure.getMessage();
        String text = failure instanceof ErrorResponseException refused
                ? Integer.toString(refused.statusCode())
                : message == null ? failure.getClass().getSimpleName() : message;
        return " (" + text + ")";
    }

    private static CancellationException cancelled(Exception cause) {
        Thread.currentThread().interrupt();
        CancellationException cancelled = new CancellationException("interrupted while waiting for a model");
        // Suppressed, because LangChain4j throws a mapping of the deepest cause instead.
        cancelled.addSuppressed(cause);
        return cancelled;
    }

    private final class HandOverClient implements HttpClientBuilder {
        private final HttpClient over;

        HandOverClient(HttpClient over) {
            this.over = over;
        }

        @Override
        public Duration connectTimeout() {
            return endpoint.requestTimeout();
        }

        @Override
        public HttpClientBuilder connectTimeout(Duration ignored) {
            return this;
        }

        @Override
        public Duration readTimeout() {
            return endpoint.requestTimeout();
        }

        @Override
        public HttpClientBuilder readTimeout(Duration ignored) {
            return this;
        }

        @Override
        public HttpClient build() {
            return over;
        }
    }
}
