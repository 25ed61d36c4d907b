package dev.tern.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import org.junit.jupiter.api.Test;

class HashingEmbeddingModelTest {
    private final HashingEmbeddingModel model = new HashingEmbeddingModel(64);

    @Test
    void textsThatShareWordsAreNearerThanTextsThatShareNone() {
        Embedded<String> text = new Embedded<>("", model.vector("Johann Bernoulli taught Leonhard Euler"));

        assertThat(text.cosine(model.vector("Euler was taught by Johann Bernoulli")))
                .isGreaterThan(0.5);
        assertThat(text.cosine(model.vector("the river flows through Basel"))).isLessThan(0.4);
        assertThat(text.cosine(model.vector("leonhard euler TAUGHT, johann bernoulli!")))
                .isGreaterThan(0.999);
    }
}
