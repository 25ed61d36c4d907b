package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.error.TernException;
import dev.tern.models.StubServer.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Streamed answers over real connections. */
final class StreamedAnswerTest {
    private static final ChatRequest REQUEST =
            ChatRequest.builder().messages(UserMessage.from("who?")).build();
    private static final int MORE_THAN_PARTS = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration AT_ONCE = Duration.ZERO;

    private static CloseableChatModel model(KnownProvider provider, String url, Duration timeout) {
        ModelEndpoint endpoint = ModelEndpoint.builder()
                .baseUrl(url)
                .apiKey(ProviderKey.of("sk-secret0123456789"))
                .maxRetries(2)
                .requestTimeout(timeout)
                .backOffBase(Duration.ofMillis(1))
                .build();
        return Models.chatModel(ChatModelSettings.builder()
                .provider(provider)
                .modelName("m")
                .endpoint(endpoint)
                .build());
    }

    private static CloseableChatModel openAi(String url) {
        return model(KnownProvider.OPENAI, url + "/v1", PATIENCE);
    }

    /** Each word is sent when the one before has arrived: buffered words would never come. */
    private static void assertHeardAsItWasWritten(StreamStub server, CloseableChatModel model) {
        Semaphore permits = server.byPermit();
        List<String> heard = new ArrayList<>();
        permits.release();
        ChatResponse response = model.chat(REQUEST, part -> {
            heard.add(part);
            permits.release(heard.size() < 3 ? 1 : MORE_THAN_PARTS);
        });
        assertThat(heard).containsExactly("Lena ", "Marr ", "[1].");
        assertThat(response.aiMessage().text()).isEqualTo("Lena Marr [1].");
        assertThat(response.tokenUsage().inputTokenCount()).isEqualTo(40);
        assertThat(response.tokenUsage().outputTokenCount()).isEqualTo(3);
        assertThat(server.asked())
                .singleElement()
                .satisfies(body -> assertThat(body.replace(" ", "")).contains("\"stream\":true"));
    }

    @Test
    void wordsOfOpenAiAreHeardAsTheyAreWritten() throws IOException {
        try (StreamStub server = StreamStub.openAi(AT_ONCE, "Lena ", "Marr ", "[1].");
                CloseableChatModel model = openAi(server.url())) {
            assertHeardAsItWasWritten(server, model);
        }
    }

    @Test
    void wordsOfOllamaAreHeardAsTheyAreWritten() throws IOException {
        try (StreamStub server = StreamStub.ollama(AT_ONCE, "Lena ", "Marr ", "[1].");
                CloseableChatModel model = model(KnownProvider.OLLAMA, server.url(), PATIENCE)) {
            assertHeardAsItWasWritten(server, model);
        }
    }

    @Test
    void listenerThatLeavesEndsTheAnswerAtTheServer() throws Exception {
        try (StreamStub server = StreamStub.openAi(
                        Duration.ofMillis(20), "a ".repeat(2_000).split("(?<= )", -1));
                CloseableChatModel model = openAi(server.url())) {
            List<String> parts = new ArrayList<>();
            assertThatThrownBy(() -> model.chat(REQUEST, part -> {
                        parts.add(part);
                        throw new IllegalStateException("gone");
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("gone");
            assertThat(parts).hasSize(1);
            assertThat(server.abandoned.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void interruptEndsTheAnswer() throws Exception {
        try (StreamStub server = StreamStub.openAi(Duration.ofSeconds(30), "never");
                CloseableChatModel model = openAi(server.url())) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread asking = Thread.ofVirtual().start(() -> {
                try {
                    model.chat(REQUEST, part -> {});
                } catch (RuntimeException e) {
                    thrown.set(e);
                }
            });
            while (server.asked().isEmpty()) {
                Thread.sleep(10);
            }
            Thread.sleep(100);
            asking.interrupt();
            assertThat(asking.join(Duration.ofSeconds(60))).isTrue();
            assertThat(thrown.get()).isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void silenceInTheMiddleOfAnAnswerEndsIt() throws IOException {
        String[] words = {"Lena ", "Marr "};
        try (StreamStub server = StreamStub.openAi(Duration.ofMinutes(1), words);
                CloseableChatModel model = model(KnownProvider.OPENAI, server.url() + "/v1", Duration.ofMillis(400))) {
            assertThatThrownBy(() -> model.chat(REQUEST, part -> {}))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("within 400 ms");
        }
    }

    @Test
    void serverThatCannotStreamIsAskedForTheWholeFromThenOn() throws IOException {
        Reply refusal = Reply.of(400, "{\"error\": {\"message\": \"stream is not supported\"}}");
        try (StubServer server = new StubServer(refusal, Reply.chat("one"), Reply.chat("two"));
                CloseableChatModel model = model(KnownProvider.OPENAI, server.url(), PATIENCE)) {
            List<String> parts = new ArrayList<>();
            model.chat(REQUEST, parts::add);
            model.chat(REQUEST, parts::add);
            assertThat(parts).containsExactly("one", "two");
            assertThat(server.asked()).hasSize(3);
        }
    }

    @Test
    void serverThatAnswersInOnePieceAllTheSameIsAskedForThat() throws IOException {
        try (StubServer server = new StubServer(Reply.chat("one"), Reply.chat("one"), Reply.chat("two"));
                CloseableChatModel model = model(KnownProvider.OPENAI, server.url(), PATIENCE)) {
            List<String> parts = new ArrayList<>();
            model.chat(REQUEST, parts::add);
            model.chat(REQUEST, parts::add);
            assertThat(parts).containsExactly("one", "two");
        }
    }

    @Test
    void keyThatIsRefusedIsToldAsEver() throws IOException {
        try (StubServer server = new StubServer(Reply.of(401, "{\"error\": {\"message\": \"no such key\"}}"));
                CloseableChatModel model = model(KnownProvider.OPENAI, server.url(), PATIENCE)) {
            assertThatThrownBy(() -> model.chat(REQUEST, part -> {}))
                    .isInstanceOf(TernException.class)
                    .hasMessageContaining("refused the API key (401): no such key");
        }
    }
}
