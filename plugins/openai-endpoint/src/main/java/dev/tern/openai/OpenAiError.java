package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tern.server.front.Problem;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong, as OpenAI's API tells it; what its clients read.
 *
 * @param error what went wrong
 */
record OpenAiError(Body error) {
    private static final int BAD_REQUEST = 400;
    private static final int CONFLICT = 409;

    /**
     * The error that clients read.
     *
     * @param message for people
     * @param type whose fault it is
     * @param param always null: the message names what is wrong
     * @param code what programs go by; null where the status says it all
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Body(
            String message,
            String type,
            @Nullable String param,
            @Nullable String code) {}

    /** A problem in this form; its status is that of the answer. */
    static OpenAiError of(Problem problem) {
        return new OpenAiError(
                new Body(String.valueOf(problem.getMessage()), type(problem.status()), null, code(problem.status())));
    }

    /** The status under which clients learn of a problem; a conflict they would send again, and get again. */
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

    private static @Nullable String code(int status) {
        return switch (status) {
            case 401 -> "invalid_api_key";
            case 404 -> "model_not_found";
            case 429 -> "rate_limit_exceeded";
            default -> null;
        };
    }
}
