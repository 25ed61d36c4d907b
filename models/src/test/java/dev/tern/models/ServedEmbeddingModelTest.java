package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import dev.tern.error.TernException;
import dev.tern.models.StubServer.Asked;
import dev.tern.models.StubServer.Reply;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ServedEmbeddingModelTest {
    private static EmbeddingModelSettings.Builder settings(StubServer server) {
        return EmbeddingModelSettings.builder()
                .dimensions(2)
                .endpoint(ModelEndpoint.builder()
                        .baseUrl(server.url())
                        .parallelRequests(3)
                        .maxRetries(2)
                        .backOffBase(Duration.ofMillis(1))
                        .build());
    }

    private static List<TextSegment> texts(int from, int to) {
        List<TextSegment> texts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            texts.add(TextSegment.from("text " + i));
        }
        return texts;
    }

    /** Returns a distinct vector, not of unit length. */
    private static String vectorOf(String text) {
        return "[" + text.replace("text ", "") + ".5, 1000]";
    }

    private static Reply vectors(Asked asked) {
        List<String> data = new ArrayList<>();
        for (JsonNode input : asked.body().path("input")) {
            data.add("{\"index\":" + data.size() + ",\"embedding\":" + vectorOf(input.asText()) + "}");
        }
        return Reply.ok("{\"model\":\"m\",\"data\":[" + String.join(",", data)
                + "],\"usage\":{\"prompt_tokens\":5,\"total_tokens\":5}}");
    }

    private static int numberIn(Embedding embedding) {
        return (int) Math.floor(1000.0 * embedding.vector()[0] / embedding.vector()[1]);
    }

    @Test
    void sendsEachDistinctTextOnceInBatchesAndKeepsTheAskedOrder() throws IOException {
        try (StubServer server = new StubServer();
                CloseableEmbeddingModel model =
                        Models.embeddingModel(settings(server).build())) {
            server.otherwise(ServedEmbeddingModelTest::vectors);
            List<TextSegment> asked = texts(0, 1300);
            asked.addAll(texts(0, 100));
            List<Embedding> vectors = model.embedAll(asked).content();
            for (int i = 0; i < vectors.size(); i++) {
                assertThat(numberIn(vectors.get(i))).isEqualTo(i % 1300);
            }
            assertThat(server.asked().stream()
                            .map(request -> request.body().path("input").size())
                            .sorted()
                            .collect(Collectors.toList()))
                    .containsExactly(276, 512, 512);
            Asked first = server.asked().getFirst();
            assertThat(first.path()).isEqualTo("/v1/embeddings");
            assertThat(first.body().path("model").asText()).isEqualTo("text-embedding-3-small");
            assertThat(first.body().path("dimensions").asInt()).isEqualTo(2);
            assertThat(first.headers()).doesNotContainKey("Authorization");
        }
    }

    @Test
    void nothingIsLeftOfAWireThatWasUsedAndClosed() throws IOException, InterruptedException {
        try (StubServer server = new StubServer()) {
            server.otherwise(ServedEmbeddingModelTest::vectors);
            WeakReference<ModelHttpClient> gone = usedAndClosed(server);
            for (int i = 0; i < 1_000 && gone.get() != null; i++) {
                System.gc();
                Thread.sleep(50);
            }
            assertThat(gone.get()).isNull();
        }
    }

    private static WeakReference<ModelHttpClient> usedAndClosed(StubServer server) {
        ModelEndpoint endpoint = ModelEndpoint.builder().baseUrl(server.url()).build();
        RetryPolicy backOff =
                new RetryPolicy(endpoint.backOffBase(), endpoint.maxBackOff(), Clock.systemUTC(), new Random());
        try (ModelHttpClient modelHttpClient =
                new ModelHttpClient(endpoint, backOff, new RateLimit(endpoint, 1, RateLimit.Timer.SYSTEM, null))) {
            modelHttpClient.execute(HttpRequest.builder()
                    .method(HttpMethod.POST)
                    .url(server.url() + "/embeddings")
                    .body("{\"input\": [\"text 1\"]}")
                    .build());
            return new WeakReference<>(modelHttpClient);
        }
    }

    @Test
    void keepsToTheRequestsInFlight() throws IOException {
        try (StubServer server = new StubServer();
                CloseableEmbeddingModel model =
                        Models.embeddingModel(settings(server).batchSize(10).build())) {
            CountDownLatch full = new CountDownLatch(3);
            server.otherwise(asked -> {
                full.countDown();
                awaitAll(full);
                return vectors(asked);
            });
            assertThat(model.embedAll(texts(0, 120)).content()).hasSize(120);
            assertThat(server.asked()).hasSize(12);
            assertThat(server.maxInFlight()).isEqualTo(3);
        }
    }

    /** No more than three come at once; fewer would block here. */
    private static void awaitAll(CountDownLatch full) {
        try {
            assertThat(full.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void retriesABatchAlone() throws IOException {
        try (StubServer server = new StubServer(Reply.of(503, "busy"), Reply.hangUp());
                CloseableEmbeddingModel model =
                        Models.embeddingModel(settings(server).batchSize(10).build())) {
            server.otherwise(ServedEmbeddingModelTest::vectors);
            assertThat(model.embedAll(texts(0, 30)).content()).hasSize(30);
            assertThat(server.asked()).hasSize(5);
        }
    }

    @Test
    void aFailedBatchFailsTheCall() throws IOException {
        try (StubServer server = new StubServer();
                CloseableEmbeddingModel model =
                        Models.embeddingModel(settings(server).batchSize(10).build())) {
            server.otherwise(asked -> asked.body().path("input").get(0).asText().equals("text 20")
                    ? Reply.of(400, "{\"error\":{\"message\":\"too long\"}}")
                    : vectors(asked));
            assertThatThrownBy(() -> model.embedAll(texts(0, 50)))
                    .isInstanceOfSatisfying(
                            TernException.class,
                            refused -> assertThat(refused.isRefusal()).isTrue())
                    .hasMessage(server.url() + " refused the request (400): too long."
                            + " Check the model's name and settings");
        }
    }

    @Test
    void batchesAreSmallBesideWhatMayGoInAMinute() throws IOException {
        try (StubServer server = new StubServer();
                CloseableEmbeddingModel model = Models.embeddingModel(EmbeddingModelSettings.builder()
                        .dimensions(2)
                        .endpoint(ModelEndpoint.builder()
                                .baseUrl(server.url())
                                .tokensPerMinute(36_000)
                                .burst(Duration.ofSeconds(1))
                                .build())
                        .build())) {
            server.otherwise(ServedEmbeddingModelTest::vectors);
            List<Embedding> vectors = model.embedAll(texts(1000, 1400)).content();
            assertThat(vectors).hasSize(400);
            assertThat(numberIn(vectors.getLast())).isEqualTo(1399);
            assertThat(server.asked().stream()
                            .map(request -> request.body().path("input").size()))
                    .as("three estimated tokens each, and a second of the minute at once")
                    .containsExactlyInAnyOrder(200, 200);
            assertThat(model.embedAll(List.of()).content()).isEmpty();
        }
    }

    @Test
    void halfAnAnswerIsTheModelsFault() throws IOException {
        try (StubServer server = new StubServer();
                CloseableEmbeddingModel model =
                        Models.embeddingModel(settings(server).build())) {
            server.otherwise(any -> Reply.ok("{\"data\":[{\"embedding\":[1,"));
            assertThatThrownBy(() -> model.embed("text"))
                    .isInstanceOf(TernException.class)
                    .hasMessageStartingWith("the model \"text-embedding-3-small\" at " + server.url()
                            + " sent an answer that cannot be read");
        }
    }

    @Test
    void ollamaTellsItsDimensionOnce() throws IOException {
        try (StubServer server = new StubServer(Reply.ok("{\"model\":\"m\",\"embeddings\":[[3, 4, 0]]}"));
                CloseableEmbeddingModel model = Models.embeddingModel(settings(server)
                        .provider(KnownProvider.OLLAMA)
                        .modelName("nomic-embed-text")
                        .dimensions(null)
                        .build())) {
            assertThat(model.dimension()).isEqualTo(3);
            assertThat(model.dimension()).isEqualTo(3);
            assertThat(model.modelName()).isEqualTo("nomic-embed-text");
            assertThat(server.asked()).hasSize(1);
            assertThat(server.asked().getFirst().path()).isEqualTo("/v1/api/embed");
        }
    }

    @Test
    void knownModelsTellTheirDimensionWithoutACall() {
        ModelEndpoint endpoint =
                ModelEndpoint.builder().apiKey(ProviderKey.of("sk-test")).build();
        try (CloseableEmbeddingModel model = Models.embeddingModel(
                EmbeddingModelSettings.builder().endpoint(endpoint).build())) {
            assertThat(model.dimension()).isEqualTo(1536);
            assertThat(model.modelName()).isEqualTo("text-embedding-3-small");
        }
    }
}
