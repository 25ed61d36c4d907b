package dev.tern.models;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds in what a server sends that it declines to answer, in all the protocols that are spoken. */
final class Declining {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What none of them says without: most replies need not be read for it. */
    private static final Pattern HINT = Pattern.compile(
            "refusal|content_filter|content_policy_violation|ResponsibleAIPolicy|invalid_prompt|blockReason|finishReason");

    /** The reasons of Gemini that are no fault of the request's form or length. */
    private static final Set<String> REASONS =
            Set.of("SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII");

    private static final Set<String> CODES =
            Set.of("content_filter", "content_policy_violation", "invalid_prompt", "responsibleaipolicyviolation");

    private Declining() {}

    /** Why an answer, or a part of one, is none; empty if it is one. */
    static Optional<String> in(String reply) {
        if (!HINT.matcher(reply).find()) {
            return Optional.empty();
        }
        return read(reply)
                .flatMap(json ->
                        openAi(json.at("/choices/0")).or(() -> anthropic(json)).or(() -> gemini(json)));
    }

    /** Why a request was refused with an error for what it is about; empty if it was for another reason. */
    static Optional<String> in(RefusedException refused) {
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

    /** Whole, or the event that ends a stream. */
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
