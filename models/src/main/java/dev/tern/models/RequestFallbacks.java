package dev.tern.models;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The fallbacks in use with a server, learned from its rejections. Immutable. */
record RequestFallbacks(Set<RequestFallback> made) {
    /** Matches rejections for other reasons than an unsupported part, such as too long a prompt. */
    private static final Pattern OTHERWISE = Pattern.compile(
            "context|too (?:long|large|many)|length|tokens|policy|content_filter|api_key|no such model");

    static final RequestFallbacks NONE = new RequestFallbacks(Set.of());

    private static final ObjectMapper JSON = new ObjectMapper();

    RequestFallbacks {
        made = Set.copyOf(made);
    }

    /** Returns these fallbacks with one more, and without one that contradicts it. */
    RequestFallbacks with(RequestFallback one) {
        EnumSet<RequestFallback> more = EnumSet.of(one);
        more.addAll(made);
        switch (one) {
            case NEWER_LIMIT -> more.remove(RequestFallback.OLDER_LIMIT);
            case OLDER_LIMIT -> more.remove(RequestFallback.NEWER_LIMIT);
            default -> {}
        }
        return new RequestFallbacks(more);
    }

    boolean contains(RequestFallback one) {
        return made.contains(one);
    }

    /** Returns a copy of a request with the fallbacks applied. */
    ObjectNode applyTo(ObjectNode asked) {
        ObjectNode body = asked.deepCopy();
        for (RequestFallback one : RequestFallback.values()) {
            if (made.contains(one)) {
                one.applyTo(body);
            }
        }
        return body;
    }

    /**
     * Returns the next fallback to try; empty if none may help.
     *
     * @param body the rejected request
     * @param tried the fallbacks tried before, which are not returned again
     */
    static Optional<RequestFallback> helping(
            ErrorResponseException refused, ObjectNode body, Set<RequestFallback> tried) {
        if (refused.statusCode() != 400 && refused.statusCode() != 422) {
            return Optional.empty();
        }
        String text = refused.body().toLowerCase(Locale.ROOT);
        String parameter = parameter(text);
        return find(parameter, body, tried).or(() -> find(text, body, tried)).or(() -> unnamed(text, body, tried));
    }

    /** Returns the fallback for a JSON schema if the rejection gives no other reason. */
    private static Optional<RequestFallback> unnamed(String text, ObjectNode body, Set<RequestFallback> tried) {
        boolean named = OTHERWISE.matcher(text).find();
        return !tried.contains(RequestFallback.NO_SCHEMA) && !named && RequestFallback.NO_SCHEMA.isIn(body)
                ? Optional.of(RequestFallback.NO_SCHEMA)
                : Optional.empty();
    }

    private static Optional<RequestFallback> find(String text, ObjectNode body, Set<RequestFallback> tried) {
        for (RequestFallback one : RequestFallback.values()) {
            if (!tried.contains(one) && one.isNamedIn(text) && one.isIn(body)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /** Returns the parameter that a rejection names, as OpenAI does; empty if there is none. */
    private static String parameter(String body) {
        try {
            JsonNode said = JSON.readTree(body);
            return said.path("error").path("param").asText(said.path("param").asText());
        } catch (JsonProcessingException notJson) {
            return "";
        }
    }

    /** Returns true if a server rejects streaming, in general or for the account. */
    static boolean isAboutStreaming(ErrorResponseException refused) {
        return (refused.statusCode() == 400 || refused.statusCode() == 422)
                && RequestFallback.NO_STREAMING.isNamedIn(refused.body().toLowerCase(Locale.ROOT));
    }
}
