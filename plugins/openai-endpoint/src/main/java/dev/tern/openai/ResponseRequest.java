package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tern.openai.ChatRequest.ResponseFormat;
import dev.tern.openai.ChatRequest.SentMessage;
import dev.tern.server.front.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request of OpenAI's Responses API, which is answered as a {@link ChatRequest}. Other fields are
 * accepted and ignored.
 *
 * @param model a {@link ModelName}
 * @param input the question, or the messages of a conversation
 * @param stream true if the answer is streamed
 * @param maxTokens the token limit of the answer
 * @param previous the id of an earlier response; unsupported, as nothing is kept
 * @param text the format of the answer; only text is supported
 * @param toolChoice the choice of tools; only auto and none are supported
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record ResponseRequest(
        String model,
        JsonNode input,
        @Nullable Boolean stream,
        @JsonProperty("max_output_tokens") @Nullable Integer maxTokens,
        @JsonProperty("previous_response_id") @Nullable String previous,
        @Nullable TextOptions text,
        @JsonProperty("tool_choice") @Nullable JsonNode toolChoice) {
    /** Options of the text: the format of the answer. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record TextOptions(@Nullable ResponseFormat format) {}

    /**
     * Returns the request for a chat completion.
     *
     * @throws Problem if it refers to an earlier response, or the input has no message
     */
    ChatRequest chat() {
        if (previous != null) {
            throw Problem.badRequest(
                    "\"previous_response_id\" is not supported, as no response is stored; send the conversation as"
                            + " \"input\"");
        }
        return new ChatRequest(
                model,
                messages(),
                stream,
                null,
                maxTokens,
                null,
                null,
                text == null ? null : text.format(),
                toolChoice);
    }

    private List<SentMessage> messages() {
        if (input.isTextual()) {
            return List.of(new SentMessage("user", new TextNode(input.textValue())));
        }
        List<SentMessage> messages = new ArrayList<>();
        for (JsonNode item : input.isArray() ? input : List.<JsonNode>of()) {
            // Items without a role are calls of tools, and the reasoning of a model.
            if (item.path("role").isTextual()) {
                messages.add(new SentMessage(item.path("role").textValue(), item.get("content")));
            }
        }
        if (messages.isEmpty()) {
            throw Problem.badRequest("\"input\" must be a text, or a list of messages with a role and a content");
        }
        return messages;
    }
}
