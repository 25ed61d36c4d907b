package dev.tern.models;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Detects refusals to answer in the responses of all supported protocols. */
final class RefusalReader {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Matches every refusal, so that most other replies need not be parsed. */
    private static final Pattern HINT = Pattern.compile(
            "refusal|content_filter|content_policy_violation|ResponsibleAIPolicy|invalid_prompt|blockReason|finishReason");

    /** Gemini's finish reasons for refusals. */
    private static final Set<String> REASONS =
            Set.of("SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII");

    private static final Set<String> CODES =
            Set.of("content_filter", "content_policy_violation", "invalid_prompt", "responsibleaipolicyviolation");

    private RefusalReader() {}

    /** Returns the reason if a response, or an event of a stream, is a refusal; empty if not. */
    static Optional<String> in(String reply) {
        if (!HINT.matcher(reply).find()) {
            return Optional.empty();
        }
        return read(reply)
                .flatMap(json ->
                        openAi(json.at("/choices/0")).or(() -> anthropic(json)).or(() -> gemini(json)));
    }

    /** Returns the reason if a request was rejected for its content; empty for other rejections. */
    static Optional<String> in(ErrorResponseException refused) {
        if (refused.statusCode() != 400 || !HINT.matcher(refused.body()).find()) {
            return Optional.empty();
        }
        return read(refused.body())
                .map(json -> json.path("error"))
                .flatMap(error -> text(error.path("code"))
                        .filter(code -> CODES.contains(code.toLowerCase(Locale.ROOT)))
                        .or(() -> text(error.at("/innererror/code")))
                        .map(code -> code
                                + text(error.path("message"))
                                        .map(said -> ": " + said)
                                        .orElse("")));
    }

    private static Optional<JsonNode> read(String text) {
        try {
            return Optional.of(JSON.readTree(text));
        } catch (JsonProcessingException notJson) {
            return Optional.empty();
        }
    }

    private static Optional<String> openAi(JsonNode choice) {
        return text(choice.at("/message/refusal"))
                .or(() -> text(choice.at("/delta/refusal")))
                .or(() -> text(choice.path("finish_reason")).filter("content_filter"::equals));
    }

    /** Checks a whole response, or the event that ends a stream. */
    private static Optional<String> anthropic(JsonNode json) {
        return text(json.path("stop_reason"))
                .or(() -> text(json.at("/delta/stop_reason")))
                .filter("refusal"::equals);
    }

    private static Optional<String> gemini(JsonNode json) {
        return text(json.at("/promptFeedback/blockReason"))
                .or(() -> text(json.at("/candidates/0/finishReason")).filter(REASONS::contains));
    }

    private static Optional<String> text(JsonNode node) {
        return node.isTextual() && !node.asText().isBlank() ? Optional.of(node.asText()) : Optional.empty();
    }
}
