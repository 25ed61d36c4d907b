package dev.tern.models;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of a chat request that is left out or sent differently once the server rejects it. If the
 * text of a rejection names several parts, the constants are tried in order.
 *
 * <p>A constant lists JSON paths of several protocols; none of them has a different meaning in
 * another protocol.
 */
// The functions are stateless.
@SuppressWarnings("ImmutableEnumChecker")
enum RequestFallback {
    NO_TEMPERATURE(
            "temperature",
            "it is no longer sent, and the server's default applies",
            RejectionPatterns.of("temperature"),
            body -> JsonPaths.has(body, "/temperature", "/options/temperature", "/generationConfig/temperature"),
            body -> JsonPaths.remove(body, "/temperature", "/options/temperature", "/generationConfig/temperature")),
    /** The reply limit, which may exceed a small context together with the prompt. */
    NO_LIMIT(
            "limit on replies",
            "it is left out, and the server's default applies",
            RejectionPatterns.of(
                    "in the completion|max_(completion_)?tokens'? is too large|input tokens plus [0-9]+ 'max_tokens'"
                            + "|requested ([0-9]+ )?output tokens"),
            body -> JsonPaths.has(body, JsonPaths.LIMIT),
            body -> JsonPaths.remove(body, JsonPaths.LIMIT)),
    NEWER_LIMIT(
            "max_tokens",
            "max_completion_tokens is sent from now on",
            RejectionPatterns.of("max_completion_tokens"),
            body -> JsonPaths.has(body, "/max_tokens"),
            body -> JsonPaths.rename(body, "max_tokens", "max_completion_tokens")),
    OLDER_LIMIT(
            "max_completion_tokens",
            "max_tokens is sent from now on",
            RejectionPatterns.of("max_completion_tokens"),
            body -> JsonPaths.has(body, "/max_completion_tokens"),
            body -> JsonPaths.rename(body, "max_completion_tokens", "max_tokens")),
    NO_STREAM_USAGE(
            "stream_options",
            "tokens of streams are not counted from now on",
            RejectionPatterns.of("stream_options|include_usage"),
            body -> JsonPaths.has(body, "/stream_options"),
            body -> JsonPaths.remove(body, "/stream_options")),
    NO_EFFORT(
            "reasoning effort",
            "it is no longer sent",
            RejectionPatterns.of("effort|reasoningeffort|think|thinking(config|level|budget)?"),
            body -> JsonPaths.has(body, JsonPaths.EFFORT),
            body -> JsonPaths.remove(body, JsonPaths.EFFORT)),
    NO_SCHEMA(
            "JSON schema",
            "JSON is requested without one from now on",
            RejectionPatterns.of(
                    "formats?|schemas?|json(schema|object)?|structured|response(format|schema|jsonschema)"),
            JsonPaths::hasSchema,
            JsonPaths::removeSchema),
    NO_JSON_MODE(
            "JSON mode",
            "JSON is requested in the prompt from now on",
            RejectionPatterns.of("formats?|json|mime|(response)?mimetype|responseformat"),
            body -> JsonPaths.has(body, JsonPaths.FORMAT),
            JsonPaths::removeFormat),
    NO_SYSTEM_MESSAGE(
            "system message",
            "it is sent in front of the user's from now on",
            RejectionPatterns.of("system|systeminstruction|developer instructions?|(?<=\\.)role|roles must alternate"),
            JsonPaths::hasSystem,
            JsonPaths::moveSystem),
    /** Streaming: the caller requests whole answers instead, and the body is not edited. */
    NO_STREAMING(
            "streaming",
            "streaming is off from now on",
            RejectionPatterns.of("stream(ing|ed)?(?!_)"),
            body -> false,
            body -> {});

    private final String rejected;
    private final String instead;
    private final Pattern words;
    private final Predicate<ObjectNode> isPresent;
    private final Consumer<ObjectNode> edit;

    RequestFallback(
            String rejected, String instead, Pattern words, Predicate<ObjectNode> present, Consumer<ObjectNode> edit) {
        this.rejected = rejected;
        this.instead = instead;
        this.words = words;
        this.isPresent = present;
        this.edit = edit;
    }

