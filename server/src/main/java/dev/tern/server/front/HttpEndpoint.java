package dev.tern.server.front;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.server.settings.Role;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint of the server.
 *
 * @param method GET, POST, PUT or DELETE
 * @param path the path, with names of parameters in braces
 * @param role the required role; null if no key is needed
 * @param scoped true if it respects the scope of the caller's key; otherwise a path with a graph
 *     refuses keys with a scope
 * @param parameters the names of its query parameters; an API request with another one is refused
 */
public record HttpEndpoint(
        String method,
        String path,
        @Nullable Role role,
        BodyKind bodyKind,
        boolean scoped,
        List<String> parameters,
        Action action) {
    /**
     * Creates an endpoint. Pages of other origins change nothing through it without a preflight.
     *
     * @throws IllegalArgumentException for a POST, PUT or PATCH without a body, which has no media
     *     type to force a preflight
     */
    public HttpEndpoint {
        if (bodyKind == BodyKind.NOTHING && Set.of("POST", "PUT", "PATCH").contains(method)) {
            throw new IllegalArgumentException(method + " " + path + " must take a body with a type");
        }
    }

    /** The kind of body that an endpoint accepts. */
    public enum BodyKind {
        /** No body at all. */
        NOTHING,
        /** A short JSON value. */
        JSON,
        /** A question with its history. */
        QUESTION,
        /** A JSON list of documents. */
        DOCUMENTS,
        /** The content of one file. */
        FILE,
        /** The content of one file or, outside of browsers, a form with files. */
        FORM
    }

    /** The code that answers a request. */
    @FunctionalInterface
    public interface Action {
        /**
         * Responds to a request.
         *
         * @throws IOException if the client has disconnected, or a file cannot be read or written
         */
        void answer(Exchange exchange) throws IOException;
    }

    /** Returns a GET endpoint for the role read. */
    public static HttpEndpoint get(String path, Action action) {
        return new HttpEndpoint("GET", path, Role.READ, BodyKind.NOTHING, false, List.of(), action);
    }

    /** Returns a GET endpoint that needs no key. */
    public static HttpEndpoint open(String path, Action action) {
        return new HttpEndpoint("GET", path, null, BodyKind.NOTHING, false, List.of(), action);
    }

    /** Returns a POST endpoint for the role read, whose parameters may be too long for a URL. */
    public static HttpEndpoint ask(String path, Action action) {
        return new HttpEndpoint("POST", path, Role.READ, BodyKind.JSON, false, List.of(), action);
    }

    /** Returns a POST endpoint for the role read that takes a question with its history. */
    public static HttpEndpoint question(String path, Action action) {
        return new HttpEndpoint("POST", path, Role.READ, BodyKind.QUESTION, false, List.of(), action);
    }

    /** Returns an endpoint of any method, role and kind of body. */
    public static HttpEndpoint change(String method, String path, Role role, BodyKind bodyKind, Action action) {
        return new HttpEndpoint(method, path, role, bodyKind, false, List.of(), action);
    }

    /** Returns the limits of a caller's body; the high limit of documents needs the role write. */
    BodyLimit bodyLimit(ServerLimits limits, Role callersRole) {
        boolean documents = bodyKind == BodyKind.DOCUMENTS && callersRole.covers(Role.WRITE);
        long bytes = switch (bodyKind) {
            case NOTHING -> 0;
            case JSON -> ServerLimits.QUESTION_BYTES;
            case QUESTION -> limits.of(ServerLimit.CONVERSATION_BYTES);
            case DOCUMENTS -> documents ? limits.of(ServerLimit.BODY_BYTES) : ServerLimits.QUESTION_BYTES;
            case FILE, FORM -> limits.of(ServerLimit.UPLOAD_BYTES);
        };
        return new BodyLimit(bytes, documents);
    }

    /** Returns this endpoint, marked as respecting {@link Caller#scope}. */
    public HttpEndpoint withinScope() {
        return new HttpEndpoint(method, path, role, bodyKind, true, parameters, action);
    }

    /** Returns this endpoint with the names of its query parameters. */
    public HttpEndpoint withParameters(String... names) {
        return new HttpEndpoint(method, path, role, bodyKind, scoped, List.of(names), action);
    }

    /** Throws if a request of the API has a query parameter that the endpoint lacks. */
    void requireKnown(Set<String> sent) {
        for (String name : sent) {
            if (path.startsWith("/api/") && !parameters.contains(name)) {
                throw Problem.badRequest("there is no query parameter \"" + name + "\"; known here are "
                        + (parameters.isEmpty() ? "none" : String.join(", ", parameters)));
            }
        }
    }
}
