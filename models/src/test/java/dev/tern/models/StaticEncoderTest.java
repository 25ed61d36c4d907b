package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.store.embedding.CosineSimilarity;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class StaticEncoderTest {
    private static final CloseableEmbeddingModel MODEL = Models.embeddingModel(EmbeddingModelSettings.builder()
            .provider(KnownProvider.IN_PROCESS)
            .modelName("static")
            .build());

    @AfterAll
    static void close() {
        MODEL.close();
    }

    private static double similarity(String a, String b) {
        return CosineSimilarity.between(MODEL.embed(a).content(), MODEL.embed(b).content());
    }

    @Test
    void isFoundByEachOfItsNames() {
        assertThat(MODEL.modelName()).isEqualTo("static-256-1");
        assertThat(BundledEncoders.of("static")).isSameAs(BundledEncoders.of("static-256-1"));
        assertThat(Models.isInProcess("static-256-1")).isTrue();
        assertThat(MODEL.dimension()).isEqualTo(256);
        assertThat(MODEL.maxTokens()).isEqualTo(126);
    }

    @Test
    void likeMeaningsAreNear() {
        assertThat(similarity("Who taught Leonhard Euler?", "Euler was a student of Johann Bernoulli."))
                .isGreaterThan(similarity("Who taught Leonhard Euler?", "Copper is mined in Chile.") + 0.3);
        assertThat(similarity("the film's director", "a movie directed by her"))
                .isGreaterThan(similarity("the film's director", "rivers and lakes of Finland") + 0.2);
    }

    @Test
    void everyTextHasAVectorOfUnitLength() {
        for (String text :
                List.of("张三住在北京", "👩‍🚀🎉", "محمد", "\u200b", "a".repeat(5_000), "##ing", "[SEP]", "Größe")) {
            double squares = 0;
            for (float x : MODEL.embed(text).content().vector()) {
                squares += (double) x * x;
            }
            assertThat(squares).as(text).isBetween(0.9999, 1.0001);
        }
    }

    @Test
    void readsAsManyWordPiecesAsItSays() {
        String full = "river ".repeat(MODEL.maxTokens() - 1);
        assertThat(MODEL.embed(full + "money").content().vector())
                .isNotEqualTo(MODEL.embed(full + "river").content().vector())
                .containsExactly(
                        MODEL.embed(full + "money money river").content().vector());
        assertThat(MODEL.tokenCounter().count("river ".repeat(10_000))).isEqualTo(10_000);
    }

    @Test
    void theTableIsSmall() throws Exception {
        try (InputStream table = Objects.requireNonNull(StaticEncoder.class.getResourceAsStream("static-256.table"))) {
            assertThat(table.readAllBytes().length).isBetween(1 << 20, 10 << 20);
        }
    }
}
