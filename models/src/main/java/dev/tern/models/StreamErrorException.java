package dev.tern.models;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Thrown for an error event in a stream; its message is the event's data, without the key. */
final class StreamErrorException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final ObjectMapper JSON = new ObjectMapper();
    /** The word in "rate limit" and "rate_limit_exceeded", but not a part of "generate". */
    private static final Pattern RATE = Pattern.compile("(?<![a-z])rate(?:limit|[^a-z])");

    /** Creates an exception for an event's data, from which the key has been removed. */
    StreamErrorException(String message) {
        super(message);
    }

    /** Returns true if an event is an error, not a part of an answer. */
    static boolean isIn(ServerSentEvent event) {
        return "error".equals(event.event()) || statusIn(event.data()) > 0;
    }

    /** Returns the status of the error in a body, guessed if it is missing; 0 without an error. */
    static int statusIn(String answer) {
        // In the text of an answer, quotes are escaped, so it never contains this.
        if (!answer.contains("\"error\"")) {
            return 0;
        }
        try {
            JsonNode message = JSON.readTree(answer);
            JsonNode error = Stream.of(message.path("error"), message.at("/choices/0/error"))
                    .filter(one -> (one.isObject() && !one.isEmpty())
                            || (one.isTextual() && !one.asText().isEmpty()))
                    .findFirst()
                    .orElse(message.path("object").asText().equals("error") ? message : JSON.missingNode());
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
        if (RATE.matcher(words).find() && words.contains("limit")) {
            return 429;
        }
        return words.contains("invalid_request") ? 400 : 503;
    }
}
