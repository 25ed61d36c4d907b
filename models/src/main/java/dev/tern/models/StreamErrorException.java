package dev.tern.models;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import java.util.Locale;
import java.util.stream.Stream;

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
        return "error".equals(event.event()) || statusIn(event.data()) > 0;
    }

    /**
     * The status of an error that an answer tells of in place of what was asked for, though its own status may be 200; 0 if it tells of
     * none.
     */
    static int statusIn(String answer) {
        // What an answer says in quotation marks has strokes before them.
        if (!answer.contains("\"error\"")) {
            return 0;
        }
        try {
            JsonNode said = JSON.readTree(answer);
            JsonNode error = Stream.of(said.path("error"), said.at("/choices/0/error"))
                    .filter(one -> (one.isObject() && !one.isEmpty())
                            || (one.isTextual() && !one.asText().isEmpty()))
                    .findFirst()
                    .orElse(said.path("object").asText().equals("error") ? said : JSON.missingNode());
            return error.isMissingNode() ? 0 : status(error);
        } catch (JsonProcessingException notJson) {
            return 0;
        }
    }

    private static int status(JsonNode error) {
        int code = Stream.of("code", "status", "status_code", "http_status")
                .mapToInt(name -> error.path(name).asInt())
                .filter(number -> number >= 400 && number < 600)
                .findFirst()
                .orElse(0);
        String words = error.toString().toLowerCase(Locale.ROOT);
        if (code > 0) {
            return code;
        }
        if (words.contains("rate") && words.contains("limit")) {
            return 429;
        }
        return words.contains("invalid_request") ? 400 : 503;
    }
}
