package dev.tern.query.choose;

import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.tern.model.MeteredChat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The numbered lines that a chat model chose.
 *
 * @param understood true if one of the model's replies was usable
 * @param numbers from 1, in the order of the reply; empty if none were chosen or no reply was
 *     usable
 * @param thought the model's reason; may be empty
 * @param notes remarks on an unusable or truncated reply
 */
record NumberedReply(boolean understood, List<Integer> numbers, String thought, List<String> notes) {
    private static final String RETRY_MESSAGE = """


        Your last reply could not be used. Reply with one JSON object of the given form and nothing else; use only \
        numbers that stand in the list.\
        """;

    private static final String THOUGHT = "thought_process";

    private static final String ASKED_AGAIN = "the model's first reply could not be used; the call was repeated";

    NumberedReply {
        numbers = List.copyOf(numbers);
        notes = List.copyOf(notes);
    }

    /**
     * Asks for the numbers of some lines. Retries an unusable reply once, unless it ran out of
     * tokens before its first word.
     *
     * @param list the name of the list of numbers in the reply
     * @param lines the line of each number; number n is at index n - 1
     * @throws dev.tern.error.TernException if the model cannot be reached or refuses
     */
    static NumberedReply ask(MeteredChat chat, String system, String user, String list, List<String> lines) {
        ReplyParser parser = new ReplyParser(lines, list);
        JsonSchema schema = schema(list);
        MeteredChat.ChatReply chatReply = chat.json(system, user, schema);
        Optional<ReplyParser.ParsedReply> first = parser.parse(chatReply.text());
        Optional<ReplyParser.ParsedReply> reply = first;
        List<String> notes = new ArrayList<>();
        // With the same limit, a retry would use it up before the first word again.
        boolean usedUp = chatReply.truncated() && chatReply.text().isBlank();
        if (first.isEmpty() && !usedUp) {
            notes.addAll(chatReply.notes());
            chatReply = chat.json(system, user + RETRY_MESSAGE, schema);
            reply = parser.parse(chatReply.text());
            if (reply.isPresent()) {
                notes.add(ASKED_AGAIN);
            }
        }
        notes.addAll(chatReply.notes());
        return new NumberedReply(
                reply.isPresent(),
                reply.map(ReplyParser.ParsedReply::numbers).orElse(List.of()),
                reply.map(ReplyParser.ParsedReply::thought).orElse(""),
                notes.stream().distinct().toList());
    }

    private static JsonSchema schema(String list) {
        return JsonSchema.builder()
                .name(list)
                .rootElement(JsonObjectSchema.builder()
                        .addProperty(
                                list,
                                JsonArraySchema.builder()
                                        .items(new JsonIntegerSchema())
                                        .build())
                        .addProperty(THOUGHT, new JsonStringSchema())
                        .required(list, THOUGHT)
                        .additionalProperties(false)
                        .build())
                .build();
    }
}
