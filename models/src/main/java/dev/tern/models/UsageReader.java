package dev.tern.models;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Set;

/** Reads the token usage from a response with a streaming parser, without building a tree. */
final class UsageReader {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> USAGES = Set.of("usage", "usageMetadata", "billed_units");
    private static final Set<String> AROUND = Set.of("message", "meta");

    private UsageReader() {}

    /**
     * The reported tokens of an answer, or of a part; each is -1 if unreported.
     *
     * @param inputTokens the tokens of the request
     * @param outputTokens the tokens of the answer so far
     * @param total the sum of both, if it is reported
     */
    record ReportedTokens(long inputTokens, long outputTokens, long total) {
        static final ReportedTokens NONE = new ReportedTokens(-1, -1, -1);

        /** Returns the usage of two parts of an answer: the larger one of each number. */
        ReportedTokens and(ReportedTokens other) {
            return new ReportedTokens(
                    Math.max(inputTokens, other.inputTokens),
                    Math.max(outputTokens, other.outputTokens),
                    Math.max(total, other.total));
        }

        /** Returns the sum of tokens sent and received; -1 if unreported. */
        long count() {
            return Math.max(
                    total,
                    inputTokens < 0 && outputTokens < 0 ? -1 : Math.max(0, inputTokens) + Math.max(0, outputTokens));
        }
    }

    /** Returns the sum of the tokens that a whole answer reports; -1 if unreported. */
    static long tokens(byte[] answer) {
        return read(answer).count();
    }

    /** Returns the usage in an answer, or an event of a stream. */
    static ReportedTokens read(byte[] answer) {
        try (JsonParser parser = JSON.createParser(answer)) {
            return parser.nextToken() == JsonToken.START_OBJECT ? read(parser, true) : ReportedTokens.NONE;
        } catch (IOException unreadable) {
            return ReportedTokens.NONE;
        }
    }

    /** Returns the usage in an object; Anthropic nests it in a message, Cohere in meta. */
    private static ReportedTokens read(JsonParser parser, boolean top) throws IOException {
        ReportedTokens found = ReportedTokens.NONE;
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
                found = found.and(new ReportedTokens(parser.getLongValue(), -1, -1));
            } else if (top && name.equals("eval_count") && value == JsonToken.VALUE_NUMBER_INT) {
                found = found.and(new ReportedTokens(-1, parser.getLongValue(), -1));
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }

    private static ReportedTokens usage(JsonParser parser) throws IOException {
        ReportedTokens found = ReportedTokens.NONE;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() != JsonToken.VALUE_NUMBER_INT) {
                parser.skipChildren();
                continue;
            }
            long count = parser.getLongValue();
            found = switch (name) {
                case "total_tokens", "totalTokenCount" -> found.and(new ReportedTokens(-1, -1, count));
                case "prompt_tokens", "input_tokens", "promptTokenCount" ->
                    found.and(new ReportedTokens(count, -1, -1));
                case "completion_tokens", "output_tokens" -> found.and(new ReportedTokens(-1, count, -1));
                // Other fields are details of these numbers.
                default -> found;
            };
        }
        return found;
    }
}
