package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tern.error.TernException;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.extract.LanguageModelExtractor;
import dev.tern.ingest.extract.UnusableReplyException;
import dev.tern.model.Ledger.Expense;
import dev.tern.models.StubServer.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Extraction of triplets over a real connection. */
class ExtractionWireTest {
    private static final String TEXT = "Euler was born in Basel.";
    private static final Passage PASSAGE = Passage.of(SourceDocument.of("euler.txt", TEXT), 0, TEXT, List.of());
    private static final Statement BORN = Statement.of("Euler", "was born in", "Basel");
    private static final String GOOD = "{\"triplets\": [[\"Euler\", \"was born in\", \"Basel\"]]}";

    private final List<Expense> expenses = new ArrayList<>();

    private static Reply reply(String text, String finish) {
        ObjectNode body = StubServer.JSON.createObjectNode();
        body.put("id", "1").put("model", "m");
        ObjectNode choice = body.putArray("choices").addObject();
        choice.put("index", 0).put("finish_reason", finish);
        choice.putObject("message").put("role", "assistant").put("content", text);
        body.putObject("usage")
                .put("prompt_tokens", 600)
                .put("completion_tokens", 40)
                .put("total_tokens", 640);
        return Reply.ok(body.toString());
    }

    private List<Statement> extract(StubServer server) {
        ModelEndpoint endpoint = ModelEndpoint.builder()
                .baseUrl(server.url())
                .apiKey(ProviderKey.of("sk-test"))
                .maxRetries(2)
                .requestTimeout(Duration.ofMinutes(1))
                .backOffBase(Duration.ofMillis(1))
                .maxBackOff(Duration.ofSeconds(2))
                .build();
        try (CloseableChatModel model = Models.chatModel(ChatModelSettings.builder()
                .modelName("gpt-test")
                .endpoint(endpoint)
                .build())) {
            return LanguageModelExtractor.builder(model)
                    .ledger(expenses::add)
                    .build()
                    .extract(PASSAGE);
        }
    }

    @Test
    void schemaAndLimitAreSentAndTokensCounted() throws IOException {
        try (StubServer server = new StubServer(reply(GOOD, "stop"))) {
            assertThat(extract(server)).containsExactly(BORN);
            JsonNode body = server.asked().getFirst().body();
            JsonNode triplets = body.at("/response_format/json_schema/schema/properties/triplets");
            assertThat(triplets.at("/items/items/type").asText()).isEqualTo("string");
            assertThat(body.path("max_tokens").asInt()).isEqualTo(4096);
            assertThat(expenses).containsExactly(new Expense("extract", "euler.txt", "gpt-test", 600, 40));
        }
    }

    @Test
    void aServerThatWantsTheNewerLimitGetsIt() throws IOException {
        Reply refusal = Reply.of(
                400,
                "{\"error\":{\"message\":\"Unsupported parameter: 'max_tokens' is not supported"
                        + " with this model. Use 'max_completion_tokens' instead.\"}}");
        try (StubServer server = new StubServer(refusal, reply(GOOD, "stop"))) {
            assertThat(extract(server)).containsExactly(BORN);
            JsonNode second = server.asked().get(1).body();
            assertThat(second.path("max_completion_tokens").asInt()).isEqualTo(4096);
            assertThat(second.has("max_tokens")).isFalse();
            assertThat(second.at("/response_format/type").asText()).isEqualTo("json_schema");
        }
    }

    @Test
    void whatMayPassIsTriedAgainAndNonsenseAskedForOnceMore() throws IOException {
        try (StubServer server =
                new StubServer(Reply.of(429, ""), reply("no idea", "stop"), Reply.of(500, ""), reply(GOOD, "stop"))) {
            assertThat(extract(server)).containsExactly(BORN);
            assertThat(server.asked()).hasSize(4);
            assertThat(expenses).hasSize(2);
        }
    }

    @Test
    void aReplyCutByTheServerIsKnownForOne() throws IOException {
        try (StubServer server = new StubServer(reply("{\"triplets\": [[\"Eu", "length"), reply("", "length"))) {
            assertThatThrownBy(() -> extract(server))
                    .isInstanceOf(UnusableReplyException.class)
                    .hasMessage("neither reply of gpt-test could be used. The first: it was cut off before a triplet"
                            + " was whole (limit 4096 tokens). The second: it was empty when its 4096 tokens were used"
                            + " up");
        }
    }

    @Test
    void aReplyThatTheProviderWithholdsIsNotAskedForAgain() throws IOException {
        try (StubServer server = new StubServer(reply("", "content_filter"))) {
            assertThatThrownBy(() -> extract(server))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.isRefusal()).isTrue())
                    .hasMessageContaining("OpenAI declined to let the model \"gpt-test\" at");
            assertThat(server.asked()).hasSize(1);
        }
    }

    @Test
    void aFailureOfTheServiceIsNotTheRepliesFault() throws IOException {
        try (StubServer server = new StubServer()) {
            server.otherwise(any -> Reply.of(503, "down"));
            assertThatThrownBy(() -> extract(server))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("failed in 3 tries (503): down");
            assertThat(expenses).isEmpty();
        }
    }
}
