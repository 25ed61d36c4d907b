package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.cli.ScriptedBackend;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests as programs for chats send them, written after their sources. */
final class ChatProgramsTest {
    private static final String PATH = "/v1/chat/completions";

    @TempDir
    private Path folder;

    private List<JsonNode> streamed(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        List<String> events = response.body()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> line.substring("data: ".length()))
                .toList();
        assertThat(events).endsWith("[DONE]");
        return events.subList(0, events.size() - 1).stream().map(Running::json).toList();
    }

    private static String said(List<JsonNode> pieces) {
        return pieces.stream()
                .map(piece -> piece.path("choices")
                        .path(0)
                        .path("delta")
                        .path("content")
                        .asText(""))
                .collect(Collectors.joining());
    }

    private Running filled() {
        Running server = Running.over(new ScriptedBackend(null), folder);
        assertThat(server.add("family", Running.EMIL).path("state").asText()).isEqualTo("done");
        return server;
    }

    /** backend/open_webui/routers/openai.py and tasks.py, src/lib/components/chat/Chat.svelte. */
    @Test
    void openWebUiAsksWithASystemPromptAndStreamsWithUsage() {
        try (Running server = filled()) {
            List<JsonNode> pieces = streamed(server.post(PATH, """
                {"stream": true, "model": "family", "stream_options": {"include_usage": true},
                 "messages": [
                   {"role": "system", "content": "You are a pirate. The user is called Rik."},
                   {"role": "user", "content": "Who is Emil Marr's daughter?"},
                   {"role": "assistant", "content": "Lena Marr [1]."},
                   {"role": "user", "content": "Which bridge did she build?"}],
                 "temperature": 0.7, "top_p": 0.9, "stop": ["\\n\\n"], "seed": 7, "logit_bias": {"50256": -100}}
                """));

            assertThat(said(pieces)).contains("Vale bridge");
            assertThat(pieces.getLast().path("choices")).isEmpty();
            assertThat(pieces.getLast().path("usage").path("total_tokens").isInt())
                    .isTrue();
        }
    }

    /** The program requests title, tags and next questions in one message that contains the conversation. */
    @Test
    void openWebUiIsAnsweredWhenItAsksForATitle() {
        try (Running server = filled()) {
            String task = "### Task:\\n"
                    + "Generate a concise title summarizing the chat history.\\n"
                    + "### Output:\\n"
                    + "JSON format: { \\\"title\\\": \\\"your concise title here\\\" }\\n"
                    + "### Chat History:\\n"
                    + "<chat_history>\\n"
                    + "USER: Who built the Vale bridge?\\n"
                    + "ASSISTANT: %s\\n"
                    + "</chat_history>";
            String request = "{\"model\": \"family\", \"messages\": [{\"role\": \"user\", \"content\": \"" + task
                    + "\"}], \"stream\": false, \"max_completion_tokens\": 1000}";

            HttpResponse<String> title = server.post(PATH, request.formatted("Lena Marr [1]."));
            assertThat(title.statusCode()).as(title.body()).isEqualTo(200);
            assertThat(Running.json(title)
                            .path("choices")
                            .path(0)
                            .path("message")
                            .path("content")
                            .asText())
                    .isNotBlank();

            HttpResponse<String> tooLong = server.post(PATH, request.formatted("Lena Marr. ".repeat(1_000)));
            assertThat(tooLong.statusCode()).isEqualTo(400);
            assertThat(Running.json(tooLong).path("error").path("message").asText())
                    .contains("the limit is 8192");
        }
    }

    /** packages/api/src/endpoints/openai/llm.ts, for LangChain's ChatOpenAI. */
    @Test
    void libreChatAsksInPartsOfTextAndAnImageIsRefused() {
        try (Running server = filled()) {
            String request = """
                {"model": "family:local", "temperature": 1, "top_p": 1, "frequency_penalty": 0, "presence_penalty": 0,
                 "n": 1, "stream": true, "stream_options": {"include_usage": true}, "user": "66f0c0ffee",
                 "messages": [
                   {"role": "system", "content": "Answer briefly."},
                   {"role": "user", "content": [{"type": "text", "text": "Who built the Vale bridge?"}%s]}]}
                """;

            List<JsonNode> pieces = streamed(server.post(PATH, request.formatted("")));
            assertThat(said(pieces)).contains("Lena Marr");
            assertThat(pieces.getLast().path("usage").path("completion_tokens").isInt())
                    .isTrue();

            HttpResponse<String> image = server.post(
                    PATH,
                    request.formatted(
                            ", {\"type\": \"image_url\", \"image_url\": {\"url\": \"data:image/png;base64,AAAA\"}}"));
            assertThat(image.statusCode()).isEqualTo(400);
            assertThat(image.body()).contains("images, sounds and files are not supported");
        }
    }
}
