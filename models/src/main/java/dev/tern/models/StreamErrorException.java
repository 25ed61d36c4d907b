package dev.tern.models;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.http.client.sse.ServerSentEvent;

/** Why a provider does not go on with a stream, in its words. */
final class StreamErrorException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The message is what the event held, without the key. */
    StreamErrorException(String said) {
        super(said);
    }

    /** Whether an event tells of an error, and is no part of an answer. */
    static boolean isIn(ServerSentEvent event) {
        if ("error".equals(event.event())) {
            return true;
        }
        // What an answer says in quotation marks has strokes before them.
        if (!event.data().contains("\"error\"")) {
            return false;
        }
        try {
            JsonNode said = JSON.readTree(event.data());
            JsonNode error = said.path("error");
            return error.isObject()
                    || (error.isTextual() && !error.asText().isEmpty())
                    || said.path("object").asText().equals("error");
        } catch (JsonProcessingException notJson) {
            return false;
        }
    }
}
