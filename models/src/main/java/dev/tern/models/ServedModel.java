package dev.tern.models;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tern.error.TernException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls a model served by a provider, and converts failures to exceptions for the user.
 *
 * @param modelName the provider's name for the model
 * @param endpoint the server's address, limits and retries
 */
record ServedModel(KnownProvider provider, String modelName, ModelEndpoint endpoint) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SETTINGS = "Check the model's name and settings";

    /** The beginning of an HTML page, with its title if that follows soon. */
    private static final Pattern PAGE = Pattern.compile(
            "(?is)\\A\\s{0,99}<(?:!doctype|html|head|body|title|center|h1)\\b(?:.{0,2000}?<title>(?<title>[^<]{1,200}))?");

    private static final int MAX_QUOTE_LENGTH = 300;
    private static final int READINGS = 3;

    /**
     * Runs a call of the model. An unreadable response, perhaps truncated or by a proxy, is retried
     * up to twice, but not more often than {@link ModelEndpoint#maxRetries}.
     *
     * @throws TernException if it fails
     * @throws CancellationException if the thread is interrupted
     */
    <T> T call(Supplier<T> call) {
        int unreadable = 0;
        while (true) {
            try {
                return call.get();
            } catch (RuntimeException failure) {
                if (!isUnreadable(failure) || ++unreadable >= Math.min(READINGS, endpoint.maxRetries() + 1)) {
                    throw translated(failure);
                }
            }
        }
    }

    /** Returns the message for a streamed answer that ended early. */
    String brokeOff(Throwable failure) {
        HttpTimeoutException late = find(failure, HttpTimeoutException.class);
        StreamErrorException error = find(failure, StreamErrorException.class);
        if (error != null) {
            return "the model \"" + modelName + "\" at " + url() + " broke off in the middle of its answer: "
                    + message(String.valueOf(error.getMessage()));
        }
        return "the model \"" + modelName + "\" at " + url() + " broke off in the middle of its answer"
                + (late == null
                        ? ""
                        : ": nothing came within " + endpoint.requestTimeout().toMillis()
                                + " ms; try again, or allow more time (requestTimeout)");
    }

    /** Returns a fault of the model; the message begins with the model's name and URL. */
    TernException fault(String problem) {
        return TernException.model("the model \"" + modelName + "\" at " + url() + " " + problem);
    }

    private RuntimeException translated(RuntimeException failure) {
        CancellationException cancelled = find(failure, CancellationException.class);
        if (cancelled != null) {
            return cancelled;
        }
        TernException own = find(failure, TernException.class);
        if (own != null) {
            return own;
        }
        ModelRefusalException declined = find(failure, ModelRefusalException.class);
        if (declined != null) {
            return refusalFailure(declined);
        }
        ErrorResponseException refused = find(failure, ErrorResponseException.class);
        if (refused != null) {
            return errorResponse(refused);
        }
        return find(failure, UnresolvedAddressException.class) != null
                ? TernException.operator(
                        "there is no host \"" + URI.create(url()).getHost() + "\": check the base URL " + url())
                : broken(failure);
    }

    /** Returns the exception for a refusal; another text or model may get an answer. */
    private TernException refusalFailure(ModelRefusalException declined) {
        String detail = ProviderKey.redact(endpoint.apiKey(), firstLine(String.valueOf(declined.getMessage())));
        return TernException.refusal(
                provider.title() + " declined to let the model \"" + modelName + "\" at " + url() + " answer (" + detail
                        + "). Change the question, or choose another model",
                declined);
    }

    private TernException errorResponse(ErrorResponseException refused) {
        // Google reports a wrong key as a bad request.
        int status = refused.body().contains("API_KEY_INVALID") ? 401 : refused.statusCode();
        String detail = " (" + status + "): " + message(refused.body()) + ". ";
        return switch (status) {
            case 401 -> TernException.operator(url() + " refused the API key" + detail + keyAdvice(), refused);
            case 403 ->
                TernException.operator(
                        url() + " refused access" + detail + "Check that the key's account may use the model \""
                                + modelName + "\"",
                        refused);
            case 404 ->
                TernException.operator(
                        url() + " knows no model \"" + modelName + "\"" + detail
                                + "Check the model's name and the base URL"
                                + (provider == KnownProvider.OLLAMA ? ", or run: ollama pull " + modelName : "")
                                + versionAdvice(),
                        refused);
            case 429 -> TernException.model(url() + " limits requests" + detail + limitAdvice(refused), refused);
            // The content is too long or not accepted; another text may be accepted.
            case 400, 413, 422 -> TernException.refusal(url() + " refused the request" + detail + SETTINGS, refused);
            default ->
                status >= 500 || status == 408
                        ? TernException.model(url() + " failed" + tries(refused) + detail + "Try again later", refused)
                        : TernException.operator(url() + " refused the request" + detail + SETTINGS, refused);
        };
    }

    private TernException broken(RuntimeException failure) {
        if (find(failure, BoundedBody.TooLongException.class) != null) {
            return fault("sent an answer of more than " + endpoint.maxResponseBytes()
                    + " bytes, which is the limit (maxResponseBytes)");
        }
        HttpTimeoutException late = find(failure, HttpTimeoutException.class);
        if (late != null) {
            return TernException.model(
                    url() + " did not answer within "
                            + endpoint.requestTimeout().toMillis() + " ms" + tries(late)
                            + ". Try again, or allow more time (requestTimeout)",
                    failure);
        }
        if (find(failure, ConnectException.class) != null) {
            return TernException.model(
                    "cannot connect to " + url() + ": "
                            + (provider == KnownProvider.OLLAMA
                                    ? "start Ollama (ollama serve), or check the base URL"
                                    : "check that the server runs, and the base URL"),
                    failure);
        }
        IOException lost = find(failure, IOException.class);
        if (lost != null && !(lost instanceof JsonProcessingException)) {
            return TernException.model(
                    "the connection to " + url() + " broke" + tries(lost) + ": "
                            + ProviderKey.redact(endpoint.apiKey(), String.valueOf(lost.getMessage())),
                    failure);
        }
        // The cause is left out, because it may quote the response, and thereby the key.
        return unreadable(reason(failure));
    }

    /** Returns the exception for a response of an unexpected format. */
    TernException unreadable(String why) {
        return fault(
                "sent an answer that cannot be read (" + ProviderKey.redact(endpoint.apiKey(), firstLine(why)) + ")");
    }

    private static boolean isUnreadable(RuntimeException failure) {
        return find(failure, JsonProcessingException.class) != null
                || Stream.of(
                                CancellationException.class,
                                TernException.class,
                                ErrorResponseException.class,
                                ModelRefusalException.class,
                                UnresolvedAddressException.class,
                                IOException.class)
                        .allMatch(known -> find(failure, known) == null);
    }

    /** Returns the reason why a response is unreadable, without class names and positions. */
    private static String reason(RuntimeException failure) {
        JsonProcessingException notJson = find(failure, JsonProcessingException.class);
        if (notJson != null) {
            // The response begins with an HTML tag.
            if (notJson.getOriginalMessage().startsWith("Unexpected character ('<'")) {
                return "a web page in HTML with status 200, as of a proxy or login, and not JSON; check the base URL";
            }
            return "not the expected JSON: " + notJson.getOriginalMessage();
        }
        return find(failure, NullPointerException.class) != null
                ? "a part of it is missing"
                : String.valueOf(failure.getMessage());
    }

    /** Returns a hint to add /v1 to an OpenAI-like base URL without a version; empty otherwise. */
    private String versionAdvice() {
        return provider == KnownProvider.OPENAI && !url().matches(".*/v[0-9].*")
                ? ": most servers have the base URL " + url() + "/v1"
                : "";
    }

    private String keyAdvice() {
        String key = provider.keyVariables().stream().findFirst().orElse("the API key");
        return key + (endpoint.apiKey() == null ? " is missing" : " is wrong") + ": set it to a valid key";
    }

    private String limitAdvice(ErrorResponseException refused) {
        if (refused.body().contains("insufficient_quota")) {
            return "The account's quota is used up: check its plan and billing";
        }
        if (refused.retryAfter() != null && refused.retryAfter().compareTo(endpoint.maxBackOff()) > 0) {
            return "It asks for a wait of " + refused.retryAfter().toSeconds() + " s; the limit is "
                    + endpoint.maxBackOff().toSeconds() + " s (maxBackOff): try again later";
        }
        return "It still did after " + (endpoint.maxRetries() + 1)
                + " tries: try again later, or with fewer requests at once (parallelRequests)";
    }

    private String tries(Throwable failure) {
        boolean once = endpoint.maxRetries() == 0 || !RetryPolicy.mayPassWithin(endpoint.maxBackOff(), failure);
        return once ? "" : " in " + (endpoint.maxRetries() + 1) + " tries";
    }

    /** Returns the base URL for messages, with user, password, query and fragment hidden. */
    private String url() {
        return endpoint.baseUrlFor(provider)
                .replaceFirst("^([^/]*//)[^/?#]*@", "$1***@")
                .replaceFirst("[?#].*", "?***");
    }

    /**
     * Returns the provider's message in an error response, on one line, cut after 300 UTF-16 units.
     * Most providers have it in error.message, Ollama in error, Cohere in message, Voyage and Jina
     * in detail, Mistral in message or detail.
     */
    static String message(String body) {
        String text = body;
        try {
            JsonNode detail = JSON.readTree(body);
            text = Stream.of(
                            detail.path("error"),
                            detail.at("/error/message"),
                            detail.at("/choices/0/error/message"),
                            detail.path("message"),
                            detail.path("detail"),
                            detail.at("/detail/0/msg"),
                            detail.at("/message/detail/0/msg"))
                    .filter(JsonNode::isTextual)
                    .map(JsonNode::asText)
                    .filter(one -> !one.isBlank())
                    .findFirst()
                    .orElse(body);
        } catch (JsonProcessingException notJson) {
            // Proxies answer in HTML, of which the title is quoted, or in plain text.
            Matcher page = PAGE.matcher(body);
            if (page.lookingAt()) {
                String title = page.group("title");
                text = "a web page in HTML" + (title == null ? "" : " with the title \"" + title.strip() + "\"");
            }
        }
        String line = firstLine(text);
        return line.isEmpty() ? "no reason given" : line;
    }

    private static String firstLine(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip().replaceAll("\\.$", "");
        return line.length() <= MAX_QUOTE_LENGTH ? line : line.substring(0, MAX_QUOTE_LENGTH) + "...";
    }

    /** Returns the failure or the first of its causes that is of a type; null if there is none. */
    static <E extends Throwable> @Nullable E find(@Nullable Throwable failure, Class<E> type) {
        int depth = 0;
        for (Throwable at = failure; at != null && depth < 20; at = at.getCause(), depth++) {
            if (type.isInstance(at)) {
                return type.cast(at);
            }
        }
        return null;
    }
}
