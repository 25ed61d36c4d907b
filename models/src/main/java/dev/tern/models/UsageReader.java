package dev.tern.models;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads how many tokens a request took out of the answer, without reading the rest of it. */
final class UsageReader {
    private static final JsonFactory JSON = new JsonFactory();

    private UsageReader() {}

    /** Tokens sent and received; -1 if the answer does not say. */
    static long tokens(byte[] answer) {
        try (JsonParser parser = JSON.createParser(answer)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return -1;
            }
            long ollama = 0;
            boolean isOllama = false;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if ((name.equals("usage") || name.equals("usageMetadata")) && value == JsonToken.START_OBJECT) {
                    return total(parser);
                }
                if ((name.equals("prompt_eval_count") || name.equals("eval_count"))
                        && value == JsonToken.VALUE_NUMBER_INT) {
                    ollama += parser.getLongValue();
                    isOllama = true;
                } else {
                    parser.skipChildren();
                }
            }
            return isOllama ? ollama : -1;
        } catch (IOException unreadable) {
            return -1;
        }
    }

    private static long total(JsonParser parser) throws IOException {
        long parts = -1;
        long total = -1;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (value != JsonToken.VALUE_NUMBER_INT) {
                parser.skipChildren();
                continue;
            }
            switch (name) {
                case "total_tokens", "totalTokenCount" -> total = parser.getLongValue();
                case "prompt_tokens", "completion_tokens", "input_tokens", "output_tokens" ->
                    parts = Math.max(0, parts) + parser.getLongValue();
                default -> {
                    // Of what the tokens were.
                }
            }
        }
        return Math.max(total, parts);
    }
}
