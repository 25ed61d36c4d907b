package dev.tern.models;

import dev.langchain4j.exception.HttpException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An answer other than success. Its message is the answer's body, without the key. */
final class RefusedException extends HttpException {
    private static final long serialVersionUID = 1L;

    private final @Nullable Duration retryAfter;

    RefusedException(int status, String body, @Nullable Duration retryAfter) {
        super(status, body);
        this.retryAfter = retryAfter;
    }

    /** How long the server asks to be left alone; null if it does not say. */
    @Nullable
    Duration retryAfter() {
        return retryAfter;
    }

    /** The body of the provider's answer. */
    String body() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
