package dev.tern.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.output.TokenUsage;
import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.testing.HashingEmbeddingModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextEmbedderTest {
    private final HashingEmbeddingModel hashing = new HashingEmbeddingModel(8);
    private final Meter meter = new Meter();

    @Test
    void eachDistinctTextIsEmbeddedOnceAndInItsOrder() {
        List<Integer> afterBatch = new ArrayList<>();
        Map<String, float[]> vectors = new TextEmbedder(hashing, EmbeddingInputType.DOCUMENT, 2, meter)
                .embed(List.of("c", "a", "c", "b", "a", "e", "d"), () -> afterBatch.add(hashing.calls()));

        assertThat(hashing.batches()).containsExactly(List.of("c", "a"), List.of("b", "e"), List.of("d"));
        assertThat(afterBatch).containsExactly(1, 2, 3);
        assertThat(vectors).containsOnlyKeys("c", "a", "b", "e", "d");
        vectors.forEach((text, vector) -> assertThat(new double[] {norm(vector), cosine(vector, hashing.vector(text))})
                .containsExactly(new double[] {1, 1}, Offset.offset(1e-6)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 511, 512, 513})
    void noCallIsGivenMoreTextsThanTheBatchAndOnlyTheLastFewer(int batch) {
        List<String> texts = IntStream.range(0, 1024).mapToObj(i -> "text " + i).toList();
        new TextEmbedder(hashing, EmbeddingInputType.DOCUMENT, batch, meter).embed(texts, () -> {});

        assertThat(hashing.calls()).isEqualTo((1024 + batch - 1) / batch);
        assertThat(hashing.batches().subList(0, hashing.calls() - 1))
                .allSatisfy(part -> assertThat(part).hasSize(batch));
        assertThat(hashing.batches().stream().flatMap(List::stream)).containsExactlyElementsOf(texts);
        assertThat(meter.modelCalls()).isEqualTo(hashing.calls());
    }

    @Test
    void noCallIsGivenMoreTokensThanAProviderTakes() {
        // 50,000 tokens each, and one beyond the limit of a call by itself.
        List<String> texts = IntStream.rangeClosed(1, 9)
                .mapToObj(i -> Integer.toString(i).repeat(i == 6 ? 1_200_000 : 200_000))
                .toList();
        new TextEmbedder(hashing, EmbeddingInputType.DOCUMENT, 512, meter).embed(texts, () -> {});

        assertThat(hashing.batches()).extracting(List::size).containsExactly(4, 1, 1, 3);
        assertThat(hashing.batches().stream().flatMap(List::stream)).containsExactlyElementsOf(texts);
    }

    @Test
    void anInterruptedCallIsNotTheModelsFault() {
        assertThatThrownBy(() -> embed(texts -> {
                    throw new CancellationException("interrupted while embedding");
                }))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage("a call of the embedding model \"odd\" was interrupted");
    }

    @Test
    void aModelThatAsksForItIsSentWhatItsTextsAre() {
        List<EmbeddingInputType> types = new ArrayList<>();
        EmbeddingModel asking = new EmbeddingModel() {
            @Override
            public Set<EmbeddingParameter<?>> supportedParameters() {
                return Set.of(EmbeddingRequestParameters.INPUT_TYPE);
            }

            @Override
            public EmbeddingResponse doEmbed(EmbeddingRequest request) {
                types.add(request.inputType());
                return hashing.embed(
                        EmbeddingRequest.builder().inputs(request.inputs()).build());
            }
        };
        for (EmbeddingInputType type : EmbeddingInputType.values()) {
            assertThat(new TextEmbedder(asking, type, 512, meter).embed(List.of("a"), () -> {}))
                    .containsOnlyKeys("a");
        }
        assertThat(types).containsExactly(EmbeddingInputType.values());
    }

    @Test
    void nothingToEmbedIsNoCall() {
        assertThat(new TextEmbedder(hashing, EmbeddingInputType.DOCUMENT, 2, meter).embed(List.of(), () -> {}))
                .isEmpty();
        assertThat(hashing.calls()).isZero();
    }

    @Test
    void aBatchOfNoTextsIsRefused() {
        assertThatThrownBy(() -> new TextEmbedder(hashing, EmbeddingInputType.DOCUMENT, 0, meter))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a call of the embedding model takes 0 texts; the minimum is 1");
    }

    @Test
    void vectorsOfAnyLengthAreScaledToOne() {
        float[] vector = embed(texts -> vectors(new float[] {3e30f, 4e30f})).get("a");

        assertThat(vector).containsExactly(new float[] {0.6f, 0.8f}, Offset.offset(1e-6f));
    }

    @Test
    void theModelsOwnVectorsAreLeftAlone() {
        float[] own = {3, 4};
        embed(texts -> vectors(own));

        assertThat(own).containsExactly(3, 4);
    }

    @Test
    void tooFewTooManyAndNoVectorsAreTheModelsFault() {
        requireFault(texts -> vectors(), "the embedding model \"odd\" returned 0 vectors for 1 texts");
        requireFault(
                texts -> vectors(new float[] {1}, new float[] {1}),
                "the embedding model \"odd\" returned 2 vectors for 1 texts");
    }

    @Test
    void vectorsThatHaveNoDirectionAreTheModelsFault() {
        requireFault(
                texts -> vectors(new float[] {Float.NaN, 1}),
                "the embedding model \"odd\" returned a vector of length NaN for \"a\"");
        requireFault(
                texts -> vectors(new float[] {0, 0}),
                "the embedding model \"odd\" returned a vector of length 0.0 for \"a\"");
        requireFault(
                texts -> vectors(new float[] {}),
                "the embedding model \"odd\" returned a vector of length 0.0 for \"a\"");
        requireFault(
                texts -> vectors(new float[] {Float.NEGATIVE_INFINITY, 1}),
                "the embedding model \"odd\" returned a vector of length Infinity for \"a\"");
    }

    @Test
    void aLongTextIsNotRepeatedWholeInAMessage() {
        TextEmbedder embedder = new TextEmbedder(
                new OddModel(texts -> vectors(new float[] {0})), EmbeddingInputType.DOCUMENT, 1, meter);

        assertThatThrownBy(() -> embedder.embed(List.of("x".repeat(10_000)), () -> {}))
                .hasMessage(
                        "the embedding model \"odd\" returned a vector of length 0.0 for \"" + "x".repeat(60) + "\"");
    }

    @Test
    void vectorsOfDifferentDimensionsAreTheModelsFault() {
        TextEmbedder embedder = new TextEmbedder(
                new OddModel(
                        texts -> vectors(texts.getFirst().equals("c") ? new float[] {1, 2, 3} : new float[] {1, 2})),
                EmbeddingInputType.DOCUMENT,
                1,
                meter);

        assertThatThrownBy(() -> embedder.embed(List.of("a", "b", "c"), () -> {}))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.MODEL))
                .hasMessage("the embedding model \"odd\" returned vectors of 2 and of 3 dimensions");
    }

    @Test
    void aFailureOfTheModelSaysWhatFailed() {
        requireFault(
                texts -> {
                    throw new IllegalStateException("429 too many requests");
                },
                "the embedding model \"odd\" failed: 429 too many requests");
        requireFault(
                texts -> {
                    throw new UnsupportedOperationException();
                },
                "the embedding model \"odd\" failed: UnsupportedOperationException");
    }

    @Test
    void aFailureThatIsInOurWordsAlreadyIsPassedOn() {
        TernException refused = TernException.user("the key is wrong; set OPENAI_API_KEY");

        assertThatThrownBy(() -> embed(texts -> {
                    throw refused;
                }))
                .isSameAs(refused);
    }

    @Test
    void tokensAreCountedWhereTheModelSaysThem() {
        embed(texts -> vectors(new float[] {1}));
        assertThat(meter.inputTokens()).isZero();
        embed(texts -> Response.from(vectors(new float[] {1}).content(), new TokenUsage(null, null, null)));
        assertThat(meter.inputTokens()).isZero();
        embed(texts -> Response.from(vectors(new float[] {1}).content(), new TokenUsage(7)));
        assertThat(meter.inputTokens()).isEqualTo(7);
        assertThat(meter.modelCalls()).isEqualTo(3);
    }

    private Map<String, float[]> embed(Function<List<String>, Response<List<Embedding>>> script) {
        return new TextEmbedder(new OddModel(script), EmbeddingInputType.DOCUMENT, 2, meter)
                .embed(List.of("a"), () -> {});
    }

    private void requireFault(Function<List<String>, Response<List<Embedding>>> script, String message) {
        assertThatThrownBy(() -> embed(script))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.MODEL))
                .hasMessage(message);
    }

    private static Response<List<Embedding>> vectors(float[]... vectors) {
        List<Embedding> embeddings = new ArrayList<>();
        for (float[] vector : vectors) {
            embeddings.add(Embedding.from(vector));
        }
        return Response.from(embeddings);
    }

    private static double norm(float[] vector) {
        return Math.sqrt(cosine(vector, vector));
    }

    private static double cosine(float[] a, float[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Returns any response that the test wants. */
    private record OddModel(Function<List<String>, Response<List<Embedding>>> script) implements EmbeddingModel {
        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
            return script.apply(segments.stream().map(TextSegment::text).toList());
        }

        @Override
        public String modelName() {
            return "odd";
        }
    }
}
