package dev.tern.server.front;

import dev.tern.error.TernException;
import java.util.Map;

/** A refused or failed request with a reason for its client; sent as problem details (RFC 9457). */
public final class Problem extends RuntimeException {
    static final int TOO_LARGE = 413;
    static final int UNAVAILABLE = 503;

    /** The status to count and log for a client that has gone, as in nginx; HTTP has none. */
    static final int CLIENT_LEFT = 499;

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String title;
    private final transient Map<String, String> headers;

    private Problem(int status, String title, String detail, Map<String, String> headers) {
        super(detail, null, false, false);
        this.status = status;
        this.title = title;
        this.headers = headers;
    }

    /** Returns the problem of a malformed or impossible request. */
    public static Problem badRequest(String detail) {
        return of(400, "Bad request", detail);
    }

    static Problem unauthorized() {
        return new Problem(
                401,
                "No key",
                "this server needs an API key: send it as \"Authorization: Bearer KEY\"",
                Map.of("WWW-Authenticate", "Bearer"));
    }

    static Problem forbidden(String detail) {
        return of(403, "Not allowed", detail);
    }

    /** Returns the problem of a path, graph or other item that does not exist. */
    public static Problem notFound(String detail) {
        return of(404, "Not found", detail);
    }

    static Problem methodNotAllowed(String method, String allowed) {
        return new Problem(
                405,
                "Method not allowed",
                "" + method + " is not allowed here; allowed is " + allowed,
                Map.of("Allow", allowed));
    }

    /** Returns the problem of a conflict with the state of the server. */
    public static Problem conflict(String detail) {
        return of(409, "Conflict", detail);
    }

    /** Returns the problem of a body above the limit. */
    public static Problem tooLarge(String detail) {
        return of(TOO_LARGE, "Too large", detail);
    }

    /** Returns the problem of a client that has gone, to be counted and logged only. */
    static Problem clientLeft(String how) {
        return of(CLIENT_LEFT, "Client left", how);
    }

    static Problem unsupportedMediaType(String detail) {
        return of(415, "Media type", detail);
    }

    static Problem tooMany(String detail, long retryAfterSeconds) {
        return retriable(429, "Too many", detail, retryAfterSeconds);
    }

    /**
     * Returns the problem of a request that cannot be answered for now.
     *
     * @param retryAfterSeconds the delay for the client; less than 1 counts as 1
     */
    public static Problem unavailable(String detail, long retryAfterSeconds) {
        return retriable(UNAVAILABLE, "Not available", detail, retryAfterSeconds);
    }

    static Problem damaged(String graph, long retryAfterSeconds) {
        return retriable(
                UNAVAILABLE,
                "Graph damaged",
                "the graph \"" + graph
                        + "\" is damaged on disk and is not served; other graphs are. The operator can list the damage"
                        + " with tern verify --graph "
                        + graph + ", and restore it from a backup, or drop it and add its documents again",
                retryAfterSeconds);
    }

    /**
     * Returns this problem with the exception's own message, for the operator, and without a retry
     * time if the configuration is at fault. The problem of a damaged graph stays as it is.
     */
    public Problem toOperator(TernException failure) {
        boolean waits = failure.fault() != TernException.Fault.OPERATOR;
        return failure.damagedGraph().isPresent()
                ? this
                : new Problem(status, title, String.valueOf(failure.getMessage()), waits ? headers : Map.of());
    }

    private static Problem retriable(int status, String title, String detail, long seconds) {
        return new Problem(status, title, detail, Map.of("Retry-After", Long.toString(Math.max(1, seconds))));
    }

    /** Returns a problem without headers. */
    public static Problem of(int status, String title, String detail) {
        return new Problem(status, title, detail, Map.of());
    }

    public int status() {
        return status;
    }

    /**
     * Returns the problem as a sentence for an agent, with the id in the log if the server has
     * failed (status 500 or above), and the delay before a retry, if any.
     */
    public String forAgents(String id) {
        String wait = headers.get("Retry-After");
        return getMessage()
                + (status >= 500 ? " (" + id + ")" : "")
                + (wait == null ? "" : "; try again in " + wait + " s");
    }

    Map<String, String> headers() {
        return headers;
    }

    /** Returns the problem as sent, with the id of the request in the log. */
    public Details details(String id) {
        return new Details("about:blank", title, status, String.valueOf(getMessage()), "urn:uuid:" + id);
    }

    /**
     * Problem details of RFC 9457.
     *
     * @param type always {@code about:blank}: the status is enough
     * @param detail the problem, for people
     * @param instance this occurrence; the log has the same id
     */
    public record Details(String type, String title, int status, String detail, String instance) {}
}
