package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tern.openai.UrlCitations.UrlAnnotation;
import dev.tern.query.Answer;
import dev.tern.query.trace.Trace;
import dev.tern.server.json.AnswerJson;
import dev.tern.settings.Mode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer, whole or a chunk of it, in OpenAI's format.
 *
 * @param id the id of the answer, the same in all chunks
 * @param object {@code chat.completion}, or {@code chat.completion.chunk}
 * @param created the time of creation, in seconds since 1970
 * @param model the requested name
 * @param choices one choice; none in a chunk with the usage alone
 * @param usage the tokens used; in a stream, null except in an additional last chunk on request
 * @param tern details outside the API; in a stream, null except in the last chunk with a choice
 */
record ChatCompletion(
        String id,
        String object,
        long created,
        String model,
        List<AnswerChoice> choices,
        @Nullable TokensUsed usage,
        @Nullable AnswerDetails tern) {
    /**
     * The answer to a request; the API allows several, but Tern returns one.
     *
     * @param index always 0
     * @param message the whole answer; null in a chunk
     * @param delta the new part in a chunk; null in a whole answer
     * @param finishReason {@code stop}, or {@code length} if the token limit was reached; null in
     *     earlier chunks
     */
    record AnswerChoice(
            int index,
            @Nullable AnswerPart message,
            @Nullable AnswerPart delta,

            @JsonInclude(JsonInclude.Include.ALWAYS) @JsonProperty("finish_reason") @Nullable
            String finishReason) {}

    /**
     * An answer or a part of it.
     *
     * @param role assistant; null in a chunk after the first
     * @param content the text, or its next words; null in the last chunk
     * @param annotations the citations; null in a chunk before the last
     */
    record AnswerPart(
            @Nullable String role,
            @Nullable String content,
            @Nullable List<UrlAnnotation> annotations) {}

    /** The tokens of all model calls of a request: sent, received, and their sum. */
    record TokensUsed(
            @JsonProperty("prompt_tokens") long prompt,
            @JsonProperty("completion_tokens") long completion,
            @JsonProperty("total_tokens") long total) {
        static TokensUsed of(Trace.Cost cost) {
            return new TokensUsed(cost.inputTokens(), cost.outputTokens(), cost.inputTokens() + cost.outputTokens());
        }
    }

    /**
     * The sources of an answer.
     *
     * @param graph the graph that was searched
     * @param question the question as understood from the conversation
     * @param passages the passages; the first is cited as [1], and so on
     */
    record AnswerDetails(
            String graph, Mode mode, String question, Answer.Kind kind, List<AnswerJson.FoundPassage> passages) {
        static AnswerDetails of(String graph, Answer answer) {
            AnswerJson json = AnswerJson.of(answer, Optional.empty(), false);
            return new AnswerDetails(graph, json.mode(), json.question(), answer.kind(), json.passages());
        }
    }
}