    /** Returns a description of the rejected part. */
    String rejected() {
        return rejected;
    }

    /** Returns a description of the replacement. */
    String instead() {
        return instead;
    }

    boolean isIn(ObjectNode body) {
        return isPresent.test(body);
    }

    void applyTo(ObjectNode body) {
        if (isIn(body)) {
            edit.accept(body);
        }
    }

    /** Returns true if a server's message, in lower case, names the part. */
    boolean isNamedIn(@Nullable String text) {
        return text != null && words.matcher(text).find();
    }

    /** Patterns for the names of parts in rejections. */
    private static final class RejectionPatterns {
        private RejectionPatterns() {}

        /** Returns a pattern that finds whole lower-case words; an underscore counts as a space. */
        static Pattern of(String alternatives) {
            return Pattern.compile("(?<![a-z0-9])(" + alternatives + ")(?![a-z0-9])");
        }
    }

    private static final class JsonPaths {
        static final String[] EFFORT = {
            "/reasoning_effort", "/think", "/thinking", "/output_config/effort", "/generationConfig/thinkingConfig"
        };
        static final String[] LIMIT = {"/max_tokens", "/max_completion_tokens"};
        static final String[] FORMAT = {"/response_format", "/format", "/generationConfig/responseMimeType"};
        private static final String[] GEMINI_SCHEMA = {
            "/generationConfig/responseSchema", "/generationConfig/responseJsonSchema"
        };

        private JsonPaths() {}

        static boolean has(ObjectNode body, String... places) {
            for (String place : places) {
                if (!body.at(place).isMissingNode() && !body.at(place).isNull()) {
                    return true;
                }
            }
            return false;
        }

        static void remove(ObjectNode body, String... places) {
            for (String place : places) {
                int end = place.lastIndexOf('/');
                if (body.at(place.substring(0, end)) instanceof ObjectNode holder) {
                    holder.remove(place.substring(end + 1));
                }
            }
        }

        static void rename(ObjectNode body, String from, String to) {
            body.set(to, body.remove(from));
        }

        static boolean hasSchema(ObjectNode body) {
            return body.at("/response_format/type").asText().equals("json_schema")
                    || body.path("format").isObject()
                    || has(body, "/output_config/format")
                    || has(body, GEMINI_SCHEMA);
        }

        static void removeSchema(ObjectNode body) {
            if (body.has("response_format")) {
                body.putObject("response_format").put("type", "json_object");
            }
            if (body.path("format").isObject()) {
                body.put("format", "json");
            }
            remove(body, "/output_config/format");
            remove(body, GEMINI_SCHEMA);
        }

        static void removeFormat(ObjectNode body) {
            removeSchema(body);
            remove(body, FORMAT);
        }

        static boolean hasSystem(ObjectNode body) {
            return has(body, "/system", "/systemInstruction") || isSystem(body.at("/messages/0"));
        }

        private static boolean isSystem(JsonNode message) {
            String role = message.path("role").asText();
            return role.equals("system") || role.equals("developer");
        }

        static void moveSystem(ObjectNode body) {
            StringBuilder words = new StringBuilder();
            JsonNode messages = body.path(body.has("contents") ? "contents" : "messages");
            while (messages instanceof ArrayNode list && isSystem(list.path(0))) {
                append(words, list.remove(0).path("content"));
            }
            append(words, body.path("system"));
            append(words, body.at("/systemInstruction/parts"));
            remove(body, "/system", "/systemInstruction");
            if (messages.path(0) instanceof ObjectNode first) {
                String place = first.has("parts") ? "parts" : "content";
                if (first.path(place) instanceof ArrayNode parts) {
                    ObjectNode part = parts.insertObject(0);
                    if (place.equals("content")) {
                        part.put("type", "text");
                    }
                    part.put("text", words + "\n\n");
                } else {
                    first.put(place, words + "\n\n" + first.path(place).asText());
                }
            }
        }

        /** Appends a text, or the texts of parts. */
        private static void append(StringBuilder words, JsonNode content) {
            if (content.isTextual()) {
                words.append(words.isEmpty() ? "" : "\n\n").append(content.asText());
            }
            content.forEach(part -> append(words, part.path("text")));
        }
    }
}
