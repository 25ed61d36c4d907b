package dev.tern.models;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Set;

/** Reads how many tokens a request took out of the answer, without reading the rest of it. */
final class UsageReader {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> USAGES = Set.of("usage", "usageMetadata", "billed_units");
    private static final Set<String> AROUND = Set.of("message", "meta");

    private UsageReader() {}

    /**
     * What an answer, or a part of one, says of its tokens; -1 where it says nothing.
     *
     * @param sent those of the request
     * @param received those of the answer so far
     * @param total both, where they are counted together
     */
    record Tokens(long sent, long received, long total) {
        static final Tokens NONE = new Tokens(-1, -1, -1);

        /** With what another part says: one may tell what was sent, and another what was received. */
        Tokens and(Tokens other) {
            return new Tokens(
                    Math.max(sent, other.sent), Math.max(received, other.received), Math.max(total, other.total));
        }

        /** Tokens sent and received; -1 if that is not said. */
        long count() {
            return Math.max(total, sent < 0 && received < 0 ? -1 : Math.max(0, sent) + Math.max(0, received));
        }
    }

    /** Tokens sent and received; -1 if the answer does not say. */
    static long tokens(byte[] answer) {
        return read(answer).count();
    }

    /** What an answer, or an event of a stream, says. */
    static Tokens read(byte[] answer) {
        try (JsonParser parser = JSON.createParser(answer)) {
            return parser.nextToken() == JsonToken.START_OBJECT ? read(parser, true) : Tokens.NONE;
        } catch (IOException unreadable) {
            return Tokens.NONE;
        }
    }

    /** What an object says; Anthropic holds in a message, and Cohere in meta, what others have at the top. */
    private static Tokens read(JsonParser parser, boolean top) throws IOException {
        Tokens found = Tokens.NONE;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (USAGES.contains(name) && value == JsonToken.START_OBJECT) {
                found = found.and(usage(parser));
                if (top) {
                    return found;
                }
            } else if (top && AROUND.contains(name) && value == JsonToken.START_OBJECT) {
                found = found.and(read(parser, false));
            } else if (top && name.equals("prompt_eval_count") && value == JsonToken.VALUE_NUMBER_INT) {
                found = found.and(new Tokens(parser.getLongValue(), -1, -1));
            } else if (top && name.equals("eval_count") && value == JsonToken.VALUE_NUMBER_INT) {
                found = found.and(new Tokens(-1, parser.getLongValue(), -1));
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }

    private static Tokens usage(JsonParser parser) throws IOException {
        Tokens found = Tokens.NONE;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() != JsonToken.VALUE_NUMBER_INT) {
                parser.skipChildren();
                continue;
            }
            long count = parser.getLongValue();
            found = switch (name) {
                case "total_tokens", "totalTokenCount" -> found.and(new Tokens(-1, -1, count));
                case "prompt_tokens", "input_tokens", "promptTokenCount" -> found.and(new Tokens(count, -1, -1));
                case "completion_tokens", "output_tokens" -> found.and(new Tokens(-1, count, -1));
                // Of what the tokens were.
                default -> found;
            };
        }
        return found;
    }
}
