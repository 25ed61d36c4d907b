package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.server.Collector.Received;
import dev.tern.server.settings.TraceSettings;
import dev.tern.server.traces.Traces;
import dev.tern.testing.ScriptedChatModel;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the spans that a collector receives, and that they contain no secrets. */
final class TracesTest {
    private static final String ASK = "/api/v1/graphs/bridges/ask";
    private static final String QUESTION =
            "{\"question\": \"Which bridge did Emil Marr's daughter build?\", \"mode\": \"local\"}";
    private static final String KEY = "collector-key-0123456789";

    @TempDir
    private Path folder;

    private static final class QuickModel implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from("Secret words [1]."))
                    .build();
        }
    }

    private Running traced(Collector collector) {
        return Running.over(
                new ScriptedBackend(new QuickModel()),
                folder,
                usual -> usual.traces(new TraceSettings(collector.address(), Map.of("X-Key", KEY))));
    }

    @Test
    void requestIsASpanAroundItsStepsAndTheirCalls() throws Exception {
        String trace = "0af7651916cd43dd8448eb211c80319c";
        try (Collector collector = new Collector()) {
            try (Running server = traced(collector)) {
                server.add("bridges", Running.EMIL);
                assertThat(server.send(server.posting(ASK, QUESTION)
                                        .header("traceparent", "00-" + trace + "-b7ad6b7169203331-00"))
                                .statusCode())
                        .isEqualTo(200);
            }
            List<Received> spans = collector.spans().stream()
                    .filter(span -> span.trace().equals(trace))
                    .toList();
            Received request = named(spans, "POST /api/v1/graphs/{graph}/ask");
            assertThat(request.parent()).isEqualTo("b7ad6b7169203331");
            Received query = named(spans, "query");
            assertThat(query.parent()).isEqualTo(request.id());
            for (String step : List.of("recognise", "seed", "expand", "rank", "collect", "answer")) {
                assertThat(named(spans, step).parent()).as(step).isEqualTo(query.id());
            }
            assertThat(named(spans, "chat").parent())
                    .isEqualTo(named(spans, "answer").id());
            assertThat(named(spans, "store nearestRelations").parent())
                    .isEqualTo(named(spans, "seed").id());
            assertThat(named(spans, "embed").parent())
                    .isEqualTo(named(spans, "seed").id());
            assertThat(spans).allSatisfy(span -> {
                assertThat(span.start()).isBetween(request.start() - 5_000_000, request.end());
                assertThat(span.end()).isBetween(span.start(), request.end() + 5_000_000);
            });
            assertThat(collector.keys()).isNotEmpty().containsOnly(KEY);
        }
    }

    private static Received named(List<Received> spans, String name) {
        return spans.stream()
                .filter(span -> span.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no span " + name + " in " + spans));
    }

    @Test
    void nothingThatAnybodyAskedWroteOrStoredIsTold() throws Exception {
        try (Collector collector = new Collector()) {
            try (Running server = traced(collector)) {
                server.add("bridges", Running.EMIL);
                server.post(ASK, QUESTION);
                server.post(ASK, "{\"question\": \"Emil \", \"mode\": \"graph\", \"parameters\": {\"degree\": 9}}");
                server.get("/api/v1/graphs/bridges/entities?name=Emil");
                server.get("/nothing/Emil");
            }
            assertThat(collector.spans()).hasSizeGreaterThan(8);
            assertThat(collector.raw())
                    .contains("http.route")
                    .doesNotContain("Emil", "bridge", "Vale", "Secret", KEY, "/nothing");
        }
    }

    @Test
    void jobIsASpanWithWhatItDid() throws Exception {
        try (Collector collector = new Collector()) {
            try (Running server = traced(collector)) {
                server.add("bridges", Running.EMIL);
            }
            assertThat(named(collector.spans(), "job documents").parent()).isEmpty();
            assertThat(collector.raw()).contains("tern.job.id", "tern.documents", "tern.passages");
        }
    }

    @Test
    void questionThatIsTracedHasNoMoreTokensThanAnother() {
        ScriptedChatModel chat = ScriptedChatModel.answering(any -> "Lena built it [1].");
        ServerLimits limits =
                ServerLimits.builder().set(ServerLimit.QUESTION_TOKENS, 1).build();
        TraceSettings nowhere = new TraceSettings(URI.create("http://127.0.0.1:9"), Map.of());
        try (Running server = Running.over(
                new ScriptedBackend(chat), folder, usual -> usual.limits(limits).traces(nowhere))) {
            server.add("bridges", Running.EMIL);
            int before = chat.requests().size();
            GuardsTest.assertProblem(
                    server.post(ASK, "{\"question\": \"Who built it?\", \"mode\": \"graph\"}"),
                    429,
                    "the 1 tokens of one question are used up (server.questionTokens)");
            assertThat(chat.requests()).as("the first is within it").hasSize(before + 1);
        }
    }

    @Test
    void nobodyIsToldUnlessItIsConfigured() {
        assertThat(Traces.of(Optional.empty(), "tern test")).isSameAs(Traces.NONE);
    }

    @Test
    void addressThatIsNoneIsRefusedAndNoHeaderIsShown() {
        assertThatThrownBy(() -> new TraceSettings(URI.create("localhost:4317"), Map.of()))
                .hasMessage("the address for traces must begin with http:// or https:// and name a host");
        assertThat(new TraceSettings(URI.create("http://localhost:4318"), Map.of("X-Key", KEY)).toString())
                .doesNotContain(KEY);
    }
}
