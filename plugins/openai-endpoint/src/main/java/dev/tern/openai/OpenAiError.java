package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.server.front.Problem;
import org.jspecify.annotations.Nullable;

/** An error in OpenAI's format, which nests its fields. */
record OpenAiError(Body error) {
    private static final int BAD_REQUEST = 400;
    private static final int CONFLICT = 409;

    /**
     * The error that clients read.
     *
     * @param message the message, for people
     * @param type the kind of error, which depends on the status
     * @param param always null: the message names the field
     * @param code the code, for programs; null if the status suffices
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Body(
            String message,
            String type,
            @Nullable String param,
            @Nullable String code) {}

    /** Returns the error for a problem; the HTTP status is {@link #status}. */
    static OpenAiError of(Problem problem) {
        String message = String.valueOf(problem.getMessage());
        return new OpenAiError(new Body(message, type(problem.status()), null, code(problem.status(), message)));
    }

    /** Returns the status of a problem; 400 for a conflict, which clients would retry in vain. */
    static int status(Problem problem) {
        return problem.status() == CONFLICT ? BAD_REQUEST : problem.status();
    }

    private static String type(int status) {
        if (status >= 500) {
            return "server_error";
        }
        return switch (status) {
            case 403 -> "permission_error";
            case 429 -> "rate_limit_error";
            default -> "invalid_request_error";
        };
    }

    private static @Nullable String code(int status, String message) {
        return switch (status) {
            case 401 -> "invalid_api_key";
            case 404 -> message.equals(ModelName.MISSING) ? "model_not_found" : null;
            case 429 -> "rate_limit_exceeded";
            default -> null;
        };
    }
}
