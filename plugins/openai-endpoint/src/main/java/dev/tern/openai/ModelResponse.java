package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tern.openai.ChatCompletion.AnswerDetails;
import dev.tern.openai.UrlCitations.UrlCitation;
import dev.tern.query.Answer;
import dev.tern.query.trace.Trace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer in the format of OpenAI's Responses API.
 *
 * @param object always {@code response}
 * @param createdAt the time of creation, in seconds since 1970
 * @param status in_progress, completed or incomplete
 * @param error always null: a failure is an error response or event
 * @param incomplete the reason for the status incomplete; null for another status
 * @param output the answer as one message; empty while in progress
 * @param usage the tokens used; null while in progress
 * @param tern details outside the API; null while in progress
 */
record ModelResponse(
        String id,
        String object,
        @JsonProperty("created_at") long createdAt,
        String status,
        String model,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String error,

        @JsonInclude(JsonInclude.Include.ALWAYS) @JsonProperty("incomplete_details") @Nullable
        Reason incomplete,

        List<OutputMessage> output,

        @JsonProperty("parallel_tool_calls") boolean parallelToolCalls,

        @JsonProperty("tool_choice") String toolChoice,
        List<String> tools,
        @Nullable Usage usage,
        @Nullable AnswerDetails tern) {
    record Reason(String reason) {}

    /** A message of the output; {@code type} is always {@code message}. */
    record OutputMessage(String type, String id, String status, String role, List<OutputText> content) {}

    /** A text of a message; {@code type} is always {@code output_text}. */
    record OutputText(String type, String text, List<FlatCitation> annotations) {
        static OutputText of(String text, List<FlatCitation> annotations) {
            return new OutputText("output_text", text, annotations);
        }
    }

    /** A citation; this API does not nest its fields. */
    record FlatCitation(String type, @JsonUnwrapped UrlCitation citation) {
        static List<FlatCitation> of(String graph, String content, Answer answer) {
            return UrlCitations.of(graph, content, answer).stream()
                    .map(one -> new FlatCitation(one.type(), one.citation()))
                    .toList();
        }
    }

    /** The tokens used by all model calls of an answer. */
    record Usage(
            @JsonProperty("input_tokens") long input,
            @JsonProperty("input_tokens_details") Cached cached,
            @JsonProperty("output_tokens") long output,
            @JsonProperty("output_tokens_details") Reasoning reasoning,
            @JsonProperty("total_tokens") long total) {
        static Usage of(Trace.Cost cost) {
            return new Usage(
                    cost.inputTokens(),
                    new Cached(0),
                    cost.outputTokens(),
                    new Reasoning(0),
                    cost.inputTokens() + cost.outputTokens());
        }
    }

    /** The tokens of the input that a provider had cached; always 0, because they are unknown. */
    record Cached(@JsonProperty("cached_tokens") long tokens) {}

    /** The tokens of a model's reasoning; always 0, because they are unknown. */
    record Reasoning(@JsonProperty("reasoning_tokens") long tokens) {}
}
