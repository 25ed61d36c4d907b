package dev.tern.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.store.embedding.CosineSimilarity;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class SqueezedEmbeddingModelTest {
    private final EmbeddingModel plain = new HashingEmbeddingModel(64);
    private final EmbeddingModel squeezed = new SqueezedEmbeddingModel(plain, 2);

    private static double cosine(EmbeddingModel model, String one, String other) {
        return CosineSimilarity.between(
                model.embed(one).content(), model.embed(other).content());
    }

    @Test
    void cosinesLieInANarrowBandInTheSameOrder() {
        double far = cosine(plain, "rivers of Europe", "the price of copper");
        double near = cosine(plain, "rivers of Europe", "the rivers of Asia");
        assertThat(cosine(squeezed, "rivers of Europe", "the price of copper"))
                .isCloseTo((far + 4) / 5, Offset.offset(1e-6));
        assertThat(cosine(squeezed, "rivers of Europe", "the rivers of Asia"))
                .isCloseTo((near + 4) / 5, Offset.offset(1e-6));
    }

    @Test
    void itsNameAndDimensionAreItsOwn() {
        assertThat(squeezed.modelName()).isEqualTo("hashing-64, squeezed by 2.0");
        assertThat(squeezed.dimension())
                .isEqualTo(65)
                .isEqualTo(squeezed.embed("text").content().dimension());
    }
}
