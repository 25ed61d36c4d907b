package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.tern.GraphRag;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.model.TokenEstimator;
import dev.tern.models.StubServer.Reply;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.store.InMemoryGraphStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Common tests of every embedding provider, over real connections. */
class EmbeddingWireTest {
    private static final String KEY = "f00dfeedcafe0123456789";

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
                .batchSize(2_048)
                .endpoint(ModelEndpoint.builder()
                        .baseUrl(server.url())
                        .apiKey(ProviderKey.of(KEY))
                        .maxRetries(2)
                        .backOffBase(Duration.ofMillis(1))
                        .maxBackOff(Duration.ofMillis(10))
                        .build());
    }

    private static CloseableEmbeddingModel model(EmbeddingKind kind) {
        return Models.embeddingModel(settings(kind).build());
    }

    private static void script(Reply... replies) {
        List<Reply> left = new ArrayList<>(List.of(replies));
        server.otherwise(any -> left.removeFirst());
    }

    private static EmbeddingResponse embed(
            CloseableEmbeddingModel model, @Nullable EmbeddingInputType type, String... texts) {
        boolean told = model.supportedParameters().contains(EmbeddingRequestParameters.INPUT_TYPE);
        return model.embed(EmbeddingRequest.builder()
                .inputs(List.of(texts).stream().map(EmbeddingInput::from).toList())
                .inputType(told ? type : null)
                .build());
    }

    @ParameterizedTest
    @EnumSource
    void asksAsTheReferenceSays(EmbeddingKind kind) {
        script(kind.answer(List.of("[0,3,4]")), kind.answer(List.of("[0,3,4]")), kind.answer(List.of("[0,3,4]")));
        try (CloseableEmbeddingModel model = model(kind)) {
            EmbeddingResponse response = embed(model, EmbeddingInputType.QUERY, "Lena");
            assertThat(response.embeddings())
                    .singleElement()
                    .satisfies(vector ->
                            assertThat(vector.vector()).containsExactly(new float[] {0, 0.6f, 0.8f}, within(1e-6f)));
            assertThat(response.metadata().tokenUsage().inputTokenCount())
                    .isEqualTo(kind == EmbeddingKind.GEMINI_1 ? TokenEstimator.estimate("Lena") : 5);
            embed(model, EmbeddingInputType.DOCUMENT, "Lena");
            embed(model, null, "Lena");
            assertThat(model.modelName()).isEqualTo(kind.model);
        }
        assertThat(server.asked())
                .extracting(asked -> asked.body().toString().replace('"', '\''))
                .containsExactly(kind.request("Lena", true), kind.request("Lena", false), kind.request("Lena", false));
        assertThat(server.asked()).allSatisfy(asked -> {
            assertThat(asked.path()).isEqualTo(kind.path);
            assertThat(asked.header(kind.keyHeader())).isEqualTo(kind.keyScheme() + KEY);
            assertThat(asked.header("Content-Type")).isEqualTo("application/json");
            assertThat(asked.headers().values().stream()
                            .filter(values -> values.toString().contains(KEY)))
                    .hasSize(1);
        });
    }

    @ParameterizedTest
    @EnumSource
    void sendsNoMoreTextsThanTheProviderTakes(EmbeddingKind kind) {
        server.otherwise(asked -> kind.answer(kind.texts(asked).stream()
                .map(text -> "[1,0," + text.replaceFirst(".* ", "") + "]")
                .toList()));
        int texts = kind.maxTexts + 1;
        try (CloseableEmbeddingModel model = model(kind)) {
            List<TextSegment> asked = IntStream.range(0, texts)
                    .mapToObj(i -> TextSegment.from("text " + i))
                    .toList();
            float[] last = model.embedAll(asked).content().getLast().vector();
            assertThat(last[2] / last[0]).isEqualTo(texts - 1, within(1e-1f));
        }
        assertThat(server.asked())
                .extracting(asked -> kind.texts(asked).size())
                .containsExactlyInAnyOrder(kind.maxTexts, 1);
    }

    @ParameterizedTest
    @EnumSource
    void errorsAreToldWithoutTheKey(EmbeddingKind kind) {
        script(
                kind.error(401, "the key " + KEY + " is not valid"),
                kind.error(kind == EmbeddingKind.MISTRAL ? 422 : 400, "too long"));
        String variable = kind.provider.keyVariables().stream().findFirst().orElse("the API key");
        try (CloseableEmbeddingModel model = model(kind)) {
            assertThatThrownBy(() -> model.embed("Lena"))
                    .isInstanceOf(TernException.class)
                    .hasMessage(server.url() + " refused the API key (401): the key (key hidden) is not valid. "
                            + variable + " is wrong: set it to a valid key");
            assertThatThrownBy(() -> model.embed("Lena"))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.isRefusal()).isTrue())
                    .hasMessage(server.url() + " refused the request ("
                            + (kind == EmbeddingKind.MISTRAL ? 422 : 400)
                            + "): too long. Check the model's name and settings");
        }
    }

    @ParameterizedTest
    @EnumSource
    void isAskedAgainWhereItLimitsRequestsOrIsCut(EmbeddingKind kind) {
        Reply answer = kind.answer(List.of("[1,0,0]"));
        script(
                kind.error(429, "slow down").retryAfter("0"),
                Reply.ok(answer.body().substring(0, answer.body().length() / 2)),
                answer);
        try (CloseableEmbeddingModel model = model(kind)) {
            assertThat(model.embed("Lena").content().vector()).containsExactly(1, 0, 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void unusableVectorsAreTheModelsFault(EmbeddingKind kind) {
        assertUnusable(kind, List.of("[1,0,0]"), "sent 1 vectors for 2 texts");
        assertUnusable(kind, List.of("[1,0,0]", "[1,0,0]", "[1,0,0]"), "sent 3 vectors for 2 texts");
        assertUnusable(kind, List.of("[1,0,0]", "[]"), "sent a vector of 0 dimensions where 3 were expected");
        assertUnusable(kind, List.of("[1,0,0]", "[1,0]"), "sent a vector of 2 dimensions where 3 were expected");
        String undirected = "sent a vector without a direction (almost zero, or with a part that is not a number)";
        assertUnusable(kind, List.of("[1,0,0]", "[0,0,0]"), undirected);
        assertUnusable(kind, List.of("[1,0,0]", "[1e-11,0,0]"), undirected);
        assertUnusable(kind, List.of("[1,0,0]", "[1e39,1,0]"), undirected);
        assertUnusable(kind, List.of("[1,0,0]", "[1,null,\"NaN\"]"), undirected);
        String missing = "sent an answer that cannot be read (a part of it is missing)";
        assertUnusable(kind, List.of("[1,0,0]", "\"AACAPwAAAAA=\""), missing);
        server.otherwise(any -> Reply.ok("{}"));
        assertFault(kind, missing);
    }

    private static void assertUnusable(EmbeddingKind kind, List<String> vectors, String message) {
        server.otherwise(any -> kind.answer(vectors));
        assertFault(kind, message);
    }

    private static void assertFault(EmbeddingKind kind, String message) {
        try (CloseableEmbeddingModel model = model(kind)) {
            assertThatThrownBy(() -> embed(model, null, "one", "two"))
                    .isInstanceOfSatisfying(
                            TernException.class, e -> assertThat(e.fault()).isEqualTo(TernException.Fault.MODEL))
                    .hasMessage("the model \"" + kind.model + "\" at " + server.url() + " " + message);
        }
    }

    @Test
    void vectorsGoByTheirNumbers() {
        List<String> vectors = List.of("[1,0,0]", "[0,1,0]");
        script(Reply.ok("{\"data\":[" + EmbeddingKind.indexed(vectors, true) + "]}"));
        try (CloseableEmbeddingModel model = model(EmbeddingKind.VOYAGE)) {
            assertThat(embed(model, null, "one", "two").embeddings().getFirst().vector())
                    .containsExactly(1, 0, 0);
        }
    }

    @Test
    void requestsHoldNoMoreThanTwoThirdsOfTheTokensThatTheProviderTakes() {
        EmbeddingKind kind = EmbeddingKind.MISTRAL;
        server.otherwise(asked ->
                kind.answer(kind.texts(asked).stream().map(text -> "[1,0,0]").toList()));
        String text = "x".repeat(4_000);
        assertThat(TokenEstimator.estimate(text)).isEqualTo(1_000);
        try (CloseableEmbeddingModel model = model(kind)) {
            model.embedAll(IntStream.range(0, 20)
                    .mapToObj(i -> TextSegment.from(
                            i + text.substring(String.valueOf(i).length())))
                    .toList());
        }
        assertThat(server.asked()).extracting(asked -> kind.texts(asked).size()).containsExactlyInAnyOrder(10, 10);
    }

    @Test
    void onlyWhatIsAskedIsAQuestion() {
        EmbeddingKind kind = EmbeddingKind.COHERE;
        server.otherwise(asked ->
                kind.answer(kind.texts(asked).stream().map(text -> "[1,0,0]").toList()));
        try (CloseableEmbeddingModel model = model(kind);
                GraphRag rag = GraphRag.builder()
                        .store(new InMemoryGraphStore())
                        .embeddingModel(model)
                        .build()) {
            rag.add(List.of(SourceDocument.of("a", "Euler knew Daniel.")), IngestListener.NONE);
            assertThat(textsAsked(kind, "search_document")).contains("Euler knew Daniel.", "Euler", "Daniel");
            assertThat(textsAsked(kind, "search_query")).isEmpty();
            server.asked().clear();
            rag.retrieve(Question.of("Who knew Daniel?", Mode.LOCAL));
            assertThat(textsAsked(kind, "search_query")).contains("Who knew Daniel?");
            assertThat(textsAsked(kind, "search_document")).isEmpty();
        }
    }

    private static List<String> textsAsked(EmbeddingKind kind, String type) {
        return server.asked().stream()
                .filter(asked -> asked.body().path("input_type").asText().equals(type))
                .flatMap(asked -> kind.texts(asked).stream())
                .toList();
    }

    @Test
    void keysThatAProviderQuotesInPartAreHidden() {
        script(EmbeddingKind.VOYAGE.error(401, "no such key pa-Ab3dEf*********jKlM or jina_0123456789abcdef"));
        try (CloseableEmbeddingModel model = model(EmbeddingKind.VOYAGE)) {
            assertThatThrownBy(() -> model.embed("Lena"))
                    .hasMessageContaining("no such key (key hidden) or (key hidden). VOYAGE_API_KEY is wrong");
        }
    }

    @Test
    void prefixesThatAreSetGoWithTheType() {
        EmbeddingKind kind = EmbeddingKind.COHERE;
        server.otherwise(any -> kind.answer(List.of("[1,0,0]")));
        try (CloseableEmbeddingModel model =
                Models.embeddingModel(settings(kind).questionPrefix("ask: ").build())) {
            embed(model, EmbeddingInputType.QUERY, "Lena");
            assertThat(model.modelName()).isEqualTo("embed-v4.0 (questions \"ask: \", passages \"\")");
        }
        assertThat(server.asked().getFirst().body().toString().replace('"', '\''))
                .isEqualTo(kind.request("ask: Lena", true));
    }

    @Test
    void whatAModelReadsBeforeTextsCanBeReplaced() {
        EmbeddingModelSettings settings = settings(EmbeddingKind.GEMINI)
                .questionPrefix("")
                .passagePrefix("")
                .build();
        assertThat(Models.modelName(settings)).isEqualTo("gemini-embedding-2 (questions \"\", passages \"\")");
        assertThat(Models.modelName(settings(EmbeddingKind.GEMINI).build())).isEqualTo("gemini-embedding-2");
    }

    @Test
    void olderModelsAreAskedForWhatTheyKnow() {
        assertThat(EmbeddingDialect.of(KnownProvider.JINA, "jina-embeddings-v2-base-de")
                        .types())
                .isNull();
        assertThat(EmbeddingDialect.of(KnownProvider.COHERE, "embed-multilingual-v3.0")
                        .readTokens())
                .isEqualTo(512);
        assertThat(EmbeddingDialect.of(KnownProvider.GEMINI, "gemini-embedding-001")
                        .readTokens())
                .isEqualTo(2_048);
    }

    @ParameterizedTest
    @CsvSource({
        "COHERE, embed-v4.0, COHERE_API_KEY or CO_API_KEY",
        "VOYAGE, voyage-4, VOYAGE_API_KEY",
        "JINA, jina-embeddings-v5-text-small, JINA_API_KEY",
        "MISTRAL, mistral-embed, MISTRAL_API_KEY",
        "GEMINI, gemini-embedding-2, GEMINI_API_KEY or GOOGLE_API_KEY"
    })
    void aKeyIsAllThatIsNeeded(KnownProvider provider, String model, String variables) {
        EmbeddingModelSettings.Builder settings =
                EmbeddingModelSettings.builder().provider(provider);
        assertThat(settings.build().modelName()).isEqualTo(model);
        assertThatThrownBy(() -> Models.embeddingModel(settings.build()))
                .hasMessage(provider.title() + " needs a key: set " + variables
                        + ", or name the base URL of another server, or choose another provider (ollama; in-process"
                        + " for embedding)");
        ModelEndpoint foreign = ModelEndpoint.builder()
                .apiKey(ProviderKey.of("sk-proj-0123456789abc"))
                .build();
        assertThatThrownBy(
                        () -> Models.embeddingModel(settings.endpoint(foreign).build()))
                .hasMessageStartingWith(
                        "the key for " + provider + " belongs to openai, and is sent to no other address");
        ModelEndpoint own = ModelEndpoint.builder().apiKey(ProviderKey.of(KEY)).build();
        try (CloseableEmbeddingModel made =
                Models.embeddingModel(settings.endpoint(own).build())) {
            assertThat(made.modelName()).isEqualTo(model);
        }
    }

    @Test
    void azureNamesADeploymentAndAResource() {
        assertThatThrownBy(() -> EmbeddingModelSettings.builder()
                        .provider(KnownProvider.AZURE)
                        .build())
                .hasMessage("no embedding model is set for azure: name your deployment of one (embedding.model)");
        EmbeddingModelSettings settings = EmbeddingModelSettings.builder()
                .provider(KnownProvider.AZURE)
                .modelName("d")
                .endpoint(ModelEndpoint.builder().apiKey(ProviderKey.of(KEY)).build())
                .build();
        assertThatThrownBy(() -> Models.embeddingModel(settings))
                .hasMessageStartingWith("azure needs the address of your resource: set AZURE_OPENAI_ENDPOINT");
    }

    @Test
    void onlyModelsThatTellQuestionsTakeATypeOfInput() {
        for (EmbeddingKind kind : EmbeddingKind.values()) {
            try (CloseableEmbeddingModel model = model(kind)) {
                assertThat(!model.supportedParameters().isEmpty())
                        .as(kind.toString())
                        .isEqualTo(
                                !Set.of("OPENAI", "AZURE", "MISTRAL", "OLLAMA").contains(kind.name()));
            }
        }
    }
}
