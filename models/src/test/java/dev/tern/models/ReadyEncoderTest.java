package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.store.embedding.CosineSimilarity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReadyEncoderTest {
    private static EmbeddingModelSettings.Builder settings(String name) {
        return EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .modelName(name);
    }

    private static double similarity(CloseableEmbeddingModel model, String question, String passage) {
        return CosineSimilarity.between(
                model.embed(EmbeddingRequest.builder()
                                .inputs(question)
                                .inputType(EmbeddingInputType.QUERY)
                                .build())
                        .embeddings()
                        .getFirst(),
                model.embed(EmbeddingRequest.builder()
                                .inputs(passage)
                                .inputType(EmbeddingInputType.DOCUMENT)
                                .build())
                        .embeddings()
                        .getFirst());
    }

    @ParameterizedTest
    @CsvSource({"bge-small-en-v1.5, 126", "e5-small-v2, 124"})
    void anAnswerIsNearerToItsQuestionThanAnotherText(String name, int tokens) {
        try (CloseableEmbeddingModel model =
                Models.embeddingModel(settings(name).build())) {
            assertThat(model.modelName()).isEqualTo(name + "-q");
            assertThat(model.dimension()).isEqualTo(384);
            assertThat(model.maxTokens()).isEqualTo(tokens);
            String question = "Who taught Leonhard Euler?";
            assertThat(similarity(model, question, "Euler was a student of Johann Bernoulli."))
                    .isGreaterThan(similarity(model, question, "Copper is mined in Chile.") + 0.05);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByEachOfItsNames(ReadyEncoder encoder) {
        String name = encoder.modelName();
        assertThat(BundledEncoders.of(name)).isEqualTo(encoder);
        assertThat(BundledEncoders.of(name.substring(0, name.length() - 2))).isEqualTo(encoder);
        assertThat(Models.isInProcess(name)).isTrue();
        assertThat(Models.embeddingModel(settings(name).build()).modelName()).isEqualTo(name);
    }

    @Test
    void otherPrefixesThanItsOwnAreInTheNameAndOutOfItAgain() {
        EmbeddingModelSettings bare =
                settings("e5-small-v2").questionPrefix("").passagePrefix("").build();
        String name = "e5-small-v2-q (questions \"\", passages \"\")";
        assertThat(Models.embeddingModel(bare).modelName()).isEqualTo(name);
        assertThat(Models.isInProcess(name)).isTrue();
        try (CloseableEmbeddingModel chosen = Models.embeddingModel(bare);
                CloseableEmbeddingModel remembered =
                        Models.embeddingModel(settings(name).build())) {
            assertThat(remembered.modelName()).isEqualTo(name).isEqualTo(chosen.modelName());
            assertThat(remembered.embed("a text").content().vector())
                    .containsExactly(chosen.embed("a text").content().vector());
        }
    }

    @Test
    void aServedModelRemembersItsPrefixesToo() {
        EmbeddingModelSettings served = EmbeddingModelSettings.builder()
                .modelName("multilingual-e5-small")
                .questionPrefix("query: ")
                .passagePrefix("passage: ")
                .endpoint(ModelEndpoint.builder().baseUrl("http://localhost:1").build())
                .build();
        assertThat(Models.embeddingModel(served).modelName())
                .isEqualTo("multilingual-e5-small (questions \"query: \", passages \"passage: \")");
        assertThat(Models.isInProcess("multilingual-e5-small")).isFalse();
    }
}
