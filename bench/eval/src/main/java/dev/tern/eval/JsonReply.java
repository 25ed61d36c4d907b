package dev.tern.eval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;

/** Finds the JSON object in a chat model's reply, in any surrounding text. */
final class JsonReply {
    private static final JsonMapper JSON = new JsonMapper();

    private JsonReply() {}

    /** Parses the text from the first brace to the last; empty if missing or malformed. */
    static Optional<JsonNode> in(String reply) {
        int start = reply.indexOf('{');
        int end = reply.lastIndexOf('}');
        if (start < 0 || end < start) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readTree(reply.substring(start, end + 1)));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
