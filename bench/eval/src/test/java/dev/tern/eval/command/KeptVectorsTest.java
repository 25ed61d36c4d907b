package dev.tern.eval.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.request.EmbeddingInput;
import dev.langchain4j.model.embedding.request.EmbeddingInputType;
import dev.langchain4j.model.embedding.request.EmbeddingParameter;
import dev.langchain4j.model.embedding.request.EmbeddingRequest;
import dev.langchain4j.model.embedding.request.EmbeddingRequestParameters;
import dev.langchain4j.model.embedding.response.EmbeddingResponse;
import dev.tern.eval.ModelClock;
import dev.tern.model.Ledger;
import dev.tern.model.Meter;
import dev.tern.model.TextEmbedder;
import dev.tern.models.PaidEmbeddingModel;
import dev.tern.models.kept.ModelCache;
import dev.tern.models.money.Budget;
import dev.tern.models.money.Price;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptVectorsTest {
    @TempDir
    Path directory;

    /** A model with separate directions for questions and passages, which records its input. */
    private static final class TypedModel implements EmbeddingModel {
        final List<String> asked = new ArrayList<>();

        @Override
        public Set<EmbeddingParameter<?>> supportedParameters() {
            return Set.of(EmbeddingRequestParameters.INPUT_TYPE);
        }

        @Override
        public EmbeddingResponse doEmbed(EmbeddingRequest request) {
            boolean question = request.inputType() == EmbeddingInputType.QUERY;
            List<Embedding> vectors = new ArrayList<>();
            for (EmbeddingInput input : request.inputs()) {
                asked.add(request.inputType() + " " + input.text());
                vectors.add(Embedding.from(new float[] {question ? 1 : 0, question ? 0 : 1}));
            }
            return EmbeddingResponse.builder().embeddings(vectors).build();
        }
    }

    private static float[] embed(EmbeddingModel model, EmbeddingInputType type) {
        return new TextEmbedder(model, type, 8, new Meter())
                .embed(List.of("Euler"), () -> {})
                .getOrDefault("Euler", new float[0]);
    }

    @Test
    void aQuestionAndAPassageOfTheSameWordsReachTheModelAsSuchAndAreKeptApart() {
        TypedModel typed = new TypedModel();
        try (ModelCache cache = ModelCache.in(directory, 1 << 20)) {
            EmbeddingModel paid =
                    new PaidEmbeddingModel(new ModelClock().timed(typed), Price.FREE, Budget.unlimited(), Ledger.NONE);
            EmbeddingModel kept = new KeptVectors(paid, cache.vectors());
            for (int i = 0; i < 2; i++) {
                assertThat(embed(kept, EmbeddingInputType.QUERY)).containsExactly(1, 0);
                assertThat(embed(kept, EmbeddingInputType.DOCUMENT)).containsExactly(0, 1);
            }
        }
        assertThat(typed.asked).containsExactly("QUERY Euler", "DOCUMENT Euler");
    }
}
