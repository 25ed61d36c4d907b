package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tern.openai.UrlCitations.UrlAnnotation;
import dev.tern.query.Answer;
import dev.tern.query.trace.Trace;
import dev.tern.server.json.AnswerJson;
import dev.tern.settings.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer, whole or a piece of it, as OpenAI's API has it.
 *
 * @param id of the answer; all pieces of one have the same
 * @param object {@code chat.completion}, or of a piece {@code chat.completion.chunk}
 * @param created when, in seconds since 1970
 * @param model the name that was asked by
 * @param choices one, or none in a piece that only tells the usage
 * @param usage what it took of models; null where it is not told
 * @param tern what that API has no place for; null but at the end
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
     * The answer, of which that API knows several.
     *
     * @param message the whole answer; null in a piece
     * @param delta what is new in a piece; null in a whole answer
     * @param finishReason {@code stop}, or {@code length} where the limit on its tokens was reached; null until the last piece
     */
    record AnswerChoice(
            int index,
            @Nullable AnswerPart message,
            @Nullable AnswerPart delta,

            @JsonInclude(JsonInclude.Include.ALWAYS) @JsonProperty("finish_reason") @Nullable
            String finishReason) {}

    /**
     * An answer, or more of it.
     *
     * @param role assistant; null but in the first piece
     * @param content the text, or the next words of it
     * @param annotations what is cited; null but at the end
     */
    record AnswerPart(
            @Nullable String role,
            @Nullable String content,
            @Nullable List<UrlAnnotation> annotations) {}

    /**
     * What an answer took of models, all calls of it.
     *
     * @param prompt tokens that they read
     * @param completion tokens that they wrote
     * @param total the sum
     */
    record TokensUsed(
            @JsonProperty("prompt_tokens") long prompt,
            @JsonProperty("completion_tokens") long completion,
            @JsonProperty("total_tokens") long total) {
        static TokensUsed of(Trace.Cost cost) {
            return new TokensUsed(cost.inputTokens(), cost.outputTokens(), cost.inputTokens() + cost.outputTokens());
        }
    }

    /**
     * What an answer stands on.
     *
     * @param graph the graph that was asked
     * @param mode how passages were found
     * @param question what was asked, as it was understood by what was said before
     * @param kind how the answer came about
     * @param passages the passages, by the numbers in brackets from 1
     */
    record AnswerDetails(String graph, Mode mode, String question, Answer.Kind kind, List<AnswerJson.Found> passages) {
        static AnswerDetails of(String graph, Answer answer) {
            AnswerJson json = AnswerJson.of(answer);
            return new AnswerDetails(graph, json.mode(), json.question(), answer.kind(), json.passages());
        }
    }
}
