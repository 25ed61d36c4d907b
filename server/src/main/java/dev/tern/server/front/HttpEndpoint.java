package dev.tern.server.front;

import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.server.settings.Role;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One thing that the server does.
 *
 * @param method GET, POST, PUT or DELETE
 * @param path its path, with names of parameters in braces
 * @param role what a caller must be allowed to do; null where no key is needed
 * @param takes what the body is
 * @param scoped whether it keeps to the part of a graph that the caller's key is for; where it does not, such a key is refused
 * @param action what is done
 */
public record HttpEndpoint(
        String method, String path, @Nullable Role role, Takes takes, boolean scoped, Action action) {
    /**
     * Checks that a page of a stranger cannot send it.
     *
     * @throws IllegalArgumentException if it is posted and has no type, as what a form of such a page sends
     */
    public HttpEndpoint {
        if (takes == Takes.NOTHING && Set.of("POST", "PUT", "PATCH").contains(method)) {
            throw new IllegalArgumentException(method + " " + path + " must take a body with a type");
        }
    }

    /** What a body is. */
    public enum Takes {
        /** The request has no body. */
        NOTHING,
        /** A small piece of JSON. */
        JSON,
        /** A question, with what was said before it. */
        QUESTION,
        /** JSON with documents in it. */
        DOCUMENTS,
        /** A file as it is. */
        FILE
    }

    /** What is done with a request. */
    @FunctionalInterface
    public interface Action {
        /**
         * Answers one request to the endpoint.
         *
         * @throws IOException if the client has gone
         */
        void answer(Exchange exchange) throws IOException;
    }

    /** Something that is looked up. */
    public static HttpEndpoint get(String path, Action action) {
        return new HttpEndpoint("GET", path, Role.READ, Takes.NOTHING, false, action);
    }

    /** Something that is looked up, for anybody. */
    public static HttpEndpoint open(String path, Action action) {
        return new HttpEndpoint("GET", path, null, Takes.NOTHING, false, action);
    }

    /** Something that is asked, in a body that may be too long for an address. */
    public static HttpEndpoint ask(String path, Action action) {
        return new HttpEndpoint("POST", path, Role.READ, Takes.JSON, false, action);
    }

    /** A question, which may bring along what was said before it. */
    public static HttpEndpoint question(String path, Action action) {
        return new HttpEndpoint("POST", path, Role.READ, Takes.QUESTION, false, action);
    }

    /** Something that is changed. */
    public static HttpEndpoint change(String method, String path, Role role, Takes takes, Action action) {
        return new HttpEndpoint(method, path, role, takes, false, action);
    }

    /** How long the body of a caller may be. Documents are taken only from those who may add them. */
    BodyLimit bodyLimit(ServerLimits limits, Role callersRole) {
        boolean documents = takes == Takes.DOCUMENTS && callersRole.covers(Role.WRITE);
        long bytes = switch (takes) {
            case NOTHING -> 0;
            case JSON -> ServerLimits.QUESTION_BYTES;
            case QUESTION -> limits.of(ServerLimit.CONVERSATION_BYTES);
            case DOCUMENTS -> documents ? limits.bodyBytes() : ServerLimits.QUESTION_BYTES;
            case FILE -> limits.uploadBytes();
        };
        ServerLimit time = takes == Takes.FILE ? ServerLimit.UPLOAD_TIME : ServerLimit.BODY_TIME;
        return new BodyLimit(bytes, documents, limits.time(time));
    }

    /** This one, which keeps to the part of a graph that the caller's key is for: it asks for {@link Caller#scope}. */
    public HttpEndpoint withinScope() {
        return new HttpEndpoint(method, path, role, takes, true, action);
    }
}
