package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.tern.models.StubServer.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers, batches and model names that deviate from the references. */
class UnusualEmbeddingTest {
    @AutoClose
    private static StubServer server;

    @BeforeAll
    static void serve() throws IOException {
        server = new StubServer();
    }

    @BeforeEach
    void forget() {
        server.asked().clear();
    }

    private static EmbeddingModelSettings.Builder settings(EmbeddingKind kind) {
        return EmbeddingModelSettings.builder()
                .provider(kind.provider)
                .modelName(kind.model)
                .dimensions(3)
                .endpoint(ModelEndpoint.builder()
                        .baseUrl(server.url())
                        .apiKey(ProviderKey.of("f00dfeedcafe0123456789"))
                        .maxRetries(2)
                        .backOffBase(Duration.ofMillis(1))
                        .build());
    }

    private static CloseableEmbeddingModel model(EmbeddingKind kind) {
        return Models.embeddingModel(settings(kind).build());
    }

    private static void answer(Reply reply) {
        server.otherwise(any -> reply);
    }

    private static EmbeddingResponse embed(CloseableEmbeddingModel model, String... texts) {
        return model.embed(EmbeddingRequest.builder()
                .inputs(Stream.of(texts).map(EmbeddingInput::from).toList())
                .build());
    }

    private static Reply numbered(int first, int second, int third) {
        return Reply.ok(("{'data':[{'index':%d,'embedding':[1,0,0]},{'index':%d,'embedding':[0,1,0]},"
                        + "{'index':%d,'embedding':[0,0,1]}]}")
                .formatted(first, second, third)
                .replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0, 0", "1, 1, 1, 0", "1, 2, 3, 0", "3, 1, 2, 1", "2, 0, 1, 1"})
    void serversThatNumberInTheirOwnWayAreUnderstood(int first, int second, int third, int placeOfFirstText) {
        answer(numbered(first, second, third));
        try (CloseableEmbeddingModel model = model(EmbeddingKind.OPENAI)) {
            assertThat(embed(model, "one", "two", "three")
                            .embeddings()
                            .getFirst()
                            .vector()[placeOfFirstText])
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1", "2, 3, 4", "-1, 0, 1", "0, 1, 3"})
    void vectorsForOtherTextsAreRefusedAtOnce(int first, int second, int third) {
        answer(numbered(first, second, third));
        try (CloseableEmbeddingModel model = model(EmbeddingKind.OPENAI)) {
            assertThatThrownBy(() -> embed(model, "one", "two", "three"))
                    .hasMessageContaining(
                            "sent an answer that cannot be read (its vectors do not match the texts that were sent)");
        }
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void answerOfAnotherFormIsNotAskedForAgain() {
        answer(Reply.ok("{}"));
        try (CloseableEmbeddingModel model = model(EmbeddingKind.OPENAI)) {
            assertThatThrownBy(() -> embed(model, "one"))
                    .hasMessageEndingWith("sent an answer that cannot be read (a part of it is missing)");
        }
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void batchThatIsRefusedIsSentInHalves() {
        EmbeddingKind kind = EmbeddingKind.OPENAI;
        server.otherwise(asked -> kind.texts(asked).size() > 2
                ? kind.error(400, "too many tokens in all")
                : kind.answer(kind.texts(asked).stream()
                        .map(text -> "[1,0," + text + "]")
                        .toList()));
        try (CloseableEmbeddingModel model = model(kind)) {
            EmbeddingResponse response = embed(model, "1", "2", "3", "4", "5");
            assertThat(response.embeddings())
                    .extracting(vector -> Math.round(vector.vector()[2] / vector.vector()[0]))
                    .containsExactly(1, 2, 3, 4, 5);
            assertThat(response.metadata().tokenUsage().inputTokenCount()).isEqualTo(15);
        }
        assertThat(server.asked()).extracting(asked -> kind.texts(asked).size()).containsExactly(5, 2, 3, 1, 2);
    }

    @Test
    void refusalOfOneTextIsOfAll() {
        server.otherwise(any -> EmbeddingKind.OPENAI.error(400, "no such dimension"));
        try (CloseableEmbeddingModel model = model(EmbeddingKind.OPENAI)) {
            assertThatThrownBy(() -> embed(model, "1", "2", "3", "4")).hasMessageContaining("no such dimension");
        }
        assertThat(server.asked()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"models/gemini-embedding-001, gemini-embedding-001", "my model?, my%20model%3F"})
    void namesOfModelsFitTheAddress(String name, String place) {
        assertThat(EmbeddingDialect.of(KnownProvider.GEMINI, name).path())
                .isEqualTo("/models/" + place + ":batchEmbedContents");
    }

    @Test
    void placeBeforeAModelsNameIsSentOnce() {
        EmbeddingKind kind = EmbeddingKind.GEMINI;
        answer(kind.answer(List.of("[1,0,0]")));
        try (CloseableEmbeddingModel model = Models.embeddingModel(
                settings(kind).modelName("models/" + kind.model).build())) {
            embed(model, "Lena");
        }
        assertThat(server.asked().getFirst().path()).isEqualTo(kind.path);
        assertThat(server.asked().getFirst().body().toString().replace('"', '\''))
                .isEqualTo(kind.request("Lena", false));
    }

    @Test
    void nameOfAChatModelThatMakesNoAddressIsTheUsersFault() {
        ChatModelSettings settings = ChatModelSettings.builder()
                .provider(KnownProvider.GEMINI)
                .modelName("a b")
                .endpoint(ModelEndpoint.builder().baseUrl(server.url()).build())
                .build();
        try (CloseableChatModel model = Models.chatModel(settings)) {
            assertThatThrownBy(() -> model.chat("Lena"))
                    .hasMessage(
                            "no request can be sent to " + server.url() + "/models/a b:generateContent: check the base"
                                    + " URL, the model's name and the API key for invalid characters");
        }
    }
}
