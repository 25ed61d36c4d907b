package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.cli.ScriptedBackend;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the endpoints over HTTP. */
final class ApiTest {
    private static final String GRAPH = "/api/v1/graphs/bridges";

    @TempDir
    private Path folder;

    @AutoClose
    private Running server;

    @BeforeEach
    void start() {
        server = Running.over(new ScriptedBackend(null), folder);
        server.add("bridges", Running.EMIL);
    }

    @Test
    void documentsBecomeAGraphThatAnswers() {
        JsonNode answer = Running.json(server.post(GRAPH + "/ask", Running.BRIDGE));

        assertThat(answer.path("answer").path("text").asText()).contains("Vale bridge");
        assertThat(answer.path("mode").asText()).isEqualTo("local");
        assertThat(names(answer.path("trace").path("steps")))
                .containsExactly("recognise", "seed", "expand", "rank", "collect", "answer");
    }

    @Test
    void traceHasItemsOnlyOnRequest() {
        JsonNode seed =
                Running.json(server.post(GRAPH + "/ask", Running.BRIDGE)).at("/trace/steps/1");
        assertThat(seed.has("in") || seed.has("out")).isFalse();
        assertThat(seed.path("outCount").asInt()).isPositive();

        String traced = Running.BRIDGE.replaceFirst("\\{", "{\"trace\": true, ");
        JsonNode items = Running.json(server.post(GRAPH + "/ask", traced)).at("/trace/steps/1/out");
        assertThat(items).hasSize(seed.path("outCount").asInt());
    }

    private static List<String> names(JsonNode steps) {
        return StreamSupport.stream(steps.spliterator(), false)
                .map(step -> step.path("name").asText())
                .toList();
    }

    @Test
    void passagesAreFoundWithoutAnAnswer() {
        JsonNode found = Running.json(server.post(GRAPH + "/retrieve", Running.BRIDGE));
        assertThat(found.path("passages").path(0).path("source").asText()).isEqualTo("lena");

        assertThat(found.has("answer")).isFalse();
        assertThat(found.path("passages").path(0).path("documentId").asText()).isEqualTo("lena");
    }

    @Test
    void modesStandSideBySide() {
        JsonNode comparison = Running.json(server.post(GRAPH + "/compare", Running.BRIDGE));

        assertThat(comparison.path("answers")).hasSize(2);
        assertThat(comparison.path("answers").path(0).path("mode").asText()).isEqualTo("naive");
    }

    @Test
    void stepsAreToldAsTheyGoAndTheAnswerAtTheEnd() {
        HttpResponse<String> response = server.post(GRAPH + "/ask/stream", Running.BRIDGE);

        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        List<String> events = response.body()
                .lines()
                .filter(line -> line.startsWith("event: "))
                .map(line -> line.substring(7))
                .toList();
        assertThat(events).startsWith("begin", "step", "begin", "step").endsWith("begin", "words", "step", "answer");
        assertThat(response.body()).contains("data: {\"name\":\"recognise\"}\n\n");
    }

    @Test
    void parametersOfAQuestionCount() {
        JsonNode answer = Running.json(server.post(
                GRAPH + "/ask", "{\"question\": \"Emil?\", \"mode\": \"naive\", \"parameters\": {\"finalTopK\": 1}}"));
        JsonNode top =
                Running.json(server.post(GRAPH + "/ask", "{\"question\": \"Emil?\", \"mode\": \"naive\", \"top\": 1}"));

        assertThat(answer.path("passages")).hasSize(1);
        assertThat(top.path("passages")).isEqualTo(answer.path("passages"));
    }

    @Test
    void graphTellsWhatItHolds() {
        JsonNode graph = Running.json(server.get(GRAPH));

        assertThat(graph.path("documents").asInt()).isEqualTo(2);
        assertThat(graph.path("embeddingModel").asText()).isEqualTo(ScriptedBackend.EMBEDDING_MODEL);
        assertThat(Running.json(server.get("/api/v1/graphs"))
                        .path("graphs")
                        .path(0)
                        .asText())
                .isEqualTo("bridges");
    }

