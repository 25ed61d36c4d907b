package dev.tern.models;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a server has refused, and is not asked for any more. Immutable.
 *
 * @param made what is given up
 */
record Concessions(Set<Concession> made) {
    static final Concessions NONE = new Concessions(Set.of());

    private static final ObjectMapper JSON = new ObjectMapper();

    Concessions {
        made = Set.copyOf(made);
    }

    /** These and one more. One that takes another back stands for it. */
    Concessions with(Concession one) {
        EnumSet<Concession> more = EnumSet.of(one);
        more.addAll(made);
        switch (one) {
            case NEWER_LIMIT -> more.remove(Concession.OLDER_LIMIT);
            case OLDER_LIMIT -> more.remove(Concession.NEWER_LIMIT);
            default -> {}
        }
        return new Concessions(more);
    }

    boolean has(Concession one) {
        return made.contains(one);
    }

    /** A request without what is given up; the one that is given stays as it is. */
    ObjectNode without(ObjectNode asked) {
        ObjectNode body = asked.deepCopy();
        for (Concession one : Concession.values()) {
            if (made.contains(one)) {
                one.make(body);
            }
        }
        return body;
    }

    /**
     * What to give up next.
     *
     * @param body the request that was refused
     * @param tried what was given up for it already, and did not help
     */
    static Optional<Concession> helping(RefusedException refused, ObjectNode body, Set<Concession> tried) {
        if (refused.statusCode() != 400 && refused.statusCode() != 422) {
            return Optional.empty();
        }
        String text = refused.body().toLowerCase(Locale.ROOT);
        String parameter = parameter(text);
        return find(parameter, body, tried).or(() -> find(text, body, tried));
    }

    private static Optional<Concession> find(String text, ObjectNode body, Set<Concession> tried) {
        for (Concession one : Concession.values()) {
            if (!tried.contains(one) && one.isNamedIn(text) && one.isIn(body)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /** The parameter that a refusal is about, where it says so; OpenAI and those who speak as it does do. */
    private static String parameter(String body) {
        try {
            JsonNode said = JSON.readTree(body);
            return said.path("error").path("param").asText(said.path("param").asText());
        } catch (JsonProcessingException notJson) {
            return "";
        }
    }

    /** Whether a server has said that it cannot stream, or not to this account. */
    static boolean isAboutStreaming(RefusedException refused) {
        return (refused.statusCode() == 400 || refused.statusCode() == 422)
                && Concession.STREAMING.isNamedIn(refused.body().toLowerCase(Locale.ROOT));
    }
}
