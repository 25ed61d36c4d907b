package dev.tern.models;

import dev.tern.models.StubServer.Reply;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The responses of each provider, after public references; answers begin with reasoning. */
enum Dialect {
    OPENAI(KnownProvider.OPENAI, "/v1/chat/completions", "Authorization", "Bearer "),
    AZURE(KnownProvider.AZURE, "/v1/chat/completions", "api-key", ""),
    BEDROCK(KnownProvider.BEDROCK, "/v1/chat/completions", "Authorization", "Bearer "),
    MISTRAL(KnownProvider.MISTRAL, "/v1/chat/completions", "Authorization", "Bearer "),
    ANTHROPIC(KnownProvider.ANTHROPIC, "/v1/messages", "x-api-key", ""),
    GEMINI(KnownProvider.GEMINI, "/v1/models/m:generateContent", "x-goog-api-key", ""),
    OLLAMA(KnownProvider.OLLAMA, "/v1/api/chat", "Authorization", "Bearer ");

    /** The model's reasoning, which must not be passed on. */
    static final String THOUGHT = "hidden musing";

    final KnownProvider provider;
    final String path;
    final String keyHeader;
    final String keyScheme;

    Dialect(KnownProvider provider, String path, String keyHeader, String keyScheme) {
        this.provider = provider;
        this.path = path;
        this.keyHeader = keyHeader;
        this.keyScheme = keyScheme;
    }

    Reply answer(String text) {
        return Reply.ok(whole(quoted(text)));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    private String whole(String text) {
        return switch (this) {
            case OPENAI, AZURE, BEDROCK ->
                openAi(
                        "{\"role\":\"assistant\",\"reasoning_content\":\"" + THOUGHT + "\",\"reasoning\":\"" + THOUGHT
                                + "\",\"refusal\":null,\"content\":" + text + "}",
                        "stop");
            case MISTRAL ->
                openAi(
                        "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\""
                                + THOUGHT + "\"}]},{\"type\":\"text\",\"text\":" + text + "}]}",
                        "stop");
            case ANTHROPIC ->
                "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":["
                        + "{\"type\":\"thinking\",\"thinking\":\"" + THOUGHT + "\",\"signature\":\"x\"},"
                        + "{\"type\":\"text\",\"text\":" + text + "}],\"stop_reason\":\"end_turn\","
                        + "\"stop_sequence\":null,\"usage\":{\"input_tokens\":40,\"output_tokens\":3}}";
            case GEMINI ->
                gemini(
                        "{\"text\":\"" + THOUGHT + "\",\"thought\":true},{\"text\":" + text + "}",
                        ",\"finishReason\":\"STOP\"");
            case OLLAMA ->
                "{\"model\":\"m\",\"created_at\":\"2026-11-23T12:00:00Z\",\"message\":{\"role\":\"assistant\",\"content\":"
                        + text + ",\"thinking\":\"" + THOUGHT + "\"},\"done\":true,\"done_reason\":\"stop\","
                        + "\"prompt_eval_count\":40,\"eval_count\":3}";
        };
    }

    private static String openAi(String message, String reason) {
        return "{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,"
                + "\"message\":" + message + ",\"finish_reason\":\"" + reason + "\"}],"
                + "\"usage\":{\"prompt_tokens\":40,\"completion_tokens\":3,\"total_tokens\":43}}";
    }

    private static String gemini(String parts, String end) {
        return "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[" + parts + "]}" + end
                + ",\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":40,\"candidatesTokenCount\":3,"
                + "\"totalTokenCount\":43},\"modelVersion\":\"m\",\"responseId\":\"r\"}";
    }

    /** Returns an answer in parts. */
    Reply stream(String... parts) {
        Reply reply = Reply.stream(begun(parts)
                + switch (this) {
                    case OPENAI, AZURE, BEDROCK ->
                        event(chunk("{}", "\"stop\"", "null"))
                                + event("{\"id\":\"1\",\"model\":\"m\",\"choices\":[],\"usage\":{\"prompt_tokens\":40,"
                                        + "\"completion_tokens\":3,\"total_tokens\":43}}")
                                + event("[DONE]");
                    case MISTRAL ->
                        event(chunk(
                                        "{\"content\":\"\"}",
                                        "\"stop\"",
                                        "{\"prompt_tokens\":40,\"completion_tokens\":3,\"total_tokens\":43}"))
                                + event("[DONE]");
                    case ANTHROPIC ->
                        named("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":1}")
                                + named(
                                        "message_delta",
                                        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},"
                                            + "\"usage\":{\"output_tokens\":3}}")
                                + named("message_stop", "{\"type\":\"message_stop\"}");
                    case GEMINI -> event(gemini("{\"text\":\"\"}", ",\"finishReason\":\"STOP\""));
                    case OLLAMA -> whole("\"\"") + "\n";
                });
        return this == OLLAMA
                ? new Reply(200, reply.body(), "", java.time.Duration.ZERO, "application/x-ndjson")
                : reply;
    }

    /** Returns an answer in parts without an end. */
    Reply cut(String... parts) {
        return Reply.stream(begun(parts));
    }

    /** Returns an answer in parts that ends with the provider's error. */
    Reply failing(String message, String... parts) {
        String error = error(529, message).body();
        return Reply.stream(begun(parts)
                + switch (this) {
                    case ANTHROPIC -> named("error", error);
                    case OLLAMA -> error + "\n";
                    default -> event(error);
                });
    }

    private String begun(String... parts) {
        String before = switch (this) {
            case OPENAI, AZURE, BEDROCK ->
                event(chunk("{\"role\":\"assistant\",\"reasoning_content\":\"" + THOUGHT + "\"}", "null", "null"));
            case MISTRAL ->
                event(chunk(
                        "{\"role\":\"assistant\",\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\""
                                + THOUGHT + "\"}]}]}",
                        "null",
                        "null"));
            case ANTHROPIC ->
                named(
                                "message_start",
                                "{\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\","
                                    + "\"content\":[],\"model\":\"m\",\"stop_reason\":null,\"stop_sequence\":null,"
                                    + "\"usage\":{\"input_tokens\":40,\"output_tokens\":1}}}")
                        + named(
                                "content_block_start",
                                "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\"}}")
                        + named("ping", "{\"type\":\"ping\"}")
                        + named(
                                "content_block_delta",
                                "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\""
                                        + THOUGHT + "\"}}")
                        + named("content_block_stop", "{\"type\":\"content_block_stop\",\"index\":0}")
                        + named(
                                "content_block_start",
                                "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}");
            case GEMINI -> event(gemini("{\"text\":\"" + THOUGHT + "\",\"thought\":true}", ""));
            case OLLAMA ->
                "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\",\"thinking\":\"" + THOUGHT
                        + "\"},\"done\":false}\n";
        };
        return before + Stream.of(parts).map(Dialect::quoted).map(this::part).collect(Collectors.joining());
    }

    private String part(String text) {
        return switch (this) {
            case OPENAI, AZURE, BEDROCK, MISTRAL -> event(chunk("{\"content\":" + text + "}", "null", "null"));
            case ANTHROPIC ->
                named(
                        "content_block_delta",
                        "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":"
                                + text + "}}");
            case GEMINI -> event(gemini("{\"text\":" + text + "}", ""));
            case OLLAMA ->
                "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":" + text + "},\"done\":false}\n";
        };
    }

