package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.server.api.QuestionBody;
import dev.tern.server.api.QuestionBody.TurnBody;
import dev.tern.server.front.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A chat completion request. Other fields are ignored, as by other servers of the API, because
 * clients send many by default.
 *
 * @param model a {@link ModelName}
 * @param messages the conversation; its last user message is the question
 * @param stream true if the answer is streamed
 * @param maxTokens the token limit of the answer if {@code maxCompletionTokens} is null
 * @param maxCompletionTokens the token limit of the answer
 * @param n the number of answers; only one is supported
 * @param responseFormat the format of the answer; only text is supported
 * @param toolChoice the choice of tools; only auto and none are supported
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record ChatRequest(
        String model,
        List<SentMessage> messages,
        @Nullable Boolean stream,
        @JsonProperty("stream_options") @Nullable StreamOptions streamOptions,
        @JsonProperty("max_tokens") @Nullable Integer maxTokens,
        @JsonProperty("max_completion_tokens") @Nullable Integer maxCompletionTokens,
        @Nullable Integer n,
        @JsonProperty("response_format") @Nullable ResponseFormat responseFormat,
        @JsonProperty("tool_choice") @Nullable JsonNode toolChoice) {
    private static final Set<String> TEXTS = Set.of("text", "input_text", "output_text");
    private static final Set<String> ROLES = Set.of("system", "developer", "user", "assistant", "tool", "function");

    /**
     * A message of the conversation.
     *
     * @param content a text, or text parts; null if an assistant only calls tools
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record SentMessage(String role, @Nullable JsonNode content) {}

    /** Options of a stream: {@code includeUsage} requests a last chunk with the tokens. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record StreamOptions(
            @JsonProperty("include_usage") @Nullable Boolean includeUsage) {}

    /** The format of an answer; only the type text is supported. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record ResponseFormat(String type) {}

    /** Returns this request without its messages, to save memory. */
    ChatRequest withoutMessages() {
        return new ChatRequest(
                model, List.of(), stream, streamOptions, maxTokens, maxCompletionTokens, n, responseFormat, toolChoice);
    }

    boolean streamed() {
        return Boolean.TRUE.equals(stream);
    }

    boolean usageWanted() {
        return streamOptions != null && Boolean.TRUE.equals(streamOptions.includeUsage());
    }

    /** Returns the token limit of the answer; {@link Integer#MAX_VALUE} if there is none. */
    int tokenLimit() {
        Integer max = maxCompletionTokens == null ? maxTokens : maxCompletionTokens;
        return max == null ? Integer.MAX_VALUE : max;
    }

    /**
     * Returns the question with its conversation.
     *
     * @throws Problem if a value is invalid or unsupported, or there is no question
     */
    QuestionBody question(ModelName name) {
        requirePossible();
        List<TurnBody> before = new ArrayList<>();
        String question = null;
        String answer = "";
        for (int i = 0; i < messages.size(); i++) {
            SentMessage message = messages.get(i);
            requireRole(message, i);
            switch (message.role()) {
                case "user" -> {
                    if (question != null) {
                        before.add(new TurnBody(question, answer));
                    }
                    question = text(message, i);
                    answer = "";
                }
                case "assistant" -> {
                    String said = text(message, i);
                    answer = said.isEmpty() ? answer : said;
                }
                default -> {
                    // An instruction or a tool's reply is not part of the conversation.
                }
            }
        }
        if (question == null) {
            throw Problem.badRequest("\"messages\" has no message of the role user, so there is no question");
        }
        return QuestionBody.of(question, name.mode(), null, null, before);
    }

    private void requirePossible() {
        if (n != null && n != 1) {
            throw Problem.badRequest("\"n\" is " + n + "; a graph gives one answer");
        }
        if (tokenLimit() < 1) {
            throw Problem.badRequest("the answer limit is " + tokenLimit() + " tokens; the minimum is 1");
        }
        if (responseFormat != null && !responseFormat.type().equals("text")) {
            throw Problem.badRequest("\"response_format\" must be of the type text");
        }
        if (toolChoice != null
                && !toolChoice.isNull()
                && !List.of("auto", "none").contains(toolChoice.asText())) {
            throw Problem.badRequest("\"tool_choice\" must be auto or none: a graph calls no tools");
        }
    }

    private static void requireRole(SentMessage message, int index) {
        if (!ROLES.contains(message.role())) {
            throw Problem.badRequest("\"messages[" + index + "].role\" must be one of "
                    + String.join(", ", ROLES.stream().sorted().toList()));
        }
    }

    private static String text(SentMessage message, int index) {
        JsonNode content = message.content();
        if (content == null || content.isNull()) {
            return "";
        }
        if (content.isTextual()) {
            return content.textValue();
        }
        if (!content.isArray()) {
            throw notText(index, "must be a text or a list of parts");
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode part : content) {
            String type = part.path("type").asText();
            // The newer API names the parts by their author.
            if (!TEXTS.contains(type) || !part.path("text").isTextual()) {
                throw notText(index, "has a part that is not text; images, sounds and files are not supported");
            }
            text.append(text.isEmpty() ? "" : "\n").append(part.path("text").textValue());
        }
        return text.toString();
    }

    private static Problem notText(int index, String problem) {
        return Problem.badRequest("\"messages[" + index + "].content\" " + problem);
    }
}
