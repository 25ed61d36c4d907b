package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.app.limits.ServerLimit;
import dev.tern.app.limits.ServerLimits;
import dev.tern.cli.ScriptedBackend;
import dev.tern.model.StreamedChatModel;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The words of an answer, sent while the model writes them. */
final class StreamTest {
    private static final String STREAM = "/api/v1/graphs/bridges/ask/stream";
    private static final String QUESTION =
            "{\"question\": \"Which bridge did Emil Marr's daughter build?\", \"mode\": \"local\"}";

    @TempDir
    private Path folder;

    /** A model that writes each word when permitted, and detects that the client has left. */
    private static final class WritingModel implements StreamedChatModel {
        private final List<String> words;
        private final CountDownLatch gate;
        private final CountDownLatch stopped = new CountDownLatch(1);

        private WritingModel(List<String> words, CountDownLatch gate) {
            this.words = words;
            this.gate = gate;
        }

        @Override
        public ChatResponse chat(ChatRequest request, Consumer<String> listener) {
            try {
                for (String word : words) {
                    listener.accept(word);
                    gate.await();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                stopped.countDown();
                throw new CancellationException("interrupted while writing");
            } catch (RuntimeException e) {
                stopped.countDown();
                throw e;
            }
            return doChat(request);
        }

        @Override
        public ChatResponse doChat(ChatRequest request) {
            return ChatResponse.builder()
                    .aiMessage(AiMessage.from(String.join("", words)))
                    .build();
        }
    }

    @Test
    void firstWordIsSentBeforeTheModelHasWrittenTheNext() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        WritingModel model = new WritingModel(List.of("Lena ", "Marr [1]."), gate);
        try (Running server = Running.over(new ScriptedBackend(model), folder)) {
            server.add("bridges", Running.EMIL);
            HttpResponse<InputStream> response = server.open(server.posting(STREAM, QUESTION));
            StringBuilder seen = new StringBuilder();
            try (InputStream body = response.body()) {
                byte[] buffer = new byte[1_024];
                while (seen.indexOf("{\"text\":\"Lena \"}") < 0) {
                    int count = body.read(buffer);
                    assertThat(count).isPositive();
                    seen.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
                }
                assertThat(seen).doesNotContain("Marr [1]");
                gate.countDown();
                seen.append(new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
            assertThat(Pattern.compile("event: words\n").matcher(seen).results().count())
                    .isEqualTo(2);
            assertThat(seen.indexOf("event: answer")).isGreaterThan(seen.lastIndexOf("event: words"));
            assertThat(seen).contains("\"text\":\"Lena Marr [1].\"");
        }
    }

    @Test
    void whoeverLeavesEndsTheModelsWorkAndHasStillHadItsTokens() throws Exception {
        ServerLimits limits =
                ServerLimits.builder().set(ServerLimit.TOKENS_PER_DAY, 400).build();
        WritingModel model = new WritingModel(
                Collections.nCopies(100_000, "word after word after word after word "), new CountDownLatch(0));
        try (Running server = Running.over(new ScriptedBackend(model), folder, usual -> usual.limits(limits))) {
            server.add("bridges", Running.EMIL);
            HttpResponse<InputStream> response = server.open(server.posting(STREAM, QUESTION));
            try (InputStream body = response.body()) {
                assertThat(body.readNBytes(8_192)).hasSize(8_192);
            }
            assertThat(model.stopped.await(2, TimeUnit.MINUTES)).isTrue();
            assertNoTokensAreLeft(server);
        }
    }

    private static void assertNoTokensAreLeft(Running server) {
        int status = 0;
        // Few enough that it is not the requests of a minute that are used up.
        for (int i = 0; i < 250 && status != 429; i++) {
            Running.pause();
            status = server.post("/api/v1/graphs/bridges/retrieve", QUESTION).statusCode();
        }
        assertThat(status).isEqualTo(429);
    }

    @Test
    void whoeverLeavesBeforeTheFirstWordHasHadThePrompt() throws Exception {
        ServerLimits limits =
                ServerLimits.builder().set(ServerLimit.TOKENS_PER_DAY, 100).build();
        SlowModel model = new SlowModel(new CountDownLatch(1), new CountDownLatch(1));
        try (Running server = Running.over(new ScriptedBackend(model), folder, usual -> usual.limits(limits))) {
            server.add("bridges", Running.EMIL);
            HttpResponse<InputStream> response = server.open(server.posting(STREAM, QUESTION));
            try (InputStream body = response.body()) {
                assertThat(model.asked().await(2, TimeUnit.MINUTES)).isTrue();
                assertThat(body.read()).isPositive();
            }
            assertNoTokensAreLeft(server);
        }
    }

    @Test
    void questionWhoseTimeIsOverHasHadThePrompt() {
        ServerLimits limits = ServerLimits.builder()
                .set(ServerLimit.TOKENS_PER_DAY, 100)
                .set(ServerLimit.QUESTION_TIME, 500)
                .build();
        SlowModel model = new SlowModel(new CountDownLatch(1), new CountDownLatch(1));
        try (Running server = Running.over(new ScriptedBackend(model), folder, usual -> usual.limits(limits))) {
            server.add("bridges", Running.EMIL);
            while (model.asked().getCount() > 0) {
                // The time may be over before the model is asked; its prompt uses up all tokens.
                assertThat(server.post("/api/v1/graphs/bridges/ask", QUESTION).statusCode())
                        .isIn(429, 502, 503, 504);
            }
            assertNoTokensAreLeft(server);
        }
    }
}
