package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import dev.tern.models.StubServer.Asked;
import dev.tern.models.StubServer.Reply;
import dev.tern.models.kept.ModelCache;
import dev.tern.models.kept.VectorCache;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CachedEmbeddingModelTest {
    @TempDir
    Path directory;

    private static CloseableEmbeddingModel model(StubServer server, ModelCache cache) {
        return model(server, cache.vectors());
    }

    private static CloseableEmbeddingModel model(StubServer server, VectorCache cache) {
        return Models.embeddingModel(
                EmbeddingModelSettings.builder()
                        .modelName("small")
                        .endpoint(ModelEndpoint.builder()
                                .baseUrl(server.url())
                                .maxRetries(0)
                                .build())
                        .build(),
                cache);
    }

    private static List<TextSegment> texts(String... texts) {
        return Arrays.stream(texts).map(TextSegment::from).toList();
    }

    /** Returns a distinct unit vector for each text. */
    private static Reply vectors(Asked asked, int dimension) {
        List<String> data = new ArrayList<>();
        for (JsonNode input : asked.body().path("input")) {
            int number = Integer.parseInt(input.asText());
            data.add("{\"index\":" + data.size() + ",\"embedding\":[" + Math.cos(number) + "," + Math.sin(number)
                    + ",0".repeat(dimension - 2) + "]}");
        }
        return Reply.ok("{\"model\":\"m\",\"data\":[" + String.join(",", data) + "],\"usage\":{\"prompt_tokens\":"
                + data.size() + ",\"total_tokens\":" + data.size() + "}}");
    }

    private static List<String> inputs(Asked asked) {
        List<String> inputs = new ArrayList<>();
        asked.body().path("input").forEach(input -> inputs.add(input.asText()));
        return inputs;
    }

    private static void assertVectors(List<Embedding> vectors, int... numbers) {
        assertThat(vectors).hasSize(numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            assertThat(vectors.get(i).vector()[0]).isCloseTo((float) Math.cos(numbers[i]), within());
            assertThat(vectors.get(i).vector()[1]).isCloseTo((float) Math.sin(numbers[i]), within());
        }
    }

    private static Offset<Float> within() {
        return Offset.offset(1e-6f);
    }

    @Test
    void onlyWhatIsNotKeptIsSentAndTheOrderStays() throws IOException {
        try (StubServer server = new StubServer()) {
            server.otherwise(asked -> vectors(asked, 2));
            try (ModelCache cache = ModelCache.in(directory, 1 << 20);
                    CloseableEmbeddingModel model = model(server, cache)) {
                assertVectors(model.embedAll(texts("3", "1", "3")).content(), 3, 1, 3);
            }
            try (ModelCache cache = ModelCache.in(directory, 1 << 20);
                    CloseableEmbeddingModel model = model(server, cache)) {
                Response<List<Embedding>> response = model.embedAll(texts("4", "3", "2", "1", "4"));
                assertVectors(response.content(), 4, 3, 2, 1, 4);
                assertThat(response.tokenUsage())
                        .as("tokens that were sent")
                        .extracting(TokenUsage::inputTokenCount)
                        .isEqualTo(2);
                Response<List<Embedding>> kept = model.embedAll(texts("1", "2", "3"));
                assertVectors(kept.content(), 1, 2, 3);
                assertThat(kept.tokenUsage())
                        .extracting(TokenUsage::inputTokenCount)
                        .isEqualTo(0);
                assertThat(model.modelName()).isEqualTo("small");
            }
            assertThat(server.asked().stream().map(CachedEmbeddingModelTest::inputs))
                    .containsExactly(List.of("3", "1"), List.of("4", "2"));
        }
    }

    @Test
    void aQuestionIsNotAPassageOfTheSameWords() throws IOException {
        EmbeddingKind kind = EmbeddingKind.COHERE;
        try (StubServer server = new StubServer();
                ModelCache cache = ModelCache.in(directory, 1 << 20);
                CloseableEmbeddingModel model = Models.embeddingModel(
                        EmbeddingModelSettings.builder()
                                .provider(kind.provider)
                                .endpoint(ModelEndpoint.builder()
                                        .baseUrl(server.url())
                                        .build())
                                .build(),
                        cache.vectors())) {
            server.otherwise(asked -> kind.answer(
                    List.of(asked.body().path("input_type").asText().equals("search_query") ? "[1,0]" : "[0,1]")));
            for (EmbeddingInputType type :
                    List.of(EmbeddingInputType.DOCUMENT, EmbeddingInputType.QUERY, EmbeddingInputType.DOCUMENT)) {
                EmbeddingRequest request = EmbeddingRequest.builder()
                        .inputs(List.of(EmbeddingInput.from("Lena")))
                        .inputType(type)
                        .build();
                assertThat(model.embed(request).embeddings().getFirst().vector()[0])
                        .isEqualTo(type == EmbeddingInputType.QUERY ? 1 : 0);
            }
            assertThat(server.asked()).hasSize(2);
        }
    }

    @Test
    void aTextThatSeveralThreadsAskForIsSentOnce() throws Exception {
        try (StubServer server = new StubServer();
                ModelCache cache = ModelCache.in(directory, 1 << 20);
                CloseableEmbeddingModel model = model(server, cache);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.otherwise(asked -> vectors(asked, 2).after(Duration.ofMillis(100)));
            List<Future<Response<List<Embedding>>>> asking = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                asking.add(threads.submit(() -> model.embedAll(texts("7", "8"))));
            }
            for (Future<Response<List<Embedding>>> asked : asking) {
                assertVectors(asked.get().content(), 7, 8);
            }
            assertThat(server.asked().stream().flatMap(asked -> inputs(asked).stream()))
                    .containsExactlyInAnyOrder("7", "8");
        }
    }

    @Test
    void aVectorThatAnotherThreadKeepsMeanwhileIsNotAskedFor() throws IOException {
        VectorCache lateFinds = new VectorCache() {
            private boolean looked;

            @Override
            public Map<String, float[]> find(String model, Collection<String> texts) {
                boolean first = !looked;
                looked = true;
                return first ? Map.of() : Map.of("7", vector(7));
            }

            @Override
            public void keep(String model, Map<String, float[]> vectors) {}
        };
        try (StubServer server = new StubServer();
                CloseableEmbeddingModel model = model(server, lateFinds)) {
            server.otherwise(asked -> vectors(asked, 2));
            assertVectors(model.embedAll(texts("7", "8")).content(), 7, 8);
            assertVectors(model.embedAll(texts("7")).content(), 7);
            assertThat(server.asked().stream().map(CachedEmbeddingModelTest::inputs))
                    .containsExactly(List.of("8"));
        }
    }

    private static float[] vector(int number) {
        return new float[] {(float) Math.cos(number), (float) Math.sin(number)};
    }

    @Test
    void whoWaitsForACallThatFailsAsksItself() throws Exception {
        try (StubServer server = new StubServer(Reply.of(400, "no").after(Duration.ofMillis(200)));
                ModelCache cache = ModelCache.in(directory, 1 << 20);
                CloseableEmbeddingModel model = model(server, cache);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.otherwise(asked -> vectors(asked, 2));
            Future<?> first = threads.submit(() -> model.embedAll(texts("7")));
            while (server.asked().isEmpty()) {
                Thread.sleep(5);
            }
            Future<Response<List<Embedding>>> second = threads.submit(() -> model.embedAll(texts("7", "8")));
            assertVectors(second.get().content(), 7, 8);
            assertThatThrownBy(first::get).hasCauseInstanceOf(TernException.class);
        }
    }

    @Test
    void vectorsOfAModelThatIsServedNoMoreAreAskedForAgain() throws IOException {
        try (StubServer server = new StubServer();
                ModelCache cache = ModelCache.in(directory, 1 << 20)) {
            server.otherwise(asked -> vectors(asked, 2));
            try (CloseableEmbeddingModel model = model(server, cache)) {
                model.embedAll(texts("1", "2"));
            }
            server.otherwise(asked -> vectors(asked, 3));
            try (CloseableEmbeddingModel model = model(server, cache)) {
                assertThat(model.embedAll(texts("1", "2", "3")).content())
                        .extracting(Embedding::dimension)
                        .containsOnly(3);
                assertThat(model.embedAll(texts("1", "2", "3")).content())
                        .extracting(Embedding::dimension)
                        .containsOnly(3);
            }
            assertThat(server.asked().stream().map(CachedEmbeddingModelTest::inputs))
                    .containsExactly(List.of("1", "2"), List.of("3"), List.of("1", "2"));
        }
    }

    @Test
    void anotherServerOrAnotherDimensionIsAnotherModel() throws IOException {
        try (StubServer one = new StubServer();
                StubServer other = new StubServer();
                ModelCache cache = ModelCache.in(directory, 1 << 20);
                CloseableEmbeddingModel first = model(one, cache);
                CloseableEmbeddingModel second = model(other, cache)) {
            one.otherwise(asked -> vectors(asked, 2));
            other.otherwise(asked -> vectors(asked, 2));
            first.embedAll(texts("1"));
            second.embedAll(texts("1"));
            assertThat(one.asked()).hasSize(1);
            assertThat(other.asked()).hasSize(1);
        }
    }

    @Test
    void aQuestionAndAPassageOfTheSameWordsAreSentAndKeptEachWithItsPrefix() throws IOException {
        try (StubServer server = new StubServer();
                ModelCache cache = ModelCache.in(directory, 1 << 20);
                CloseableEmbeddingModel model = Models.embeddingModel(
                        EmbeddingModelSettings.builder()
                                .modelName("small (questions \"1\", passages \"2\")")
                                .endpoint(ModelEndpoint.builder()
                                        .baseUrl(server.url())
                                        .maxRetries(0)
                                        .build())
                                .build(),
                        cache.vectors())) {
            server.otherwise(asked -> vectors(asked, 2));
            for (int i = 0; i < 2; i++) {
                assertVectors(ask(model, EmbeddingInputType.QUERY), 17);
                assertVectors(ask(model, EmbeddingInputType.DOCUMENT), 27);
            }
            assertThat(server.asked().stream().map(CachedEmbeddingModelTest::inputs))
                    .containsExactly(List.of("17"), List.of("27"));
            assertThat(server.asked().getFirst().body().path("model").asText()).isEqualTo("small");
            assertThat(model.modelName()).isEqualTo("small (questions \"1\", passages \"2\")");
        }
    }

    private static List<Embedding> ask(CloseableEmbeddingModel model, EmbeddingInputType type) {
        return model.embed(
                        EmbeddingRequest.builder().inputs("7").inputType(type).build())
                .embeddings();
    }

    @Test
    void theModelInProcessRemembersItsLastTextsAndKeepsNothingOnDisk() {
        try (ModelCache cache = ModelCache.in(directory, 1 << 20);
                CloseableEmbeddingModel model = Models.embeddingModel(
                        EmbeddingModelSettings.builder()
                                .provider(KnownProvider.IN_PROCESS)
                                .build(),
                        cache.vectors())) {
            Response<Embedding> first = model.embed("a bridge in Halden");
            Response<Embedding> second = model.embed("a bridge in Halden");
            assertThat(second.content()).isEqualTo(first.content());
            assertThat(first.tokenUsage()).isNotEqualTo(new TokenUsage(0));
            assertThat(second.tokenUsage()).isEqualTo(new TokenUsage(0));
        }
    }
}
