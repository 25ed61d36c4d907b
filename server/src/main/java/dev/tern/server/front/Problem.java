package dev.tern.server.front;

import dev.tern.error.TernException;
import java.util.Map;

/** A request that is refused or failed, for a reason that its client may know; answered as problem details (RFC 9457). */
public final class Problem extends RuntimeException {
    static final int TOO_SLOW = 408;
    static final int TOO_LARGE = 413;
    static final int UNAVAILABLE = 503;

    /** Under this, as by nginx, a request is counted and logged whose client went; HTTP has no such status. */
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

    /** The request cannot be understood, or asks for what cannot be. */
    public static Problem badRequest(String detail) {
        return of(400, "Bad request", detail);
    }

    static Problem unauthorized() {
        return new Problem(
                401,
                "No key",
                "this server wants an API key: send it as \"Authorization: Bearer KEY\"",
                Map.of("WWW-Authenticate", "Bearer"));
    }

    static Problem forbidden(String detail) {
        return of(403, "Not allowed", detail);
    }

    /** There is no such thing. */
    public static Problem notFound(String detail) {
        return of(404, "Not found", detail);
    }

    static Problem methodNotAllowed(String method, String allowed) {
        return new Problem(
                405,
                "Method not allowed",
                "nothing is done here for " + method + "; allowed is " + allowed,
                Map.of("Allow", allowed));
    }

    /** It does not go together with what is under way. */
    public static Problem conflict(String detail) {
        return of(409, "Conflict", detail);
    }

    /** More was sent than the limit. */
    public static Problem tooLarge(String detail) {
        return of(TOO_LARGE, "Too large", detail);
    }

    /** The client has gone; it is counted and logged, and nobody reads it. */
    static Problem clientLeft(String how) {
        return of(CLIENT_LEFT, "Client left", how);
    }

    static Problem unsupportedMediaType(String detail) {
        return of(415, "Media type", detail);
    }

    static Problem tooMany(String detail, long retryAfterSeconds) {
        return retriable(429, "Too many", detail, retryAfterSeconds);
    }

    /** It cannot be done now. */
    public static Problem unavailable(String detail, long retryAfterSeconds) {
        return retriable(UNAVAILABLE, "Not available", detail, retryAfterSeconds);
    }

    /** What the graph's files hold is not what was written. */
    static Problem damaged(String graph, long retryAfterSeconds) {
        return retriable(
                UNAVAILABLE,
                "Graph damaged",
                "the graph \"" + graph
                        + "\" is damaged on disk and is refused; other graphs go on. The operator of the server"
                        + " learns by tern verify --graph " + graph + " what is damaged, and restores it from a backup,"
                        + " or drops it and adds its documents again",
                retryAfterSeconds);
    }

    /** As the operator of the server is told of it: in the failure's own words. No wait mends a configuration. */
    Problem toOperator(TernException failure) {
        boolean waits = failure.fault() != TernException.Fault.OPERATOR;
        return failure.damagedGraph().isPresent()
                ? this
                : new Problem(status, title, String.valueOf(failure.getMessage()), waits ? headers : Map.of());
    }

    private static Problem retriable(int status, String title, String detail, long seconds) {
        return new Problem(status, title, detail, Map.of("Retry-After", Long.toString(Math.max(1, seconds))));
    }

    /** A request that is none, or more than the connection takes. */
    public static Problem refused(int status, String title, String detail) {
        return of(status, title, detail);
    }

    static Problem of(int status, String title, String detail) {
        return new Problem(status, title, detail, Map.of());
    }

    /** The status code of the answer. */
    public int status() {
        return status;
    }

    /** The error for an agent, in a sentence; details that only the log may hold are replaced by the id of their log entry. */
    public String forAgents(String id) {
        String wait = headers.get("Retry-After");
        return getMessage()
                + (status >= 500 ? " (" + id + ")" : "")
                + (wait == null ? "" : "; try again in " + wait + " s");
    }

    Map<String, String> headers() {
        return headers;
    }

    /** As it is sent, under the id by which the log knows the request. */
    public Details details(String id) {
        return new Details("about:blank", title, status, String.valueOf(getMessage()), "urn:uuid:" + id);
    }

    /**
     * Problem details as RFC 9457 has them.
     *
     * @param type always {@code about:blank}: the status says it all
     * @param title what kind of problem
     * @param status the status code
     * @param detail what is wrong, for people
     * @param instance this occurrence; the log has the same id
     */
    public record Details(String type, String title, int status, String detail, String instance) {}
}