    private static String chunk(String delta, String reason, String usage) {
        return "{\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":"
                + delta + ",\"finish_reason\":" + reason + "}],\"usage\":" + usage + "}";
    }

    private static String event(String data) {
        return "data: " + data + "\n\n";
    }

    private static String named(String name, String data) {
        return "event: " + name + "\n" + event(data);
    }

    /** Returns an error in the provider's format. */
    Reply error(int status, String message) {
        return Reply.of(
                status,
                switch (this) {
                    case OPENAI, AZURE, BEDROCK ->
                        "{\"error\":{\"message\":\"" + message
                                + "\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":null}}";
                    case MISTRAL ->
                        "{\"object\":\"error\",\"message\":\"" + message
                                + "\",\"type\":\"invalid_request_error\",\"code\":\"3051\"}";
                    case ANTHROPIC ->
                        "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"" + message
                                + "\"},\"request_id\":\"req_1\"}";
                    case GEMINI ->
                        "{\"error\":{\"code\":" + status + ",\"message\":\"" + message
                                + "\",\"status\":\"INVALID_ARGUMENT\"}}";
                    case OLLAMA -> "{\"error\":\"" + message + "\"}";
                });
    }

    /** Returns a declined answer. */
    Reply declined() {
        return switch (this) {
            case OPENAI ->
                Reply.ok(openAi(
                        "{\"role\":\"assistant\",\"content\":null,\"refusal\":\"I cannot help with that.\"}", "stop"));
            case AZURE ->
                Reply.of(
                        400,
                        "{\"error\":{\"message\":\"The response was filtered.\",\"type\":null,\"param\":\"prompt\","
                            + "\"code\":\"content_filter\",\"status\":400,\"innererror\":{\"code\":\"ResponsibleAIPolicyViolation\"}}}");
            case BEDROCK, MISTRAL -> Reply.ok(openAi("{\"role\":\"assistant\",\"content\":\"\"}", "content_filter"));
            case ANTHROPIC ->
                Reply.ok(
                        "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[],"
                            + "\"stop_reason\":\"refusal\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":40,\"output_tokens\":3}}");
            case GEMINI ->
                Reply.ok("{\"promptFeedback\":{\"blockReason\":\"SAFETY\"},\"usageMetadata\":{\"promptTokenCount\":40,"
                        + "\"totalTokenCount\":40},\"modelVersion\":\"m\"}");
            case OLLAMA -> answer("I cannot help with that.");
        };
    }

    /** Returns the quoted reason of a declined answer. */
    String declinedBecause() {
        return switch (this) {
            case OPENAI -> "I cannot help with that";
            case AZURE -> "content_filter: The response was filtered";
            case BEDROCK, MISTRAL -> "content_filter";
            case ANTHROPIC -> "refusal";
            case GEMINI -> "SAFETY";
            case OLLAMA -> "";
        };
    }
}
