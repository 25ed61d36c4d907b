package dev.tern.models;

import dev.langchain4j.exception.HttpException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Thrown for a response with an error. Its message is the response body, without the key. */
final class ErrorResponseException extends HttpException {
    private static final long serialVersionUID = 1L;

    private final @Nullable Duration retryAfter;

    ErrorResponseException(int status, String body, @Nullable Duration retryAfter) {
        super(status, body);
        this.retryAfter = retryAfter;
    }

    /** Returns the delay that the server asks for; null if it asks for none. */
    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }

    String body() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