    @Test
    void neighbourhoodOfAnEntityIsWhatTouchesIt() {
        JsonNode found = Running.json(server.get(GRAPH + "/entities?name=Emil%20Marr&limit=1"));
        String id = found.path("entities").path(0).path("id").asText();
        JsonNode around = Running.json(server.get(GRAPH + "/entities/" + id + "/neighbourhood"));

        assertThat(around.path("entity").path("name").asText()).isEqualTo("Emil Marr");
        assertThat(around.path("relations")).hasSize(2);
        assertThat(around.path("entities")).hasSize(2);
        assertThat(around.path("more").asBoolean()).isFalse();
        assertThat(Running.json(server.get(GRAPH + "/entities/" + id + "/neighbourhood?limit=1"))
                        .path("more")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void thingsAreLookedUpByTheirIds() {
        JsonNode answer = Running.json(server.post(GRAPH + "/ask", Running.BRIDGE));
        JsonNode relation = answer.path("relations").path(0);
        String body = "{\"relations\": [\"" + relation.path("key").asText() + "\"], \"passages\": "
                + relation.path("passageIds") + "}";
        JsonNode found = Running.json(server.post(GRAPH + "/lookup", body));

        assertThat(found.path("relations").path(0).path("text")).isEqualTo(relation.path("text"));
        assertThat(found.path("entities")).hasSize(2);
        assertThat(found.path("passages").path(0).path("documentId").asText()).isEqualTo("lena");
    }

    @Test
    void documentsAreListedAPageAtATime() {
        JsonNode first = Running.json(server.get(GRAPH + "/documents?limit=1"));
        JsonNode second = Running.json(server.get(
                GRAPH + "/documents?limit=1&after=" + first.path("next").asText()));

        assertThat(first.path("documents").path(0).path("id").asText()).isEqualTo("emil");
        assertThat(second.path("documents").path(0).path("id").asText()).isEqualTo("lena");
        assertThat(second.has("next")).isFalse();
        assertThat(Running.json(server.get(GRAPH + "/documents?search=MARR")).path("documents"))
                .hasSize(1);
        assertThat(Running.json(server.get(GRAPH + "/passages?document=emil"))
                        .path("passages")
                        .path(0)
                        .path("metadata")
                        .path("year")
                        .asText())
                .isEqualTo("1912");
    }

    @Test
    void documentsAreRemovedByAJob() {
        JsonNode job = server.ended(Running.json(server.delete(GRAPH + "/documents?id=lena&id=nobody")));

        assertThat(job.path("state").asText()).isEqualTo("done");
        assertThat(job.path("report").path("documents").asInt()).isEqualTo(1);
        assertThat(Running.json(server.get(GRAPH)).path("documents").asInt()).isEqualTo(1);
    }

    @Test
    void fileBecomesADocumentOfItsName() {
        JsonNode job = server.ended(Running.json(server.send(server.request(GRAPH + "/uploads?name=notes.txt")
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofString("Port Sereno lies on the Oro.")))));

        assertThat(job.path("kind").asText()).isEqualTo("upload");
        assertThat(job.path("subject").asText()).isEqualTo("notes.txt");
        assertThat(Running.json(server.get(GRAPH + "/passages?document=notes.txt"))
                        .path("passages"))
                .hasSize(1);
    }

    /** Parsed by the process for untrusted documents. */
    @Test
    void fileOfAnotherFormatBecomesADocumentToo() {
        JsonNode job = server.ended(Running.json(server.send(server.request(GRAPH + "/uploads?name=oro.html")
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofString("<title>The Oro</title><p>Port Sereno lies on the <b>Oro</b>.</p>")))));

        assertThat(job.path("state").asText()).as(job.toString()).isEqualTo("done");
        JsonNode passage = Running.json(server.get(GRAPH + "/passages?document=oro.html"))
                .path("passages")
                .path(0);
        assertThat(passage.path("title").asText()).isEqualTo("The Oro");
        assertThat(passage.path("text").asText()).contains("Port Sereno lies on the Oro.");
    }

