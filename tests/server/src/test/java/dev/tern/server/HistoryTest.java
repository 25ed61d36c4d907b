package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.model.chat.ChatModel;
import dev.tern.cli.ScriptedBackend;
import dev.tern.testing.ScriptedChatModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests follow-up questions in every interface. */
final class HistoryTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";
    private static final String BEFORE =
            "{\"question\": \"Who is the daughter of Emil Marr?\", \"answer\": \"Lena Marr is.\"}";
    private static final String FOLLOW_UP = "{\"question\": \"what did she build?\", \"history\": [" + BEFORE + "]}";
    private static final String UNDERSTOOD = "what did she build? (Emil Marr, Lena Marr)";

    @TempDir
    private Path folder;

    private Running filled(@Nullable ChatModel chat) {
        Running server = Running.over(new ScriptedBackend(chat), folder);
        server.add("bridges", Running.EMIL);
        return server;
    }

    @Test
    void followUpIsUnderstoodByWhatWasSaidBeforeAndTheReplyAndItsTraceSayHow() {
        try (Running server = filled(null)) {
            JsonNode answer = Running.json(
                    server.post(GRAPH + "/ask", FOLLOW_UP.replace("build?\"", "build?\", \"trace\": true")));

            assertThat(answer.path("question").asText()).isEqualTo(UNDERSTOOD);
            assertThat(answer.path("answer").path("text").asText()).contains("Vale bridge");
            JsonNode first = answer.path("trace").path("steps").path(0);
            assertThat(first.path("name").asText()).isEqualTo("understand");
            assertThat(first.path("in").path(0).path("text").asText()).isEqualTo("what did she build?");
            assertThat(first.path("out").path(0).path("text").asText()).isEqualTo(UNDERSTOOD);
            assertThat(first.path("remarks")).isEmpty();
        }
    }

    @Test
    void streamBeginsWithTheStepThatUnderstands() {
        try (Running server = filled(null)) {
            String events = server.post(GRAPH + "/ask/stream", FOLLOW_UP).body();

            assertThat(events).startsWith("event: begin\ndata: {\"name\":\"understand\"}\n\nevent: step\n");
            assertThat(events).contains("event: answer\ndata: {\"question\":\"" + UNDERSTOOD + "\"");
        }
    }

    @Test
    void passagesAndComparisonsFollowToo() {
        try (Running server = filled(null)) {
            assertThat(Running.json(server.post(GRAPH + "/retrieve", FOLLOW_UP))
                            .path("question")
                            .asText())
                    .isEqualTo(UNDERSTOOD);
            JsonNode compared = Running.json(server.post(GRAPH + "/compare", FOLLOW_UP));
            assertThat(compared.path("question").asText()).isEqualTo(UNDERSTOOD);
            assertThat(compared.path("answers"))
                    .hasSize(2)
                    .allSatisfy(answer ->
                            assertThat(answer.path("question").asText()).isEqualTo(UNDERSTOOD));
        }
    }

    @Test
    @Tag("slow")
    void toolsOfAgentsTakeAHistoryAndSayHowTheQuestionWasUnderstood() throws Exception {
        try (Running server = filled(null);
                McpClient client = McpClient.http(server.address() + "/mcp")) {
            List<Map<String, String>> before =
                    List.of(Map.of("question", "Who is the daughter of Emil Marr?", "answer", "Lena Marr is."));
            for (String tool : List.of("ask", "retrieve")) {
                JsonNode told = client.call(tool, Map.of("question", "what did she build?", "history", before))
                        .path("structuredContent");
                assertThat(told.path("understood").asText()).as(tool).isEqualTo(UNDERSTOOD);
            }
            JsonNode alone = client.call("ask", Map.of("question", "Who built the Vale bridge?"))
                    .path("structuredContent");
            assertThat(alone.has("understood")).isFalse();
        }
    }

    @Test
    void modelWritesTheQuestionOnceAndItsTokensCountInTheTrace() {
        ScriptedChatModel chat = ScriptedChatModel.answering(
                request -> ScriptedChatModel.system(request).contains("Rewrite that question")
                        ? "What did Lena Marr build?"
                        : "The Vale bridge [1].");
        try (Running server = filled(chat)) {
            JsonNode answer = Running.json(
                    server.post(GRAPH + "/ask", FOLLOW_UP.replace("build?\"", "build?\", \"mode\": \"local\"")));

            assertThat(answer.path("question").asText()).isEqualTo("What did Lena Marr build?");
            assertThat(answer.path("trace")
                            .path("steps")
                            .path(0)
                            .path("cost")
                            .path("modelCalls")
                            .asInt())
                    .isEqualTo(1);
            int before = chat.requests().size();
            server.post(GRAPH + "/compare", FOLLOW_UP);
            assertThat(chat.requests().subList(before, chat.requests().size()))
                    .filteredOn(request -> ScriptedChatModel.system(request).contains("Rewrite that question"))
                    .hasSize(1);
        }
    }

    @Test
    void conversationOfAThousandTurnsGoesOn() {
        try (Running server = filled(null)) {
            String turns = IntStream.range(0, 999)
                            .mapToObj(turn -> "{\"question\": \"Question " + turn + "\", \"answer\": \""
                                    + "a long answer ".repeat(100) + "\"}")
                            .collect(Collectors.joining(", "))
                    + ", " + BEFORE;
            JsonNode answer = Running.json(server.post(
                    GRAPH + "/ask", "{\"question\": \"what did she build?\", \"history\": [" + turns + "]}"));

            assertThat(answer.path("answer").path("text").asText()).contains("Vale bridge");
            assertThat(answer.path("trace")
                            .path("steps")
                            .path(0)
                            .path("remarks")
                            .path(0)
                            .asText())
                    .isEqualTo("of the 1000 turns before it, the latest 8 were read");
        }
    }

    @Test
    void historyThatIsNoneIsRefusedByTheNameOfWhatIsWrong() {
        try (Running server = filled(null)) {
            Map<String, String> wrong = Map.of(
                    "[{\"question\": \"Who?\"}]", "\\\"history[0].answer\\\" is missing, or null",
                    "[null]", "\\\"history[0]\\\" is missing, or null",
                    "\"Who?\"", "\\\"history\\\" has the wrong type",
                    "[{\"question\": \"Who?\", \"answer\": \"\", \"role\": \"user\"}]",
                            "there is no field \\\"history[0].role\\\"");
            wrong.forEach((history, words) -> {
                var refused = server.post(GRAPH + "/ask", "{\"question\": \"Who?\", \"history\": " + history + "}");
                assertThat(refused.statusCode()).as(history).isEqualTo(400);
                assertThat(refused.body()).contains(words);
            });
        }
    }
}