    @Test
    void pageThatGivesNoDocumentIsToldByItsJob() {
        JsonNode job = server.ended(
                Running.json(server.post(GRAPH + "/pages", "{\"url\": \"http://127.0.0.1:9/a?key=secret\"}")));

        assertThat(job.path("subject").asText()).isEqualTo("http://127.0.0.1/a");
        assertThat(job.path("skipped").path(0).path("reason").asText())
                .isEqualTo("cannot be fetched: the host 127.0.0.1 is unknown, or not on the open internet");
    }

    @Test
    void estimateOfAPageSaysWhyItCannotBeFetchedAndBeginsNoJob() {
        JsonNode forecast = Running.json(
                server.post("/api/v1/graphs/other/pages/estimate", "{\"url\": \"http://127.0.0.1:9/a?key=secret\"}"));

        assertThat(forecast.path("documents").asInt()).isZero();
        assertThat(forecast.path("skipped").path(0).path("reason").asText())
                .isEqualTo("cannot be fetched: the host 127.0.0.1 is unknown, or not on the open internet");
        assertThat(Running.json(server.get("/api/v1/graphs/other/jobs")).path("jobs"))
                .isEmpty();
        assertThat(server.post("/api/v1/graphs/other/pages/estimate", "{\"url\": \"file:///etc/passwd\"}")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void estimateStoresNothing() {
        JsonNode forecast = Running.json(
                server.post("/api/v1/graphs/other/estimate", "{\"documents\": [{\"id\": \"a\", \"text\": \"A b.\"}]}"));

        assertThat(forecast.path("documents").asInt()).isEqualTo(1);
        assertThat(server.get("/api/v1/graphs/other").statusCode()).isEqualTo(404);
    }

    @Test
    void estimateOfAFileReadsItAndKeepsNothing() {
        JsonNode forecast =
                Running.json(server.send(server.request("/api/v1/graphs/other/uploads/estimate?name=notes.txt")
                        .header("Content-Type", "application/octet-stream")
                        .POST(BodyPublishers.ofString("Port Sereno lies on the Oro."))));
        JsonNode nothing =
                Running.json(server.send(server.request("/api/v1/graphs/other/uploads/estimate?name=empty.txt")
                        .header("Content-Type", "application/octet-stream")
                        .POST(BodyPublishers.ofString(" "))));

        assertThat(forecast.path("passages").asInt()).isEqualTo(1);
        assertThat(forecast.path("skipped")).isEmpty();
        assertThat(nothing.path("skipped").path(0).path("reason").asText()).isEqualTo("has no text");
        assertThat(server.get("/api/v1/graphs/other").statusCode()).isEqualTo(404);
    }

    @Test
    void whatFailedIsTriedAgainByAJob() {
        JsonNode job = server.ended(Running.json(server.post(GRAPH + "/retry-failed", "{}")));

        assertThat(job.path("state").asText()).isEqualTo("done");
        assertThat(Running.json(server.get(GRAPH + "/failed")).path("passages")).isEmpty();
    }

    @Test
    void graphIsTakenAlongAsAFile() {
        HttpResponse<String> file = server.get(GRAPH + "/export?format=jsonl");

        assertThat(file.headers().firstValue("Content-Disposition")).hasValue("attachment; filename=\"bridges.jsonl\"");
        assertThat(file.body()).contains("Vale bridge");
        assertThat(server.get(GRAPH + "/export?format=xls").statusCode()).isEqualTo(400);
    }

    @Test
    void graphIsDropped() {
        assertThat(server.delete(GRAPH).statusCode()).isEqualTo(204);
        assertThat(server.get(GRAPH).statusCode()).isEqualTo(404);
        assertThat(server.delete(GRAPH).statusCode()).isEqualTo(404);
    }

    @Test
    void serverTellsWhatItCanDo() {
        JsonNode told = Running.json(server.get("/api/v1/server"));

        assertThat(told.path("version").asText()).isEqualTo("tern test");
        assertThat(told.path("modes")).map(JsonNode::asText).containsExactly("naive", "local", "overview");
        assertThat(told.path("limits").path("questionCharacters").asInt()).isEqualTo(8192);
        assertThat(told.path("parameterRanges"))
                .contains(Running.json("{\"name\":\"degree\",\"type\":\"integer\",\"minimum\":0,\"maximum\":4}"))
                .contains(Running.json("{\"name\":\"finalTopK\",\"type\":\"integer\",\"minimum\":1,\"maximum\":100}"));
        assertThat(server.get("/health/live").body()).isEqualTo("{\"status\":\"live\"}");
        assertThat(server.get("/health/ready").body()).isEqualTo("{\"status\":\"ready\"}");
    }

    @Test
    void figuresAreCountedForPrometheus() {
        server.post(GRAPH + "/ask", Running.BRIDGE);
        // Jobs and requests are counted when they have been answered.
        String asked = "path=\"/api/v1/graphs/{graph}/ask\",status=\"200\"} 1";
        Running.eventually("both are counted", () -> {
            String figures = server.get("/metrics").body();
            return figures.contains(asked) && figures.contains("tern_jobs_total{");
        });

        assertThat(server.get("/metrics").body())
                .contains("tern_step_seconds_count{mode=\"local\",step=\"expand\"} 1")
                .contains("tern_http_request_seconds_count{method=\"POST\",path=\"/api/v1/graphs/{graph}/ask\","
                        + "status=\"200\"} 1")
                .contains("tern_store_calls_total ")
                .contains("tern_model_calls_total{task=\"embed\",use=\"question\"}")
                .contains("tern_jobs_total{kind=\"documents\",state=\"done\"} 1.0")
                .contains("tern_jobs_unfinished 0.0");
    }

    @Test
    void whatModelsCostAndWhatIsKeptOfThemIsCountedForPrometheus() {
        ChatModel chat = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from("{\"triplets\": [{\"subject\": \"Port Sereno\", \"predicate\": \"lies"
                                + " on\", \"object\": \"the Oro\"}]}"))
                        .tokenUsage(new TokenUsage(500, 20))
                        .build();
            }
        };
        ScriptedBackend backend =
                new ScriptedBackend(chat).with("TERN_EXTRACTOR", "model").with("TERN_PRICES", "scripted=1000/2000");
        String text = "{\"documents\": [{\"id\": \"oro\", \"text\": \"Port Sereno lies on the Oro.\"}]}";
        try (Running paying = Running.over(backend, folder.resolve("paying"))) {
            JsonNode first = paying.add("rivers", text);
            assertThat(first.path("usage").path("cost").asText()).isEqualTo("0.54");
            JsonNode second = paying.add("others", text);
            assertThat(second.path("report").path("extracted").asInt()).isEqualTo(1);
            paying.post(
                    "/api/v1/graphs/rivers/ask",
                    "{\"question\": \"Where does Port Sereno lie?\", \"mode\": \"local\"}");
            assertThat(Running.json(paying.get("/api/v1/server")).path("models").toString())
                    .isEqualTo("{\"extract\":\"scripted\",\"recognise\":\"scripted\",\"rerank\":\"scripted\","
                            + "\"answer\":\"scripted\"}");
            assertThat(paying.get("/metrics").body())
                    .contains("tern_model_cost_total{task=\"answer\"} 0.54")
                    .contains("tern_model_calls_total{task=\"answer\",use=\"question\"} 1.0")
                    .contains("tern_model_cost_total{task=\"extract\"} 0.54")
                    .contains("tern_cache_hits_total 1.0")
                    .contains("tern_model_tokens_total{direction=\"output\",task=\"extract\",use=\"job\"} 20.0");
        }
    }
}
